import { bestLikeness, isNumber } from '@frontdesk/answers'
import type { FoundChunk } from '@frontdesk/contracts'
import { contentWords, detectLanguage, splitIntoSentences, words } from '@frontdesk/language'

/** A sentence of an answer and the chunk that supports it; `quote` is a literal part of that chunk. */
export type Support = { start: number; end: number; chunk: FoundChunk; quote: string; share: number }

/** A quote is as many whole sentences as fit, at least one; a longer sentence is cut at a word. */
const maxQuoteLength = 300
/** A chunk supports a sentence when one of its sentences has at least this share of the sentence's content words. */
const minSupport = 0.5
/** Two words match from this similarity on (see `match-words.ts`). */
const minLikeness = 0.6
/** The share of the confidence that an answer without any supported sentence keeps. Chosen, not fitted. */
const withoutSupport = 0.3

type Read = { chunk: FoundChunk; sentences: { text: string; words: Set<string> }[] }

const readChunks = (chunks: FoundChunk[]): Read[] =>
  chunks.map((chunk) => ({
    chunk,
    sentences: splitIntoSentences(chunk.text).map(({ text }) => ({ text, words: new Set(words(text)) })),
  }))

/**
 * The share of a sentence that another sentence contains, 0..1. A missing number halves it, because a near number is
 * not the same.
 */
function shareOf(said: string[], held: Set<string>): number {
  if (said.length === 0) return 0
  let sum = 0
  let lacksNumber = false
  for (const word of said) {
    const isHeld = isNumber(word) ? held.has(word) : bestLikeness(word, held) >= minLikeness
    if (isHeld) sum++
    else if (isNumber(word)) lacksNumber = true
  }
  return (sum / said.length) * (lacksNumber ? 0.5 : 1)
}

/** Cuts to a quote's length at a word, never in the middle of a character. */
export function cutAtWord(text: string): string {
  if (text.length <= maxQuoteLength) return text
  const space = text.lastIndexOf(' ', maxQuoteLength)
  const cut = text.slice(0, space > maxQuoteLength / 2 ? space : maxQuoteLength)
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()
}

/** Every chunk that supports a sentence of an answer, sentence by sentence, with the best quote of each. */
export function supportOf(answer: string, chunks: FoundChunk[]): Support[] {
  const read = readChunks(chunks)
  return splitIntoSentences(answer).flatMap(({ text, start, end }) => {
    const said = [...new Set(contentWords(text))]
    return read.flatMap(({ chunk, sentences }) => {
      let best: Support | undefined
      for (const sentence of sentences) {
        const share = shareOf(said, sentence.words)
        if (share < minSupport || share <= (best?.share ?? 0)) continue
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
 * Where the answer is in another language than the chunks, only its numbers can be looked for; `language` (ISO 639-1) is the
 * one it was asked for in, where that is known: few words don't always tell theirs.
 */
export function confidenceAfter(
  confidence: number,
  answer: string,
  chunks: FoundChunk[],
  language?: string | null,
): number {
  const sentences = splitIntoSentences(answer).filter(({ text }) => states(text))
  if (sentences.length === 0) return confidence
  const supported = new Set(supportOf(answer, chunks).map(({ start }) => start))
  // Telling languages takes milliseconds, and most answers need no excuse.
  if (sentences.every(({ start }) => supported.has(start))) return confidence
  const theirs = detectLanguage(chunks[0]?.text ?? '')
  const isTranslated =
    differ(detectLanguage(answer) ?? language ?? null, theirs) && differ(language ?? null, theirs, true)
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

/**
 * Whether what is written so far may leave, while more is to come: its confidence is not below the threshold, and words that
 * state nothing yet wait for some that do, unless the answer would be sure enough without any support.
 */
export function mayLeave(
  confidence: number,
  written: string,
  chunks: FoundChunk[],
  { threshold, language }: { threshold: number; language: string | null },
): boolean {
  if (confidence * withoutSupport >= threshold) return true
  return states(written) && confidenceAfter(confidence, written, chunks, language) >= threshold
}

/** Whether two languages are known and not the same; `otherwise` when one is not known. */
const differ = (a: string | null, b: string | null, otherwise = false): boolean =>
  a === null || b === null ? otherwise : a !== b
