import { withoutDots } from '@frontdesk/language'
import { isCommon } from './common-words.ts'
import { type Phrase, type PhraseIndex, startOf } from './index-phrases.ts'
import type { Reading } from './read-words.ts'
import { lemmasOf } from './word-forms.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** What English writes onto a word to make another of it that speaks of the same thing. */
const englishRests = list(`
  ism isms ist ists istic ised ized ise ize ising izing er ers ous like proof less ful free man men woman women boy boys
  girl girls house houses room rooms shop shops store stores site sites page pages work works worker workers maker makers
  making maid master owner owners holder holders player players play playing lover lovers dealer dealers dealing seller
  sellers buyer buyers card cards game games table tables machine machines money coin coins currency currencies wallet
  wallets exchange exchanges trade trader traders trading market markets book books land lands party parties fighter
  fighters fight fights hole shot shots shooter powder smith grade based related addict addicts abuse user users
`)
/** The front of an English compound has at least these letters; of a Swedish one these. */
const englishLetters = 5
const swedishLetters = 4
/** In a text too short to tell its language: both ends. */
const unknownLetters = 5
/** Rests that make no compound but another word: endings of Swedish and English. */
const noRests = list(`
  ande ende ning ningar ningen ling lingar ling else elser isk iska iskt ligt liga lig het heten are aren arna ation
  ment ments able ible ance ence ant ants ent ents ion ions ial ian ium eria erier ette etter ing inge inga aste aste
`)

/**
 * The phrase of one word that a word is made of: in Swedish at either end of a compound ("skjutvapen", "vapenhandel"), in
 * English at the front of those that are written as one ("cryptocurrency").
 */
export function findCompound(
  readings: Reading[],
  index: PhraseIndex,
  isIn: (language: string) => boolean,
): Phrase | undefined {
  for (const { word, exact = word, written } of readings) {
    if (word.length < swedishLetters + 3 || written === 'scattered') continue
    // Between two words that stand beside each other a short one is found by chance.
    const found = split(word, exact, written === 'whole' ? swedishLetters : unknownLetters, index, isIn)
    if (found) return found
  }
  return undefined
}

function split(
  word: string,
  exact: string,
  least: number,
  index: PhraseIndex,
  isIn: (language: string) => boolean,
): Phrase | undefined {
  for (let length = least; length <= word.length - 3; length++) {
    const rest = word.slice(length)
    const front = index.singleWords.get(word.slice(0, length))
    if (front) {
      if (length >= englishLetters && englishRests.has(rest)) return front
      if (isSwedishRest(rest, length) && isSwedish(length, rest.length, isIn)) return front
    }
    const back = word.slice(word.length - length)
    const before = word.slice(0, word.length - length)
    if (!index.starts.has(startOf(back)) || !/[aeiouy]/.test(before)) continue
    for (const { lemma, isNoun } of lemmasOf(back)) {
      const phrase = lemma.length >= swedishLetters && isNoun !== false ? index.singleWords.get(lemma) : undefined
      // "Tillhöra" is made of "höra", not of what that is without its dots.
      if (!phrase || meansAnother(exact.slice(-length), phrase)) continue
      // Not in English: "therapist", "operating".
      if (isSwedish(length, before.length, isIn)) return phrase
    }
  }
  return undefined
}

const meansAnother = (dotted: string, { phrase }: Phrase): boolean =>
  withoutDots(dotted) !== dotted && isCommon(dotted) && withoutDots(phrase) === phrase

/** A short front says less, so its rest must say more. */
const isSwedishRest = (rest: string, frontLetters: number): boolean =>
  rest.length >= (frontLetters > swedishLetters ? 3 : 4) && /[aeiouy]/.test(rest) && !noRests.has(rest)

const isSwedish = (letters: number, rest: number, isIn: (language: string) => boolean): boolean =>
  isIn('sv') || (Math.min(letters, rest) >= unknownLetters && isIn(''))
