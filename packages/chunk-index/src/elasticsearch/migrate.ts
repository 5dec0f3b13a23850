import type { Client, estypes } from '@elastic/elasticsearch'

/**
 * One change of the mapping that an index takes in place: new fields, new settings. Applied in any process, at the same
 * moment in several, and again after a crash; each leaves the same.
 */
export type MappingChange = {
  what: string
  mappings?: { properties: Record<string, estypes.MappingProperty> }
  settings?: estypes.IndicesIndexSettings
}

/**
 * Numbered by their place, from 1: appended to, never edited; `declaration` is what they lead to. What no index takes in
 * place (another analyzer, another similarity) is a new generation instead, which `retrieval` fills from the blobs.
 */
export const mappingChanges: readonly MappingChange[] = [
  { what: 'the mapping is numbered' },
  { what: 'rows of tables', mappings: { properties: { tables: { type: 'object', enabled: false } } } },
  {
    what: 'lines that are headings',
    mappings: { properties: { headings: { type: 'keyword', index: false, doc_values: false } } },
  },
]

const field = 'frontdesk_mapping'

/** What the mapping of an index says of its number. */
export const numbered = (list: readonly MappingChange[] = mappingChanges): { [field]: number } => ({
  [field]: list.length,
})

/** The number that an index has; 0 for one that was made before there were numbers. */
export const numberOf = (mappings: estypes.MappingTypeMapping | undefined): number =>
  Number((mappings?._meta as Record<string, unknown> | undefined)?.[field] ?? 0)

/** Applies what an index lacks, in order, and records each. An index of a newer release is left alone. */
export async function migrate(
  client: Client,
  index: string,
  list: readonly MappingChange[] = mappingChanges,
): Promise<void> {
  const found = await client.indices.getMapping({ index })
  const has = numberOf(found[index]?.mappings)
  for (const [i, { mappings, settings }] of list.entries()) {
    if (i + 1 <= has) continue
    if (settings) await client.indices.putSettings({ index, settings })
    await client.indices.putMapping({ index, ...mappings, _meta: { [field]: i + 1 } })
  }
}
