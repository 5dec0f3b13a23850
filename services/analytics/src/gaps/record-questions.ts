import { type analytics, type BodyOf, chat, type Message, questionIdFor, type Removed } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import { detectLanguage } from '@frontdesk/language'
import type { AnalyticsContext } from '../context.ts'
import type { QuestionDocument } from './gap-document.ts'
import { refreshGap } from './run-groupings.ts'

/** Messages of a conversation that are looked through for a question. */
const messagesRead = 100
const replyCharacters = 2_400
const page = 500

type Sent = BodyOf<typeof chat.events.messageSent>

/** The AI gave up for want of an answer or because sources contradict each other, or was hardly sure of the one it gave. */
function isGap({ message: { outcome, reason, confidence } }: Sent, { config }: AnalyticsContext): boolean {
  if (outcome === 'escalated') return reason === 'low_confidence' || reason === 'contradiction'
  return outcome === 'answered' && confidence !== undefined && confidence < config.LOW_CONFIDENCE
}

/** Keeps a question that shows a gap until it has its group; and what people replied to it. */
export async function recordQuestion(sent: Sent, context: AnalyticsContext): Promise<void> {
  const { conversation, message } = sent
  if (message.author.kind === 'agent' && message.kind === 'message') return recordReply(sent, context)
  if (!isGap(sent, context)) return
  const { tenant, collections } = context
  if (await collections.questions.get(tenant, message.id)) return
  const messageId = questionIdFor(message.id)
  const question = await findMessage(conversation.id, messageId, context)
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

/** Looks through the newest messages of a conversation; undefined where it is not among them. */
export async function findMessage(
  conversationId: string,
  messageId: string,
  { ask }: AnalyticsContext,
): Promise<Message | undefined> {
  let cursor: string | null | undefined
  for (let looked = 0; looked < messagesRead && cursor !== null; ) {
    const limit = messagesRead - looked
    const read = await ask(chat.queries.messageList, { conversationId, limit, cursor })
    const found = read.items.find(({ id }) => id === messageId)
    if (found) return found
    looked += read.items.length
    cursor = read.nextCursor
  }
  return undefined
}

async function recordReply({ conversation, message }: Sent, context: AnalyticsContext): Promise<void> {
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
  { subject }: BodyOf<typeof analytics.queries.copiesErase>,
  context: AnalyticsContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  const { collections, commit } = context
  let count = 0
  for (const conversationId of subject.kind === 'source' ? [] : subject.conversationIds) {
    await commit(collections.conversations, conversationId, (current) => {
      if (current?.body.erased && current.body.tags.length === 0) return undefined
      const known = current?.body ?? { sequence: 0, channel: 'api' as const }
      return { body: { ...known, tags: [], erased: true as const } }
    })
    count += await removeQuestions(conversationId, context)
  }
  return { removed: [{ what: 'questions of suggestions', count }], cursor: null }
}

/** Removes the questions of a conversation and what was proposed from it; resolves with how many these were. */
export async function removeQuestions(conversationId: string, context: AnalyticsContext): Promise<number> {
  const { tenant, collections } = context
  const { items } = await collections.questions.find(tenant, { where: { conversationId }, limit: page })
  const proposals = await removeProposals(conversationId, context)
  await forget(items, context)
  return items.length + proposals
}

/** Takes what was proposed from a conversation out of its suggestions. */
async function removeProposals(
  conversationId: string,
  { tenant, collections, commit }: AnalyticsContext,
): Promise<number> {
  const { items } = await collections.gaps.find(tenant, {
    where: { 'proposal.conversationId': conversationId },
    limit: page,
  })
  for (const { id } of items) {
    await commit(collections.gaps, id, (current) => {
      if (current?.body.proposal?.conversationId !== conversationId) return undefined
      const { proposal: _, ...rest } = current.body
      return { body: rest }
    })
  }
  return items.length
}

async function forget(items: { id: string; body: QuestionDocument }[], context: AnalyticsContext): Promise<void> {
  const { tenant, collections } = context
  for (const { id } of items) await collections.questions.remove(tenant, id)
  const gapIds = new Set(items.flatMap(({ body }) => body.gapId ?? []))
  for (const gapId of gapIds) await refreshGap(gapId, context)
}

async function purgeOldProposals(before: string, context: AnalyticsContext): Promise<void> {
  const old = await context.collections.gaps.findAcrossTenants({
    where: { 'proposal.at': { lt: before } },
    sort: ascending('proposal.at'),
    limit: page,
  })
  for (const { tenant, id } of old) {
    await context.forTenant(tenant).commit(context.collections.gaps, id, (current) => {
      if (!current?.body.proposal || current.body.proposal.at >= before) return undefined
      const { proposal: _, ...rest } = current.body
      return { body: rest }
    })
  }
}

const keptMs = 180 * 86_400_000

/** Questions and proposals are forgotten after half a year, and gaps with their last question. */
export async function purgeOldQuestions(context: AnalyticsContext): Promise<void> {
  const before = new Date(context.clock.now() - keptMs).toISOString()
  await purgeOldProposals(before, context)
  const old = await context.collections.questions.findAcrossTenants({
    where: { at: { lt: before } },
    sort: ascending('at'),
    limit: page,
  })
  for (const each of old) await forget([each], context.forTenant(each.tenant))
}
