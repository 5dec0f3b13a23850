import { textMarks } from '@frontdesk/contracts'
import { type Route, requestExamples } from '@frontdesk/gateway'
import { z } from 'zod'

/** An id for each parameter of the route table, as `makeOneOfEach` answers them. */
export type Ids = Record<string, string>

/** A route's path. Throws for a parameter without an id. */
export const withIds = (url: string, ids: Ids) =>
  url.replace(/:(\w+)/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`${url}: nobody has said what ${name} is.`)
    return ids[name]
  })

/** A body that the route takes: the example of its documentation, with our ids in place of those that it shows. */
export function bodyOf(route: Route, ids: Ids): unknown {
  const { json, form } = requestExamples[route.name] ?? {}
  if (json !== undefined) return withOwnIds(json, ids)
  if (route.kind !== 'upload' || !form) return undefined
  const body = new FormData()
  for (const [field, value] of Object.entries(form)) {
    if (field === route.upload.field) body.append(field, new Blob([String(value)]), 'example.csv')
    else body.append(field, String(value))
  }
  return body
}

const byPrefix: Record<string, string> = {
  cnv: 'conversationId',
  con: 'contactId',
  agt: 'agentId',
  src: 'sourceId',
  msg: 'messageId',
}

/** An example with ids of ours in place of those that it shows. */
const withOwnIds = (example: unknown, ids: Ids): unknown =>
  JSON.parse(
    JSON.stringify(example).replace(/"(\w{3})_[0-9a-f_]{16,}"/g, (whole, prefix: string) =>
      byPrefix[prefix] ? `"${ids[byPrefix[prefix]]}"` : whole,
    ),
  )

type Schema = {
  isId?: boolean
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
/** Where an id stands: names of properties, and 0 for the first of a list. */
export type IdPath = (string | 0)[]

/** Every place of a schema that takes an id, by the mark of its schema, so that a new field is found by itself. */
export function idPathsOf(schema: z.ZodType): IdPath[] {
  const paths = new Map<string, IdPath>()
  const walk = (node: Schema, path: IdPath): void => {
    if (node.$ref) throw new Error(`${path.join('.')} only refers to ${node.$ref}, so nobody looks for ids in it.`)
    if (node.isId) paths.set(path.join('.'), path)
    for (const [name, inner] of Object.entries(node.properties ?? {})) walk(inner, [...path, name])
    if (node.items) walk(node.items, [...path, 0])
    for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) walk(inner, path)
  }
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    // By the names of the OpenAPI document, which are there once somebody asked for it, a schema would only refer to others.
    metadata: z.registry(),
    override({ zodSchema, jsonSchema }) {
      const mark = textMarks.get(zodSchema as unknown as z.ZodType)
      if (mark && 'is' in mark && mark.is === 'id') Object.assign(jsonSchema, { isId: true })
    },
  })
  walk(described as Schema, [])
  return [...paths.values()]
}

/** The same body with another value at a place, which is made where the body has none. */
export function withValueAt(body: unknown, [name, ...rest]: IdPath, value: string): unknown {
  if (name === undefined) return value
  if (name === 0) return [withValueAt(Array.isArray(body) ? body[0] : undefined, rest, value)]
  return { ...(body as object | undefined), [name]: withValueAt((body as any)?.[name], rest, value) }
}
