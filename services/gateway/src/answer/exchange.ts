import { newId } from '@frontdesk/contracts'
import type { Cause } from '@frontdesk/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type NotedChange, noteChange } from '../changes/record-changes.ts'
import type { GatewayContext } from '../context.ts'
import type { Authenticator, Caller } from '../keys/caller.ts'
import { fingerprintOf, type Held, type Reply, reserve } from '../requests/idempotency.ts'
import { parseInput } from '../requests/parse-input.ts'
import { type KeyedRoute, type RouteInput, replyOf } from '../routes/route.ts'
import type { OpenStreams } from './open-streams.ts'
import { problemOf, problemType, toServiceError } from './problem.ts'

/** What answering needs beside the request. */
export type Answering = {
  context: GatewayContext
  authenticator: Authenticator
  /** Streams that are under way: the app tells them when it stops. */
  openStreams: OpenStreams
}

/** One authenticated request while it is answered. */
export type Exchange = {
  request: FastifyRequest
  reply: FastifyReply
  input: RouteInput
  /** Aborts the signal that the handler was given, if it asked for one. */
  abandon(): void
}

/** Aborts when the client goes away before its reply is whole. */
function clientOf({ raw }: FastifyReply): AbortController {
  const client = new AbortController()
  if (raw.destroyed && !raw.writableFinished) client.abort()
  else raw.once('close', () => !raw.writableFinished && client.abort())
  return client
}

export const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Parses the request by the route's schemas and opens its trace. No schema reads a body that is files. Throws `not_found`
 * and `invalid_request`.
 */
export function beginExchange(
  { context, authenticator }: Answering,
  route: KeyedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { bodyIsFiles = false } = {},
): Exchange {
  const caller = request.getDecorator<Caller>('caller')
  const { params, query } = request
  const parsed = bodyIsFiles
    ? parseInput({ params: route.params, query: route.query }, { params, query, body: undefined })
    : parseInput(route, request)
  const traced = context
    .forTenant(caller.tenant, request.getDecorator<Cause>('cause'))
    .trace(`${route.method} ${route.url}`)
  reply.raw.once('close', () => traced.end())
  reply.header('traceparent', traced.context.cause.traceparent)
  let client: AbortController | undefined
  const input: RouteInput = {
    ...parsed,
    context: traced.context,
    caller,
    operationId: '',
    clientSignal: () => (client ??= clientOf(reply)).signal,
    lastEventId: headerOf(request, 'last-event-id'),
    agentId: request.getDecorator<string>('agentId'),
    authenticator,
  }
  return { request, reply, input, abandon: () => client?.abort() }
}

/**
 * Names the operation that this request is, and reserves its Idempotency-Key when it has one (POST alone). Resolves with
 * the reply that was kept for the key instead, when there is one. `form` is what the request says beside query and body.
 */
export async function beginOperation(
  { request, reply, input }: Exchange,
  form?: unknown,
): Promise<{ held?: Held } | { replay: Reply }> {
  const { context, caller, query, body } = input
  const { method } = request
  const key = request.headers['idempotency-key']
  if (method !== 'POST' || key === undefined) {
    input.operationId = newId('op')
    return {}
  }
  const path = request.url.split('?', 1)[0]!
  const fingerprint = fingerprintOf([query ?? null, body ?? null, form ?? null])
  const reservation = await reserve(context, { caller, method, path, key: String(key), fingerprint })
  if ('replay' in reservation) reply.header('idempotency-replayed', 'true')
  else input.operationId = reservation.held.operationId
  return reservation
}

/**
 * Runs a handler and keeps its reply for retries. What it refuses for good is a reply like any other, and kept too; what
 * may pass is not.
 */
export async function performOperation(
  route: KeyedRoute,
  { request, input }: Exchange,
  held: Held | undefined,
  handle: () => Promise<unknown>,
): Promise<Reply> {
  let noted: NotedChange | undefined
  try {
    noted = await noteChange(route, input)
    const { status, body, contentType } = replyOf(route, await handle())
    await noted?.done(body)
    const text = contentType ? (body as string) : body === undefined ? null : JSON.stringify(body)
    const reply: Reply = { status, body: text, ...(contentType && { contentType }) }
    await held?.finish(reply, {
      seal: 'showsSecret' in route && route.showsSecret === true,
      onlyIds: 'hasOnlyIds' in route && route.hasOnlyIds?.(body) === true,
    })
    return reply
  } catch (thrown) {
    const error = toServiceError(thrown)
    // A challenge is for once: with its solution the same request is let in.
    const isFinal = !error.retryable && error.status < 500 && error.code !== 'challenge_required'
    if (isFinal) await noted?.refused()
    if (held && isFinal) {
      await held.finish({ status: error.status, body: JSON.stringify(problemOf(error, request.id)) })
    } else await held?.release()
    throw thrown
  }
}

/** Sends a reply as it stands. */
export function sendReply(reply: FastifyReply, { status, body, contentType }: Reply): FastifyReply {
  reply.code(status)
  if (body === null) return reply.send()
  const type = contentType ?? (status < 400 ? 'application/json; charset=utf-8' : problemType)
  return reply.header('content-type', type).send(body)
}

/** Does what `handle` does, once for an Idempotency-Key, and sends what it answers. */
export async function answerJson(
  route: KeyedRoute & { handle?(input: RouteInput<any, any, any>): Promise<unknown> },
  exchange: Exchange,
): Promise<FastifyReply> {
  const operation = await beginOperation(exchange)
  return sendReply(
    exchange.reply,
    'replay' in operation
      ? operation.replay
      : await performOperation(route, exchange, operation.held, () => route.handle!(exchange.input)),
  )
}
