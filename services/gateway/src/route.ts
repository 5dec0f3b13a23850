import type { Readable } from 'node:stream'
import type { ErrorCode } from '@frontdesk/contracts'
import type { z } from 'zod'
import type { Authenticator, Caller } from './authenticate.ts'
import type { Stranger } from './bound-strangers.ts'
import type { GatewayContext } from './context.ts'
import type { Scope } from './key-records.ts'
import type { Upload } from './receive-upload.ts'
import type { StreamEvent } from './server-sent-events.ts'

/** Who may use a route: a scope of a key, the admin token, or a provider whose signature a service verifies. */
export type Access = Scope | 'admin-token' | 'provider'

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
  /** The header `x-agent-id`, empty when there is none: the agent in whose name something is done. */
  agentId: string
  authenticator: Authenticator
}

/** Files that a route takes as multipart/form-data, beside or in place of JSON. */
export type UploadRule = {
  field: 'file' | 'files'
  maxFiles: number
  /** The form's other fields. A repeated one is an array. */
  fields: z.ZodObject
  /** What file names end in; default: what documents do. */
  extensions?: readonly string[]
  /** Bytes that a file may have; default: those of a document. */
  fileBytes?(context: GatewayContext): number
  /** A JSON body is taken like a file, as it comes and whatever its size. */
  takesJson?: true
  /** True: a refused file refuses the request. False: the handler is told, a verdict each. */
  allOrNothing: boolean
}

/** A body that is sent as it is read, at the pace of its reader. */
export type Download = { contentType: string; filename: string; body: Readable }

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
  return { status: route.status, body: answer }
}

/** A request as it came, byte for byte, from whoever it says it is. */
export type RawInput<P = unknown> = {
  params: P
  /** On behalf of nobody. */
  context: GatewayContext
  request: { method: 'GET' | 'POST'; target: string; headers: Record<string, string>; body: Readable }
  stranger: Stranger
}

/** What answers such a request: a text as it stands. */
export type RawReply = { status: number; contentType?: string | undefined; body?: string | undefined }

/** One route, as data: the server, the OpenAPI document and the generated tests all read it from here. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:name`. */
  url: string
  access: Access
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  upload?: UploadRule
  /** Of success. */
  status: number
  /** What success answers; none for 204 and streams. */
  reply?: z.ZodType
  /** Content types beside JSON that success may have, each a text. */
  otherTypes?: string[]
  /** Another success than `status`, and when. */
  otherStatus?: { status: number; when: string }
  /** What each event of a stream carries, by its name. */
  events?: Record<string, z.ZodType>
  /** Codes that only this route may answer, beside those of every route. */
  refusals?: ErrorCode[]
  /** The reply shows a secret, so it is sealed where it is stored for retries. */
  showsSecret?: boolean
  handle?(input: RouteInput<any, any, any>): Promise<unknown>
  receive?(input: RouteInput<any, any, undefined>, upload: Upload): Promise<unknown>
  /** Content types that `download` may answer beside JSON of the reply's shape. */
  downloads?: string[]
  /** What it throws is a problem document; when the body fails, the connection breaks off. */
  download?(input: RouteInput<any, any, any>): Promise<Download>
  /**
   * Ends after its last event. Whatever it throws before the first is a problem document, after it an `error` event. Beside
   * `handle` it answers who accepts `text/event-stream`.
   */
  stream?(input: RouteInput<any, any, any>): AsyncIterable<StreamEvent>
  /** Of a route for providers: takes the request as it came, whatever its type. */
  take?(input: RawInput<any>): Promise<RawReply>
  /** Of a route for providers: the most bytes that its body may have. */
  maxBytes?: number
  /** Of a route with `handle` and `stream`: the events that a reply kept for retries is told in. */
  replay?(body: any): Iterable<StreamEvent>
}

/** Whether this request is answered by a stream: by the route, and where it can do both, by what the client accepts. */
export const answersWithStream = (route: Route, accept: string): boolean =>
  route.stream !== undefined && (route.handle === undefined || prefersEvents(accept))

/** Of the two, the type that is named first. */
function prefersEvents(accept: string): boolean {
  const types = accept.split(',').map((range) => range.split(';', 1)[0]!.trim().toLowerCase())
  return types.find((type) => type === 'text/event-stream' || type === 'application/json') === 'text/event-stream'
}

type Typed<P, Q, B> = Omit<
  Route,
  'params' | 'query' | 'body' | 'handle' | 'receive' | 'download' | 'stream' | 'take'
> & {
  params?: P
  query?: Q
  body?: B
  handle?(input: RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<unknown>
  receive?(input: RouteInput<Parsed<P>, Parsed<Q>, undefined>, upload: Upload): Promise<unknown>
  download?(input: RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<Download>
  stream?(input: RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>): AsyncIterable<StreamEvent>
  take?(input: RawInput<Parsed<P>>): Promise<RawReply>
}

/** Declares a route; types its handler by its schemas. */
export const route = <
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  declared: Typed<P, Q, B>,
): Route => declared as Route
