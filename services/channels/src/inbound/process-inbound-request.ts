import { type BodyOf, type channels, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { type Candidate, findInTenant } from '../accounts/find-channel.ts'
import type { ChannelsContext } from '../context.ts'
import { recordReceipt } from '../outbound/record-receipt.ts'
import type { Inbound, RawRequest } from '../providers/provider.ts'
import type { Arrival } from './arrival.ts'
import { receiveEmail } from './receive-email.ts'
import { receiveText } from './receive-text.ts'
import type { RequestDocument } from './request-document.ts'
import { laneOf, unreadableLane } from './sender-lanes.ts'

/**
 * Does what a request of one sender says, in the order in which it says it. Every step can be done again: what was done
 * before a crash is found done.
 */
export async function processInboundRequest(
  { channelId, requestId, lane }: BodyOf<typeof channels.events.requestAccepted>,
  context: ChannelsContext,
): Promise<void> {
  const stored = await context.collections.requests.get(context.tenant, requestId)
  if (!stored?.body.lanes.includes(lane)) return
  const candidate = await findInTenant(channelId, context)
  // A channel that was deleted takes nothing more.
  if (candidate) {
    const work = () => doInLane(stored, lane, candidate, context)
    const { body } = stored.body
    await ('blobId' in body ? context.state.processed(body.bytes, work) : work())
  }
  await finishLane(requestId, lane, 'done', context)
}

/** After the last attempt: the request shows as failed, beside its dead letter. */
export const failInboundRequest = (
  { requestId, lane }: BodyOf<typeof channels.events.requestAccepted>,
  context: ChannelsContext,
): Promise<void> => finishLane(requestId, lane, 'failed', context)

async function doInLane(
  { id: requestId, body }: Stored<RequestDocument>,
  lane: string,
  { channel, provider }: Candidate,
  context: ChannelsContext,
): Promise<void> {
  const { address, channelId } = channel.body
  const request: RawRequest = {
    method: body.method,
    target: body.target,
    headers: body.headers,
    body: await bytesOf(body, context),
  }
  const inbound = await provider.parse(request, address)
  // It could not be read when it came, or told senders apart in another way, so nobody's part of it is known.
  const isAll = lane === unreadableLane(channelId) || !inbound.some((each) => laneOf(channelId, each) === lane)
  const ofLane = inbound.filter((each) => isAll || laneOf(channelId, each) === lane)
  for (const each of ofLane) {
    await processInbound(each, { requestId, receivedAt: body.receivedAt, channel, provider }, context)
  }
  const unreadable = ofLane.flatMap((each) => (each.type === 'unreadable' ? [each.why] : []))
  if (unreadable.length === 0) return
  throw new ServiceError('invalid_request', { detail: unreadable.join('\n').slice(0, 2_000) })
}

async function processInbound(inbound: Inbound, arrival: Arrival, context: ChannelsContext): Promise<void> {
  if (inbound.type === 'text') await receiveText(inbound, arrival, context)
  else if (inbound.type === 'mail') await receiveEmail(inbound, arrival, context)
  else if (inbound.type === 'receipt') await recordReceipt(arrival.channel.body.channelId, inbound, context)
}

async function bytesOf({ body }: RequestDocument, { tenant, blobs }: ChannelsContext): Promise<Uint8Array> {
  return 'blobId' in body ? blobs.read(tenant, body.blobId) : Buffer.from(body.base64, 'base64')
}

async function finishLane(
  requestId: string,
  lane: string,
  state: 'done' | 'failed',
  { commit, collections }: ChannelsContext,
): Promise<void> {
  await commit(collections.requests, requestId, (current) => {
    if (!current) return undefined
    const { body } = current
    // A failed part stays to be done: its dead letter can be given back.
    const lanes = state === 'done' ? body.lanes.filter((each) => each !== lane) : body.lanes
    const isOver = lanes.length === 0
    return { body: { ...body, lanes, state: state === 'failed' ? 'failed' : isOver ? 'done' : body.state } }
  })
}
