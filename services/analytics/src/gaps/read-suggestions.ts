import { type BodyOf, ServiceError, type Suggestion, type suggestionList } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument, QuestionDocument } from './gap-documents.ts'
import { likeness, termsOf } from './group-questions.ts'

/** So that a page of suggestions fits into one message: 50 × (10 × 300 + 2,000) characters are 250 kB. */
const mostAtOnce = 50
const questionsShown = 10
const questionCharacters = 300
const draftCharacters = 2_000
const titleCharacters = 200

export const unknownSuggestion = () => new ServiceError('not_found', { detail: 'There is no such suggestion.' })

/** The newest questions of a gap. */
export async function questionsOf(
  gapId: string,
  limit: number,
  { tenant, collections }: AnalyticsContext,
): Promise<Stored<QuestionDocument>[]> {
  const sort = { field: 'at', direction: 'desc' } as const
  return (await collections.questions.find(tenant, { where: { gapId }, sort, limit })).items
}

/** The question that the others are most like. */
function titleOf(asked: QuestionDocument[]): string {
  const terms = asked.map(({ text, language }) => termsOf(text, language))
  const sums = terms.map((own) => terms.reduce((sum, other) => sum + likeness(own, other), 0))
  const best = sums.indexOf(Math.max(...sums))
  return (asked[best]?.text ?? '').replace(/\s+/g, ' ').trim().slice(0, titleCharacters)
}

/** A source to begin with: what people replied, or else what was asked. */
function draftOf(title: string, asked: QuestionDocument[]): Suggestion['draft'] {
  const replies = [...new Set(asked.flatMap(({ reply }) => reply ?? []))]
  const isAnswered = replies.length > 0
  const lines = isAnswered ? replies : asked.map(({ text }) => `- ${text}`)
  return { title, text: [title, ...lines].join('\n\n').slice(0, draftCharacters), isAnswered }
}

function checkOf({ startedAt, finishedAt, sourceId, passed, notPassed, error }: CheckDocument): Suggestion['check'] {
  return {
    state: finishedAt ? 'finished' : 'running',
    startedAt,
    ...(finishedAt && { finishedAt }),
    sourceId,
    asked: passed.length + notPassed.length,
    passed: passed.length,
    notPassed,
    ...(error && { error }),
  }
}

/** A gap as the API shows it. */
export async function toSuggestion(
  { id, body: { status, language, count, lastAskedAt, check } }: Stored<GapDocument>,
  context: AnalyticsContext,
): Promise<Suggestion> {
  const asked = (await questionsOf(id, questionsShown, context)).map(({ body }) => body)
  const title = titleOf(asked)
  return {
    id,
    title,
    language,
    count,
    lastAskedAt,
    questions: asked.map(({ messageId, conversationId, text, at, outcome, confidence }) => ({
      messageId,
      conversationId,
      text: text.slice(0, questionCharacters),
      askedAt: at,
      outcome,
      ...(confidence !== undefined && { confidence }),
    })),
    draft: draftOf(title, asked),
    status,
    ...(check && { check: checkOf(check) }),
  }
}

/** Throws `not_found`. */
export async function readSuggestion(gapId: string, context: AnalyticsContext): Promise<Suggestion> {
  const stored = await context.collections.gaps.get(context.tenant, gapId)
  if (!stored) throw unknownSuggestion()
  return toSuggestion(stored, context)
}

export async function listSuggestions(
  { status, limit, cursor }: BodyOf<typeof suggestionList>,
  context: AnalyticsContext,
): Promise<{ items: Suggestion[]; nextCursor: string | null }> {
  const found = await context.collections.gaps.find(context.tenant, {
    ...(status && { where: { status } }),
    sort: { field: 'count', direction: 'desc' },
    limit: Math.min(limit, mostAtOnce),
    ...(cursor !== undefined && { cursor }),
  })
  const items = []
  for (const stored of found.items) items.push(await toSuggestion(stored, context))
  return { items, nextCursor: found.nextCursor }
}
