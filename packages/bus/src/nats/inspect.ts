import {
  addressWithoutSecrets,
  emptyInspection,
  type Finding,
  type Inspection,
  unreachable,
} from '@frontdesk/contracts'
import { type Connection, connectNats, type NatsOptions } from '@frontdesk/nats'
import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream'
import { configChanges, configVersion, versionOf } from './config-version.ts'
import { deadLetterStream, deadLetters, eventStream, ownerOfStream, textOf } from './declarations.ts'
import { differences } from './declare.ts'
import { isOwnerIn } from './namespace.ts'
import { readSyncToDisk, type SyncToDisk } from './sync-to-disk.ts'

/** Pulling from a consumer as this adapter does needs what came with this release. */
const oldestServer = [2, 14] as const
/** Above this part of what the account may store, publishing will soon be refused. */
const fullAt = 0.9

export type NatsInspecting = NatsOptions & {
  /** Where the server answers `/varz`, for what it does not tell its clients: when it syncs to disk. */
  monitoringUrl?: string | undefined
}

type Stream = { info: StreamInfo; owner: string | undefined; consumers: ConsumerInfo[] }

/** What the bus finds on its server: streams, groups with their lag, dead letters, durability. Changes nothing. */
export async function inspectNats(options: NatsInspecting): Promise<Inspection> {
  const connectTo = () => connectNats({ ...options, name: 'frontdesk-doctor' })
  let connection: Connection
  try {
    // Once more: beside all else that the doctor begins with, this process may see an answer too late.
    connection = await connectTo().catch(connectTo)
  } catch (error) {
    const remedy =
      'Start NATS with JetStream (-js), or correct NATS_URL; everything else waits for it and continues automatically.'
    return unreachable('NATS', options, error, remedy)
  }
  try {
    return await lookAt(connection, options)
  } catch (error) {
    return unreachable('NATS', options, error, 'Make sure that JetStream is on (-js) and that this account may use it.')
  } finally {
    await connection.close()
  }
}

async function lookAt(connection: Connection, options: NatsInspecting): Promise<Inspection> {
  const { url, replicas = 1, namespace, monitoringUrl } = options
  const version = connection.nc.info?.version ?? null
  const [account, streams, letters, sync] = await Promise.all([
    connection.manager.getAccountInfo(),
    streamsOf(connection, namespace),
    countDeadLetters(connection, namespace),
    readSyncToDisk(monitoringUrl),
  ])
  const groups = groupsOf(streams)
  return {
    ...emptyInspection('NATS'),
    version,
    minVersion: oldestServer.join('.'),
    settings: {
      address: addressWithoutSecrets(url),
      cluster: connection.nc.info?.cluster ?? 'none: a single server',
      'stream replicas': replicas,
      sync_interval: sync.kind === 'always' ? 'always' : sync.kind === 'every' ? `${sync.seconds} s` : 'unknown',
      'stored bytes': account.storage,
      'configuration number': configVersion,
      'dead letters': letters,
    },
    lists: [
      { title: 'streams', rows: streams.map(streamRow) },
      { title: 'groups', rows: groups },
    ],
    pending: streams.flatMap((stream) => pendingOf(stream, replicas)),
    findings: [
      ...findingsOfServer(version, account),
      ...findingsOfDurability(replicas, sync, streams),
      ...groups.flatMap(findingsOfGroup),
      ...findingsOfLetters(letters),
    ],
  }
}

async function streamsOf({ manager }: Connection, namespace: string | undefined): Promise<Stream[]> {
  const found: Stream[] = []
  for await (const info of manager.streams.list()) {
    const owner = ownerOfStream(info.config.name)
    const isOurs = owner === undefined ? info.config.name === deadLetterStream : isOwnerIn(namespace, owner)
    if (isOurs) found.push({ info, owner, consumers: await Array.fromAsync(manager.consumers.list(info.config.name)) })
  }
  return found
}

/** One subject a tenant, so their counts add up. */
async function countDeadLetters({ manager }: Connection, namespace: string | undefined): Promise<number> {
  const there = await Array.fromAsync(manager.streams.names())
  if (!there.includes(deadLetterStream)) return 0
  const { state } = await manager.streams.info(deadLetterStream, { subjects_filter: '>' })
  return Object.entries(state.subjects ?? {})
    .filter(([subject]) => isOwnerIn(namespace, textOf(subject.slice('dead.'.length))))
    .reduce((sum, [, count]) => sum + count, 0)
}

const streamRow = ({ info: { config, state }, consumers }: Stream) => ({
  stream: config.name,
  events: state.messages,
  bytes: state.bytes,
  replicas: config.num_replicas,
  consumers: consumers.length,
  configuration: versionOf(config),
})

/** A row for each group of each owner's events. `reading` are pulls that wait at the server: members with room for more. */
function groupsOf(streams: Stream[]) {
  const rows = new Map<
    string,
    { group: string; of: string; waiting: number; inFlight: number; again: number; reading: number }
  >()
  for (const { owner, consumers } of streams) {
    for (const { config, num_pending, num_ack_pending, num_redelivered, num_waiting } of consumers) {
      const group = config.metadata?.group
      if (group === undefined || owner === undefined) continue
      const row = rows.get(`${group} ${owner}`) ?? {
        group,
        of: owner.split('~').at(-1)!,
        waiting: 0,
        inFlight: 0,
        again: 0,
        reading: 0,
      }
      row.waiting += num_pending
      row.inFlight += num_ack_pending
      row.again += num_redelivered
      row.reading += num_waiting
      rows.set(`${group} ${owner}`, row)
    }
  }
  return [...rows.values()]
}

function pendingOf({ info: { config }, owner, consumers }: Stream, replicas: number): string[] {
  const wanted = owner === undefined ? deadLetters(replicas) : eventStream(owner, replicas)
  const has = versionOf(config)
  const changes = has > configVersion ? [] : differences(wanted, config).filter((field) => field !== 'metadata')
  const numbers = configChanges.slice(has).map((what, i) => `${has + i + 1} (${what})`)
  const late = consumers.filter(
    (consumer) => consumer.config.metadata?.group && versionOf(consumer.config) < configVersion,
  )
  return [
    ...(numbers.length > 0 ? [`stream ${config.name}: configuration ${numbers.join(', ')}`] : []),
    ...(changes.length > 0 ? [`stream ${config.name}: ${changes.join(', ')} as declared`] : []),
    ...(late.length > 0 ? [`stream ${config.name}: the configuration of ${late.length} consumers`] : []),
  ]
}

function findingsOfServer(
  version: string | null,
  account: { storage: number; limits: { max_storage: number } },
): Finding[] {
  const findings: Finding[] = []
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  if (major < oldestServer[0] || (major === oldestServer[0] && minor < oldestServer[1])) {
    const what = `NATS ${version ?? 'of an unknown version'} is too old.`
    findings.push({ level: 'fault', what, remedy: `Run NATS ${oldestServer.join('.')} or newer.`, blocksUpgrade: true })
  }
  const { max_storage } = account.limits
  if (max_storage > 0 && account.storage > fullAt * max_storage) {
    const what = `JetStream has used ${account.storage} of ${max_storage} bytes; when it is full, no event is accepted.`
    const remedy = 'Give the account or the server more storage (max_store).'
    findings.push({ level: 'fault', what, remedy, blocksUpgrade: true })
  }
  return findings
}

function findingsOfDurability(replicas: number, sync: SyncToDisk, streams: Stream[]): Finding[] {
  const findings: Finding[] = []
  const setIt =
    'Set NATS_REPLICAS=3 on a cluster of three or more servers, or jetstream { sync_interval: always } on a single one.'
  if (replicas < 3 && sync.kind === 'every') {
    const what = `Acknowledged events reach the disk after up to ${sync.seconds} s and have ${replicas} copy: a power cut can lose them.`
    findings.push({ level: 'fault', what, remedy: setIt })
  } else if (replicas < 3 && sync.kind === 'unknown') {
    const what = `With ${replicas} copy of each stream, sync_interval decides what a power cut can lose, but it is not known (${sync.reason}).`
    const remedy = `Start the server with -m 8222 and set its address in NATS_MONITORING_URL, or look up sync_interval in its configuration. ${setIt}`
    findings.push({ level: 'warning', what, remedy })
  }
  for (const { info } of streams) {
    const away = (info.cluster?.replicas ?? []).filter(({ offline, current }) => offline || !current)
    if (away.length === 0) continue
    const what = `Stream ${info.config.name} has copies that lag behind or are unreachable: ${away.map(({ name }) => name).join(', ')}.`
    findings.push({ level: 'fault', what, remedy: 'Start those servers; the copies catch up automatically.' })
  }
  return findings
}

function findingsOfGroup({ group, of, waiting, inFlight, reading }: ReturnType<typeof groupsOf>[number]): Finding[] {
  if (waiting === 0 || inFlight > 0 || reading > 0) return []
  const what = `${waiting} events of ${of} wait for ${group}, but no process reads them.`
  return [{ level: 'fault', what, remedy: `Start ${group}, or read in its log why it does not become ready.` }]
}

function findingsOfLetters(letters: number): Finding[] {
  if (letters === 0) return []
  const remedy =
    'GET /api/dead-letters shows the reasons. Fix the cause, then POST /api/dead-letters/{id}/retry, or DELETE the event.'
  return [{ level: 'fault', what: `${letters} events could not be handled and wait for a decision.`, remedy }]
}
