import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  type BodyOf,
  type ChannelKind,
  channelKind,
  channels,
  id,
  maxRequestBytes,
  platformTenant,
  ServiceError,
  sealedRequestOwner,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { sealForChannels } from '../provider-requests/seal-for-channels.ts'
import { requestBlobPrefix } from '../provider-requests/sweep-requests.ts'
import { providerRoute, type RawInput, type RawReply, type Route } from './route.ts'

const common = { access: 'provider', tag: 'Channels in' } as const
const params = z.object({ channelId: id })
/** What crosses the bus in a message; in base64 it is a third more, and 512 kB is the most. */
const inlineBytes = 256 * 1024
/** From its first byte to its last: 40 MB at 5 Mbit/s. Providers are data centres. */
const largeBodyMs = 60_000
const tooSlow = `The body did not arrive within ${largeBodyMs / 1_000} s.`

/** What is read of a body so far, and the rest of it when it is a large one. */
async function beginReading(body: Readable): Promise<{ head: Buffer; rest?: AsyncIterator<Buffer> }> {
  const chunks = body.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const read: Buffer[] = []
  let bytes = 0
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    read.push(next.value)
    bytes += next.value.byteLength
    if (bytes > inlineBytes) return { head: Buffer.concat(read), rest: chunks }
  }
  return { head: Buffer.concat(read) }
}

async function* allOf(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

const takeFor =
  (kind: ChannelKind) =>
  async ({ params, context, request, sender }: RawInput<{ channelId?: string } | undefined>): Promise<RawReply> => {
    const platform = context.forTenant(platformTenant)
    const { body, ...parts } = request
    // The body is read before `verify`, so that a slow sender holds no slot.
    const verify = (whole: BodyOf<typeof channels.queries.requestReceive>['body']) =>
      sender.verify(async () => {
        const head = await sealForChannels(JSON.stringify(parts), sealedRequestOwner, platform)
        return platform.ask(channels.queries.requestReceive, { kind, ...params, head, body: whole })
      })
    const read = await beginReading(body)
    if (!read.rest) return verify({ base64: read.head.toString('base64') })
    const content = allOf(read.head, read.rest)
    return sender.large(async () => {
      const blobId = `${requestBlobPrefix}${randomUUID()}`
      try {
        await storeBody(blobId, content, maxRequestBytes[kind], platform)
        return await verify({ blobId })
      } finally {
        await platform.blobs.remove(platformTenant, blobId)
      }
    })
  }

async function storeBody(
  blobId: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  { blobs }: GatewayContext,
) {
  const signal = AbortSignal.timeout(largeBodyMs)
  try {
    await blobs.put(platformTenant, blobId, content, { maxBytes, signal })
  } catch (error) {
    if (signal.aborted) throw new ServiceError('malformed_request', { detail: tooSlow, cause: error })
    if (!(error instanceof ServiceError) || error.code !== 'payload_too_large') throw error
    const detail = `A request may have at most ${maxBytes / 1024 / 1024} MB here.`
    throw new ServiceError('payload_too_large', { detail, cause: error })
  }
}

const description =
  'Called by the provider, with its own format, content type and signature. A request that can’t be verified gets a 401 without details. A verified request is stored before the reply; a repeated request changes nothing.'

const titleOf = (kind: ChannelKind): string => kind.charAt(0).toUpperCase() + kind.slice(1)

/** Where the providers of channels send what customers write. Whoever calls shows by a signature that it is one. */
export const providerRequestRoutes: Route[] = channelKind.options.flatMap((kind) => [
  providerRoute(`POST /api/webhooks/${kind}`, {
    ...common,
    name: `receive${titleOf(kind)}`,
    summary: `Receive ${kind} for the channel of the recipient`,
    description,
    refusals: ['unverified', 'payload_too_large', 'malformed_request'],
    maxBytes: maxRequestBytes[kind],
    take: takeFor(kind),
  }),
  providerRoute(`POST /api/webhooks/${kind}/:channelId`, {
    ...common,
    name: `receive${titleOf(kind)}ForChannel`,
    summary: `Receive ${kind} for this channel`,
    description,
    params,
    refusals: ['unverified', 'payload_too_large', 'malformed_request'],
    maxBytes: maxRequestBytes[kind],
    take: takeFor(kind),
  }),
])

/** Meta asks once whether this is where it should call: https://developers.facebook.com/docs/graph-api/webhooks */
export const challengeRoutes: Route[] = [
  providerRoute('GET /api/webhooks/whatsapp/:channelId', {
    ...common,
    name: 'verifyWhatsappWebhook',
    summary: 'Answer the verification challenge of Meta',
    description: 'Returns `hub.challenge` as text if `hub.verify_token` matches the channel.',
    params,
    refusals: ['unverified'],
    otherTypes: ['text/plain'],
    take: takeFor('whatsapp'),
  }),
]
