import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { lookUp } from '@frontdesk/contracts'
import { Agent, type Dispatcher, request } from 'undici'

export type Reply = { status: number; headers: Record<string, string>; body: Uint8Array; truncated?: true }

type Hop = {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  /** The checked addresses; a new connection goes to one of these and to no other. */
  addresses: string[]
  maxBytes: number
  signal: AbortSignal
}

/** A lookup that knows nothing but the checked addresses, so what DNS says a moment later can't matter. */
export const pinnedTo =
  (addresses: string[]): LookupFunction =>
  (_host, options, answer) => {
    const entries = addresses.map((address) => ({ address, family: isIP(address) }))
    const fitting = entries.filter(({ family }) => !options.family || options.family === family)
    if (fitting.length === 0) return answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0)
    if (options.all) return answer(null, fitting)
    return answer(null, fitting[0]!.address, fitting[0]!.family)
  }

/** Connections that are kept for the next request, and what pins each new one to addresses that were checked. */
export type Connections = {
  /** One request, no redirect, no retry. Reads at most `maxBytes` of the body, unpacked and packed; then it hangs up. */
  requestOnce(hop: Hop): Promise<Reply>
  close(): Promise<void>
}

/** What a packed body may be larger than what is in it. */
const packingBytes = 4_096

/** What unpacks a body; undefined for one that comes as it is. */
const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}
const accepted = 'gzip, deflate, br, zstd'

/** Opens connections as requests need them. */
export function openConnections(): Connections {
  /** The newest checked addresses of each host that a request is under way to. */
  const checked = new Map<string, { addresses: string[]; requests: number }>()
  const lookup: LookupFunction = (host, options, answer) =>
    pinnedTo(checked.get(host)?.addresses ?? [])(host, options, answer)
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    allowH2: false,
    // Idle sockets go before the 5 s after which most servers close them, so few requests meet a closed one.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    connect: { lookup },
  })

  return {
    async requestOnce(hop) {
      hop.signal.throwIfAborted()
      const { hostname } = hop.url
      const known = checked.get(hostname) ?? { addresses: [], requests: 0 }
      checked.set(hostname, known)
      known.addresses = hop.addresses
      known.requests++
      try {
        return await readReply(hop, agent)
      } finally {
        if (--known.requests === 0) checked.delete(hostname)
      }
    },
    close: () => agent.close(),
  }
}

const plainHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** Replies that say that the reply comes later (1xx). Who sends more keeps us busy and says nothing. */
const maxInformationalReplies = 16

async function readReply(hop: Hop, dispatcher: Dispatcher): Promise<Reply> {
  const { url, method, maxBytes, signal } = hop
  let informational = 0
  const { statusCode, headers, body } = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: { 'user-agent': 'Frontdesk', 'accept-encoding': accepted, ...hop.headers },
    body: hop.body ?? null,
    dispatcher,
    signal,
    onInfo() {
      informational++
      if (informational > maxInformationalReplies) throw new Error('too many informational replies')
    },
  })
  const isEmpty = method === 'HEAD' || statusCode === 204 || statusCode === 304 || headers['content-length'] === '0'
  const read = isEmpty ? await empty(body) : await readAtMost(await unpacked(body, headers, maxBytes), maxBytes)
  return {
    status: statusCode,
    headers: plainHeaders(headers),
    body: read.body,
    ...(read.isCut && { truncated: true as const }),
  }
}

async function empty(body: Readable & { dump(): Promise<unknown> }) {
  await body.dump()
  return { body: new Uint8Array(), isCut: false }
}

async function unpacked(body: Readable, headers: NodeJS.Dict<string | string[]>, maxBytes: number): Promise<Readable> {
  const encoding = String(headers['content-encoding'] ?? '').toLowerCase()
  const unpacker = encoding === 'deflate' ? await inflater(body) : lookUp(unpackers, encoding)?.()
  if (!unpacker) return body
  // Whatever fails is thrown to the reader of the last stream; leaving it destroys them all.
  return pipeline(packedAtMost(body, maxBytes + packingBytes), unpacker, () => {})
}

/** Packed bytes that unpack to nothing could go on for ever. */
async function* packedAtMost(body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength
    yield part
    if (bytes > maxBytes) return
  }
}

/** `deflate` is zlib by RFC 9110, 8.4.1.2, and without zlib's header by what some servers send. */
async function inflater(body: Readable): Promise<Transform> {
  const first: Buffer | null = await new Promise((resolve) => {
    const look = () => {
      const chunk = body.read()
      if (chunk === null && !body.readableEnded) return void body.once('readable', look)
      resolve(chunk)
    }
    body.once('error', () => resolve(null)).once('end', () => resolve(null))
    look()
  })
  if (first !== null) body.unshift(first)
  return first === null || (first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()
}

async function readAtMost(stream: Readable, maxBytes: number): Promise<{ body: Uint8Array; isCut: boolean }> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    const room = maxBytes - bytes
    parts.push(part.byteLength > room ? part.subarray(0, room) : part)
    bytes += part.byteLength
    if (bytes > maxBytes) break // leaving the loop destroys the request and its socket
  }
  return { body: parts.length === 1 ? parts[0]! : Buffer.concat(parts), isCut: bytes > maxBytes }
}
