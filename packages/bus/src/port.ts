/** Headers travel beside a message: tenant, message id, causation id, deadline, W3C trace context. Lower-case names. */
export type Headers = Record<string, string>

/** An event on its way. `sequence` is gapless per `key` (the aggregate's id); `id` is the same each time it is published. */
export type BusEvent = {
  id: string
  subject: string
  tenant: string
  key: string
  sequence: number
  headers: Headers
  bytes: Uint8Array
}

/** An event that one member of a group is handling. */
export type Delivery = BusEvent & {
  /** 1 the first time. */
  attempt: number
  /** Renews the lease; without it the event is delivered again after `leaseMs`. */
  working(): void
}

export type Reason = { code: string; message: string }

/** A retry may be asked for in so long at most; embedded, a longer wait is shortened to it. */
export const maxRetryMs: number = 5 * 60_000

/** What a member did with a delivery. `dead` puts it among the dead letters. */
export type Verdict = { kind: 'done' } | { kind: 'retry'; afterMs: number } | { kind: 'dead'; reason: Reason }

export type ConsumeOptions = {
  /**
   * All of one owner. With `order: 'key'` they are consumed together: events of one key come in the order published,
   * whichever of these subjects they are on.
   */
  subjects: string[]
  /** Members of one group share the events; every group sees every event, also those published before it first came. */
  group: string
  /**
   * `key`: events of one key are handled one after the other, in the order published, whoever handles them and however
   * often one of them is tried again. `none`: up to `maxInFlight` at once, in any order.
   */
  order: 'key' | 'none'
  /** Events that one member handles at once; with `order: 'key'` at most one a partition. */
  maxInFlight: number
  /** A delivery that is neither judged nor renewed for this long is delivered again. */
  leaseMs: number
}

export type RequestOptions = { tenant: string; headers: Headers; timeoutMs: number; signal?: AbortSignal }
export type StreamOptions = { tenant: string; headers: Headers; signal?: AbortSignal }
export type Request = { tenant: string; headers: Headers; bytes: Uint8Array }

export type DeadLetter = {
  id: string
  tenant: string
  group: string
  subject: string
  key: string
  sequence: number
  reason: Reason
  attempts: number
  /** Milliseconds since 1970. */
  at: number
  bytes: Uint8Array
}

/** Events that could not be handled, kept until someone decides. All methods see one tenant's only. */
export interface DeadLetters {
  /** Newest first. `cursor` is what the last page answered. */
  list(
    tenant: string,
    page: { limit: number; cursor?: string },
  ): Promise<{ items: DeadLetter[]; nextCursor: string | null }>
  /** Gives it to its group again, as attempt 1, and removes it from the list. False when there is none. */
  retry(tenant: string, id: string): Promise<boolean>
  /** Forgets it. False when there is none. */
  remove(tenant: string, id: string): Promise<boolean>
}

/** How far a group is behind. A backend may count what waits for its retry as in flight (JetStream does). */
export type Lag = { group: string; subjects: string[]; waiting: number; inFlight: number }

/** A group and the subjects that it listens to. */
export type BusGroup = { group: string; subjects: string[] }
/** An event that a group has not done yet; with `dead` one that it could not handle and that waits for a decision. */
export type Outstanding = {
  group: string
  event: BusEvent
  dead?: { reason: Reason; attempts: number; at: number }
  /** It was published after `outstanding` was asked, so what it tells of may be in no document that was read since. */
  isLater?: true
}
/** What a bus still has to do, for backups. */
export type OutstandingEvents = {
  groups: BusGroup[]
  /** In the order published, for each group. */
  events(): AsyncIterable<Outstanding>
}

export type Stop = () => Promise<void>

/**
 * Moves bytes: durable events, queries and streams. Knows nothing of schemas, retry policy or logging: packages/service
 * owns those. Errors cross as `{ code, message, retryable }` (toWireError) and are thrown as ServiceError on the other side.
 */
export interface Bus {
  readonly traits: {
    /** False when everything lives in this process, so there are no reconnects to test. */
    network: boolean
  }

  /**
   * Resolves when every event is durable (written and synced as the backend is configured to), in the order given.
   * Publishing an event with an id that is stored already may deliver it again; handlers are idempotent.
   * Throws `payload_too_large` above limits.busMessageBytes, `unavailable` when the backend is away.
   */
  publish(events: BusEvent[]): Promise<void>

  /**
   * Delivers at least once. Nothing is acknowledged before `deliver` resolves; a throw counts as a retry after 1 s.
   * The returned stop takes nothing new and waits for the deliveries in hand.
   */
  consume(options: ConsumeOptions, deliver: (delivery: Delivery) => Promise<Verdict>): Promise<Stop>

  /**
   * Throws what the responder threw; `unavailable` at once when nobody responds, `deadline_exceeded` after `timeoutMs`,
   * `payload_too_large` for a request or reply above the limit.
   */
  request(subject: string, bytes: Uint8Array, options: RequestOptions): Promise<Uint8Array>

  /** Members of one group share the requests. Above `maxInFlight` the caller gets `overloaded`. */
  respond(
    subject: string,
    group: string,
    options: { maxInFlight: number },
    answer: (request: Request) => Promise<Uint8Array>,
  ): Promise<Stop>

  /**
   * Parts in order, then the end. Throws what the server threw; `unavailable` when nobody serves; `stream_broken` when a
   * part is lost, the server died, or no part and no heartbeat came for `heartbeatMs` × 3. Leaving the loop or aborting
   * `signal` cancels the server.
   */
  openStream(subject: string, bytes: Uint8Array, options: StreamOptions): AsyncIterable<Uint8Array>

  /**
   * `serve`'s `signal` aborts when the reader goes away, or when limits.streamUnreadBytes wait unread (the reader then
   * gets `overloaded`). Above `maxInFlight` the caller gets `overloaded`.
   */
  serveStream(
    subject: string,
    group: string,
    options: { maxInFlight: number },
    serve: (request: Request & { signal: AbortSignal }) => AsyncIterable<Uint8Array>,
  ): Promise<Stop>

  readonly deadLetters: DeadLetters

  /** One row for each group on the backend. */
  lag(): Promise<Lag[]>

  /**
   * What groups have not done when this resolves, with what is published until `events` begins to read. Some of it may be
   * done meanwhile: handlers are idempotent. So a backup asks first, reads the documents, and then reads the events.
   */
  outstanding(): Promise<OutstandingEvents>
  /**
   * Gives events to the groups that had them outstanding, as attempt 1, and to no other group. For a bus that nobody uses
   * yet: no group consumes, nothing was published.
   */
  restore(groups: BusGroup[], events: AsyncIterable<Outstanding>): Promise<void>

  /** Resolves when the backend can work now; throws `unavailable` otherwise. */
  check(): Promise<void>

  /** Removes every stored event and dead letter of a tenant. */
  eraseTenant(tenant: string): Promise<void>

  /** Removes stored events that every group is done with and that are older than `olderThanMs`. Answers how many. */
  prune(olderThanMs: number): Promise<number>

  /** Embedded alone, for tests that move the clock: true while no delivery is in hand. */
  isQuiet?(): boolean

  /** Takes nothing new, waits for what is in hand, lets go of the backend. */
  close(): Promise<void>
}

/** Partitions of a subject: a key always falls into the same one. Changing it needs a migration. */
export const partitions = 8
/** How often a stream's server says that it lives while it has no part to send. */
export const heartbeatMs = 2_000

/** The partition of a key: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), 32 bits, modulo `partitions`. */
export function partitionOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % partitions
}
