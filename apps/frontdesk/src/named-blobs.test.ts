import type { CollectionDefinition } from '@frontdesk/documents'
import { expect, it } from 'vitest'
import { services } from './start-platform.ts'

const definitions = new Map(
  services
    .flatMap(({ collections }) => Object.values<CollectionDefinition<any>>(collections))
    .map((definition) => [definition.name, definition]),
)
const blobsOf = (name: string, body: object) =>
  definitions.get(name)!.refersTo!({ tenant: 'acme', id: '1', body }).blobs ?? []
const [blobId, chunksBlobId] = ['blob_1', 'blob_1']
const draft = { title: 'Parking', blobId, bytes: 7, sha256: '' }

it.each([
  ['ingest-jobs', { import: { blobId, isOver: false } }, { import: { blobId, isOver: true } }],
  ['ingest-jobs', { import: { blobId, isOver: false } }, { items: [] }],
  ['contacts-imports', { blobId, state: 'running' }, { blobId, state: 'finished', undo: { state: 'running', at: 9 } }],
  ['crawler-pages', { status: 'fetched', content: { blobId } }, { status: 'failed' }],
  [
    'chat-rehearsal-plans',
    { source: { kind: 'text', sourceId: 'src_1', blobId } },
    { source: { kind: 'text', sourceId: 'src_1', blobId }, isOver: true },
  ],
  [
    'retrieval-trials',
    { state: 'indexing', contents: [{ chunksBlobId }] },
    { state: 'ready', contents: [{ chunksBlobId }] },
  ],
  ['analytics-gaps', { status: 'checking', check: { draft } }, { status: 'checking', check: { sourceId: 'src_1' } }],
])('%s names its blob for backups and the doctor while it is needed, and not after', (name, before, after) => {
  expect(blobsOf(name, before)).toEqual([blobId])
  expect(blobsOf(name, after)).toEqual([])
})
