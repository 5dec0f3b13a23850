import { descending, type Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import type { ThreadDocument } from '../threads/thread-document.ts'
import type { OutboundDocument } from './outbound-document.ts'

/** A conversation has its thread within moments, unless who was about to keep it died. */
const threadWithinMs = 60_000
const maxDelayMs = 30_000
/** Of what is being taken in, so many are looked at, the newest first. */
const maxLookedAt = 100

/**
 * The thread of a message's conversation. `wait`: it may still come. `lost`: what the customer wrote was given up before the
 * thread was kept. `gone`: the conversation came by no channel, whatever it says.
 */
export type FoundThread =
  | { kind: 'thread'; thread: ThreadDocument }
  | { kind: 'wait'; untilMs: number }
  | { kind: 'lost' }
  | { kind: 'gone' }

/** Finds what an answer needs to know of its conversation, which is kept only after chat was asked for the answer. */
export async function findThread(
  { body: message }: Stored<OutboundDocument>,
  context: ChannelsContext,
): Promise<FoundThread> {
  const { tenant, collections, clock } = context
  const read = async () => (await collections.threads.get(tenant, message.conversationId))?.body
  const thread = await read()
  if (thread) return { kind: 'thread', thread }
  const ageMs = clock.now() - Date.parse(message.createdAt)
  const wait = { kind: 'wait', untilMs: clock.now() + Math.min(Math.max(200, ageMs), maxDelayMs) } as const
  if (ageMs <= threadWithinMs) return wait
  const begun = await findBegun(message, context)
  // Before it was looked for, what had begun may have come to its end.
  const late = await read()
  if (late) return { kind: 'thread', thread: late }
  if (begun === 'under_way') return wait
  return { kind: begun === 'given_up' ? 'lost' : 'gone' }
}

/** What may have led to the message: something of its kind that chat may have been asked for, and that has not ended. */
async function findBegun(
  { conversationId, kind, createdAt }: OutboundDocument,
  { tenant, collections }: ChannelsContext,
): Promise<'under_way' | 'given_up' | undefined> {
  const { items } = await collections.inbound.find(tenant, {
    // Clocks of two processes differ.
    where: { state: 'decided', at: { lte: new Date(Date.parse(createdAt) + threadWithinMs).toISOString() } },
    sort: descending('at'),
    limit: maxLookedAt,
  })
  const ofNoOther = items.filter(({ body }) => (body.conversationId ?? conversationId) === conversationId)
  const [channels, requests] = await Promise.all([
    collections.accounts.getMany(tenant, [...new Set(ofNoOther.map(({ body }) => body.channelId))]),
    collections.requests.getMany(tenant, [...new Set(ofNoOther.map(({ body }) => body.requestId))]),
  ])
  const kinds = new Map(channels.map(({ id, body }) => [id, body.kind]))
  const open = new Set(requests.filter(({ body }) => /^(?:received|waiting)$/.test(body.state)).map(({ id }) => id))
  const ofKind = ofNoOther.filter(({ body }) => (kinds.get(body.channelId) ?? kind) === kind)
  if (ofKind.length === 0) return undefined
  return ofKind.some(({ body }) => open.has(body.requestId)) ? 'under_way' : 'given_up'
}
