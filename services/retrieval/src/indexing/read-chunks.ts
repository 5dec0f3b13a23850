import { createInterface } from 'node:readline'
import type { Blobs } from '@frontdesk/blobs'
import { type Chunk, chunk } from '@frontdesk/contracts'

/** The chunks of a content in order, `size` at a time, from a blob of JSON lines; memory holds one batch. Throws `not_found`. */
export async function* readChunks(blobs: Blobs, tenant: string, blobId: string, size: number): AsyncGenerator<Chunk[]> {
  const stream = await blobs.stream(tenant, blobId)
  try {
    let batch: Chunk[] = []
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line === '') continue
      batch.push(chunk.parse(JSON.parse(line)))
      if (batch.length < size) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  } finally {
    stream.destroy()
  }
}
