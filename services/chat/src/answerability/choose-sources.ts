import type { AnswerPart } from '@frontdesk/answers'
import {
  type AnswerSource,
  type Citation,
  type FoundChunk,
  type PlacedContradiction,
  type Policy,
  type PolicyDecision,
  policyEngine,
} from '@frontdesk/contracts'
import { contentWords, splitIntoSentences } from '@frontdesk/language'
import type { ChatContext } from '../context.ts'
import { olderOf } from '../contradictions/prefer-newer.ts'
import { isMaskedIn, type SeenChunk } from '../turns/mask-passages.ts'
import { bestSupportOf, cutAtWord, type Support, supportOf } from './support-sentences.ts'

/** Texts of one question to the policies. */
const maxTexts = 100

export type Chosen = { sources: AnswerSource[]; citations: Citation[]; decisions: PolicyDecision[] }

/** The sentence of a chunk that has most words of an answer, for a translation or a paraphrase that rests on none. */
function nearestQuote(chunk: FoundChunk, answer: string): string {
  const said = new Set(contentWords(answer))
  let best = { quote: cutAtWord(chunk.text.trim()), hits: 0 }
  for (const { text } of splitIntoSentences(chunk.text)) {
    const hits = contentWords(text).filter((word) => said.has(word)).length
    if (hits > best.hits) best = { quote: cutAtWord(text.trim()), hits }
  }
  return best.quote
}

/** One citation for each source, the best supported first; only the best chunk when no sentence has support. */
function distinctSources(supports: Support[], answer: string, chunks: FoundChunk[]) {
  const bySource = new Map<string, { chunk: FoundChunk; quote: string }>()
  for (const { chunk, quote } of supports.toSorted((a, b) => b.share - a.share)) {
    if (!bySource.has(chunk.sourceId)) bySource.set(chunk.sourceId, { chunk, quote })
  }
  const [best] = chunks
  if (bySource.size === 0 && best) bySource.set(best.sourceId, { chunk: best, quote: nearestQuote(best, answer) })
  return [...bySource.values()]
}

/**
 * The sources of an answer, and for each sentence of what leaves of it (`released`) the source and the quote it rests on.
 * `raw` is what was written, and `parts` what each part of it rests on where that is known, before any policy changed it. Quotes are matched to their chunk first and masked after, under
 * the turn's own policies; a blocked quote takes its source, or its citation, away.
 */
export async function chooseSources(
  {
    raw,
    released,
    parts,
    contradictions = [],
  }: {
    raw: string
    released: string
    parts?: AnswerPart[] | undefined
    /** Between sources in these chunks: where the answer says what a newer one says, the older one is a source too. */
    contradictions?: PlacedContradiction[] | undefined
  },
  chunks: SeenChunk[],
  policies: Policy[],
  context: ChatContext,
): Promise<Chosen> {
  // What was composed knows what each of its parts rests on.
  const known = parts?.map(
    ({ start, end, chunk, quote }): Support => ({ start, end, chunk, quote: cutAtWord(quote), share: 1 }),
  )
  const supports = known ?? supportOf(raw, chunks)
  const newer = distinctSources(supports, raw, chunks)
  const named = new Set(newer.map(({ chunk }) => chunk.sourceId))
  const older = olderOf(raw, supports, contradictions).filter(({ chunk }) => !named.has(chunk.sourceId))
  const distinct = [
    ...newer,
    ...distinctSources(
      older.map((each) => ({ ...each, start: 0, end: 0, share: 1 })),
      raw,
      [],
    ),
  ]
  if (distinct.length === 0) return { sources: [], citations: [], decisions: [] }
  const places = new Map(distinct.map(({ chunk }, i) => [chunk.sourceId, i]))
  const cited = (known && released === raw ? known : bestSupportOf(supportOf(released, chunks)))
    .filter(({ chunk }) => places.has(chunk.sourceId))
    .slice(0, maxTexts - distinct.length * 3)

  const { texts, decisions } = await context.ask(policyEngine.queries.textsRelease, {
    policies,
    texts: [
      ...distinct.flatMap(({ chunk, quote }) => [quote, chunk.title, chunk.url ?? '']),
      ...cited.map(({ quote }) => quote),
    ],
  })
  const placeOf = new Map<string, number>()
  const sources = distinct.flatMap(({ chunk, quote: raw }, i): AnswerSource[] => {
    const [quote, title, url] = [texts[i * 3]!, texts[i * 3 + 1]!, texts[i * 3 + 2]!]
    if (quote.blocked || title.blocked) return []
    placeOf.set(chunk.sourceId, placeOf.size)
    return [
      {
        title: title.text,
        sourceId: chunk.sourceId,
        version: chunk.version,
        ...(chunk.url && !url.changed && { url: chunk.url }),
        quote: quote.text,
        ...((quote.changed || isMaskedIn(raw, chunk)) && { masked: true }),
        ...(i >= newer.length && { superseded: true }),
      },
    ]
  })
  const citations = cited.flatMap(({ start, end, chunk, quote: raw }, i): Citation[] => {
    const quote = texts[distinct.length * 3 + i]!
    const source = placeOf.get(chunk.sourceId)
    if (source === undefined || quote.blocked) return []
    return [
      { start, end, source, quote: quote.text, ...((quote.changed || isMaskedIn(raw, chunk)) && { masked: true }) },
    ]
  })
  return { sources, citations, decisions }
}
