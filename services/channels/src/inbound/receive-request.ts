import {
  type BodyOf,
  maxRequestBytes,
  platformTenant,
  type ReplyOf,
  requestHead,
  requestLetterOwner,
  type requestReceive,
} from '@frontdesk/contracts'
import { parse } from '@frontdesk/service'
import pLimit from 'p-limit'
import { openLetter, secretsOfChannel } from '../channel-secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { countRequest } from '../count-requests.ts'
import { type Candidate, findById, findByRecipient } from '../find-channel.ts'
import type { RawRequest, Verdict } from '../provider.ts'
import { publicUrls } from '../public-urls.ts'
import { acceptRequest } from './accept-request.ts'

type Reply = ReplyOf<typeof requestReceive>
const refused: Reply = { status: 401 }

/** Bodies that are large enough to be blobs, in the memory of one process at once. */
const largeOnes = pLimit(3)

/**
 * Verifies a provider's request and stores what it says before it replies. Whatever does not hold (signature, age,
 * address, channel) is a 401 that says nothing and leaves nothing but a count.
 */
export async function receiveRequest(body: BodyOf<typeof requestReceive>, context: ChannelsContext): Promise<Reply> {
  const { body: sent } = body
  if ('base64' in sent) return receive(body, Buffer.from(sent.base64, 'base64'), context)
  return largeOnes(async () => {
    const bytes = await context.blobs.read(platformTenant, sent.blobId, { maxBytes: maxRequestBytes[body.kind] })
    return receive(body, bytes, context)
  })
}

async function receive(
  { kind, channelId, head }: BodyOf<typeof requestReceive>,
  bytes: Uint8Array,
  context: ChannelsContext,
): Promise<Reply> {
  const request: RawRequest = { ...parse(requestHead, openLetter(head, requestLetterOwner, context)), body: bytes }
  const candidates =
    channelId === undefined ? await findByRecipient(kind, request, context) : await findById(kind, channelId, context)
  if (candidates.length === 0) countRequest({ provider: '', channel: '', verdict: 'no_channel' }, context)
  for (const candidate of candidates) {
    const reply =
      request.method === 'GET' ? challenge(request, candidate, context) : await take(request, candidate, context)
    if (reply) return reply
  }
  return refused
}

const count = ({ channel, provider }: Candidate, verdict: string, context: ChannelsContext) =>
  countRequest({ provider: provider.name, channel: channel.id, verdict }, context)

/** The reply to a request that this channel's secrets verify; undefined for any other. */
async function take(request: RawRequest, candidate: Candidate, context: ChannelsContext): Promise<Reply | undefined> {
  const { channel, provider } = candidate
  const verdict = verify(request, candidate, context)
  if (!verdict.accepted) {
    count(candidate, verdict.reason, context)
    return undefined
  }
  const acceptance = await acceptRequest(request, candidate, verdict, context.forTenant(channel.tenant))
  count(candidate, acceptance, context)
  if (acceptance === 'replayed') return undefined
  return { status: 200, ...provider.reply }
}

function verify(request: RawRequest, { channel, provider }: Candidate, context: ChannelsContext): Verdict {
  const urls = publicUrls(context.config.PUBLIC_URL, request.target, request.headers.host)
  const verifying = { now: context.clock.now(), address: channel.body.address, urls }
  return provider.verify(request, secretsOfChannel(channel, context), verifying)
}

function challenge({ target }: RawRequest, candidate: Candidate, context: ChannelsContext): Reply | undefined {
  const { channel, provider } = candidate
  const query = new URL(target, 'http://localhost').searchParams
  const answer = provider.challenge?.(query, secretsOfChannel(channel, context))
  count(candidate, answer === undefined ? 'wrong_challenge' : 'challenge', context)
  return answer === undefined ? undefined : { status: 200, contentType: 'text/plain; charset=utf-8', body: answer }
}
