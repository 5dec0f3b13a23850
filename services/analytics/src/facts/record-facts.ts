import type { BodyOf, Conversation, chat, ingest, Message } from '@frontdesk/contracts'
import type { Envelope } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import type { ConversationState, Fact } from './fact-document.ts'
import { judgeByReopening } from './judge-answers.ts'

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
  const { createdAt, firstAskedAt, firstAnsweredAt, resolved, rated } = stored!.body
  const about = { conversationId, channel }
  const made: { id: string; body: Fact }[] = []
  const make = (kind: Fact['kind'], at: string, more: Partial<Fact> = {}) =>
    made.push({ id: factId(kind, conversationId), body: { kind, at, ...about, ...more } })
  if (createdAt) make('conversation', createdAt)
  if (firstAskedAt && firstAnsweredAt && firstAnsweredAt >= firstAskedAt) {
    make('response', firstAnsweredAt, { ms: Date.parse(firstAnsweredAt) - Date.parse(firstAskedAt) })
  }
  if (rated) make('rating', rated.at, { score: rated.score })
  if (resolved && createdAt) {
    const { at, how, by } = resolved
    make('resolution', at, { how, ...(by && { by }), ms: Date.parse(at) - Date.parse(createdAt) })
  } else await collections.facts.remove(tenant, factId('resolution', conversationId))
  await collections.facts.putMany(tenant, made)
}

/** A closed conversation was resolved all the same; an open one is not any more. */
function resolutionOf({ resolved, status, updatedAt }: Conversation, before: ConversationState, sequence: number) {
  if (!resolved) return status === 'closed' ? before.resolved : undefined
  if (before.resolved?.how === resolved.how) return before.resolved
  return { at: updatedAt, how: resolved.how, by: resolved.by, sequence }
}

/** A conversation began, changed or was resolved: what it is like now, unless something newer was seen. */
export async function recordConversation(
  { conversation }: { conversation: Conversation },
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  const { id: conversationId, channel, createdAt } = conversation
  const known = (await context.collections.conversations.get(context.tenant, conversationId))?.body
  // Judged before it is forgotten that it was resolved; after a crash in between it is judged again.
  if (known?.resolved?.by === 'ai' && sequence > known.sequence && !resolutionOf(conversation, known, sequence)) {
    await judgeByReopening(conversationId, known.resolved.sequence ?? sequence, context)
  }
  const alter: Change = (before) => {
    if (sequence <= before.sequence) return before
    const tags = before.erased ? [] : conversation.tags
    const { resolved: _, ...rest } = before
    const resolved = resolutionOf(conversation, before, sequence)
    return { ...rest, sequence, createdAt, tags, ...(resolved && { resolved }) }
  }
  await change(conversationId, channel, alter, context)
}

/** It went to people, by whomever: a fact of its own each time. */
export async function recordEscalation(
  { conversation, reason }: BodyOf<typeof chat.events.conversationEscalated>,
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
  { conversation, message }: BodyOf<typeof chat.events.messageReceived>,
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

/** A service-level target was met or missed: a fact of its own each time. */
export async function recordSla(
  { conversation, sla }: BodyOf<typeof chat.events.conversationSlaMet>,
  { tenant, collections }: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  const { id: conversationId, channel, teamId } = conversation
  await collections.facts.put(tenant, factId('sla', `${conversationId}-${sequence}`), {
    kind: 'sla',
    at: sla.at,
    conversationId,
    channel,
    target: sla.target,
    result: sla.result,
    slaPolicyId: sla.policyId,
    slaPolicyName: sla.policyName,
    ...(teamId !== undefined && { teamId }),
    ms: sla.elapsedMs,
  })
}

/** A person first answered after the target for that was missed: what that took. */
export async function recordLateAnswer(
  { conversation, sla }: BodyOf<typeof chat.events.conversationSlaAnsweredLate>,
  { tenant, collections }: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  const { id: conversationId, channel, teamId } = conversation
  await collections.facts.put(tenant, factId('sla', `${conversationId}-${sequence}`), {
    ...{ kind: 'sla', at: sla.at, conversationId, channel, target: sla.target, result: 'late' },
    ...{ slaPolicyId: sla.policyId, slaPolicyName: sla.policyName, ms: sla.elapsedMs },
    ...(teamId !== undefined && { teamId }),
  })
}

/** A customer rated a conversation: one fact, which the latest rating replaces. */
export const recordRating = (
  { conversation, rating }: BodyOf<typeof chat.events.conversationRated>,
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> =>
  change(
    conversation.id,
    conversation.channel,
    (before) => {
      if (before.rated && sequence <= before.rated.sequence) return before
      return { ...before, rated: { sequence, score: rating.score, at: rating.at } }
    },
    context,
  )

/** An answer by the AI or by people: not a word on hand-overs, refusals and failures, and no note. */
const isAnswer = ({ author, kind, outcome }: Message): boolean =>
  kind === 'message' && (author.kind === 'agent' || (author.kind === 'ai' && outcome === 'answered'))

function answerFact({ conversation, message }: BodyOf<typeof chat.events.messageSent>, sequence: number): Fact {
  const { id: messageId, createdAt: at, outcome, reason, confidence, policies = [], sources = [] } = message
  const computed = message.answerability === undefined ? undefined : (message.computedConfidence ?? confidence)
  const blocking = policies.filter(({ decision }) => decision === 'block')
  return {
    kind: 'answer',
    at,
    conversationId: conversation.id,
    channel: conversation.channel,
    messageId,
    outcome: outcome!,
    sequence,
    ...(outcome === 'escalated' && reason !== undefined && { reason }),
    ...(confidence !== undefined && { confidence }),
    ...(computed !== undefined && { computed }),
    ...(outcome === 'blocked' && {
      policyIds: blocking.map(({ policyId }) => policyId),
      policyNames: blocking.map(({ name }) => name),
    }),
    ...(sources.length > 0 && { sourceIds: [...new Set(sources.map(({ sourceId }) => sourceId))] }),
  }
}

/** What the AI answered, or failed to; not what people answer, nor what its reader stopped. */
const isJudged = ({ author, outcome, error }: Message): boolean =>
  author.kind !== 'customer' && outcome !== undefined && outcome !== 'waiting' && error?.code !== 'cancelled'

/** The AI or people wrote. */
export async function recordSent(
  sent: BodyOf<typeof chat.events.messageSent>,
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  const { conversation, message } = sent
  if (isJudged(message)) {
    // Inserted, so that an event that comes again takes nothing back of what is known of the answer by then.
    await context.collections.facts.insert(context.tenant, factId('answer', message.id), answerFact(sent, sequence))
  }
  if (!isAnswer(message)) return
  const at = message.createdAt
  const answered: Change = (before) =>
    isEarlier(at, before.firstAnsweredAt) ? { ...before, firstAnsweredAt: at } : before
  await change(conversation.id, conversation.channel, answered, context)
}

/** A source came, changed or went. */
export async function recordSource(
  { source, change: how }: BodyOf<typeof ingest.events.knowledgeUpdated>,
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
