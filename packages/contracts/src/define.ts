import { z } from 'zod'
import { removed } from './tenancy.ts'

/**
 * A fact that happened. Durable, delivered at least once to every service that handles it, in order within its `key`.
 * Subject: `event.<owner>.<noun>.<past-participle>.v<n>`.
 */
export type Event<Subject extends string = string, Body extends z.ZodType = z.ZodType> = {
  kind: 'event'
  subject: Subject
  body: Body
}

/**
 * One question, one reply, before a deadline. Not stored. Subject: `query.<owner>.<noun>.<verb>.v<n>`.
 * `maxInFlight` is per responder; above it the caller gets `overloaded`.
 */
export type Query<
  Subject extends string = string,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  kind: 'query'
  subject: Subject
  body: Body
  reply: Reply
  timeoutMs: number
  maxInFlight: number
}

/**
 * One question, numbered parts, an end. Cancelled when the caller goes away. Subject: `stream.<owner>.<noun>.<verb>.v<n>`.
 */
export type Stream<
  Subject extends string = string,
  Body extends z.ZodType = z.ZodType,
  Part extends z.ZodType = z.ZodType,
> = {
  kind: 'stream'
  subject: Subject
  body: Body
  part: Part
  maxInFlight: number
}

export type Contract = Event | Query | Stream
/** What a caller writes: defaults may be left out. */
export type InputOf<C extends Contract> = z.input<C['body']>
/** What a handler reads: parsed, defaults filled in. */
export type BodyOf<C extends Contract> = z.output<C['body']>
export type ReplyOf<C extends Query> = z.output<C['reply']>
export type PartOf<C extends Stream> = z.output<C['part']>

/** Declares an event. */
export const event = <const S extends `event.${string}`, B extends z.ZodType>(subject: S, body: B): Event<S, B> => ({
  kind: 'event',
  subject,
  body,
})

/** Declares a query; 10 s and 256 in flight unless told otherwise. What is away is told at once; this is for what is slow. */
export const query = <const S extends `query.${string}`, B extends z.ZodType, R extends z.ZodType>(
  subject: S,
  body: B,
  reply: R,
  { timeoutMs = 10_000, maxInFlight = 256 } = {},
): Query<S, B, R> => ({ kind: 'query', subject, body, reply, timeoutMs, maxInFlight })

/** Declares a stream; 256 in flight a responder unless told otherwise. */
export const stream = <const S extends `stream.${string}`, B extends z.ZodType, P extends z.ZodType>(
  subject: S,
  body: B,
  part: P,
  { maxInFlight = 256 } = {},
): Stream<S, B, P> => ({ kind: 'stream', subject, body, part, maxInFlight })

/** What every service answers, without a handler of its own: `packages/service` does it. */
const standardOf = <const Name extends string>(name: Name) => ({
  /**
   * Removes every document, blob, chunk and stored event of a tenant that the service owns, and counts them. Asked again
   * it finds what came late; the caller takes the tenant's keys away before.
   */
  tenantErase: query(`query.${name}.tenant.erase.v1`, z.object({}), z.object({ removed }), {
    timeoutMs: 60_000,
    maxInFlight: 4,
  }),
  /** Which of these blobs and contents the tenant's documents of the service refer to (`refersTo` of their collections). */
  blobsName: query(
    `query.${name}.blobs.name.v1`,
    z.object({ ids: z.array(z.string()) }),
    z.object({ ids: z.array(z.string()) }),
    {
      timeoutMs: 60_000,
      maxInFlight: 4,
    },
  ),
  /** Whether anybody runs the service. Asks nothing of any store. */
  processPing: query(`query.${name}.process.ping.v1`, z.object({}), z.object({}), {
    timeoutMs: 1_000,
    maxInFlight: 64,
  }),
})

/** The contracts of one service: what it answers, and the events that it alone publishes. */
export type Owner<
  Name extends string = string,
  Q extends Record<string, Query> = Record<string, Query>,
  S extends Record<string, Stream> = Record<string, Stream>,
  E extends Record<string, Event> = Record<string, Event>,
> = {
  /** The name of the service, as its subjects have it. */
  name: Name
  queries: Q
  streams: S
  events: E
  standard: ReturnType<typeof standardOf<Name>>
}

/** Declares what a service owns. The key of a contract is what its handler is called and what whoever asks writes. */
export const owner = <
  const Name extends string,
  Q extends Record<string, Query> = {},
  S extends Record<string, Stream> = {},
  E extends Record<string, Event> = {},
>(
  name: Name,
  { queries = {} as Q, streams = {} as S, events = {} as E }: { queries?: Q; streams?: S; events?: E },
): Owner<Name, Q, S, E> => ({ name, queries, streams, events, standard: standardOf(name) })

/** The service that a subject belongs to: its second token. */
export const ownerOf = (subject: string): string => subject.split('.')[1]!

/** Every contract of an owner, `standard` ones too. */
export const contractsOf = ({ queries, streams, events, standard }: Owner): Contract[] => [
  ...Object.values<Contract>(queries),
  ...Object.values<Contract>(streams),
  ...Object.values<Contract>(events),
  ...Object.values<Contract>(standard),
]
