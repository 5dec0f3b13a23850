import { askNats, type Connection, fromNats, isStreamGone } from '@frontdesk/nats'
import { type ObjectInfo, type ObjectStore, Objm, StorageType } from '@nats-io/obj'
import { tenantFolderOf } from '../file-names.ts'

/** A tenant's bucket: its name, and the stream and subjects that hold it (NATS ADR-20, "Object Store"). */
export type Bucket = { name: string; stream: string; store: ObjectStore }

export const chunkSubject = (bucket: Bucket, nuid: string) => `$O.${bucket.name}.C.${nuid}`
export const everyChunk = (bucket: Bucket) => `$O.${bucket.name}.C.>`
export const everyObject = (bucket: Bucket) => `$O.${bucket.name}.M.>`

/** What the names of a namespace's buckets begin with. A tenant's plain name has no capitals, a namespace no underscore. */
export const frontOf = (namespace: string | undefined): string => (namespace === undefined ? '' : `IN_${namespace}_`)

/** Where an object's description stands: its name in padded base64url. */
export function objectSubject(bucket: Bucket, id: string): string {
  const name = Buffer.from(id).toString('base64url')
  return `$O.${bucket.name}.M.${name.padEnd(Math.ceil(name.length / 4) * 4, '=')}`
}

/** A bucket for each tenant, so that erasing one is the removal of one stream. Buckets are made when first written to. */
export function buckets(
  connection: Connection,
  { replicas, namespace }: { replicas: number; namespace?: string | undefined },
) {
  const manager = new Objm(connection.js)

  function named(tenant: string): Omit<Bucket, 'store'> {
    // A dot would end a token of a subject. No plain name has 71 characters, so it is no other tenant's.
    const name = frontOf(namespace) + tenantFolderOf(tenant).replace('.', '-')
    return { name, stream: `OBJ_${name}` }
  }

  return {
    /** The tenant's bucket, made if it is not there: it may have been erased since the last time. */
    async ensure(tenant: string): Promise<Bucket> {
      const bucket = named(tenant)
      const options = { description: 'Blobs of a tenant', storage: StorageType.File, replicas }
      return { ...bucket, store: await askNats(connection, () => manager.create(bucket.name, options)) }
    },

    /** The tenant's bucket, there or not. */
    async of(tenant: string): Promise<Bucket> {
      const bucket = named(tenant)
      return { ...bucket, store: await connection.ask(() => manager.open(bucket.name, false)) }
    },

    async erase(tenant: string): Promise<void> {
      try {
        await connection.ask(() => connection.manager.streams.delete(named(tenant).stream))
      } catch (error) {
        if (!(await isStreamGone(connection, named(tenant).stream, error))) throw fromNats(error)
      }
    },
  }
}

/** What a bucket says of an object; undefined when there is none. */
export async function describe(connection: Connection, bucket: Bucket, id: string): Promise<ObjectInfo | undefined> {
  try {
    const info = await connection.ask(() => bucket.store.info(id))
    return info && !info.deleted ? info : undefined
  } catch (error) {
    if (await isStreamGone(connection, bucket.stream, error)) return undefined
    throw fromNats(error)
  }
}
