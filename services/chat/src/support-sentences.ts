import type { FoundChunk } from '@frontdesk/contracts'
import { contentWords, detectLanguage, splitIntoSentences, words } from '@frontdesk/language'
import { bestLikeness, isNumber } from './match-words.ts'

/** A sentence of an answer and the chunk it rests on: `quote` stands in that chunk, letter by letter. */
export type Support = { start: number; end: number; chunk: FoundChunk; quote: string; share: number }

/** A quote is as many whole sentences as fit, at least one; a longer sentence is cut at a word. */
const longestQuote = 300
/** A sentence of the answer rests on a chunk when this share of its content words stands in one sentence of it. */
const leastSupport = 0.5
/** Words are held by others of at least this likeness (see `match-words.ts`). */
const leastLikeness = 0.6
/** What is left of the confidence in an answer none of whose sentences has support. Stated, not fitted. */
const withoutSupport = 0.3

type Read = { chunk: FoundChunk; sentences: { text: string; words: Set<string> }[] }

const readChunks = (chunks: FoundChunk[]): Read[] =>
  chunks.map((chunk) => ({
    chunk,
    sentences: splitIntoSentences(chunk.text).map(({ text }) => ({ text, words: new Set(words(text)) })),
  }))

/** How much of a said sentence another one holds, 0..1. A number that it lacks leaves half: near is not the same. */
function shareOf(said: string[], held: Set<string>): number {
  if (said.length === 0) return 0
  let sum = 0
  let lacksNumber = false
  for (const word of said) {
    const isHeld = isNumber(word) ? held.has(word) : bestLikeness(word, held) >= leastLikeness
    if (isHeld) sum++
    else if (isNumber(word)) lacksNumber = true
  }
  return (sum / said.length) * (lacksNumber ? 0.5 : 1)
}

/** Cuts to a quote's length at a word, never in the middle of a character. */
export function cutAtWord(text: string): string {
  if (text.length <= longestQuote) return text
  const space = text.lastIndexOf(' ', longestQuote)
  const cut = text.slice(0, space > longestQuote / 2 ? space : longestQuote)
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()
}

/** Every chunk that a sentence of an answer rests on, sentence by sentence, with the best quote of each. */
export function supportOf(answer: string, chunks: FoundChunk[]): Support[] {
  const read = readChunks(chunks)
  return splitIntoSentences(answer).flatMap(({ text, start, end }) => {
    const said = [...new Set(contentWords(text))]
    return read.flatMap(({ chunk, sentences }) => {
      let best: Support | undefined
      for (const sentence of sentences) {
        const share = shareOf(said, sentence.words)
        if (share < leastSupport || share <= (best?.share ?? 0)) continue
        const quote = cutAtWord(sentence.text.trim())
        // The one promise of a quote: it is there.
        if (chunk.text.includes(quote)) best = { start, end, chunk, quote, share }
      }
      return best ? [best] : []
    })
  })
}

/** The best support of each sentence that has any, in order. */
export function bestSupportOf(supports: Support[]): Support[] {
  const best = new Map<number, Support>()
  for (const each of supports) if (each.share > (best.get(each.start)?.share ?? 0)) best.set(each.start, each)
  return [...best.values()]
}

/** Whether a sentence states anything that could have support. */
const states = (text: string): boolean => contentWords(text).length >= 2

/**
 * The confidence in an answer once it is written: lowered by the share of its stating characters that rest on no chunk.
 * Where the answer is in another language than the chunks, only its numbers can be looked for.
 */
export function confidenceAfter(confidence: number, answer: string, chunks: FoundChunk[]): number {
  const sentences = splitIntoSentences(answer).filter(({ text }) => states(text))
  if (sentences.length === 0) return confidence
  const supported = new Set(supportOf(answer, chunks).map(({ start }) => start))
  // Telling languages takes milliseconds, and most answers need no excuse.
  if (sentences.every(({ start }) => supported.has(start))) return confidence
  const isTranslated = differ(detectLanguage(answer), detectLanguage(chunks[0]?.text ?? ''))
  const numbers = new Set(chunks.flatMap(({ text }) => words(text).filter(isNumber)))
  let total = 0
  let held = 0
  for (const { text, start, end } of sentences) {
    total += end - start
    const numbersHold = () => words(text).every((word) => !isNumber(word) || numbers.has(word))
    if (supported.has(start) || (isTranslated && numbersHold())) held += end - start
  }
  return confidence * (withoutSupport + (1 - withoutSupport) * (held / total))
}

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b
