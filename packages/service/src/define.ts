import type { BodyOf, Contract, Event, InputOf, PartOf, Query, ReplyOf, Stream } from '@frontdesk/contracts'
import type { Body, Collection, CollectionDefinition, NewEvent, Stored } from '@frontdesk/documents'
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Ports } from './ports.ts'

type Contracts = Record<string, Contract>
type Events = Record<string, Event>
type Asks = Record<string, Query | Stream>
type Collections = Record<string, CollectionDefinition<any>>
/** `any` stays `any`, so that every service is a `Service`. */
type BodyOfCollection<D> = 0 extends 1 & D ? any : D extends CollectionDefinition<infer T> ? T : never
type OneOf<R, K> = Extract<R[keyof R], K>

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

/** What a handler gets beside its message: only what its service declared. */
export type Context<
  U extends keyof Ports = never,
  C extends z.ZodType = z.ZodType,
  D extends Collections = {},
  P extends Events = {},
  A extends Asks = {},
> = Pick<Ports, U> & {
  /** From the API key or the event; empty in background work, which goes on with `forTenant`. */
  tenant: string
  config: z.output<C>
  collections: { [K in keyof D]: Collection<BodyOfCollection<D[K]>> }
  log: Log
  clock: Clock
  /** Aborts on shutdown, and when nobody waits for the reply any more. */
  signal: AbortSignal

  /** Asks a query of the service that owns it. Throws what the handler threw, `unavailable`, `deadline_exceeded`. */
  ask<Q extends OneOf<A, Query>>(contract: Q, body: InputOf<Q>, options?: { timeoutMs?: number }): Promise<ReplyOf<Q>>
  /** Opens a stream. Leaving the loop, or aborting the signal, cancels it. */
  open<S extends OneOf<A, Stream>>(
    contract: S,
    body: InputOf<S>,
    options?: { signal?: AbortSignal },
  ): AsyncIterable<PartOf<S>>

  /** An event for `commit`. There is no other way to publish one. */
  event<E extends P[keyof P]>(contract: E, body: InputOf<E>): NewEvent

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
   * whatever must not be lost needs a commit before and a sweep (`background`) that picks it up again.
   */
  detach(name: string, work: (context: Context<U, C, D, P, A>) => Promise<void>): void
  /** The same context on behalf of a tenant; what it causes belongs to the given trace, or starts a new one. */
  forTenant(tenant: string, options?: { traceparent?: string }): Context<U, C, D, P, A>
  /** Opens a span for work that is no message (an HTTP request); what its context causes belongs to it. */
  trace(name: string): { context: Context<U, C, D, P, A>; end(error?: unknown): void }
  /** The W3C trace context that this work belongs to. */
  traceparent: string
}

/** A function whose parameters are compared as a method's, so that a service with any declarations is a `Service`. */
type Method<Parameters extends unknown[], Result> = { method(...parameters: Parameters): Result }['method']

type Handler<K extends Contract, X> = K extends Event
  ? Method<[body: BodyOf<K>, context: X, envelope: Envelope], Promise<void>>
  : K extends Query
    ? Method<[body: BodyOf<K>, context: X, envelope: Envelope], Promise<z.input<K['reply']>>>
    : K extends Stream
      ? Method<[body: BodyOf<K>, context: X, envelope: Envelope], AsyncIterable<z.input<K['part']>>>
      : never

/** How events come to a handler. */
export type DeliveryOptions = {
  /** Default `key`: in order within a key. `none`: up to `maxInFlight` at once. */
  order?: 'key' | 'none'
  /** Default 16. */
  maxInFlight?: number
  /** Default 5; then `exhausted` is called and the event is a dead letter. */
  maxAttempts?: number
  /** The longest a handler may take before it is given up as failed. Default 30 s. */
  limitMs?: number
}

/** Work that a service does by itself, in every process that runs it. Runs never overlap in one process. */
export type Background<X> = { everyMs: number; run: Method<[context: X], Promise<void>> }

/** What a `start` hook opened. `facts` are for whoever runs the process: the port that was free, a key made just now. */
export type Started = { close(): Promise<void>; facts?: Record<string, unknown> }

export type Service<
  U extends keyof Ports = any,
  C extends z.ZodType = any,
  D extends Collections = any,
  H extends Contracts = any,
  P extends Events = any,
  A extends Asks = any,
> = {
  name: string
  /** Read from the environment: `z.object({ PORT: z.coerce.number().default(8080) })`. */
  config: C
  /** Ports beside the bus and the documents, which every service has. */
  uses: readonly U[]
  /** The documents it owns. */
  collections: D
  publishes: P
  /** Queries and streams of other services. */
  asks: A
  handles: H
  handlers: { [K in keyof H]: Handler<H[K], Context<U, C, D, P, A>> }
  delivery?: { [K in keyof H]?: H[K] extends Event ? DeliveryOptions : never }
  /** After the last attempt of an event failed: makes the failure visible where its users look. */
  exhausted?: {
    [K in keyof H]?: H[K] extends Event
      ? (body: BodyOf<H[K]>, error: unknown, context: Context<U, C, D, P, A>) => Promise<void>
      : never
  }
  /**
   * Writes what committed events say into collections that are read (idempotent; keyed by what it is about). Runs after
   * the commit and before the events are published; until then they stand in the document's outbox.
   */
  projections?: {
    [K in keyof D]?: Method<[stored: Stored<BodyOfCollection<D[K]>>, context: Context<U, C, D, P, A>], Promise<void>>
  }
  background?: Record<string, Background<Context<U, C, D, P, A>>>
  /** Opens what lives as long as the service: a listening server, a worker pool. */
  start?: Method<[context: Context<U, C, D, P, A>], Promise<Started>>
}

/** Declares a service: what it owns, handles, publishes and asks. Types both sides; `run` brings it to life. */
export const defineService = <
  const U extends keyof Ports,
  C extends z.ZodType,
  D extends Collections,
  H extends Contracts,
  P extends Events,
  A extends Asks,
>(
  service: Service<U, C, D, H, P, A>,
): Service<U, C, D, H, P, A> => service
