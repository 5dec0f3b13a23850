import type { Schema } from './schema-type.ts'

type Media = { schema?: Schema; 'x-event-schema'?: Schema }
type Operation = {
  requestBody?: { content?: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const isNode = (node: unknown): node is Record<string, any> => typeof node === 'object' && node !== null

/**
 * Says of each stream that it is text, as OpenAPI 3.1 has no word for a series of events and generated clients would read the
 * whole stream as one JSON value. `x-event-schema` is the schema of the `data` of an event.
 */
function describeStreams({ responses }: Operation): void {
  for (const { content = {} } of Object.values(responses)) {
    const media = content['text/event-stream']
    if (!media?.schema) continue
    media['x-event-schema'] = media.schema
    media.schema = { type: 'string', description: 'Server-sent events; `x-event-schema` describes the `data` of each' }
  }
}

/**
 * Moves each default of a request into the description: generators make fields with a default required, or send it
 * themselves, which a later default could then not change.
 */
function describeDefaults(node: unknown, resolve: (reference: string) => unknown, seen: Set<unknown>): void {
  if (!isNode(node) || seen.has(node)) return
  seen.add(node)
  if (typeof node.$ref === 'string') describeDefaults(resolve(node.$ref), resolve, seen)
  for (const [key, value] of Object.entries(node)) {
    // The properties of an object can have any name.
    if (key === 'properties' || key === 'mapping') {
      if (key === 'properties') for (const each of Object.values(value)) describeDefaults(each, resolve, seen)
    } else if (!['example', 'examples', 'enum', 'const', 'default'].includes(key))
      describeDefaults(value, resolve, seen)
  }
  if (node.default === undefined) return
  const said = `Default: \`${JSON.stringify(node.default)}\``
  node.description = node.description ? `${node.description}. ${said}` : said
  delete node.default
}

/** What code generators need beyond what the standard says. `operations` are those that clients call. */
export function suitGenerators(document: object, operations: Iterable<Operation>): void {
  const resolve = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce((at: any, step) => at[step], document)
  const seen = new Set<unknown>()
  for (const operation of operations) {
    describeStreams(operation)
    describeDefaults(operation.requestBody?.content, resolve, seen)
  }
}
