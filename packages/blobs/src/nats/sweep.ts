import { type Connection, collect } from '@frontdesk/nats'
import type { ObjectInfo } from '@nats-io/obj'
import { type Bucket, chunkSubject, everyChunk, everyObject } from './bucket.ts'

/** Readers of a replaced blob may go on for so long. */
const graceMs = 60_000
/** A bucket that is written to is looked through this often, by each process. */
const sweepEveryMs = 3_600_000
/** Content whose newest chunk is older than this is no longer on its way in. */
const abandonedMs = 3_600_000
/** Descriptions of objects read at once. */
const pageSize = 256

/** The descriptions of all objects of a bucket, in the order they were put; again of one that is replaced meanwhile. */
export async function* objectsIn(connection: Connection, bucket: Bucket): AsyncGenerator<ObjectInfo & { seq: number }> {
  let next = 1
  for (;;) {
    const page = await connection.ask(async () => {
      const query = { seq: next, next_by_subj: everyObject(bucket), batch: pageSize }
      const found = await collect(() => connection.manager.direct.getBatch(bucket.stream, query))
      return found.map((message) => ({ ...message.json<ObjectInfo>(), seq: message.seq }))
    })
    if (page.length === 0) return
    next = page.at(-1)!.seq + 1
    for (const info of page) if (!info.deleted) yield info
  }
}

/**
 * Removes content that no object has any more: of a blob that was replaced, after a minute; of a put that a crash cut
 * short, when two looks through the bucket an hour apart found nobody that has it.
 */
export function sweeper(connection: Connection, now: () => number) {
  const { streams, direct } = connection.manager
  const retired = new Map<NodeJS.Timeout, Promise<void> | undefined>()
  const sweptAt = new Map<string, number>()
  let suspects = new Map<string, Set<string>>()
  let isStopped = false

  const drop = (bucket: Bucket, subject: string) =>
    connection.ask(() => streams.purge(bucket.stream, { filter: subject })).then(() => undefined)

  async function sweep(bucket: Bucket) {
    const info = await connection.ask(() => streams.info(bucket.stream, { subjects_filter: everyChunk(bucket) }))
    const orphans = new Set(Object.keys(info.state.subjects ?? {}))
    // Looked up after the chunks: what was completed in between has its description now.
    for await (const object of objectsIn(connection, bucket)) orphans.delete(chunkSubject(bucket, object.nuid))
    const known = suspects.get(bucket.stream) ?? new Set()
    for (const subject of orphans) {
      if (!known.has(subject)) continue
      const newest = await connection.ask(() => direct.getMessage(bucket.stream, { last_by_subj: subject }))
      if (newest && now() - newest.time.getTime() > abandonedMs) await drop(bucket, subject)
    }
    suspects.set(bucket.stream, orphans)
  }

  return {
    /** The content of a blob that was replaced. */
    retire(bucket: Bucket, nuid: string) {
      const timer = setTimeout(() => {
        // What can't be removed now is found by a later look.
        const dropping = drop(bucket, chunkSubject(bucket, nuid)).catch(() => undefined)
        retired.set(timer, dropping)
        void dropping.then(() => retired.delete(timer))
      }, graceMs).unref()
      retired.set(timer, undefined)
    },

    /** Content that never became a blob. Left to a later look when the server is away. */
    drop: (bucket: Bucket, nuid: string) => drop(bucket, chunkSubject(bucket, nuid)).catch(() => undefined),

    /** Looks through the bucket if it is time to. Throws nothing: what failed is done the next time. */
    async lookThrough(bucket: Bucket): Promise<void> {
      if (isStopped || now() - (sweptAt.get(bucket.stream) ?? Number.NEGATIVE_INFINITY) < sweepEveryMs) return
      sweptAt.set(bucket.stream, now())
      await sweep(bucket).catch(() => sweptAt.delete(bucket.stream))
    },

    async stop() {
      isStopped = true
      suspects = new Map()
      for (const timer of retired.keys()) clearTimeout(timer)
      await Promise.all(retired.values())
    },
  }
}
