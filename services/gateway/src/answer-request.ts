import { Readable } from 'node:stream'
import { documentExtensions, newId, ServiceError } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator, Caller } from './authenticate.ts'
import { contentDisposition } from './content-disposition.ts'
import type { GatewayContext } from './context.ts'
import { fingerprintOf, type Held, type Reply, type Reservation, reserve } from './idempotency.ts'
import { parseInput } from './parse-input.ts'
import { problemOf, problemType, retryAfterOf, toServiceError } from './problem.ts'
import { discard, drain, receiveJson, receiveUpload, type Upload } from './receive-upload.ts'
import { type NotedChange, noteChange } from './record-changes.ts'
import { answersWithStream, type Route, type RouteInput, replyOf, type UploadRule } from './route.ts'
import { eventStreamHeaders, type OpenStream, openEventStream, type StreamEvent } from './server-sent-events.ts'

/** What answering needs beside the request. */
export type Answering = {
  context: GatewayContext
  authenticator: Authenticator
  /** Streams that are under way: the app tells them when it stops. */
  openStreams: Set<OpenStream>
}

/** Aborts when the client goes away before its reply is whole. */
function clientOf({ raw }: FastifyReply): AbortController {
  const client = new AbortController()
  if (raw.destroyed && !raw.writableFinished) client.abort()
  else raw.once('close', () => !raw.writableFinished && client.abort())
  return client
}

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Answers an authenticated request by its route: parse, reserve the Idempotency-Key, do, keep the reply, send. */
export async function answerRequest(
  { context, authenticator, openStreams }: Answering,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.getDecorator<Caller>('caller')
  const traceparent = headerOf(request, 'traceparent')
  const isForm = route.upload !== undefined && request.isMultipart?.() === true
  const isFile = isForm || (route.upload?.takesJson === true && request.body instanceof Readable)
  if (route.upload && !isFile && !route.handle && !route.upload.takesJson)
    throw noForm(route.upload, headerOf(request, 'content-type'))
  const { params, query, body } = isFile
    ? parseInput(withoutBody(route), { params: request.params, query: request.query, body: undefined })
    : parseInput(route, request)
  const traced = context
    .forTenant(caller.tenant, traceparent === '' ? {} : { traceparent })
    .trace(`${route.method} ${route.url}`)
  reply.raw.once('close', () => traced.end())
  let client: AbortController | undefined
  const input: RouteInput = {
    params,
    query,
    body,
    context: traced.context,
    caller,
    operationId: '',
    clientSignal: () => (client ??= clientOf(reply)).signal,
    lastEventId: headerOf(request, 'last-event-id'),
    agentId: headerOf(request, 'x-agent-id'),
    authenticator,
  }
  const receive = isForm ? receiveUpload : receiveJson
  const upload = isFile ? await receiveFiles(receive, route, request, reply, input) : undefined

  const isStreamed = answersWithStream(route, headerOf(request, 'accept'))
  const stream = { leave: () => client?.abort(), openStreams }
  let held: Held | undefined
  if (route.method === 'POST' && request.headers['idempotency-key'] !== undefined) {
    const reservation = await reserveFor(request, input, upload)
    if ('replay' in reservation) {
      if (upload) await discard(upload, input.context)
      reply.header('idempotency-replayed', 'true')
      const { status, body } = reservation.replay
      if (!isStreamed || !route.replay || body === null || status >= 400) return send(reply, reservation.replay)
      return sendStream(toAsync(route.replay(JSON.parse(body))), route, input, stream, reply)
    }
    held = reservation.held
  }
  if (route.download) return sendDownload(route, input, reply)
  input.operationId = held?.operationId ?? newId('op')
  return isStreamed
    ? sendStream(route.stream!(input), route, input, { ...stream, held }, reply)
    : send(reply, await work(route, input, held, upload, request.id))
}

/** Of a route that takes nothing but a form: another type is refused as such, and none is a form without its file. */
function noForm({ field, extensions = documentExtensions }: UploadRule, contentType: string): ServiceError {
  const wanted = `A multipart/form-data form is required, with \`${field}\`: ${extensions.join(' ')}`
  return contentType === ''
    ? new ServiceError('invalid_request', { detail: wanted, errors: [{ path: field, message: wanted }] })
    : new ServiceError('unsupported_media_type', { detail: wanted })
}

const withoutBody = ({ body: _, ...route }: Route): Route => route

async function receiveFiles(
  receive: typeof receiveUpload,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  input: RouteInput,
) {
  try {
    return await receive(request, route.upload!, { context: input.context, signal: input.clientSignal() })
  } catch (error) {
    if (!(await drain(request.raw))) reply.header('connection', 'close')
    throw error
  }
}

async function reserveFor(
  request: FastifyRequest,
  { context, caller, query, body }: RouteInput,
  upload: Upload | undefined,
): Promise<Reservation> {
  const key = String(request.headers['idempotency-key'])
  const form = upload && {
    fields: upload.fields,
    files: upload.files.map(({ filename, sha256 }) => [filename, sha256]),
    refused: upload.refused.map(({ filename, code }) => [filename, code]),
  }
  const path = request.url.split('?', 1)[0]!
  const fingerprint = fingerprintOf([query ?? null, body ?? null, form ?? null])
  try {
    return await reserve(context, { caller, method: request.method, path, key, fingerprint })
  } catch (error) {
    if (upload) await discard(upload, context)
    throw error
  }
}

/** Runs the handler. What it refuses for good is a reply like any other, and kept for a retry; what may pass is not. */
async function work(
  route: Route,
  input: RouteInput,
  held: Held | undefined,
  upload: Upload | undefined,
  requestId: string,
): Promise<Reply> {
  let noted: NotedChange | undefined
  try {
    noted = await noteChange(route, input)
    const answer = upload
      ? await route.receive!(input as RouteInput<any, any, undefined>, upload)
      : await route.handle!(input)
    const { status, body, contentType } = replyOf(route, answer)
    await noted?.done(body)
    const text = contentType ? (body as string) : body === undefined ? null : JSON.stringify(body)
    const reply: Reply = { status, body: text, ...(contentType && { contentType }) }
    await held?.finish(reply, { seal: route.showsSecret === true })
    return reply
  } catch (thrown) {
    const error = toServiceError(thrown)
    const isFinal = !error.retryable && error.status < 500
    if (isFinal) await noted?.refused()
    if (isFinal && upload) await discard(upload, input.context)
    if (held && isFinal) {
      await held.finish({ status: error.status, body: JSON.stringify(problemOf(error, requestId)) }, { seal: false })
    } else await held?.release()
    throw thrown
  }
}

function send(reply: FastifyReply, { status, body, contentType }: Reply): FastifyReply {
  reply.code(status)
  if (body === null) return reply.send()
  const type = contentType ?? (status < 400 ? 'application/json; charset=utf-8' : problemType)
  return reply.header('content-type', type).send(body)
}

/** Sends a body of any size; its reader's pace is its pace, and it is closed when its reader leaves. */
async function sendDownload(route: Route, input: RouteInput, reply: FastifyReply): Promise<FastifyReply> {
  const { contentType, filename, body } = await route.download!(input)
  reply.raw.once('close', () => body.destroy())
  return reply
    .code(route.status)
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition(filename))
    .send(body)
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

async function sendStream(
  stream: AsyncIterable<StreamEvent>,
  route: Route,
  input: RouteInput,
  { held, leave, openStreams }: { held?: Held | undefined; leave(): void; openStreams: Set<OpenStream> },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const events = stream[Symbol.asyncIterator]()
  const first = await events.next().catch(async (error) => {
    await held?.release()
    throw error
  })
  if (first.done) throw new ServiceError('stream_broken')
  const opened = openEventStream(first.value, events, {
    failed(thrown, lastId): StreamEvent {
      const error = toServiceError(thrown)
      if (error.code === 'internal') input.context.log.error({ err: thrown }, 'a stream failed')
      const data = { type: 'error', message: error.message, code: error.code }
      return { event: 'error', id: lastId, data, isLast: true }
    },
    ending: async () => held?.release(),
    closed() {
      openStreams.delete(opened)
      leave()
      void held?.release()
    },
  })
  openStreams.add(opened)
  return reply.code(route.status).headers(eventStreamHeaders).send(opened.body)
}

/** Sends an error as a problem document. */
export function sendProblem(reply: FastifyReply, error: ServiceError, requestId: string): FastifyReply {
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (error.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  return reply
    .code(error.status)
    .header('content-type', problemType)
    .send(JSON.stringify(problemOf(error, requestId)))
}
