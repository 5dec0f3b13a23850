import type { WordCounts } from '@frontdesk/contracts'
import { contentWords, stem, words } from '@frontdesk/language'
import { amounts, prices } from './answer-type.ts'
import { background } from './background.ts'
import { isNumber } from './match-words.ts'

/** A word of a question that answers are held to. */
export type AskedWord = {
  word: string
  stem: string
  /** What it tells: its idf over the index and the background. */
  weight: number
  /** The same by its length alone, which depends on no index. */
  lengthWeight: number
  isName: boolean
  isNumber: boolean
  /** No chunk of the index holds it. False where nothing was counted. */
  isUnknown: boolean
}

/** Texts that the background stands for: small knowledge bases have no idf of their own. */
const backgroundTexts = 150
/** A question is judged by its first words; an e-mail of a page would take long and say less. */
const maxWords = 40

/** The background of each of its languages, parsed at first use. */
const shares = new Map<string, Map<string, number>>()
function shareOf(stemmed: string, language: string): number {
  let own = shares.get(language)
  if (!own) {
    own = new Map()
    for (const entry of (background[language] ?? '').split(/\s/)) {
      const [name, perMille] = entry.split(':')
      if (name && perMille) own.set(name, Number(perMille) / 1_000)
    }
    shares.set(language, own)
  }
  return own.get(stemmed) ?? 0
}

/** `how long`, `what does it cost`: they say what kind of thing is asked for, and rarely stand in the answer. */
function saysOnlyType(word: string, all: string[]): boolean {
  if (prices.has(word)) return true
  const before = all[all.indexOf(word) - 1]
  return amounts.has(word) && (before === 'how' || before === 'hur' || before === 'wie')
}

const known = new Set(['en', 'sv', 'de'])

/**
 * The words of a question that say what it is about, each once, with what each tells: without any counts only the
 * background says. `language`: ISO 639-1.
 */
export function weighWords(question: string, counts: WordCounts, language: string | undefined): AskedWord[] {
  const own = language !== undefined && known.has(language) ? language : undefined
  const all = words(question)
  const content = contentWords(question, own)
  const telling = content.filter((word) => !saysOnlyType(word, all))
  const asked = [...new Set([telling, content, all].find(({ length }) => length > 0))].slice(0, maxWords)
  const frequencies = new Map(counts.words.map(({ word, frequency }) => [word, frequency]))
  const capitals = new Set(
    [...question.matchAll(/[\p{L}\p{N},'’]\s+(\p{Lu}[\p{L}\p{N}]*)/gu)].map((match) => match[1]!.toLowerCase()),
  )
  // German writes every noun with a capital: there two in a row are a name, as is a word with a digit.
  const pairs = new Set(
    [...question.matchAll(/(?=(?:^|\s)(\p{Lu}[\p{L}\p{N}]+)\s(\p{Lu}[\p{L}\p{N}]*))/gu)].flatMap(([, a, b]) => [
      a!.toLowerCase(),
      b!.toLowerCase(),
    ]),
  )
  const total = counts.chunks + backgroundTexts
  return asked.map((word) => {
    const stemmed = stem(word, own)
    const frequency = Math.min(frequencies.get(word) ?? 0, counts.chunks)
    const share = own
      ? shareOf(stemmed, own)
      : Math.max(shareOf(stem(word, 'sv'), 'sv'), shareOf(stem(word, 'en'), 'en'))
    const held = frequency + backgroundTexts * share
    return {
      word,
      stem: stemmed,
      weight: Math.log(1 + (total - held + 0.5) / (held + 0.5)),
      lengthWeight: isNumber(word) ? 1 : Math.min(1, 0.25 + word.length / 10),
      isName: (own === 'de' ? pairs : capitals).has(word) || /^(?=.*\p{L})(?=.*\p{N})/u.test(word),
      isNumber: isNumber(word),
      isUnknown: counts.chunks > 0 && frequency === 0,
    }
  })
}
