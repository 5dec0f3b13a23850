import { type BodyOf, limits, ServiceError, type Suggestion, type suggestionList } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument, QuestionDocument } from './gap-documents.ts'
import { likeness, termsOf } from './group-questions.ts'

/** How much of a suggestion is shown. */
type Measure = { questions: number; questionCharacters: number; draftCharacters: number }
const whole: Measure = { questions: 10, questionCharacters: 300, draftCharacters: 2_000 }
/** In a long page each is shown as fully as its share of one message allows, the questions cut before the draft. */
const shorter: Measure[] = [
  { questions: 5, questionCharacters: 200, draftCharacters: 2_000 },
  { questions: 3, questionCharacters: 100, draftCharacters: 1_500 },
  { questions: 2, questionCharacters: 100, draftCharacters: 700 },
  { questions: 1, questionCharacters: 60, draftCharacters: 200 },
]
const titleCharacters = 200
/** Of a message; the rest is for what goes around the page. */
const pageBytes = limits.busMessageBytes - 64 * 1024

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
function draftOf(title: string, asked: QuestionDocument[], characters: number): Suggestion['draft'] {
  const replies = [...new Set(asked.flatMap(({ reply }) => reply ?? []))]
  const isAnswered = replies.length > 0
  const lines = isAnswered ? replies : asked.map(({ text }) => `- ${text}`)
  return { title, text: [title, ...lines].join('\n\n').slice(0, characters), isAnswered }
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
export async function toSuggestion(stored: Stored<GapDocument>, context: AnalyticsContext): Promise<Suggestion> {
  return shown(stored, await askedIn(stored, context), whole)
}

const askedIn = async ({ id }: Stored<GapDocument>, context: AnalyticsContext): Promise<QuestionDocument[]> =>
  (await questionsOf(id, whole.questions, context)).map(({ body }) => body)

function shown(
  { id, body: { status, language, count, lastAskedAt, check } }: Stored<GapDocument>,
  asked: QuestionDocument[],
  { questions, questionCharacters, draftCharacters }: Measure,
): Suggestion {
  const title = titleOf(asked)
  return {
    id,
    title,
    language,
    count,
    lastAskedAt,
    questions: asked.slice(0, questions).map(({ messageId, conversationId, text, at, outcome, confidence }) => ({
      messageId,
      conversationId,
      text: text.slice(0, questionCharacters),
      askedAt: at,
      outcome,
      ...(confidence !== undefined && { confidence }),
    })),
    draft: draftOf(title, asked, draftCharacters),
    status,
    ...(check && { check: checkOf(check) }),
  }
}

const bytesOf = (suggestion: Suggestion): number => Buffer.byteLength(JSON.stringify(suggestion))

/** As much of a suggestion as fits; never less than its first question. */
async function toFit(stored: Stored<GapDocument>, bytes: number, context: AnalyticsContext): Promise<Suggestion> {
  const asked = await askedIn(stored, context)
  let suggestion = shown(stored, asked, whole)
  for (const measure of shorter) {
    if (bytesOf(suggestion) <= bytes) break
    suggestion = shown(stored, asked, measure)
  }
  return suggestion
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
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  const items: Suggestion[] = []
  let left = pageBytes
  for (const [i, stored] of found.items.entries()) {
    // What one leaves of its share is for those that follow.
    const suggestion = await toFit(stored, left / (found.items.length - i), context)
    left -= bytesOf(suggestion)
    items.push(suggestion)
  }
  return { items, nextCursor: found.nextCursor }
}
