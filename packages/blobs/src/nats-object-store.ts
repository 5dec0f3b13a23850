import { Readable } from 'node:stream'
import { ServiceError } from '@frontdesk/contracts'
import { away, connectNats, fromNats, isStreamGone, type NatsOptions } from '@frontdesk/nats'
import type { ObjectInfo } from '@nats-io/obj'
import { nuid } from '@nats-io/transport-node'
import { assertBlobId } from './file-names.ts'
import { type Bucket, buckets, describe } from './nats/bucket.ts'
import { chunkBytes, readChunks, writeChunks } from './nats/chunks.ts'
import { completeObject, removeObject } from './nats/objects.ts'
import { objectsIn, sweeper } from './nats/sweep.ts'
import type { Blobs } from './port.ts'

const defaultReadBytes = 64 * 1024 * 1024
/** A blob that is replaced again and again while it is read is read from the start this often. */
const readAttempts = 4

/**
 * Blobs in object stores of NATS, a bucket for each tenant. Content is stored first, under a name that nobody knows, and
 * its description last, in one step; what it replaces stays for a minute for those who read it. Written and read here
 * instead of by the client's `put` and `get`, which remove what is being read and keep the whole of it in memory.
 */
export async function natsBlobs(options: NatsOptions & { now?: () => number }): Promise<Blobs> {
  const { replicas = 1, now = Date.now } = options
  const connection = await connectNats({ ...options, name: options.name ?? 'frontdesk-blobs' })
  const { ensure, of: bucketOf, erase } = buckets(connection, { replicas, namespace: options.namespace })
  const sweep = sweeper(connection, now)
  const sweeps = new Set<Promise<void>>()
  let isOpen = true

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The blob store is closed.' })
    if (!connection.isConnected) throw away()
  }

  async function found(tenant: string, id: string): Promise<{ bucket: Bucket; info: ObjectInfo }> {
    assertOpen()
    assertBlobId(id)
    const bucket = await bucketOf(tenant)
    const info = await describe(connection, bucket, id)
    if (!info) throw new ServiceError('not_found', { detail: `There is no blob ${id}.` })
    return { bucket, info }
  }

  function lookThrough(bucket: Bucket) {
    const sweeping = sweep.lookThrough(bucket).finally(() => sweeps.delete(sweeping))
    sweeps.add(sweeping)
  }

  /** A blob that is replaced while it is read is read from the start, as whoever asks later would. */
  async function readWhole(tenant: string, id: string, maxBytes: number): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      const { bucket, info } = await found(tenant, id)
      if (info.size > maxBytes) {
        const detail = `The blob has ${info.size} bytes; at most ${maxBytes} are read.`
        throw new ServiceError('payload_too_large', { detail })
      }
      try {
        return await whole(readChunks(connection, bucket, info), info.size)
      } catch (error) {
        const meanwhile = await describe(connection, bucket, id)
        if (meanwhile?.nuid === info.nuid || attempt === readAttempts) throw error
      }
    }
  }

  return {
    async put(tenant, id, content, limits = {}) {
      assertOpen()
      assertBlobId(id)
      limits.signal?.throwIfAborted()
      const bucket = await ensure(tenant)
      const contentId = nuid.next()
      try {
        const written = await writeChunks(connection, bucket, contentId, content, limits)
        const replaced = await describe(connection, bucket, id)
        await completeObject(connection, bucket, { id, contentId, written, at: now() })
        if (replaced) sweep.retire(bucket, replaced.nuid)
        lookThrough(bucket)
        return { id, bytes: written.bytes, sha256: written.sha256.toString('hex') }
      } catch (error) {
        await sweep.drop(bucket, contentId)
        throw error
      }
    },

    async stream(tenant, id) {
      const { bucket, info } = await found(tenant, id)
      return Readable.from(readChunks(connection, bucket, info), { objectMode: false, highWaterMark: chunkBytes })
    },

    read: (tenant, id, { maxBytes = defaultReadBytes } = {}) => readWhole(tenant, id, maxBytes),

    async exists(tenant, id) {
      assertOpen()
      assertBlobId(id)
      return (await describe(connection, await bucketOf(tenant), id)) !== undefined
    },

    async remove(tenant, id) {
      assertOpen()
      assertBlobId(id)
      return removeObject(connection, await bucketOf(tenant), id)
    },

    async *list(tenant) {
      assertOpen()
      const bucket = await bucketOf(tenant)
      try {
        for await (const { name, size, mtime } of objectsIn(connection, bucket)) {
          yield { id: name, bytes: size, modifiedAt: Date.parse(mtime) }
        }
      } catch (error) {
        if (!(await isStreamGone(connection, bucket.stream, error))) throw fromNats(error)
      }
    },

    async eraseTenant(tenant) {
      assertOpen()
      await erase(tenant)
    },

    async check() {
      assertOpen()
      await connection.check()
    },

    async close() {
      isOpen = false
      await sweep.stop()
      await Promise.all(sweeps)
      await connection.close()
    },
  }
}

async function whole(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const chunk of chunks) {
    bytes.set(chunk, filled)
    filled += chunk.length
  }
  return bytes
}

export { removeBlobsNamespace } from './nats/remove-namespace.ts'
