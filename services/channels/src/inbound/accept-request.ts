import { createHash } from 'node:crypto'
import { derivedId, platformTenant } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { Candidate } from '../accounts/find-channel.ts'
import type { ChannelsContext } from '../context.ts'
import type { Inbound, RawRequest, Verdict } from '../providers/provider.ts'
import type { RequestDocument } from './request-document.ts'
import { publishRequestAccepted } from './requeue-requests.ts'
import { laneOf, sendersOf, unreadableLane } from './sender-lanes.ts'

/** A body up to this is kept in its document, a larger one as a blob. */
const inlineBytes = 64 * 1024
/** What authorised a request is not kept, for it may be a secret itself. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

/** Not every store takes a name with a dot or a dollar sign. */
const plainName = /^[a-z0-9_-]{1,100}$/

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => plainName.test(name) && !secretHeaders.has(name)))

/** `replayed`: another request used what may be used once. */
export type Acceptance = 'accepted' | 'seen_before' | 'replayed'

/**
 * Stores a verified request with an event for each sender in it; all of it is on disk when this resolves. The same request
 * again changes nothing, whatever its signature says of the time.
 */
export async function acceptRequest(
  request: RawRequest,
  { channel, provider }: Candidate,
  verdict: Extract<Verdict, { accepted: true }>,
  context: ChannelsContext,
): Promise<Acceptance> {
  const { tenant, collections, clock } = context
  const { channelId, address } = channel.body
  const digest = createHash('sha256').update(request.body).digest('hex')
  const requestId = derivedId('inb', channelId, digest)
  const known = await collections.requests.get(tenant, requestId)
  if (known && known.body.state !== 'received') return 'seen_before'

  if (verdict.once && !(await isFirst(digest, verdict.once, context))) return 'replayed'

  const { lanes, senders } = await partsOf()
  if (lanes.length === 0) return 'accepted'
  if (!known) {
    const document: RequestDocument = {
      channelId,
      method: 'POST',
      target: request.target,
      headers: withoutSecrets(request.headers),
      body: await keepBody(requestId, request.body, context),
      receivedAt: timestampOf(clock),
      cause: context.cause,
      lanes,
      senders,
      state: 'received',
    }
    await collections.requests.insert(tenant, requestId, document)
  }
  // Again for a request that is there already: whoever stored it may have died before this.
  for (const lane of known?.body.lanes ?? lanes) {
    await publishRequestAccepted(requestId, channelId, lane, context)
  }
  return known ? 'seen_before' : 'accepted'

  async function partsOf(): Promise<Pick<RequestDocument, 'lanes' | 'senders'>> {
    let inbound: Inbound[]
    try {
      inbound = await provider.parse(request, address)
    } catch (error) {
      // It verified, so it is kept; that it can't be read shows among the dead letters.
      context.log.warn({ channelId, requestId, err: error }, "an accepted request can't be read")
      return { lanes: [unreadableLane(channelId)], senders: [] }
    }
    return {
      lanes: [...new Set(inbound.map((each) => laneOf(channelId, each)))],
      senders: [...new Set(inbound.flatMap((each) => sendersOf(channelId, each)))],
    }
  }
}

/**
 * Whether nothing else used this key, at any channel of any tenant: an account that signs for one may sign for several. What
 * used it may come again, and to another channel: a mail may be for two of our addresses.
 */
async function isFirst(
  digest: string,
  { key, until }: { key: string; until: number },
  { collections }: ChannelsContext,
): Promise<boolean> {
  const { stored } = await collections.once.insert(platformTenant, derivedId('inb', 'once', key), { digest, until })
  return stored.body.digest === digest
}

async function keepBody(
  requestId: string,
  body: Uint8Array,
  { tenant, blobs }: ChannelsContext,
): Promise<RequestDocument['body']> {
  if (body.byteLength <= inlineBytes) return { base64: Buffer.from(body).toString('base64') }
  const blobId = `request_${requestId}`
  await blobs.put(tenant, blobId, body)
  return { blobId, bytes: body.byteLength }
}
