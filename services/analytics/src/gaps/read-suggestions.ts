import {
  type analytics,
  type BodyOf,
  limits,
  maxProposedCharacters,
  policyEngine,
  ServiceError,
  type Suggestion,
  suggestion,
} from '@frontdesk/contracts'
import { descending, getExisting, type Stored } from '@frontdesk/documents'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { z } from 'zod'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument, ProposalDocument, QuestionDocument } from './gap-document.ts'
import { likeness, termsOf } from './group-questions.ts'

/** How much of a suggestion is shown. */
type Measure = {
  questions: number
  questionCharacters: number
  draftCharacters: number
  /** Of a draft that somebody proposed; else as many. */
  proposalCharacters?: number
}
const whole: Measure = {
  questions: 10,
  questionCharacters: 300,
  draftCharacters: 2_000,
  // Policies may put longer words in the place of others.
  proposalCharacters: 2 * maxProposedCharacters,
}
/** In a long page each is shown as fully as its share of one message allows, the questions cut before the draft. */
const shorter: Measure[] = [
  { questions: 5, questionCharacters: 200, draftCharacters: 2_000 },
  { questions: 3, questionCharacters: 100, draftCharacters: 1_500 },
  { questions: 2, questionCharacters: 100, draftCharacters: 700 },
  { questions: 1, questionCharacters: 60, draftCharacters: 200 },
]
const titleCharacters = 200
/** Policies see so much more than is shown, for half an address at a cut looks like none to them. */
const marginCharacters = 400
/** Of a message; the rest is for what goes around the page. */
const pageBytes = limits.busMessageBytes - 64 * 1024

export const unknownSuggestion = () => new ServiceError('not_found', { detail: 'There is no such suggestion.' })

/** The newest questions of a gap. */
export async function questionsOf(
  gapId: string,
  limit: number,
  { tenant, collections }: AnalyticsContext,
): Promise<Stored<QuestionDocument>[]> {
  const sort = descending('at')
  return (await collections.questions.find(tenant, { where: { gapId }, sort, limit })).items
}

/** The question that the others are most like. */
function titleOf(asked: QuestionDocument[]): string {
  const terms = asked.map(({ text, language }) => termsOf(text, language))
  const sums = terms.map((own) => terms.reduce((sum, other) => sum + likeness(own, other), 0))
  const best = sums.indexOf(Math.max(...sums))
  return (asked[best]?.text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, titleCharacters + marginCharacters)
}

/** A source to begin with: what people replied, or else what was asked. */
function draftOf(title: string, asked: QuestionDocument[]): Suggestion['draft'] {
  const replies = [...new Set(asked.flatMap(({ reply }) => reply ?? []))]
  const isAnswered = replies.length > 0
  const lines = isAnswered ? replies : asked.map(({ text }) => `- ${text}`)
  const text = [title, ...lines].join('\n\n').slice(0, whole.draftCharacters + marginCharacters)
  return { title, text, isAnswered }
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

const proposalOf = ({ by, at, conversationId, messageId, source }: ProposalDocument): Suggestion['proposal'] => ({
  ...{ by, at, conversationId, messageId },
  ...(source && { sourceId: source.id }),
})

/** A gap as the API shows it, as the policies let it out. */
export async function toSuggestion(stored: Stored<GapDocument>, context: AnalyticsContext): Promise<Suggestion> {
  const [released] = await release([stored], context)
  return cut(released!, whole)
}

/** Suggestions with a little more than is shown of each. Throws when the policies can't be evaluated. */
async function release(gaps: Stored<GapDocument>[], context: AnalyticsContext): Promise<Suggestion[]> {
  const all: Suggestion[] = []
  for (const stored of gaps) {
    const asked = await questionsOf(stored.id, whole.questions, context)
    all.push(
      gather(
        stored,
        asked.map(({ body }) => body),
      ),
    )
  }
  return releaseTexts(z.array(suggestion), all, (texts) =>
    context.ask(policyEngine.queries.textsRelease, { ...texts, length: 'kept' }),
  )
}

function gather(
  { id, body: { status, language, count, lastAskedAt, proposal, check } }: Stored<GapDocument>,
  asked: QuestionDocument[],
): Suggestion {
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
      text: text.slice(0, whole.questionCharacters + marginCharacters),
      askedAt: at,
      outcome,
      ...(confidence !== undefined && { confidence }),
    })),
    draft: proposal ? { title: proposal.title, text: proposal.text, isAnswered: true } : draftOf(title, asked),
    status,
    ...(proposal && { proposal: proposalOf(proposal) }),
    ...(check && { check: checkOf(check) }),
  }
}

const cut = (
  { title, questions, draft, ...suggestion }: Suggestion,
  { questions: count, questionCharacters, draftCharacters, proposalCharacters = draftCharacters }: Measure,
): Suggestion => ({
  ...suggestion,
  title: title.slice(0, titleCharacters),
  questions: questions.slice(0, count).map((each) => ({ ...each, text: each.text.slice(0, questionCharacters) })),
  draft: {
    ...draft,
    title: draft.title.slice(0, titleCharacters),
    text: draft.text.slice(0, suggestion.proposal ? proposalCharacters : draftCharacters),
    ...(suggestion.proposal && draft.text.length > proposalCharacters && { isCut: true }),
  },
})

const bytesOf = (suggestion: Suggestion): number => Buffer.byteLength(JSON.stringify(suggestion))

/** As much of a suggestion as fits; never less than its first question. */
const toFit = (released: Suggestion, bytes: number): Suggestion =>
  [whole, ...shorter].map((measure) => cut(released, measure)).find((shown) => bytesOf(shown) <= bytes) ??
  cut(released, shorter.at(-1)!)

/** Throws `not_found`. */
export async function readSuggestion(gapId: string, context: AnalyticsContext): Promise<Suggestion> {
  const stored = await getExisting(context.collections.gaps, context.tenant, gapId, unknownSuggestion)
  return toSuggestion(stored, context)
}

export async function listSuggestions(
  { status, limit, cursor }: BodyOf<typeof analytics.queries.suggestionList>,
  context: AnalyticsContext,
): Promise<{ items: Suggestion[]; nextCursor: string | null }> {
  const found = await context.collections.gaps.find(context.tenant, {
    ...(status && { where: { status } }),
    sort: descending('count'),
    limit,
    cursor,
  })
  const released = await release(found.items, context)
  const items: Suggestion[] = []
  let left = pageBytes
  for (const [i, each] of released.entries()) {
    // What one leaves of its share is for those that follow.
    const suggestion = toFit(each, left / (released.length - i))
    left -= bytesOf(suggestion)
    items.push(suggestion)
  }
  return { items, nextCursor: found.nextCursor }
}
