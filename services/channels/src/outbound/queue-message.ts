import type { BodyOf, ChannelKind, Message, messageSent } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import type { OutboundDocument } from './outbound-document.ts'
import { toldOf } from './publish-state.ts'
import { runLane } from './run-lanes.ts'

type Sent = BodyOf<typeof messageSent>

/**
 * Whether the customer is to get it: what the AI or an agent says, no note, nothing of ours about the state of things, and
 * no answer that was cut off because a person took over.
 */
const isForCustomer = ({ message: { author, kind, content, outcome } }: Sent): boolean =>
  kind === 'message' &&
  (author.kind === 'ai' || author.kind === 'agent') &&
  outcome !== 'waiting' &&
  outcome !== 'failed' &&
  content.trim() !== ''

/** A message for a customer who came by a channel sets out; the same event again changes nothing. */
export async function queueMessage(sent: Sent, context: ChannelsContext): Promise<void> {
  const { channel } = sent.conversation
  if (channel === 'api' || channel === 'widget' || !isForCustomer(sent)) return
  const { tenant, collections } = context
  const { conversationId } = sent.message
  const thread = await collections.threads.get(tenant, conversationId)
  await keepMessage(sent.message, channel, thread?.body.channelId, context)
  runLane(conversationId, thread?.body.channelId, context)
}

/** Keeps a message that is to go out. Whether it came by a channel at all is not known before its thread is there. */
export async function keepMessage(
  { id, conversationId, sequence, author, content }: Message,
  kind: ChannelKind,
  channelId: string | undefined,
  context: ChannelsContext,
): Promise<void> {
  const { collections, clock, commit } = context
  const at = timestampOf(clock)
  const message: OutboundDocument = {
    conversationId,
    kind,
    sequence,
    author: author.kind === 'ai' ? 'ai' : 'agent',
    text: content,
    parts: [],
    state: 'queued',
    at,
    round: 1,
    isTold: channelId !== undefined,
    tries: 0,
    roundAt: clock.now(),
    lane: conversationId,
    dueAt: clock.now(),
    ...(channelId !== undefined && { channelId }),
    createdAt: at,
  }
  await commit(collections.outbound, id, (current) => (current ? undefined : toldOf(id, undefined, message, context)))
}
