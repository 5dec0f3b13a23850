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
  /** Ends the request; what it throws then is the signal's reason. */
  signal?: AbortSignal
  /** The agent in whose name something is done (`x-agent-id`). */
  agentId?: string
}

type Idempotency = {
  /** Of a POST; made anew for each call unless you give one, for instance to go on after a crash of your own. */
  idempotencyKey?: string
}

export type FollowOptions = {
  /** The `id` of the event behind which it begins; without it from now on. */
  after?: string
  signal?: AbortSignal
  /** Told each time when the connection was cut, before it is taken up again. */
  onCut?: () => void
}

/** What a call of an operation takes: its path's parameters, query, JSON body or form, and how it is done. */
export type Options<O> = CallOptions & Idempotency & Path<O> & Query<O> & Body<O>

/** Options may be left out where none is required. */
export type OptionsArgument<O> = {} extends Options<O> ? [options?: Options<O>] : [options: Options<O>]

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: infer C } ? C : undefined }[keyof R]
  : never

/** What one content type is read as. */
type Read<T, V> = T extends 'text/event-stream' ? never : T extends `application/json;${string}` ? unknown : TextOr<V>
type TextOr<V> = V extends Blob ? string : V

/** What success answers: the JSON, the text of what is none, or nothing. */
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

/** Paths whose GET is a stream of events without an end. */
export type StreamPath = {
  [P in PathsWith<'get'>]: [EventsOf<Operation<P, 'get'>>] extends [never] ? never : P
}[PathsWith<'get'>] &
  `${string}/stream`
export type EventOf<P extends StreamPath> = EventsOf<Operation<P, 'get'>>

export type Question = JsonOf<ContentOf<Operation<'/api/chat/stream', 'post'>>>
/** An event of an answer as it is written. What ends in an error is thrown, so it is none of these. */
export type ChatEvent = EventsOf<Operation<'/api/chat/stream', 'post'>>
/** A question for a try, which stores nothing. */
export type SimulationInput = JsonOf<ContentOf<Operation<'/api/simulate', 'post'>>>
/** An event of such a question. What ends in an error is thrown, so it is none of these. */
export type SimulationEvent = EventsOf<Operation<'/api/simulate', 'post'>>
/** A change of the tenant's, or where the stream begins. */
export type LiveEvent = EventOf<'/api/events/stream'>

/** What a webhook delivers, by its `type`. */
export type WebhookEvent = {
  [T in keyof webhooks]: webhooks[T] extends {
    post: { requestBody: { content: { 'application/json': infer E } } }
  }
    ? E
    : never
}[keyof webhooks]
