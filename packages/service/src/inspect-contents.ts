import { emptyInspection, type Finding, type Inspection } from '@frontdesk/contracts'
import type { CollectionDefinition, References, Stored } from '@frontdesk/documents'
import type { Service } from './define.ts'
import type { Readers } from './open-readers.ts'

/** Of a kind, told one by one; the rest is counted. */
const maxReported = 5
/** Contents that the index is asked about at once. */
const contentsAtOnce = 500

type Chunks = NonNullable<References['chunks']>
type Waiting = { stored: Pick<Stored<object>, 'tenant' | 'id'>; chunks: Chunks }

/** Faults of one kind: the first few with their names. */
function kind(what: (count: number, examples: string) => string, remedy: string) {
  const examples: string[] = []
  let count = 0
  return {
    add(example: string) {
      count++
      if (examples.length < maxReported) examples.push(example)
    },
    count: () => count,
    findings(): Finding[] {
      if (count === 0) return []
      const more = count > examples.length ? `, and ${count - examples.length} more` : ''
      return [{ level: 'fault', what: what(count, `${examples.join(', ')}${more}`), remedy }]
    },
  }
}

const named = ({ tenant, id }: Pick<Stored<object>, 'tenant' | 'id'>) => `${id} (tenant ${tenant})`

/**
 * Compares what documents refer to with what is there: blobs, chunks in the index, secrets that the encryption key opens.
 * Reads every document; changes nothing.
 */
export async function inspectContents(
  readers: Pick<Readers, 'documents' | 'blobs' | 'chunkIndex' | 'encryptionKey'>,
  services: Service[],
): Promise<Inspection> {
  const { documents, blobs, chunkIndex, encryptionKey } = readers
  const { openVault } = await import('@frontdesk/secrets')
  const chunkless = kind(
    (count, which) =>
      `${count} sources are Ready but have missing chunks in the search index, so they are not found: ${which}.`,
    'frontdesk doctor --repair restores them at once from stored data. A running platform does it automatically: at once after a search that finds nothing of a tenant, and within ten minutes otherwise. Chunks of another embedding model wait until the change of the model has ended.',
  )
  const unindexed = kind(
    (count, which) =>
      `${count} sources are Ready but were never sent to the search index, so they are not found: ${which}.`,
    'Upload the content of each again (PUT /api/knowledge/sources/{id}), or delete it.',
  )
  const blobless = kind(
    (count, which) => `${count} blobs that documents refer to are missing: ${which}.`,
    'Restore a backup that contains them. For a source, upload its content again (PUT /api/knowledge/sources/{id}), or delete it.',
  )
  const unreadable = kind(
    (count, which) => `${count} stored secrets can't be decrypted with this encryption key: ${which}.`,
    'Set ENCRYPTION_KEY (or encryption.key in the data folder) to the key with which they were stored. If it is lost, enter each secret again: rotate the secret of the endpoint, change the channel or the connector, reset the second factor of the agent, set the client secret of the identity provider.',
  )
  const seen = { documents: 0, blobs: 0, chunks: 0, secrets: 0, earlier: 0, indexed: 0 }
  let waiting: Waiting[] = []
  /** Documents that are to be found, and those that tell of their chunks, by tenant and id. */
  const searched = new Map<string, CollectionDefinition<any>>()
  const indexed = new Set<string>()
  const keepers = new Set<CollectionDefinition<any>>()

  /** Looks again at what seems to be missing: an installation that is at work may have changed meanwhile. */
  async function lookAtSearched() {
    const refersNow = async (definition: CollectionDefinition<any>, tenant: string, id: string) => {
      const stored = await documents.get(definition, tenant, id)
      return stored ? definition.refersTo!(stored) : {}
    }
    for (const [key, definition] of searched) {
      if (indexed.has(key)) continue
      const [tenant, id] = JSON.parse(key)
      const told = await Promise.all([...keepers].map((keeper) => refersNow(keeper, tenant, id)))
      if (told.some(({ chunks }) => chunks)) continue
      if ((await refersNow(definition, tenant, id)).isSearched) unindexed.add(named({ tenant, id }))
    }
  }

  async function lookAtChunks() {
    const batch = waiting
    waiting = []
    const bySpace = Map.groupBy(batch, ({ stored, chunks }) =>
      JSON.stringify([stored.tenant, chunks.generation, chunks.dimensions]),
    )
    for (const [space, group] of bySpace) {
      const [tenant, generation, dimensions] = JSON.parse(space)
      const contents = group.flatMap(({ chunks }) => chunks.contents)
      const counts = new Map<string, number>()
      for (let from = 0; from < contents.length; from += contentsAtOnce) {
        const ids = contents.slice(from, from + contentsAtOnce).map(({ contentId }) => contentId)
        const part = await chunkIndex.contentCounts({ tenant, generation, dimensions }, ids)
        for (const [contentId, count] of part) counts.set(contentId, count)
      }
      for (const { stored, chunks } of group) {
        const lacks = chunks.contents.some((content) => (counts.get(content.contentId) ?? 0) < content.chunks)
        if (lacks) chunkless.add(named(stored))
      }
    }
  }

  async function lookAt(definition: CollectionDefinition<any>, stored: Stored<any>) {
    const { blobs: blobIds = [], secrets = [], chunks, isSearched } = definition.refersTo!(stored)
    seen.documents++
    if (isSearched) searched.set(JSON.stringify([stored.tenant, stored.id]), definition)
    for (const blobId of blobIds) {
      seen.blobs++
      if (!(await blobs.exists(stored.tenant, blobId))) blobless.add(`${blobId} of ${definition.name} ${named(stored)}`)
    }
    for (const { purpose, owner, sealed } of secrets) {
      seen.secrets++
      try {
        if (encryptionKey === undefined) throw new Error('There is no key.')
        openVault(encryptionKey, purpose).open(sealed, owner)
      } catch {
        unreadable.add(`${definition.name} ${named(stored)}`)
      }
    }
    if (!chunks) return
    keepers.add(definition)
    indexed.add(JSON.stringify([stored.tenant, stored.id]))
    seen.chunks += chunks.contents.reduce((sum, content) => sum + content.chunks, 0)
    seen.indexed++
    // Written anew from the blobs, so what the index still holds of it says nothing.
    if (chunks.isEarlierFormat) {
      seen.earlier++
      return
    }
    waiting.push({ stored, chunks })
    if (waiting.length === contentsAtOnce) await lookAtChunks()
  }

  for (const service of services) {
    for (const definition of Object.values<CollectionDefinition<any>>(service.collections)) {
      if (!definition.refersTo) continue
      for await (const stored of documents.all(definition)) await lookAt(definition, stored)
    }
  }
  await lookAtChunks()
  await lookAtSearched()
  return {
    ...emptyInspection('contents'),
    settings: {
      'documents that refer to something': seen.documents,
      'blobs named': seen.blobs,
      'chunks to be indexed': seen.chunks,
      'stored secrets':
        encryptionKey === undefined ? `${seen.secrets}, but there is no encryption key here` : seen.secrets,
    },
    pending:
      seen.earlier === 0
        ? []
        : [
            `search index: ${seen.earlier} of ${seen.indexed} sources have an earlier format; a running platform indexes them again from stored data, and they are not found until then`,
          ],
    findings: [...chunkless.findings(), ...unindexed.findings(), ...blobless.findings(), ...unreadable.findings()],
  }
}
