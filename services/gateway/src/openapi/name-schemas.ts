import { limits } from '@frontdesk/contracts'
import type { Schema } from './schema-type.ts'

type Media = { schema?: Schema }
type Content = { content?: Record<string, Media> }
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content>; parameters?: any[] }
type Document = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const prefix = '#/components/schemas/'

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `policies` → `policy`, `addresses` → `address`, `sources` → `source`. */
const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/([^s])s$/, '$1')

const isObject = ({ properties = {}, $ref }: Schema): boolean =>
  $ref === undefined && Object.keys(properties).length > 0
const isEnum = (schema: Schema): boolean => (schema.enum ?? schema['x-extensible-enum'] ?? []).length > 1
const branchesOf = ({ oneOf, anyOf }: Schema): Schema[] =>
  (oneOf ?? anyOf ?? []).filter((branch) => branch.type !== 'null')
/** One of several objects: a union that a client has a type for. */
const isUnion = (schema: Schema): boolean =>
  branchesOf(schema).length > 1 && branchesOf(schema).every((branch) => branch.$ref !== undefined || isObject(branch))

const constantOf = (schema: Schema, property: string): unknown => schema.properties?.[property]?.const

/** The property that tells the branches of a union apart: each has it with a constant of its own. */
const discriminatorOf = (branches: Schema[]): string | undefined =>
  Object.keys(branches[0]?.properties ?? {}).find((property) => {
    const constants = branches.map((branch) => constantOf(branch, property))
    return constants.every((constant) => typeof constant === 'string') && new Set(constants).size === branches.length
  })

/** A schema as text, without what only explains it: what is written the same is one type. */
const withoutWords = ({ description: _, ...schema }: Schema): string => JSON.stringify(schema)

/**
 * Makes a component of every object, enumeration and union of a document, so that generated clients have a type of a short
 * name for each. What has no name yet is called after where it stands: the body of `createSource` is
 * `CreateSourceRequest`, the property `escalation` of `Conversation` is `ConversationEscalation`, a branch of `Policy`
 * with the type `PII Filter` is `PiiFilterPolicy`. Throws when two that differ would have the same name.
 */
export function nameSchemas(document: Document): void {
  const { schemas } = document.components
  const waiting = Object.keys(schemas)
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [withoutWords(schema), name]))

  const resolve = (schema: Schema): Schema => (schema.$ref ? schemas[schema.$ref.slice(prefix.length)]! : schema)

  const refer = (wanted: string, { description, default: usual, ...rest }: Schema): Schema => {
    const text = withoutWords(rest)
    const name = names.get(text) ?? wanted
    if (!names.has(text)) {
      if (schemas[name]) throw new Error(`Two schemas would be named ${name}; name one of them in schema-names.ts.`)
      schemas[name] = rest
      names.set(text, name)
      waiting.push(name)
    }
    return { $ref: prefix + name, ...(description && { description }), ...(usual !== undefined && { default: usual }) }
  }

  /** A schema with everything in it that needs a name named, and itself. */
  const named = (schema: Schema, name: string): Schema =>
    isObject(schema) || isEnum(schema) || isUnion(schema) ? refer(name, schema) : withNamedParts(schema, name)

  function withNamedParts(schema: Schema, name: string): Schema {
    const { properties, items, additionalProperties: values, ...rest } = schema
    const result: Schema = { ...rest }
    for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
      const branches = schema[keyword]
      if (branches) result[keyword] = branches.map((branch) => named(branch, branchName(branch, schema, name)))
    }
    if (properties) {
      const own = Object.entries(properties).map(([key, value]) => [key, named(value, name + pascal(key))])
      result.properties = Object.fromEntries(own)
    }
    if (items) result.items = named(items, singular(name))
    if (values !== undefined) {
      result.additionalProperties = typeof values === 'object' ? named(values, `${singular(name)}Value`) : values
    }
    return result
  }

  function branchName(branch: Schema, union: Schema, name: string): string {
    const branches = branchesOf(union)
    if (branches.length < 2) return name
    const discriminator = discriminatorOf(branches.map(resolve))
    if (discriminator) return pascal(String(constantOf(resolve(branch), discriminator))) + name
    const others = branches.filter((each) => each !== branch).map(resolve)
    const own = branch.required?.find((key) => others.every((each) => !each.required?.includes(key)))
    return own ? `${name}With${pascal(own)}` : name
  }

  /** Says which property tells the branches of a union apart, where one does. */
  function discriminate(schema: Schema): void {
    const branches = branchesOf(schema)
    if (branches.length < 2 || !branches.every((branch) => branch.$ref)) return
    const propertyName = discriminatorOf(branches.map(resolve))
    if (!propertyName) return
    const mapping = branches.map((branch) => [constantOf(resolve(branch), propertyName), branch.$ref])
    delete schema.anyOf
    schema.oneOf = branches
    schema.discriminator = { propertyName, mapping: Object.fromEntries(mapping) }
  }

  for (const { operationId, requestBody, responses } of operationsOf(document)) {
    const name = pascal(operationId)
    for (const [type, media] of contentsOf(requestBody)) {
      media.schema = named(media.schema, type === 'multipart/form-data' ? `${name}Form` : `${name}Request`)
    }
    for (const [status, response] of Object.entries(responses)) {
      const isSecond = status === '202' && responses['200'] !== undefined
      for (const [type, media] of contentsOf(response)) {
        const suffix = type === 'text/event-stream' ? 'Event' : isSecond ? 'Accepted' : 'Response'
        const list = listName(media.schema)
        if (list) limitPage(media.schema)
        media.schema = named(media.schema, list ?? name + suffix)
      }
    }
  }
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    schemas[name] = withNamedParts(schemas[name]!, name)
  }
  for (const schema of Object.values(schemas)) discriminate(schema)
}

function limitPage({ properties }: Schema): void {
  const { items } = properties ?? {}
  if (items) items.maxItems ??= limits.pageItems
}

/** A page of a list is named for what it lists: `SourceList`. */
function listName({ properties = {} }: Schema): string | undefined {
  const { items } = properties
  const item = items?.items?.$ref
  if (!item || Object.keys(properties).join() !== 'items,nextCursor') return undefined
  return `${item.slice(prefix.length)}List`
}

/** Every operation of a document, webhooks too. */
export function* operationsOf({ paths = {}, webhooks = {} }: Omit<Document, 'components'>): Generator<Operation> {
  for (const item of [...Object.values(paths), ...Object.values(webhooks)]) yield* Object.values(item)
}

const contentsOf = ({ content = {} }: Content = {}): [string, Required<Media>][] =>
  Object.entries(content).filter((entry): entry is [string, Required<Media>] => entry[1].schema !== undefined)
