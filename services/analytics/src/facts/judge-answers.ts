import type { BodyOf, chat, Message } from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import type { AnswerSigns, Fact } from './fact-document.ts'
import { refreshRecalibration } from './recalibrate-tenant.ts'

/** Handovers that say something about the answer before them: the customer asked for them, or was annoyed. */
const customerReasons = new Set(['requested', 'frustrated'])

/** An agent's correction comes first, then what the customer said; what went wrong later comes before the resolution. */
function verdictOf({ corrected, feedback, handedOver, reopened, confirmed }: AnswerSigns): Fact['judged'] {
  if (corrected) return 'wrong'
  if (feedback) return feedback.helpful ? 'right' : 'wrong'
  if (handedOver || reopened) return 'wrong'
  return confirmed ? 'right' : undefined
}

/** Adds what is known of whether an answer was right. The same again changes nothing. */
async function addSigns(
  answerId: string,
  signsOf: (before: AnswerSigns) => AnswerSigns,
  context: AnalyticsContext,
): Promise<void> {
  const { collections, commit } = context
  const stored = await commit(collections.facts, answerId, (current) => {
    if (current?.body.outcome !== 'answered') return undefined
    const signs = signsOf(current.body.signs ?? {})
    const judged = verdictOf(signs)
    return { body: { ...current.body, signs, ...(judged && { judged }) } }
  })
  if (stored?.body.judged) await refreshRecalibration(context)
}

/** The AI's last answer before an event of its conversation; undefined for those that were stored without a sequence. */
async function answerBefore(
  conversationId: string,
  sequence: number,
  { tenant, collections }: AnalyticsContext,
): Promise<string | undefined> {
  const { items } = await collections.facts.find(tenant, {
    where: { conversationId, kind: 'answer', outcome: 'answered', sequence: { lt: sequence } },
    sort: descending('sequence'),
    limit: 1,
  })
  return items[0]?.id
}

async function addSignBefore(
  conversationId: string,
  sequence: number,
  sign: AnswerSigns,
  context: AnalyticsContext,
): Promise<void> {
  const answerId = await answerBefore(conversationId, sequence, context)
  if (answerId !== undefined) await addSigns(answerId, (signs) => ({ ...signs, ...sign }), context)
}

/** A customer said whether an answer helped; what they said last counts. */
export const judgeByFeedback = (
  { feedback: { messageId, helpful } }: BodyOf<typeof chat.events.messageRated>,
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> =>
  addSigns(
    `answer-${messageId}`,
    (signs) =>
      signs.feedback && signs.feedback.sequence >= sequence ? signs : { ...signs, feedback: { sequence, helpful } },
    context,
  )

/** A conversation went to people: the answer before it was not enough if the customer wanted that. */
export async function judgeByHandover(
  { conversation, reason }: BodyOf<typeof chat.events.conversationEscalated>,
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  if (customerReasons.has(reason)) await addSignBefore(conversation.id, sequence, { handedOver: true }, context)
}

/** A customer confirmed that their question was answered by the AI. */
export async function judgeByResolution(
  { conversation, how }: BodyOf<typeof chat.events.conversationResolved>,
  context: AnalyticsContext,
  { sequence }: Envelope,
): Promise<void> {
  if (how !== 'confirmed' || conversation.resolved?.by !== 'ai') return
  await addSignBefore(conversation.id, sequence, { confirmed: true }, context)
}

/** What the AI resolved was opened again. `sequence` is of the event that resolved it. */
export const judgeByReopening = (conversationId: string, sequence: number, context: AnalyticsContext): Promise<void> =>
  addSignBefore(conversationId, sequence, { reopened: true }, context)

/** An agent proposed that the AI gives a reply of theirs from now on: the answer that it directly follows was wrong. */
export async function judgeByCorrection(
  { conversationId, createdAt }: Pick<Message, 'conversationId' | 'createdAt'>,
  context: AnalyticsContext,
): Promise<void> {
  // Of a customer's message that came in between, the reply may be about that one.
  const { items } = await context.collections.facts.find(context.tenant, {
    where: { conversationId, kind: { in: ['answer', 'message'] }, at: { lt: createdAt } },
    sort: descending('at'),
    limit: 1,
  })
  const [before] = items
  if (before?.body.kind === 'answer') await addSigns(before.id, (signs) => ({ ...signs, corrected: true }), context)
}
