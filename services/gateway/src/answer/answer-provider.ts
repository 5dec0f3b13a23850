import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { ServiceError } from '@frontdesk/contracts'
import type { Cause } from '@frontdesk/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayContext } from '../context.ts'
import type { limitUnauthenticated } from '../provider-requests/limit-unauthenticated.ts'
import { parseInput } from '../requests/parse-input.ts'
import type { ProviderRoute, RawInput } from '../routes/route.ts'
import { drain } from '../uploads/receive-upload.ts'

/** Names in lower case; what came more than once is joined. */
function headersOf({ rawHeaders }: FastifyRequest['raw']): Record<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    const before = headers.get(name)
    headers.set(name, before === undefined ? rawHeaders[at + 1]! : `${before}, ${rawHeaders[at + 1]!}`)
  }
  return Object.fromEntries(headers)
}

/** Of the client; of the proxy that says nothing of use about it. */
const addressOf = ({ ip, socket }: FastifyRequest): string => (isIP(ip) ? ip : (socket.remoteAddress ?? ''))

/** The kind of channel: whoever asks chooses what else stands in the path. */
const placeOf = ({ url }: ProviderRoute): string => url.split('/:', 1)[0]!

/**
 * Answers a provider's request by its route: as it came, byte for byte, for its signature is over that. There is no key, so
 * nothing of it is believed before a service has verified it.
 */
export async function answerProvider(
  { context, limitSender }: { context: GatewayContext; limitSender: ReturnType<typeof limitUnauthenticated> },
  route: ProviderRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params } = parseInput({ params: route.params }, { params: request.params, query: {}, body: undefined })
  const target = request.raw.url ?? request.url
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  const traced = context.forTenant('', request.getDecorator<Cause>('cause')).trace(`${route.method} ${route.url}`)
  reply.raw.once('close', () => traced.end())
  reply.header('traceparent', traced.context.cause.traceparent)
  const sender = limitSender(addressOf(request), placeOf(route))
  const input: RawInput = {
    params,
    context: traced.context,
    request: { method: request.method as 'GET' | 'POST', target, headers: headersOf(request.raw), body },
    sender,
  }
  try {
    sender.admit()
    refuseTooLarge(request, route.maxBytes ?? 0)
    const { status, contentType, headers = {}, body: answer } = await route.take(input)
    if (status === 401) throw new ServiceError('unverified')
    if (contentType) reply.header('content-type', contentType)
    if (answer instanceof Readable) reply.raw.once('close', () => answer.destroy())
    return reply.code(status).headers(headers).send(answer)
  } catch (error) {
    if (!(await drain(request.raw))) reply.header('connection', 'close')
    throw body.errored ? cutOff(body.errored) : error
  }
}

/** Throws `payload_too_large` for what says itself that it is, before any of it is read. */
function refuseTooLarge(request: FastifyRequest, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

const cutOff = (cause: unknown) =>
  new ServiceError('malformed_request', { detail: 'The body could not be read completely.', cause })

const tooLarge = (maxBytes: number) =>
  new ServiceError('payload_too_large', { detail: `A request may have at most ${maxBytes / 1024 / 1024} MB here.` })
