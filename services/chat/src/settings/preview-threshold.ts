import { type BodyOf, chat, policyEngine, questionIdFor } from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import { releaseTexts } from '@frontdesk/outbound-texts'
import type { ChatContext } from '../context.ts'
import type { QuestionRecord } from '../usage/question-document.ts'
import { readSettings } from './settings-store.ts'

/** Questions that are looked at. */
const maxQuestions = 1_000

type Decided = Stored<QuestionRecord> & { body: QuestionRecord & { answerability: number } }
const isDecided = (record: Stored<QuestionRecord>): record is Decided => record.body.answerability !== undefined

/**
 * The effect that a threshold would have had on the newest questions that were decided by confidence, released under
 * the policies.
 */
export async function previewThreshold(
  { threshold, limit }: BodyOf<typeof chat.queries.thresholdPreview>,
  context: ChatContext,
) {
  const { tenant, collections, config } = context
  const { items } = await collections.questions.find(tenant, {
    where: { answerability: { gte: 0 } },
    sort: descending('at'),
    limit: maxQuestions,
  })
  const decided = items.filter(isDecided).map((record) => ({
    record,
    was: record.body.outcome === 'escalated' ? ('escalated' as const) : ('answered' as const),
    would: record.body.answerability < threshold ? ('escalated' as const) : ('answered' as const),
  }))
  const count = (side: 'was' | 'would', outcome: 'answered' | 'escalated') =>
    decided.filter((each) => each[side] === outcome).length
  const changed = decided.filter(({ was, would }) => was !== would).slice(0, limit)
  const asked = await collections.messages.getMany(
    tenant,
    changed.map(({ record }) => questionIdFor(record.id)),
  )
  const questionOf = new Map(asked.map(({ id, body }) => [id, body.content]))
  const preview = {
    threshold,
    current: (await readSettings(context)).escalationThreshold ?? config.ESCALATION_THRESHOLD,
    questions: decided.length,
    answered: { was: count('was', 'answered'), would: count('would', 'answered') },
    escalated: { was: count('was', 'escalated'), would: count('would', 'escalated') },
    changed: changed.map(({ record, was, would }) => ({
      conversationId: record.body.conversationId,
      messageId: record.id,
      askedAt: record.body.at,
      question: questionOf.get(questionIdFor(record.id)) ?? '',
      confidence: record.body.answerability,
      was,
      would,
    })),
  }
  return releaseTexts(chat.queries.thresholdPreview.reply, preview, (texts) =>
    context.ask(policyEngine.queries.textsRelease, texts),
  )
}
