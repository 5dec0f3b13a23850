import { type ServerTls, ServiceError } from '@frontdesk/contracts'
import {
  JetStreamApiError,
  type JetStreamClient,
  JetStreamError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
  type StoredMsg,
} from '@nats-io/jetstream'
import { connect, errors, type NatsConnection } from '@nats-io/transport-node'

export type NatsOptions = {
  /** One server or several, comma-separated: `nats://user:password@host:4222`. `tls://` asks for TLS. */
  url: string
  /** Copies that the cluster keeps of every stream; 1 unless told. */
  replicas?: number
  /** Set: this installation shares the server with others, and everything of its own is called so. [a-z0-9], up to 40. */
  namespace?: string | undefined
  /** Files for TLS; read again at each connection. */
  tls?: ServerTls | undefined
  /** How this process is called in the server's list of connections. */
  name?: string
}

/** No call that needs the server waits longer for it. */
export const answerMs = 1_800
/** `check` stores within that, and once more when its stream has to be made first. */
const checkMs = 900
/** A reconnect is tried this often, with as much again of jitter, so that all processes do not come back at once. */
const reconnectMs = 100
/** A server that does not answer two pings in a row is given up: 2 × 5 s. */
const pingMs = 5_000
/** What `check` stores: one empty message, the same for every installation on the server. */
const probe = { name: 'FRONTDESK_PROBE', subject: 'frontdesk-probe' }
/** JetStream's code for a stream that exists with another configuration: other replicas. */
const streamDiffers = 10_058
/** Its codes for storage that has no room left: of the server, of the account. */
const noRoom = [10_023, 10_047]
/** JetStream's code for a message above a stream's `max_msg_size`. */
const messageTooLarge = 10_054
/** And its code for a stream that is not there. */
const streamNotFound = 10_059

/** A connection that comes back by itself, and tells when it goes and comes. */
export type Connection = {
  nc: NatsConnection
  js: JetStreamClient
  manager: JetStreamManager
  readonly isConnected: boolean
  /** Calls back at each loss of the connection until the answer is called. */
  onLost(listener: () => void): () => void
  onBack(listener: () => void): () => void
  /** Resolves when there is a connection, or when it was closed for good. */
  connected(): Promise<void>
  /** What `start` answers. Throws `unavailable` at once without a connection or when it is lost meanwhile. */
  ask<T>(start: () => Promise<T>): Promise<T>
  /** Runs at the end of this turn of the event loop: what is sent there together goes out in one write. */
  soon(work: () => void): void
  /** Remembers a fault that only an operator can mend (a refused subscription), for `check`. */
  blame(fault: Error): void
  /** Resolves when JetStream has stored something, within two seconds; throws `unavailable` otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}

export const away = (cause?: unknown) =>
  new ServiceError('unavailable', { detail: 'The message bus is not available.', cause })

/** A failure of the client or the server as the rest of the platform knows it; a ServiceError stays what it is. */
export function fromNats(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (hasCode(error, messageTooLarge)) {
    return new ServiceError('payload_too_large', { cause: error })
  }
  if (noRoom.some((code) => hasCode(error, code))) {
    return new ServiceError('unavailable', { storage: 'disk_full', cause: error })
  }
  return away(error)
}

/** What a connection answers to `ask`; whatever it throws is a ServiceError. */
export const askNats = <T>(connection: Pick<Connection, 'ask'>, work: () => Promise<T>): Promise<T> =>
  connection.ask(work).catch((error) => {
    throw fromNats(error)
  })

/** True for one of JetStream's numbered errors (https://github.com/nats-io/nats-server, errors.json). */
export const hasCode = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code

/** True when the server said that nobody listens to the subject. */
export const isNobodyThere = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders()) ||
  hasStatus(error, 503)

/** True when the server says that there is no such stream. */
const isStreamNotFound = (error: unknown): boolean => hasCode(error, streamNotFound)

/**
 * True when the server does not have the stream: nobody has made it yet, or it was lost. Reads that any replica answers say
 * the same of a stream without a leader: see `isStreamGone`.
 */
export const isStreamMissing = (error: unknown): boolean => isStreamNotFound(error) || isNobodyThere(error)

/**
 * Whether an error means that a stream is not there. When nobody answered, the servers' own list of streams decides. Throws
 * `unavailable` when it does not say.
 */
export async function isStreamGone(connection: Pick<Connection, 'ask' | 'manager'>, stream: string, error: unknown) {
  if (!isNobodyThere(error)) return isStreamNotFound(error)
  try {
    await connection.ask(() => connection.manager.streams.info(stream))
    return false
  } catch (failure) {
    if (isStreamNotFound(failure)) return true
    throw fromNats(failure)
  }
}

/** A status that the server sent instead of a message: 404 for none, 503 for no stream. */
const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof JetStreamError && (error as { code?: number }).code === status

/**
 * What a direct get of several messages answers, none if there are none. The client gives one up after five seconds; a read
 * changes nothing, so it is sent once more then: what a busy machine delayed is not worth an error.
 */
export async function collect(get: () => Promise<AsyncIterable<StoredMsg>>): Promise<StoredMsg[]> {
  try {
    return await collectOnce(get)
  } catch (error) {
    if (error instanceof errors.TimeoutError) return collectOnce(get)
    throw error
  }
}

async function collectOnce(get: () => Promise<AsyncIterable<StoredMsg>>): Promise<StoredMsg[]> {
  const messages: StoredMsg[] = []
  try {
    for await (const message of await get()) messages.push(message)
    return messages
  } catch (error) {
    if (hasStatus(error, 404)) return messages
    throw error
  }
}

/** By name, so that a connection that is made again reads files that were renewed. */
const tlsOptions = ({ caFile, certFile, keyFile, isHandshakeFirst = false }: ServerTls) => ({
  ...(caFile && { caFile }),
  ...(certFile && { certFile }),
  ...(keyFile && { keyFile }),
  handshakeFirst: isHandshakeFirst,
})

/** Credentials and TLS of a URL, as the client wants them. */
function serversOf(url: string, tls: ServerTls | undefined) {
  const entries = url.split(',').map((entry) => entry.trim())
  const parsed = entries.map((entry) => new URL(entry.includes('://') ? entry : `nats://${entry}`))
  const { username, password } = parsed[0]!
  const credentials = password
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : { ...(username && { token: decodeURIComponent(username) }) }
  return {
    servers: parsed.map(({ host }) => host),
    ...credentials,
    ...((tls || parsed.some(({ protocol }) => protocol === 'tls:')) && { tls: tls ? tlsOptions(tls) : {} }),
  }
}

/** Whether there is a connection, and who wants to know when it goes and comes. */
function watchLink(nc: NatsConnection) {
  const lost = new Set<() => void>()
  const back = new Set<() => void>()
  let isConnected = true

  function become(connected: boolean) {
    if (isConnected === connected) return
    isConnected = connected
    for (const listener of [...(connected ? back : lost)]) listener()
  }

  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect' || type === 'staleConnection') become(false)
      else if (type === 'reconnect') become(true)
    }
  })()
  void nc.closed().then(() => become(false))

  const listen = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const onLost = listen(lost)
  const onBack = listen(back)

  async function ask<T>(start: () => Promise<T>): Promise<T> {
    if (!isConnected || nc.isClosed()) throw away()
    const { promise, reject } = Promise.withResolvers<never>()
    const forget = onLost(() => reject(away()))
    try {
      return await Promise.race([start(), promise])
    } finally {
      forget()
    }
  }

  return {
    get isConnected() {
      return isConnected
    },
    onLost,
    onBack,
    ask,
  }
}

/** Stores a message in JetStream, in a stream that is made when it is not there. */
async function storeProbe(js: JetStreamClient, manager: JetStreamManager, replicas: number): Promise<void> {
  const { name: stream, subject } = probe
  const store = () => js.publish(subject, '', { timeout: checkMs })
  await store().catch(async (error) => {
    // The client takes a subject that no stream keeps for a server without JetStream.
    if (!isStreamMissing(error) && !isNobodyThere((error as Error).cause)) throw error
    const config = { name: stream, subjects: [subject], storage: StorageType.File, max_msgs: 1, num_replicas: replicas }
    await manager.streams.add(config).catch((failure) => {
      if (!hasCode(failure, streamDiffers)) throw failure
    })
    await store()
  })
}

/** Connects, or throws `unavailable` within two seconds. Afterwards it reconnects for ever. */
export async function connectNats({ url, name, tls, replicas = 1 }: NatsOptions): Promise<Connection> {
  const nc = await connect({
    ...serversOf(url, tls),
    name: name ?? 'frontdesk',
    timeout: answerMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    reconnectJitter: reconnectMs,
    reconnectJitterTLS: reconnectMs,
    ignoreAuthErrorAbort: true,
    pingInterval: pingMs,
    maxPingOut: 2,
    noAsyncTraces: true,
  }).catch((error) => {
    throw away(error)
  })
  const link = watchLink(nc)
  const { onLost, onBack, ask } = link
  const atEndOfTurn: (() => void)[] = []
  let fault: Error | undefined

  const js = jetstream(nc, { timeout: answerMs, checkAPI: false })
  const manager = await jetstreamManager(nc, { timeout: answerMs, checkAPI: false })

  return {
    nc,
    js,
    manager,
    get isConnected() {
      return link.isConnected
    },
    onLost,
    onBack,
    async connected() {
      if (link.isConnected || nc.isClosed()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const forget = onBack(resolve)
      await Promise.race([promise, nc.closed()])
      forget()
    },
    ask,
    soon(work) {
      if (atEndOfTurn.push(work) > 1) return
      setImmediate(() => {
        for (const each of atEndOfTurn.splice(0)) each()
      })
    },
    async check() {
      if (fault) throw away(fault)
      await askNats(link, () => storeProbe(js, manager, replicas))
    },
    blame(error) {
      fault ??= error
    },
    async close() {
      if (nc.isClosed()) return
      if (!link.isConnected) return nc.close()
      const { promise, resolve } = Promise.withResolvers<void>()
      const forget = onLost(() => resolve())
      // A connection that is lost while it drains has nothing left to send.
      await Promise.race([nc.drain(), promise]).finally(forget)
      await nc.close()
    },
  }
}
