import type { components, paths, webhooks } from './api-types.ts'

/** Records of the API, by name: `Schemas['Source']`. */
export type Schemas = components['schemas']

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Paths that have a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never
}[keyof paths]

export type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never

type Parameters<O, In extends string> = O extends { parameters: Record<In, infer T> } ? T : never
type OptionalParameters<O, In extends string> = O extends { parameters: { [K in In]?: infer T } } ? T : never

type ContentOf<O> = O extends { requestBody?: { content: infer C } } ? C : never
type JsonOf<C> = C extends { 'application/json': infer B } ? B : never
type FormOf<C> = C extends { 'multipart/form-data': infer F } ? F : never

type BodyPart<C> = [C] extends [never]
  ? { body?: never; form?: never }
  : [FormOf<C>] extends [never]
    ? { body: JsonOf<C>; form?: never }
    : [JsonOf<C>] extends [never]
      ? { form: FormOf<C>; body?: never }
      : { body: JsonOf<C>; form?: never } | { form: FormOf<C>; body?: never }

type Body<O> = O extends { requestBody: unknown } ? BodyPart<ContentOf<O>> : Partial<BodyPart<ContentOf<O>>>

/** The parameters of an operation's path. */
export type Path<O> = [Parameters<O, 'path'>] extends [never] ? { path?: never } : { path: Parameters<O, 'path'> }

type Query<O> = [Parameters<O, 'query'>] extends [never]
  ? [OptionalParameters<O, 'query'>] extends [never]
    ? { query?: never }
    : { query?: OptionalParameters<O, 'query'> }
  : { query: Parameters<O, 'query'> }

export type CallOptions = {
  /** Aborts the request, which then throws the signal's reason. */
  signal?: AbortSignal
  /** The agent who acts (`x-agent-id`). */
  agentId?: string
}

type Idempotency = {
  /** For a POST; generated for each call unless you give one, for example to continue after a crash of your program. */
  idempotencyKey?: string
}

export type FollowOptions = {
  /** The `id` of the event after which the stream begins; without it, it begins now. */
  after?: string
  signal?: AbortSignal
  /** Called each time the connection was lost, before it is opened again. */
  onCut?: () => void
}

/** The options of a call: path parameters, query, JSON body or form, and request options. */
export type Options<O> = CallOptions & Idempotency & Path<O> & Query<O> & Body<O>

/** Options can be left out if none is required. */
export type OptionsArgument<O> = {} extends Options<O> ? [options?: Options<O>] : [options: Options<O>]

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: infer C } ? C : undefined }[keyof R]
  : never

/** How a content type is read. */
type Read<T, V> = T extends 'text/event-stream' ? never : T extends `application/json;${string}` ? unknown : TextOr<V>
type TextOr<V> = V extends Blob ? string : V

/** The result of a successful call: the JSON, the text if it is not JSON, or nothing. */
export type Reply<O> =
  Success<O> extends infer C ? (C extends undefined ? undefined : { [T in keyof C]: Read<T, C[T]> }[keyof C]) : never

/** Paths whose GET is a list with a cursor. */
export type ListPath = {
  [P in PathsWith<'get'>]: Reply<Operation<P, 'get'>> extends { items: unknown[]; nextCursor: string | null }
    ? P
    : never
}[PathsWith<'get'>]

export type ItemOf<P extends ListPath> = Reply<Operation<P, 'get'>> extends { items: (infer T)[] } ? T : never

// An `error` event is thrown.
type EventsOf<O> = O extends { responses: { 200: { content: { 'text/event-stream': infer E } } } }
  ? Exclude<E, { type: 'error' }>
  : never

/** Paths whose GET is an endless stream of events. */
export type StreamPath = {
  [P in PathsWith<'get'>]: [EventsOf<Operation<P, 'get'>>] extends [never] ? never : P
}[PathsWith<'get'>] &
  `${string}/stream`
export type EventOf<P extends StreamPath> = EventsOf<Operation<P, 'get'>>

export type Question = JsonOf<ContentOf<Operation<'/api/chat/stream', 'post'>>>
/** An event of an answer as it is written. Errors are thrown, so they are not included. */
export type ChatEvent = EventsOf<Operation<'/api/chat/stream', 'post'>>
/** A question to simulate, which stores nothing. */
export type SimulationInput = JsonOf<ContentOf<Operation<'/api/simulate', 'post'>>>
/** An event of a simulation. Errors are thrown, so they are not included. */
export type SimulationEvent = EventsOf<Operation<'/api/simulate', 'post'>>
/** A change of the tenant, or the start of the stream. */
export type LiveEvent = EventOf<'/api/events/stream'>

/** What a webhook delivers, by its `type`. */
export type WebhookEvent = {
  [T in keyof webhooks]: webhooks[T] extends {
    post: { requestBody: { content: { 'application/json': infer E } } }
  }
    ? E
    : never
}[keyof webhooks]
