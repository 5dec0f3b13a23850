import type { BodyOf, ChannelKind, chat, Message } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { keepAttachments } from '../attachments/claim-attachments.ts'
import type { ChannelsContext } from '../context.ts'
import { handOver } from './hand-over.ts'
import type { OutboundDocument } from './outbound-document.ts'
import { withDeliveryEvent } from './publish-state.ts'
import { runLane } from './run-lanes.ts'

type Sent = BodyOf<typeof chat.events.messageSent>

/**
 * Whether the customer is to get it: what the AI or an agent says, or what a rule of the tenant's says to them; no note, no
 * word that it was passed on, and no answer that was cut off because a person took over.
 */
const isForCustomer = ({ message: { author, kind, content, outcome } }: Sent): boolean =>
  kind === 'message' &&
  author.kind !== 'customer' &&
  outcome !== 'waiting' &&
  outcome !== 'failed' &&
  content.trim() !== ''

/**
 * A message for a customer who came by a channel sets out; the same event again changes nothing. Nobody who wrote by one
 * sees that an answer failed, so it is handed to people, when it is known that they did.
 */
export async function queueMessage(sent: Sent, context: ChannelsContext): Promise<void> {
  await keepAttachments(sent.message, context)
  const { channel } = sent.conversation
  if (channel === 'api' || channel === 'widget') return
  const isFailed = sent.message.outcome === 'failed'
  if (!isFailed && !isForCustomer(sent)) return
  const { tenant, collections } = context
  const { id, conversationId } = sent.message
  const thread = await collections.threads.get(tenant, conversationId)
  if (isFailed) {
    if (thread) await handOver(id, conversationId, context)
    else await saveMessage({ ...sent.message, content: '' }, channel, undefined, context, { forPeople: true })
    return
  }
  await saveMessage(sent.message, channel, thread?.body.channelId, context)
  runLane(conversationId, thread?.body.channelId, context)
}

/** Keeps a message that is to go out. Whether it came by a channel at all is not known before its thread is there. */
export async function saveMessage(
  { id, conversationId, sequence, author, content, format, attachments = [] }: Message,
  kind: ChannelKind,
  channelId: string | undefined,
  context: ChannelsContext,
  more: Pick<OutboundDocument, 'forPeople'> = {},
): Promise<void> {
  const { collections, clock, commit } = context
  const at = timestampOf(clock)
  const message: OutboundDocument = {
    conversationId,
    kind,
    sequence,
    author: author.kind === 'agent' ? 'agent' : 'ai',
    text: content,
    ...(format === 'markdown' && { format }),
    ...(attachments.length > 0 && { attachmentIds: attachments.map(({ id }) => id) }),
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
    ...more,
    createdAt: at,
    cause: context.cause,
  }
  await commit(collections.outbound, id, (current) =>
    current ? undefined : withDeliveryEvent(id, undefined, message, context),
  )
}
