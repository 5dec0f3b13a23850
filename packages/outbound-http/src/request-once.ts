import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import got, { type PlainResponse } from 'got'

export type Reply = { status: number; headers: Record<string, string>; body: Uint8Array; truncated?: true }

type Hop = {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  /** The checked addresses; the connection goes to one of these and to no other. */
  addresses: string[]
  agents: { http: HttpAgent; https: HttpsAgent }
  maxBytes: number
  signal: AbortSignal
}

/** A lookup that knows nothing but the checked addresses, so what DNS says a moment later can't matter. */
export const pinnedTo = (addresses: string[]): LookupFunction => {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, answer) => {
    const fitting = entries.filter(({ family }) => !options.family || options.family === family)
    if (fitting.length === 0) return answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0)
    if (options.all) return answer(null, fitting)
    return answer(null, fitting[0]!.address, fitting[0]!.family)
  }
}

const plainHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/**
 * One request, no redirect, no retry. Reads at most `maxBytes` of the unpacked body (and as many packed ones); then
 * it hangs up. Throws what got throws.
 */
export async function requestOnce(hop: Hop): Promise<Reply> {
  hop.signal.throwIfAborted()
  // The caller's signal (a timeout, too) may abort long after the reply; by then it must not reach this request.
  const whileReading = new AbortController()
  const abort = () => whileReading.abort(hop.signal.reason)
  hop.signal.addEventListener('abort', abort, { once: true })
  try {
    return await readReply(hop, whileReading.signal)
  } finally {
    hop.signal.removeEventListener('abort', abort)
  }
}

async function readReply(hop: Hop, signal: AbortSignal): Promise<Reply> {
  const request = got.stream(hop.url, {
    method: hop.method as 'GET',
    headers: { 'user-agent': 'Frontdesk', ...hop.headers },
    ...(hop.body !== undefined && { body: hop.body }),
    agent: hop.agents,
    dnsLookup: pinnedTo(hop.addresses) as never,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    http2: false,
    signal,
  })
  let response: PlainResponse | undefined
  request.once('response', (received: PlainResponse) => {
    response = received
  })
  // The loop below throws what fails before the end; what fails after it (the socket, an upload nobody read) is nobody's.
  request.on('error', () => {})
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Uint8Array>) {
    const room = hop.maxBytes - bytes
    parts.push(part.byteLength > room ? part.subarray(0, room) : part)
    bytes += part.byteLength
    if (bytes > hop.maxBytes) break // leaving the loop destroys the request and its socket
  }
  if (response === undefined) throw new Error('the request ended without a reply')
  return {
    status: response.statusCode,
    headers: plainHeaders(response.headers),
    body: Buffer.concat(parts),
    ...(bytes > hop.maxBytes && { truncated: true as const }),
  }
}
