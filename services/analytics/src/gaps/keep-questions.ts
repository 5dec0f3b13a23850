import type { analyticsCopiesErase } from '@frontdesk/contracts'
import { type BodyOf, messageList, type messageSent, questionIdFor, type Removed } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { AnalyticsContext } from '../context.ts'
import type { QuestionDocument } from './gap-documents.ts'
import { refreshGap } from './group-sweep.ts'

/** Messages of a conversation that are looked through for a question. */
const messagesRead = 100
const replyCharacters = 2_000
const page = 500

type Sent = BodyOf<typeof messageSent>

/** The AI gave up for want of an answer, or was hardly sure of the one it gave. */
function isGap({ message: { outcome, reason, confidence } }: Sent, { config }: AnalyticsContext): boolean {
  if (outcome === 'escalated') return reason === 'low_confidence'
  return outcome === 'answered' && confidence !== undefined && confidence < config.LOW_CONFIDENCE
}

/** Keeps a question that shows a gap until it has its group; and what people replied to it. */
export async function keepQuestion(sent: Sent, context: AnalyticsContext): Promise<void> {
  const { conversation, message } = sent
  if (message.author.kind === 'agent' && message.kind === 'message') return keepReply(sent, context)
  if (!isGap(sent, context)) return
  const { tenant, collections } = context
  if (await collections.questions.get(tenant, message.id)) return
  const messageId = questionIdFor(message.id)
  const { items } = await context.ask(messageList, { conversationId: conversation.id, limit: messagesRead })
  const question = items.find(({ id }) => id === messageId)
  if (!question) return
  const { confidence, outcome, createdAt: at } = message
  await collections.questions.insert(tenant, message.id, {
    conversationId: conversation.id,
    messageId,
    text: question.content,
    language: detectLanguage(question.content),
    at,
    outcome: outcome!,
    ...(confidence !== undefined && { confidence }),
    waitingSince: at,
  })
  // Its contact may have been erased in the meantime.
  const state = await collections.conversations.get(tenant, conversation.id)
  if (state?.body.erased) await collections.questions.remove(tenant, message.id)
}

async function keepReply({ conversation, message }: Sent, context: AnalyticsContext): Promise<void> {
  const { tenant, collections, commit } = context
  const { items } = await collections.questions.find(tenant, {
    where: { conversationId: conversation.id },
    limit: page,
  })
  for (const { id } of items) {
    await commit(collections.questions, id, (current) => {
      if (!current || current.body.reply !== undefined || current.body.at > message.createdAt) return undefined
      return { body: { ...current.body, reply: message.content.slice(0, replyCharacters) } }
    })
  }
}

/**
 * Removes what customers of some conversations said, and the tags that they were given, which may name somebody; and keeps
 * what comes late from being kept.
 */
export async function eraseCopies(
  { subject }: BodyOf<typeof analyticsCopiesErase>,
  context: AnalyticsContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  const { tenant, collections, commit } = context
  let count = 0
  for (const conversationId of subject.kind === 'source' ? [] : subject.conversationIds) {
    await commit(collections.conversations, conversationId, (current) => {
      if (current?.body.erased && current.body.tags.length === 0) return undefined
      const known = current?.body ?? { sequence: 0, channel: 'api' as const }
      return { body: { ...known, tags: [], erased: true as const } }
    })
    const { items } = await collections.questions.find(tenant, { where: { conversationId }, limit: page })
    count += items.length
    await forget(items, context)
  }
  return { removed: [{ what: 'questions of suggestions', count }], cursor: null }
}

async function forget(items: { id: string; body: QuestionDocument }[], context: AnalyticsContext): Promise<void> {
  const { tenant, collections } = context
  for (const { id } of items) await collections.questions.remove(tenant, id)
  const gapIds = new Set(items.flatMap(({ body }) => body.gapId ?? []))
  for (const gapId of gapIds) await refreshGap(gapId, context)
}

const keptMs = 180 * 86_400_000

/** Questions are forgotten after half a year, and gaps with their last one. */
export async function forgetOldQuestions(context: AnalyticsContext): Promise<void> {
  const before = new Date(context.clock.now() - keptMs).toISOString()
  const old = await context.collections.questions.findAcrossTenants({
    where: { at: { lt: before } },
    sort: { field: 'at', direction: 'asc' },
    limit: page,
  })
  for (const each of old) await forget([each], context.forTenant(each.tenant))
}
