import { emptyInspection, type Inspection, unreachable } from '@frontdesk/contracts'
import { type Connection, connectNats, type NatsOptions } from '@frontdesk/nats'
import { frontOf } from './bucket.ts'

/** A bucket's name without a namespace: a tenant's, which has no capitals. */
const isPlain = (bucket: string): boolean => !bucket.startsWith('IN_')

/** What the blobs find on NATS: a bucket a tenant, with its size and its copies. Changes nothing. */
export async function inspectNatsBlobs(options: NatsOptions): Promise<Inspection> {
  let connection: Connection
  try {
    connection = await connectNats({ ...options, name: 'frontdesk-doctor' })
  } catch (error) {
    return unreachable('blobs', options, error, 'Start NATS with JetStream (-js), or correct NATS_URL.')
  }
  try {
    return await lookAt(connection, options)
  } catch (error) {
    return unreachable(
      'blobs',
      options,
      error,
      'Make sure that JetStream is on (-js) and that this account may use it.',
    )
  } finally {
    await connection.close()
  }
}

async function lookAt({ manager }: Connection, { replicas = 1, namespace }: NatsOptions): Promise<Inspection> {
  const front = `OBJ_${frontOf(namespace)}`
  const streams = await Array.fromAsync(manager.streams.list())
  const ours = streams.filter(
    ({ config: { name } }) => name.startsWith(front) && (namespace !== undefined || isPlain(name.slice(front.length))),
  )
  const rows = ours.map(({ config, state }) => ({
    bucket: config.name.slice(front.length),
    messages: state.messages,
    bytes: state.bytes,
    replicas: config.num_replicas,
  }))
  const other = rows.filter((row) => row.replicas !== replicas)
  return {
    ...emptyInspection('blobs'),
    settings: { backend: 'object store of NATS', 'bucket replicas': replicas, buckets: rows.length },
    lists: [{ title: 'buckets', rows }],
    findings: other.map((row) => ({
      level: 'warning',
      what: `The bucket ${row.bucket} has ${row.replicas} copies; NATS_REPLICAS asks for ${replicas}.`,
      remedy: `nats stream edit ${front}${row.bucket} --replicas ${replicas} (buckets keep the number with which they were created).`,
    })),
  }
}
