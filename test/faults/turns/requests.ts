import { querySchemaOf, type Route } from '@frontdesk/gateway'
import { z } from 'zod'
import { bodyOf, withIds } from '../../scenarios/example-bodies.ts'

/** One request as it is driven. */
export type Driven = {
  name: string
  method: string
  path: string
  /** A value, a form, or JSON as it is sent. */
  body?: unknown
  /** Of a text; JSON unless told. */
  contentType?: string
  isStream: boolean
  opensWith: Route['access']
}

type Schema = { enum?: string[]; type?: string; format?: string; anyOf?: Schema[]; $ref?: string }

/** Texts that a filter is tried with, by its name: one that fits much and one that fits nothing. */
const texts: Record<string, string[]> = {
  q: ['parking', 'zzqx'],
  language: ['sv'],
  lang: ['sv'],
  tag: ['vip', 'nowhere'],
  email: ['bo@example.com', 'nobody@example.com'],
  phone: ['+46701740605'],
  externalId: ['nothing'],
  fields: ['id,name,email,tags'],
  types: ['presence,message.sent'],
  view: ['queue', 'snoozed'],
  tenant: ['default'],
  untagged: ['true'],
  ids: ['cnv_0cc175b9c0f1b6a831c399e269772661'],
  views: ['queue,unassigned,ai,snoozed,resolved,all'],
  team: ['none', 'tea_0cc175b9c0f1b6a831c399e269772661'],
  assignee: ['none', 'agt_0cc175b9c0f1b6a831c399e269772661'],
}
/** Filters that only an agent can ask for, who is named in a header. */
const ofAgents = ['unread']
const numbers: Record<string, string> = {
  ...{ threshold: '0.5', to: '1', limit: '100', minConfidence: '0.2', maxConfidence: '0.9' },
  ...{ rating: '4', score: '4', after: '0', before: '10', around: '5' },
}

/** Parameters that are refused together: places of one list, and a search, which has an order of its own. */
const alternatives = [
  ['after', 'before', 'around'],
  ['q', 'sort'],
]
const mayMeet = (one: string, other: string) =>
  !alternatives.some((names) => names.includes(one) && names.includes(other))

const isTime = ({ format, anyOf }: Schema): boolean => format === 'date-time' || (anyOf ?? []).some(isTime)
const lastDays = (now: number) => ({
  from: new Date(now - 30 * 86_400_000).toISOString(),
  to: new Date(now + 86_400_000).toISOString(),
})

/** What a parameter is tried with. Throws for a new one that nobody has said anything about. */
function valuesOf(route: Route, name: string, schema: Schema, ids: Record<string, string>): string[] {
  if (schema.enum) return schema.enum
  // One value, or a list of them: tried with one.
  const [one] = (schema.anyOf ?? []).filter(({ type }) => type !== 'array')
  if (one && schema.anyOf?.some(({ type }) => type === 'array')) return valuesOf(route, name, one, ids)
  if (isTime(schema)) return [lastDays(Date.now())[name as 'from']]
  if (schema.type === 'integer' || schema.type === 'number') {
    if (numbers[name] !== undefined) return [numbers[name]]
  } else if (texts[name]) return texts[name]
  else if (ids[name] !== undefined) return [ids[name]]
  throw new Error(`${route.method} ${route.url} has a parameter ${name} that has no value to be tried with.`)
}

/** Every combination that is tried of a route's parameters: none, each value alone, and each two of them. */
function queriesOf(route: Route, ids: Record<string, string>): Record<string, string>[] {
  const schema = querySchemaOf(route)
  if (!schema) return [{}]
  const {
    properties: said = {},
    required = [],
    $defs = {},
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Schema>
    required?: string[]
    $defs?: Record<string, Schema>
  }
  // Once the OpenAPI document was made, schemas that it shares stand aside.
  const whole = (own: Schema): Schema => {
    const found = $defs[own.$ref?.split('/').at(-1) ?? ''] ?? own
    return found.anyOf ? { ...found, anyOf: found.anyOf.map(whole) } : found
  }
  const properties = Object.fromEntries(Object.entries(said).map(([name, own]) => [name, whole(own)]))
  const base: Record<string, string> = {}
  for (const name of [...required, ...(properties.limit ? ['limit'] : [])]) {
    base[name] = valuesOf(route, name, properties[name]!, ids)[0]!
  }
  const filters = Object.entries(properties)
    .filter(([name]) => !['cursor', 'limit', ...ofAgents].includes(name))
    .map(([name, schema]) => ({ name, values: valuesOf(route, name, schema, ids) }))
  const alone = filters.flatMap(({ name, values }) => values.map((value) => ({ ...base, [name]: value })))
  const pairs = filters.flatMap((one, i) =>
    filters
      .slice(i + 1)
      .filter((other) => mayMeet(one.name, other.name))
      .map((other) => ({ ...base, [one.name]: one.values.at(-1)!, [other.name]: other.values.at(-1)! })),
  )
  const all = [base, ...alone, ...pairs]
  return [...new Map(all.map((query) => [JSON.stringify(query), query])).values()]
}

/** The requests of one route: of one that reads, with every filter; of one that writes, its example with our ids. */
export function requestsOf(route: Route, ids: Record<string, string>): Driven[] {
  const { method, url, access } = route
  const path = withIds(url, ids)
  const common = {
    method,
    isStream: route.kind === 'stream' && route.handle === undefined,
    opensWith: access,
  }
  if (method !== 'GET') {
    return [{ ...common, name: `${method} ${url}`, path, body: bodyOf(route, ids) }]
  }
  return queriesOf(route, ids).map((query) => {
    const search = new URLSearchParams(query).toString()
    return { ...common, name: `${method} ${url}${search && `?${search}`}`, path: search ? `${path}?${search}` : path }
  })
}
