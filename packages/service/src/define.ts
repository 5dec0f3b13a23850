import {
  type BodyOf,
  type Contract,
  type Event,
  type InputOf,
  type Owner,
  type Owners,
  owners,
  type PartOf,
  type Query,
  type ReplyOf,
  type Stream,
} from '@frontdesk/contracts'
import type { Body, Collection, CollectionDefinition, DocumentsReader, NewEvent, Stored } from '@frontdesk/documents'
import type { z } from 'zod'
import type { Cause } from './cause.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Ports } from './ports.ts'

type Collections = Record<string, CollectionDefinition<any>>
/** `any` stays `any`, so that every service is a `Service`. */
type BodyOfCollection<D> = 0 extends 1 & D ? any : D extends CollectionDefinition<infer T> ? T : never
type QueriesOf<O> = O extends Owner ? O['queries'][keyof O['queries']] | O['standard'][keyof O['standard']] : never
type StreamsOf<O> = O extends Owner ? O['streams'][keyof O['streams']] : never

/** What a message says about itself, beside its body. */
export type Envelope = {
  id: string
  /** The aggregate that an event is about, and the event's place in its history; empty and 0 for queries and streams. */
  key: string
  sequence: number
  /** 1 the first time. */
  attempt: number
  /** RFC 3339, when the message was made. */
  at: string
}

/** What a commit writes. Without events it only changes the document. */
export type Decision<T extends Body> = { body: T; events?: NewEvent[] }

/**
 * What a handler gets beside its message: only what its service declared. `O` owns the events that it may publish, `A` the
 * queries and streams that it may ask.
 */
export type Context<
  U extends keyof Ports = never,
  C extends z.ZodType = z.ZodType,
  D extends Collections = {},
  O extends Owner = Owner<string, {}, {}, {}>,
  A extends readonly Owner[] = [],
  S extends object = {},
> = Pick<Ports, U> & {
  /** From the API key or the event; empty in background work, which goes on with `forTenant`. */
  tenant: string
  config: z.output<C>
  collections: { [K in keyof D]: Collection<BodyOfCollection<D[K]>> }
  /** What lives as long as this process runs the service. */
  state: S
  /** Each line names the cause. */
  log: Log
  clock: Clock
  /** Aborts on shutdown, and when nobody waits for the reply any more. */
  signal: AbortSignal

  /** Asks a query of the service that owns it. Throws what the handler threw, `unavailable`, `deadline_exceeded`. */
  ask<Q extends QueriesOf<A[number]>>(
    contract: Q,
    body: InputOf<Q>,
    options?: { timeoutMs?: number },
  ): Promise<ReplyOf<Q>>
  /** Opens a stream. Leaving the loop, or aborting the signal, cancels it. */
  open<S extends StreamsOf<A[number]>>(
    contract: S,
    body: InputOf<S>,
    options?: { signal?: AbortSignal },
  ): AsyncIterable<PartOf<S>>

  /** An event for `commit`. There is no other way to publish one. */
  event<E extends O['events'][keyof O['events']]>(contract: E, body: InputOf<E>): NewEvent

  /**
   * The commit point of an aggregate: reads the document, lets `decide` say what it becomes and which events that
   * causes, and writes both in one compare-and-set; tried again when someone else was first. `undefined` changes nothing.
   * Resolves with what stands there now, on disk; projection and publishing follow by themselves, also after a crash.
   */
  commit<T extends Body>(
    collection: Collection<T>,
    id: string,
    decide: (current: Stored<T> | undefined) => Decision<T> | undefined,
  ): Promise<Stored<T> | undefined>

  /**
   * Starts work that outlives this message: its signal aborts only on shutdown, which waits for it. A failure is logged;
   * whatever must not be lost needs a commit before and a sweep (`background`) that picks it up again. `untilStop`: it
   * ends with the service alone, so nobody waits for it before.
   */
  detach(
    name: string,
    work: (context: Context<U, C, D, O, A, S>) => Promise<void>,
    options?: { untilStop?: boolean },
  ): void
  /**
   * The same context on behalf of a tenant. What it does belongs to `cause`: that of a stored job which goes on. Without
   * one it belongs to the message at hand; in background work, which has none, to a new one.
   */
  forTenant(tenant: string, cause?: Cause): Context<U, C, D, O, A, S>
  /** The same context with another signal: that of work which may be called off by itself. */
  withSignal(signal: AbortSignal): Context<U, C, D, O, A, S>
  /** Opens a span for work that is not a message: a request that came in (`server`) or one that leaves (`client`). What its context causes belongs to it. */
  trace(name: string, kind?: 'server' | 'client'): { context: Context<U, C, D, O, A, S>; end(error?: unknown): void }
  /** The request that this work belongs to. A job that may go on in another process is stored with it. */
  cause: Cause
}

/** A function whose parameters are compared as a method's, so that a service with any declarations is a `Service`. */
type Method<Parameters extends unknown[], Result> = { method(...parameters: Parameters): Result }['method']

/** Where a reply says nothing but that it is done, a handler need not answer. */
type Done<K extends Query> = {} extends z.input<K['reply']> ? Promise<void> : never

export type Handler<K extends Contract, X> = K extends Event
  ? Method<[body: BodyOf<K>, context: X, envelope: Envelope], Promise<void>>
  : K extends Query
    ? Method<[body: BodyOf<K>, context: X, envelope: Envelope], Promise<z.input<K['reply']>> | Done<K>>
    : K extends Stream
      ? Method<[body: BodyOf<K>, context: X, envelope: Envelope], AsyncIterable<z.input<K['part']>>>
      : never

/** How an event comes to its handler, where that is not as usual. */
export type Subscription<E extends Event, X> = {
  handle: Handler<E, X>
  /** After the last attempt failed: makes the failure visible where its users look. */
  exhausted?: Method<[body: BodyOf<E>, error: unknown, context: X], Promise<void>>
  /** Default `key`: in order within a key. `none`: up to `maxInFlight` at once. */
  order?: 'key' | 'none'
  /** Default 16. */
  maxInFlight?: number
  /** Default 5; then `exhausted` is called and the event is a dead letter. */
  maxAttempts?: number
  /** The longest a handler may take before it is given up as failed. Default 60 s. */
  limitMs?: number
}

/** Handlers by the keys of their contracts. Mapped without a change of keys, so that editors lead from one to the other. */
type HandlersOf<C, X> = { [K in keyof C]: C[K] extends Contract ? Handler<C[K], X> : never }
type SubscriptionsTo<O, X> = O extends { events: infer E }
  ? { [K in keyof E]?: E[K] extends Event ? Handler<E[K], X> | Subscription<E[K], X> : never }
  : never
/** Owners by their names: all of the platform, and those that a service is declared with (in tests there are others). */
type ByName<O extends Owner> = Owners & { [One in O as One['name']]: One }
type Subscriptions<O extends Owner, X> = {
  [Name in keyof ByName<O>]?: SubscriptionsTo<ByName<O>[Name], X>
}

/** A document that was committed, as it is now. */
export type Committed = { collection: Collection<any>; stored: Stored<any>; context: any }

/** Work that a service does by itself, in every process that runs it. Runs never overlap in one process. */
export type Background<X> = {
  everyMs: number
  /**
   * What it looks for, where that is documents that are due by a field (milliseconds since 1970, or a timestamp) that only commits
   * change. Then it runs after `everyMs` only if it answered true, that there may be more, or what a commit in this process put
   * off has fallen due; else after 5 s.
   */
  due?: DueBy
  run: Method<[context: X], Promise<unknown>>
}

/** Documents that are due by one of their fields. */
export type DueBy = { collection: CollectionDefinition<any>; field: string }

/** `dueBy(collection, 'dueAt')`, for `due` of background work. */
export const dueBy = <D extends CollectionDefinition<any>>(
  collection: D,
  field: keyof BodyOfCollection<D> & string,
): DueBy => ({ collection, field })

/** What one process does about the jobs of one kind. */
export type OpenJob<X> = {
  /** Begins those of all tenants that are due, as far as it has capacity. True: it found some, so there may be more. */
  sweep: Method<[context: X], Promise<boolean>>
  /** Begins one that a commit left due. Called after every commit of the service, to whatever collection. */
  wake: Method<[committed: Committed], void>
  /** When the job that was committed is due; undefined: it is none of these, or at rest. */
  dueAt: Method<[committed: Committed], number | undefined>
}

/** Background work that must not be lost, as `job` of packages/jobs makes it. */
export type BackgroundJob<X> = { everyMs: number; open: Method<[], OpenJob<X>> }

/** What a `start` hook opened. `facts` are for whoever runs the process: the port that was free, a key made just now. */
export type Started = { close(): Promise<void>; facts?: Record<string, unknown> }

export type Service<
  U extends keyof Ports = any,
  C extends z.ZodType = any,
  D extends Collections = any,
  O extends Owner = any,
  A extends readonly Owner[] = any,
  S extends object = any,
> = {
  name: string
  /** What it owns: it answers all of these queries and streams, and may publish these events. */
  contracts: O
  /** Read from the environment: `z.object({ PORT: z.coerce.number().default(8080) })`. */
  config: C
  /** Ports beside the bus and the documents, which every service has. */
  uses: readonly U[]
  /** The documents it owns. */
  collections: D
  /** Makes what lives as long as one process runs the service: memories, capacity, connections. Two in one process share none of it. */
  state?: Method<[context: Context<U, C, D, O, A>], S>
  /** Whose queries and streams it may ask. */
  asks: A
  /** A handler for each query and stream that it owns. */
  handlers: HandlersOf<O['queries'] & O['streams'], Context<U, C, D, O, A, S>>
  /** Events that it handles, its own among them, by their owners. */
  subscriptions?: Subscriptions<O | A[number], Context<U, C, D, O, A, S>>
  /**
   * Writes what committed events say into collections that are read (idempotent; keyed by what it is about). Runs after
   * the commit and before the events are published; until then they stand in the document's outbox.
   */
  projections?: {
    [K in keyof D]?: Method<[stored: Stored<BodyOfCollection<D[K]>>, context: Context<U, C, D, O, A, S>], Promise<void>>
  }
  /**
   * What its background work still has to do to documents of earlier releases, by what they get: how many of them wait for it.
   * Only reads.
   */
  backfills?: Record<string, (documents: DocumentsReader) => Promise<{ waiting: number; of: number }>>
  background?: Record<string, Background<Context<U, C, D, O, A, S>>>
  /** Work that is stored before it is begun. Every process looks for what is due and stops with the service. */
  jobs?: Record<string, BackgroundJob<Context<U, C, D, O, A, S>>>
  /** Opens what lives as long as the service: a listening server, a worker pool. */
  start?: Method<[context: Context<U, C, D, O, A, S>], Promise<Started>>
}

/** Declares a service: what it owns, answers, listens to and asks. Types both sides; `run` brings it to life. */
export const defineService = <
  const U extends keyof Ports,
  C extends z.ZodType,
  D extends Collections,
  O extends Owner,
  const A extends readonly Owner[],
  S extends object = {},
>(
  service: Omit<Service<U, C, D, O, A, S>, 'name'>,
): Service<U, C, D, O, A, S> => ({ ...service, name: service.contracts.name })

/** A contract that a service handles, with how. `key` is what its owner calls it. */
type Handled<C extends Contract = Contract> = { key: string; contract: C } & Subscription<any, any>

/** All that a service handles: what it owns, and the events that it subscribed to. */
export function handledBy({ contracts, handlers, subscriptions = {}, asks }: Service): Handled[] {
  const known: Record<string, Owner> = { ...owners }
  for (const each of [contracts, ...asks] as Owner[]) known[each.name] ??= each
  const handled = (owner: Owner, given: Record<string, any>): Handled[] =>
    Object.entries(given).map(([key, handler]) => ({
      key,
      contract: (owner.queries[key] ?? owner.streams[key] ?? owner.events[key])!,
      ...(typeof handler === 'function' ? { handle: handler } : handler),
    }))
  return [
    ...handled(contracts, handlers),
    ...Object.entries<any>(subscriptions).flatMap(([name, given]) => handled(known[name]!, given)),
  ]
}
