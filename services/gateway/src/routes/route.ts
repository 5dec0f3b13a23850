import type { Readable } from 'node:stream'
import { type ErrorCode, type GrantedScope, type Scope, scope } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { z } from 'zod'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import type { GatewayContext } from '../context.ts'
import type { Authenticator, Caller } from '../keys/caller.ts'
import type { Tag } from '../openapi/tags.ts'
import type { LimitedSender } from '../provider-requests/limit-unauthenticated.ts'
import type { Upload, UploadRule } from '../uploads/upload.ts'
import type { WidgetRecord } from '../widgets/widget-document.ts'
import type { EntryInput, EntryReply } from './entry.ts'

/**
 * Who may use a route: whoever holds a scope, a person with a session whatever their role, anybody (`public`), the admin
 * token, a provider whose signature a service verifies, a visitor of a chat widget by their token, or a page that embeds the
 * widget (`widget`).
 */
export type Access = Scope | 'session' | 'public' | 'admin-token' | 'provider' | 'visitor' | 'widget'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a route's handler works with: parsed, on behalf of the caller's tenant. */
export type RouteInput<P = unknown, Q = unknown, B = unknown> = {
  params: P
  query: Q
  body: B
  /** Asks and stores on behalf of the caller's tenant. */
  context: GatewayContext
  caller: Caller
  /** Names this request, or, under an Idempotency-Key, the operation that every retry of it belongs to. */
  operationId: string
  /** Aborts when the client went away. Costs something, so it is made when first asked for. */
  clientSignal(): AbortSignal
  /** The header of that name, empty when there is none. */
  lastEventId: string
  /**
   * The agent in whose name something is done: the caller's own (`caller.agentId`), or, for a key of nobody in particular,
   * the one that the header `x-agent-id` names. Empty when there is none.
   */
  agentId: string
  authenticator: Authenticator
}

/** A body that is sent as it is read, at the pace of its reader. */
export type Download = {
  contentType: string
  filename: string
  /** How many there are, where that is known. */
  bytes?: number
  body: Readable
}

/** A reply with another status than the route's own. */
export type StatusReply = { [statusOf]: number; body: unknown }
const statusOf = Symbol('status')

/** Answers with this status in place of the route's own. */
export const withStatus = (status: number, body: unknown): StatusReply => ({ [statusOf]: status, body })

/** A reply that is no JSON: a text, as it stands. */
export type TextReply = { [contentTypeOf]: string; text: string }
const contentTypeOf = Symbol('content type')

/** Answers with a text of one of the route's `otherTypes`. */
export const asText = (contentType: string, text: string): TextReply => ({ [contentTypeOf]: contentType, text })

/** The status and body that a handler's answer means; `contentType` when the body is a text as it stands. */
export function replyOf(route: Route, answer: unknown): { status: number; body: unknown; contentType?: string } {
  if (typeof answer === 'object' && answer !== null && contentTypeOf in answer) {
    const { [contentTypeOf]: contentType, text } = answer as TextReply
    return { status: route.status, body: text, contentType }
  }
  if (typeof answer === 'object' && answer !== null && statusOf in answer) {
    const { [statusOf]: status, body } = answer as StatusReply
    return { status, body }
  }
  return { status: route.status, body: route.status === 204 ? undefined : answer }
}

/** A request as it came, byte for byte, from a sender who is not verified yet. */
export type RawInput<P = unknown> = {
  params: P
  /** On behalf of nobody. */
  context: GatewayContext
  request: { method: 'GET' | 'POST'; target: string; headers: Record<string, string>; body: Readable }
  sender: LimitedSender
}

/** What answers such a request: a text as it stands, or bytes. */
export type RawReply = {
  status: number
  contentType?: string | undefined
  headers?: Record<string, string>
  body?: string | Readable | undefined
}

/** What every route says of itself, whatever kind it is. */
type Declared<P> = {
  method: Method
  url: string
  access: Access
  tag: Tag
  /** What clients call it: its `operationId` in the OpenAPI document, and what its unnamed schemas are named after. */
  name: string
  summary: string
  description?: string
  params?: P
  /** Whether the form `:read` of its scope admits to it. Unless told, GET routes it does, others not. */
  onlyReads?: boolean
  /** Scopes of which a caller must hold at least the form `:read` beside the route's own, for what it answers. */
  alsoReads?: Scope[]
  /** Whether it admits a session whose agent has yet to set up the second factor that the tenant requires. */
  isOpenWithoutTotp?: boolean
  /** Of success. */
  status: number
  /** Codes that only this route may answer, beside those of every route. */
  refusals?: ErrorCode[]
}

type Schema = z.ZodType | undefined
type ObjectSchema = z.ZodObject | undefined
type Input<P, Q, B> = RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>

/** What a reply that is kept for retries looks like. */
type Reply = {
  /** What success answers; none for 204. */
  reply?: z.ZodType
  /** Content types beside JSON that success may have, each a text. */
  otherTypes?: string[]
  /** What such a text holds, where it is the same in another form (YAML). */
  otherShape?: z.ZodType
  /** Another success than `status`, when, and what it answers unless that is `reply`. */
  otherStatus?: { status: number; when: string; reply?: z.ZodType }
  /** The reply shows a secret, so it is sealed where it is stored for retries. */
  showsSecret?: boolean
  /** Whether a reply says nothing but ids, codes and counts: then an erasure of what has these ids leaves it for retries. */
  hasOnlyIds?(body: any): boolean
}

/** `hasOnlyIds` of a bulk action: its result for each id, not a list of what it would do, nor a file. */
export const isBulkResult = (body: unknown): boolean => typeof body === 'object' && body !== null && 'results' in body

/** Takes JSON or nothing, and answers at once. */
export type JsonRoute<P = any, Q = any, B = any> = Declared<P> &
  Reply & { kind: 'json'; query?: Q; body?: B; handle(input: Input<P, Q, B>): Promise<unknown> }

/** Takes files, and in their place JSON where it has `handle`. */
export type UploadRoute<P = any, Q = any, B = any> = Declared<P> &
  Reply & {
    kind: 'upload'
    query?: Q
    body?: B
    upload: UploadRule
    receive(input: Input<P, Q, undefined>, upload: Upload): Promise<unknown>
    handle?(input: Input<P, Q, B>): Promise<unknown>
  }

/** Answers with server-sent events, and where it has `handle` with JSON to those who do not accept `text/event-stream`. */
export type StreamRoute<P = any, Q = any, B = any> = Declared<P> & {
  kind: 'stream'
  query?: Q
  body?: B
  /** What each event carries, by its name. */
  events: Record<string, z.ZodType>
  /** Ends after its last event. Whatever it throws before the first is a problem document, after it an `error` event. */
  stream(input: Input<P, Q, B>): AsyncIterable<StreamEvent>
  /** What `handle` answers. */
  reply?: z.ZodType
  handle?(input: Input<P, Q, B>): Promise<unknown>
  /** Whether a request without `Idempotency-Key` is refused. */
  requiresIdempotencyKey?: boolean
  /** Goes on until its reader leaves; who comes back with the last id misses nothing. */
  isEndless?: boolean
  /** The events in which a reply of `handle` that was kept for retries is told. */
  replay?(body: any): Iterable<StreamEvent>
}

/** Answers with a body of any size, at the pace of its reader. */
export type DownloadRoute<P = any, Q = any> = Declared<P> & {
  kind: 'download'
  query?: Q
  /** Content types that it may answer beside JSON of the reply's shape. */
  downloads?: string[]
  reply?: z.ZodType
  /** What it throws is a problem document; when the body fails, the connection breaks off. */
  download(input: Input<P, Q, undefined>): Promise<Download>
}

/** Takes the request of a provider as it came, whatever its type; the service that knows the secret verifies it. */
export type ProviderRoute<P = any> = Declared<P> & {
  kind: 'provider'
  /** The most that its body may have. */
  maxBytes?: number
  /** Content types of the texts that it answers. */
  otherTypes?: string[]
  take(input: RawInput<Parsed<P>>): Promise<RawReply>
}

/** Begins or ends a session. Its replies carry cookies, so they are never kept for retries. */
export type EntryRoute<P = any, Q = any, B = any> = Declared<P> & {
  kind: 'entry'
  query?: Q
  body?: B
  reply?: z.ZodType
  enter(input: EntryInput<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<EntryReply>
}

/** What a route works with that a page asks which embeds a widget. */
export type WidgetInput<P = unknown, Q = unknown, B = unknown> = {
  params: P
  query: Q
  body: B
  /** On behalf of the widget's tenant. */
  context: GatewayContext
  widget: Stored<WidgetRecord>
  network: string
  /** The token that it shows, if any. */
  bearer: string | undefined
  /** `If-None-Match`; empty when there is none. */
  etag: string
  authenticator: Authenticator
}

/** Answers a page that embeds a widget, named in its path as `:widgetId`. Its replies are never kept for retries. */
export type WidgetRoute<P = any, Q = any, B = any> = Declared<P> & {
  kind: 'widget'
  query?: Q
  body?: B
  reply?: z.ZodType
  /** Its reply has an `ETag`, and is 304 without a body to whoever names that in `If-None-Match`. */
  revalidates?: true
  answer(
    input: WidgetInput<Parsed<P>, Parsed<Q>, Parsed<B>>,
  ): Promise<{ status?: number; body?: unknown; headers?: Record<string, string> }>
}

/** One route, as data: the server, the OpenAPI document and the generated tests all read it from here. */
export type Route = JsonRoute | UploadRoute | StreamRoute | DownloadRoute | ProviderRoute | EntryRoute | WidgetRoute
/** A route whose caller has a key or a session, or the admin token. */
export type KeyedRoute = Exclude<Route, ProviderRoute | EntryRoute | WidgetRoute>

/** Whether a key or session with the form `:read` of its scope may use the route. */
export const onlyReads = ({ method, onlyReads = method === 'GET' }: Route): boolean => onlyReads

/** The scopes that a caller needs for a route, the form `:read` where that is enough; none for routes without scopes. */
export function neededScopes(route: Route): GrantedScope[] {
  const own = scope.safeParse(route.access)
  if (!own.success) return []
  const reading = (route.alsoReads ?? []).map((each) => `${each}:read` as const)
  return [onlyReads(route) ? (`${own.data}:read` as const) : own.data, ...reading]
}

/** Whether everybody may use the route: to sign in, or as a visitor of a chat widget. */
export const isPublic = ({ access }: Route): boolean => ['public', 'visitor', 'widget'].includes(access)

/** The schema of a route's JSON body. */
export const bodySchemaOf = (route: Route): z.ZodType | undefined => ('body' in route ? route.body : undefined)

/** The schema of a route's query. */
export const querySchemaOf = (route: Route): z.ZodObject | undefined => ('query' in route ? route.query : undefined)

/** Whether this request is answered by a stream: by the route, and where it can do both, by what the client accepts. */
export const answersWithStream = (route: Route, accept: string): boolean =>
  route.kind === 'stream' && (route.handle === undefined || prefersEvents(accept))

/** Of the two, the type that is named first. */
function prefersEvents(accept: string): boolean {
  const types = accept.split(',').map((range) => range.split(';', 1)[0]!.trim().toLowerCase())
  return types.find((type) => type === 'text/event-stream' || type === 'application/json') === 'text/event-stream'
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A route's method and path, `PATCH /api/teams/:teamId`: its parameters are written `:name`. */
type Endpoint = `${Method} /${string}`

/** Routes by their kinds, with the schemas of parameters, query and body. */
type Kinds<P = any, Q = any, B = any> = {
  json: JsonRoute<P, Q, B>
  upload: UploadRoute<P, Q, B>
  stream: StreamRoute<P, Q, B>
  download: DownloadRoute<P, Q>
  provider: ProviderRoute<P>
  entry: EntryRoute<P, Q, B>
  widget: WidgetRoute<P, Q, B>
}
type Fields<R extends Route> = Omit<R, 'kind' | 'method' | 'url' | 'status'> & { status?: number }

/**
 * What declares routes of one kind; their handlers are typed by their schemas. The status, unless told, is 204 where a reply
 * would be JSON and there is none, otherwise 200.
 */
const declaring =
  <K extends keyof Kinds>(kind: K) =>
  <P extends ObjectSchema = undefined, Q extends ObjectSchema = undefined, B extends Schema = undefined>(
    endpoint: Endpoint,
    declared: Fields<Kinds<P, Q, B>[K]>,
  ): Kinds[K] => {
    const [method, url] = endpoint.split(' ')
    const hasBody = 'reply' in declared || ['stream', 'download', 'provider'].includes(kind)
    return { kind, method, url, status: hasBody ? 200 : 204, ...declared } as Kinds[K]
  }

export const jsonRoute = declaring('json')
export const uploadRoute = declaring('upload')
export const streamRoute = declaring('stream')
export const downloadRoute = declaring('download')
export const providerRoute = declaring('provider')
export const entryRoute = declaring('entry')
export const widgetRoute = declaring('widget')
