import { answerMs, askNats, type Connection, fromNats, isStreamGone } from '@frontdesk/nats'
import { JsHeaders } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import { type Bucket, chunkSubject, describe, objectSubject } from './bucket.ts'
import { chunkBytes, digestOf, type Written } from './chunks.ts'

/** Makes content visible as a blob, in the one step that stores its description. Throws when its last chunk is gone. */
export async function completeObject(
  connection: Connection,
  bucket: Bucket,
  { id, contentId, written, at }: { id: string; contentId: string; written: Written; at: number },
): Promise<void> {
  const description = {
    name: id,
    description: '',
    options: { max_chunk_size: chunkBytes },
    bucket: bucket.name,
    nuid: contentId,
    size: written.bytes,
    chunks: written.chunks,
    digest: digestOf(written.sha256),
    mtime: new Date(at).toISOString(),
    deleted: false,
  }
  const carrying = headers()
  carrying.set(JsHeaders.RollupHdr, JsHeaders.RollupValueSubject)
  await askNats(connection, () =>
    connection.js.publish(objectSubject(bucket, id), JSON.stringify(description), {
      headers: carrying,
      timeout: answerMs,
      expect: {
        lastSubjectSequenceSubject: chunkSubject(bucket, contentId),
        lastSubjectSequence: written.sequence,
      },
    }),
  )
}

/** Removes a blob, its description first. False when there was none. */
export async function removeObject(connection: Connection, bucket: Bucket, id: string): Promise<boolean> {
  const info = await describe(connection, bucket, id)
  if (!info) return false
  const purge = (filter: string) => connection.ask(() => connection.manager.streams.purge(bucket.stream, { filter }))
  try {
    const { purged } = await purge(objectSubject(bucket, id))
    await purge(chunkSubject(bucket, info.nuid))
    return purged > 0
  } catch (error) {
    if (await isStreamGone(connection, bucket.stream, error)) return false
    throw fromNats(error)
  }
}
