import { createHash } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { answerMs, askNats, type Connection, collect } from '@frontdesk/nats'
import type { StoredMsg } from '@nats-io/jetstream'
import type { ObjectInfo } from '@nats-io/obj'
import { type Content, untilAborted } from '../read-content.ts'
import { type Bucket, chunkSubject } from './bucket.ts'

/** A message each; a server takes 1 MB at most unless told otherwise. */
export const chunkBytes = 256 * 1024
/** Chunks that a reader has on their way: 1 MB. */
const chunksAtOnce = 4

/** `sequence` is that of the last chunk, 0 when there is none. */
export type Written = { bytes: number; chunks: number; sequence: number; sha256: Buffer }

/**
 * Stores content in chunks of one size. Each names the one before it, so that a bucket that was erased and made again
 * meanwhile does not end up with the second half of a blob. Throws what the content or `signal` throws as it is.
 */
export async function writeChunks(
  connection: Connection,
  bucket: Bucket,
  nuid: string,
  content: Content,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: { maxBytes?: number; signal?: AbortSignal | undefined },
): Promise<Written> {
  const hash = createHash('sha256')
  // One piece of memory for all of them: when a chunk is acknowledged, the next one may take its place.
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let filled = 0
  let written: Omit<Written, 'sha256'> = { bytes: 0, chunks: 0, sequence: 0 }

  async function flush() {
    const bytes = chunk.subarray(0, filled)
    hash.update(bytes)
    const options = { timeout: answerMs, expect: { lastSubjectSequence: written.sequence } }
    const { seq } = await askNats(connection, () => connection.js.publish(chunkSubject(bucket, nuid), bytes, options))
    written = { bytes: written.bytes + filled, chunks: written.chunks + 1, sequence: seq }
    filled = 0
  }

  for await (const piece of untilAborted(content, signal)) {
    if (written.bytes + filled + piece.length > maxBytes) {
      throw new ServiceError('payload_too_large', { detail: `The content has more than ${maxBytes} bytes.` })
    }
    for (let from = 0; from < piece.length; ) {
      const length = Math.min(piece.length - from, chunkBytes - filled)
      chunk.set(piece.subarray(from, from + length), filled)
      filled += length
      from += length
      if (filled === chunkBytes) await flush()
    }
  }
  signal?.throwIfAborted()
  if (filled > 0) await flush()
  return { ...written, sha256: hash.digest() }
}

const lost = () =>
  new ServiceError('unavailable', { detail: 'The blob was replaced or removed while it was being read.' })

/** The chunks of an object as they are taken. Throws `unavailable` when one is gone or is not what was written. */
export async function* readChunks(
  connection: Connection,
  bucket: Bucket,
  { nuid, size, digest }: ObjectInfo,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  let next = 1
  while (bytes < size) {
    const batch = await nextChunks(connection, bucket, nuid, next)
    if (batch.length === 0) throw lost()
    for (const { data, seq } of batch) {
      next = seq + 1
      bytes += data.length
      hash.update(data)
      yield data
    }
  }
  if (bytes !== size || digest !== digestOf(hash.digest())) throw lost()
}

async function nextChunks(connection: Connection, bucket: Bucket, nuid: string, from: number): Promise<StoredMsg[]> {
  const query = { seq: from, next_by_subj: chunkSubject(bucket, nuid) }
  const { direct, streams } = connection.manager
  return askNats(connection, async () => {
    const batch = await collect(() => direct.getBatch(bucket.stream, { ...query, batch: chunksAtOnce }))
    if (batch.length > 0) return batch
    // Any replica answers that, also one that lags behind; the leader knows.
    const chunk = await streams.getMessage(bucket.stream, query as { seq: number })
    return chunk ? [chunk] : []
  })
}

/** A digest as the object store writes it: base64url with padding. */
export const digestOf = (sha256: Buffer): string => `SHA-256=${sha256.toString('base64url')}=`
