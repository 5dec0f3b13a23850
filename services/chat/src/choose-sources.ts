import {
  type AnswerSource,
  type FoundChunk,
  type Policy,
  type PolicyDecision,
  textsRelease,
} from '@frontdesk/contracts'
import { contentWords, splitIntoSentences } from '@frontdesk/language'
import type { ChatContext } from './context.ts'

/** A quote is as many whole sentences as fit, at least one; a longer sentence is cut at a word. */
const longestQuote = 300
/** A sentence of the answer rests on a chunk when this share of its content words stands in one sentence of it. */
const leastSupport = 0.5

const lexicon = (text: string): Set<string> => new Set(contentWords(text))

/** The share of `wanted` that stands in `offered`. */
function coverage(wanted: Set<string>, offered: Set<string>): number {
  if (wanted.size === 0) return 0
  let hits = 0
  for (const word of wanted) if (offered.has(word)) hits++
  return hits / wanted.size
}

function cutAtWord(text: string): string {
  if (text.length <= longestQuote) return text
  const space = text.lastIndexOf(' ', longestQuote)
  const cut = text.slice(0, space > longestQuote / 2 ? space : longestQuote)
  // Never half of a character that takes two code units.
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()
}

/** The words of the chunk that best support the answer: it always stands in the chunk, letter by letter. */
function quoteFrom(chunk: FoundChunk, answer: { words: Set<string> }[]): { quote: string; support: number } {
  let best = { quote: cutAtWord(chunk.text.trim()), support: 0 }
  for (const sentence of splitIntoSentences(chunk.text)) {
    const words = lexicon(sentence.text)
    for (const said of answer) {
      const support = coverage(said.words, words)
      if (support > best.support) best = { quote: cutAtWord(sentence.text.trim()), support }
    }
  }
  return best
}

/**
 * The sources of an answer: the chunks that its sentences rest on, each with a quote, best first, one a source; when no
 * sentence is close to any chunk (a translation, a paraphrase), the best chunk alone. Quotes are matched to their chunk
 * first and masked after, under the turn's own policies; a blocked quote takes its source away.
 */
export async function chooseSources(
  answer: string,
  chunks: FoundChunk[],
  policies: Policy[],
  context: ChatContext,
): Promise<{ sources: AnswerSource[]; decisions: PolicyDecision[] }> {
  const sentences = splitIntoSentences(answer).map(({ text }) => ({ words: lexicon(text) }))
  const quoted = chunks.map((chunk) => ({ chunk, ...quoteFrom(chunk, sentences) }))
  const supporting = quoted.filter(({ support }) => support >= leastSupport).sort((a, b) => b.support - a.support)
  const chosen = supporting.length > 0 ? supporting : quoted.slice(0, 1)
  const bySource = new Map<string, (typeof chosen)[number]>()
  for (const each of chosen) if (!bySource.has(each.chunk.sourceId)) bySource.set(each.chunk.sourceId, each)
  const distinct = [...bySource.values()]
  if (distinct.length === 0) return { sources: [], decisions: [] }

  const { texts, decisions } = await context.ask(textsRelease, {
    policies,
    texts: distinct.flatMap(({ chunk, quote }) => [quote, chunk.title, chunk.url ?? '']),
  })
  const sources = distinct.flatMap(({ chunk }, i): AnswerSource[] => {
    const [quote, title, url] = [texts[i * 3]!, texts[i * 3 + 1]!, texts[i * 3 + 2]!]
    if (quote.blocked || title.blocked) return []
    return [
      {
        title: title.text,
        sourceId: chunk.sourceId,
        version: chunk.version,
        ...(chunk.url && !url.changed && { url: chunk.url }),
        quote: quote.text,
        ...(quote.changed && { masked: true }),
      },
    ]
  })
  return { sources, decisions }
}
