import {
  type BodyOf,
  type channels,
  maxRequestBytes,
  platformTenant,
  type ReplyOf,
  requestHead,
  sealedRequestOwner,
} from '@frontdesk/contracts'
import { parse } from '@frontdesk/service'
import { openSealed, secretsOfChannel } from '../accounts/channel-secrets.ts'
import { type Candidate, findById, findByRecipient } from '../accounts/find-channel.ts'
import type { ChannelsContext } from '../context.ts'
import type { RawRequest } from '../providers/provider.ts'
import { publicUrls } from '../providers/public-urls.ts'
import { acceptRequest } from './accept-request.ts'
import { countRequest } from './count-requests.ts'

type Reply = ReplyOf<typeof channels.queries.requestReceive>
const refused: Reply = { status: 401 }

/**
 * Verifies a provider's request and stores what it says before it replies: each channel that it verifies for takes its part.
 * Whatever does not hold (signature, age, address, channel) is a 401 that says nothing and leaves nothing but a count.
 */
export async function receiveRequest(
  body: BodyOf<typeof channels.queries.requestReceive>,
  context: ChannelsContext,
): Promise<Reply> {
  const { body: sent } = body
  const head = parse(requestHead, openSealed(body.head, sealedRequestOwner, context))
  if ('base64' in sent) return receive(body, { ...head, body: Buffer.from(sent.base64, 'base64') }, context)
  // Of a body that came in chunks nobody said how long it is.
  const length = Number(head.headers['content-length'] ?? Number.NaN)
  const maxBytes = maxRequestBytes[body.kind]
  return context.state.received(Number.isNaN(length) ? maxBytes : length, async () => {
    const bytes = await context.blobs.read(platformTenant, sent.blobId, { maxBytes })
    return receive(body, { ...head, body: bytes }, context)
  })
}

async function receive(
  { kind, channelId }: BodyOf<typeof channels.queries.requestReceive>,
  request: RawRequest,
  context: ChannelsContext,
): Promise<Reply> {
  const candidates =
    channelId === undefined
      ? await findByRecipient(kind, request, context)
      : await findById(kind, channelId, request, context)
  if (candidates.length === 0) countRequest({ provider: '', channel: '', verdict: 'no_channel' }, context)
  let reply: Reply | undefined
  const failures: { unopened?: unknown; unstored?: unknown } = {}
  for (const candidate of candidates) {
    const secrets = open(candidate)
    if (!secrets) continue
    try {
      const answer = request.method === 'GET' ? challenge : receiveVerified
      const given = await answer(request, candidate, secrets, context)
      reply ??= given
    } catch (error) {
      failures.unstored ??= error
    }
  }
  // What could not be stored comes again, and the others know their part then.
  if (failures.unstored) throw failures.unstored
  if (!reply && failures.unopened) throw failures.unopened
  return reply ?? refused

  /** Undefined for a channel whose secrets were sealed with another key: that is none of the others' business. */
  function open(candidate: Candidate): Record<string, string> | undefined {
    try {
      return secretsOfChannel(candidate.channel, context)
    } catch (error) {
      count(candidate, 'unopened', context)
      context.log.error({ channel: candidate.channel.id, err: error }, "the secrets of a channel can't be decrypted")
      failures.unopened ??= error
      return undefined
    }
  }
}

const count = ({ channel, provider }: Candidate, verdict: string, context: ChannelsContext) =>
  countRequest({ provider: provider.name, channel: channel.id, verdict }, context)

/** The reply to a request that this channel's secrets verify; undefined for any other. */
async function receiveVerified(
  request: RawRequest,
  candidate: Candidate,
  secrets: Record<string, string>,
  context: ChannelsContext,
): Promise<Reply | undefined> {
  const { channel, provider } = candidate
  const urls = publicUrls(context.config.PUBLIC_URL, request.target, request.headers.host)
  const verdict = provider.verify(request, secrets, { now: context.clock.now(), address: channel.body.address, urls })
  if (!verdict.accepted) {
    count(candidate, verdict.reason, context)
    return undefined
  }
  const acceptance = await acceptRequest(request, candidate, verdict, context.forTenant(channel.tenant))
  count(candidate, acceptance, context)
  if (acceptance === 'replayed') return undefined
  return { status: 200, ...provider.reply }
}

function challenge(
  { target }: RawRequest,
  candidate: Candidate,
  secrets: Record<string, string>,
  context: ChannelsContext,
): Reply | undefined {
  const query = new URL(target, 'http://localhost').searchParams
  const answer = candidate.provider.challenge?.(query, secrets)
  count(candidate, answer === undefined ? 'wrong_challenge' : 'challenge', context)
  return answer === undefined ? undefined : { status: 200, contentType: 'text/plain; charset=utf-8', body: answer }
}
