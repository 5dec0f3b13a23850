import type { Client, estypes } from '@elastic/elasticsearch'
import { ServiceError } from '@frontdesk/contracts'
import type { IndexedChunk } from '../port.ts'
import { chunkTerms } from '../ranking/chunk-terms.ts'
import { lengthFields } from './declaration.ts'
import { diskFull, isFloodStage, reaching } from './reaching.ts'
import { tokensOf } from './write-documents.ts'

/** 200 chunks of 800 characters with their tokens (about 6 kB) and 1,024 numbers (about 20 kB) make 5 MB. */
const chunksPerRequest = 200

const operationsFor = (chunks: IndexedChunk[]) =>
  chunks.flatMap((chunk) => {
    const { counts, lengths } = chunkTerms(chunk)
    const held = lengthFields.flatMap((name, i) => (lengths[i]! > 0 ? [[name, lengths[i]!]] : []))
    return [
      { index: { _id: `${chunk.contentId}/${chunk.index}` } },
      { ...chunk, ...tokensOf(counts), lengths: Object.fromEntries(held) },
    ]
  })

/** What a chunk that the server did not write is to its caller: `overloaded` or `unavailable`. */
function refused({ _id, status, error }: estypes.BulkResponseItem): ServiceError {
  if (isFloodStage(error?.reason)) return diskFull(new Error(error?.reason ?? ''))
  return new ServiceError(status === 429 ? 'overloaded' : 'unavailable', {
    detail: 'The search index refused a chunk.',
    cause: new Error(`${_id}: ${error?.type} ${error?.reason}`),
  })
}

/** Writes chunks through an alias. `isMissing` is called before the throw when the index behind it is gone. */
export async function writeChunks(
  client: Client,
  { alias, isMissing }: { alias: string; isMissing: () => void },
  chunks: IndexedChunk[],
): Promise<void> {
  for (let i = 0; i < chunks.length; i += chunksPerRequest) {
    const operations = operationsFor(chunks.slice(i, i + chunksPerRequest))
    const reply = await reaching(() => client.bulk({ index: alias, require_alias: true, operations }))
    const failed = reply.items.find(({ index }) => index?.error)?.index
    if (!failed) continue
    if (failed.status === 404) isMissing()
    throw refused(failed)
  }
}
