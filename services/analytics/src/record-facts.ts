import type {
  BodyOf,
  Conversation,
  conversationEscalated,
  knowledgeUpdated,
  Message,
  messageReceived,
  messageSent,
} from '@frontdesk/contracts'
import type { Envelope } from '@frontdesk/service'
import type { AnalyticsContext } from './context.ts'
import type { ConversationState, Fact } from './fact-documents.ts'

const factId = (kind: Fact['kind'], about: string): string => `${kind}-${about}`
const isEarlier = (at: string, known: string | undefined): boolean => known === undefined || at < known

type Change = (before: ConversationState) => ConversationState

/** Changes what is known of a conversation, then brings the facts that follow from it in line; again is the same. */
async function change(
  conversationId: string,
  channel: Conversation['channel'],
  alter: Change,
  { tenant, collections, commit }: AnalyticsContext,
): Promise<void> {
  const stored = await commit(collections.conversations, conversationId, (current) => {
    const body = alter(current?.body ?? { sequence: 0, channel, tags: [] })
    return body === current?.body ? undefined : { body }
  })
  const { createdAt, firstAskedAt, firstAnsweredAt, resolved } = stored!.body
  const about = { conversationId, channel }
  const made: { id: string; body: Fact }[] = []
  const make = (kind: Fact['kind'], at: string, more: Partial<Fact> = {}) =>
    made.push({ id: factId(kind, conversationId), body: { kind, at, ...about, ...more } })
  if (createdAt) make('conversation', createdAt)
  if (firstAskedAt && firstAnsweredAt && firstAnsweredAt >= firstAskedAt) {
    make('response', firstAnsweredAt, { ms: Date.parse(firstAnsweredAt) - Date.parse(firstAskedAt) })
  }
  if (resolved && createdAt) {
    make('resolution', resolved.at, { how: resolved.how, ms: Date.parse(resolved.at) - Date.parse(createdAt) })
  } else await collections.facts.remove(tenant, factId('resolution', conversationId))
  await collections.facts.putMany(tenant, made)
}

/** A closed conversation was resolved all the same; an open one is not any more. */
function resolutionOf({ resolved, status, updatedAt }: Conversation, before: ConversationState) {
  if (!resolved) return status === 'closed' ? before.resolved : undefined
  if (before.resolved?.how === resolved.how) return before.resolved
  return { at: updatedAt, how: resolved.how }
}

/** A conversation began, changed or was resolved: what it is like now, unless something newer was seen. */
export const recordConversation = (
  { conversation }: { conversation: Conversation },
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> =>
  change(
    conversation.id,
    conversation.channel,
    (before) => {
      if (sequence <= before.sequence) return before
      const { createdAt } = conversation
      const tags = before.erased ? [] : conversation.tags
      const { resolved: _, ...rest } = before
      const resolved = resolutionOf(conversation, before)
      return { ...rest, sequence, createdAt, tags, ...(resolved && { resolved }) }
    },
    context,
  )

/** It went to people, by whomever: a fact of its own each time. */
export async function recordEscalation(
  { conversation, reason }: BodyOf<typeof conversationEscalated>,
  context: AnalyticsContext,
  envelope: Envelope,
): Promise<void> {
  const { id: conversationId, channel, escalation, updatedAt } = conversation
  const at = escalation?.at ?? updatedAt
  await context.collections.facts.put(context.tenant, factId('escalation', `${conversationId}-${envelope.sequence}`), {
    kind: 'escalation',
    at,
    conversationId,
    channel,
    reason,
  })
  await recordConversation({ conversation }, context, envelope)
}

/** A customer wrote. */
export async function recordReceived(
  { conversation, message }: BodyOf<typeof messageReceived>,
  context: AnalyticsContext,
): Promise<void> {
  const { id: conversationId, channel } = conversation
  const { id: messageId, createdAt: at } = message
  await context.collections.facts.put(context.tenant, factId('message', messageId), {
    kind: 'message',
    at,
    conversationId,
    channel,
    messageId,
  })
  const asked: Change = (before) => (isEarlier(at, before.firstAskedAt) ? { ...before, firstAskedAt: at } : before)
  await change(conversationId, channel, asked, context)
}

/** An answer by the AI or by people: not a word on hand-overs, refusals and failures, and no note. */
const isAnswer = ({ author, kind, outcome }: Message): boolean =>
  kind === 'message' && (author.kind === 'agent' || (author.kind === 'ai' && outcome === 'answered'))

function answerFact({ conversation, message }: BodyOf<typeof messageSent>): Fact {
  const { id: messageId, createdAt: at, outcome, reason, confidence, policies = [], sources = [] } = message
  const blocking = policies.filter(({ decision }) => decision === 'block')
  return {
    kind: 'answer',
    at,
    conversationId: conversation.id,
    channel: conversation.channel,
    messageId,
    outcome: outcome!,
    ...(outcome === 'escalated' && reason !== undefined && { reason }),
    ...(confidence !== undefined && { confidence }),
    ...(outcome === 'blocked' && {
      policyIds: blocking.map(({ policyId }) => policyId),
      policyNames: blocking.map(({ name }) => name),
    }),
    ...(sources.length > 0 && { sourceIds: [...new Set(sources.map(({ sourceId }) => sourceId))] }),
  }
}

/** The AI or people wrote. `waiting`: people answer it, so it was no question for the AI. */
export async function recordSent(sent: BodyOf<typeof messageSent>, context: AnalyticsContext): Promise<void> {
  const { conversation, message } = sent
  if (message.outcome && message.outcome !== 'waiting' && message.author.kind !== 'customer') {
    await context.collections.facts.put(context.tenant, factId('answer', message.id), answerFact(sent))
  }
  if (!isAnswer(message)) return
  const at = message.createdAt
  const answered: Change = (before) =>
    isEarlier(at, before.firstAnsweredAt) ? { ...before, firstAnsweredAt: at } : before
  await change(conversation.id, conversation.channel, answered, context)
}

/** A source came, changed or went. */
export async function recordSource(
  { source, change: how }: BodyOf<typeof knowledgeUpdated>,
  { collections, commit }: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  const isDeleted = how === 'deleted'
  await commit(collections.sources, source.id, (current) => {
    if (current && current.body.sequence >= sequence) return undefined
    const title = isDeleted ? '' : source.title
    return { body: { sequence, title, addedAt: source.added, isLive: !isDeleted && source.liveVersion !== null } }
  })
}
