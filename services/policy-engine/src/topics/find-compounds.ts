import { withoutDots } from '@frontdesk/language'
import { isCommon } from './common-words.ts'
import type { Phrase, PhraseIndex } from './index-phrases.ts'
import type { Reading, WordReader } from './read-words.ts'
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
/** The other end of a compound. */
const minRest = 3
/** In a text too short to tell its language: both ends. */
const unknownLetters = 5
/** Rests that make no compound but another word: endings of Swedish and English. */
const noRests = list(`
  ande ende ning ningar ningen ling lingar ling else elser isk iska iskt ligt liga lig het heten are aren arna ation
  ment ments able ible ance ence ant ants ent ents ion ions ial ian ium eria erier ette etter ing inge inga aste aste
`)

/** A compound that is torn apart is looked at up to so many pieces more, and so many letters. */
const maxPieces = 3
const maxLetters = 30

/**
 * The phrase of one word that a word is made of: in Swedish at either end of a compound ("skjutvapen", "vapenhandel"), in
 * English at the front of those that are written as one ("cryptocurrency"). `part` is what was read of the word.
 */
export function findCompound(
  { letters, from, to, at, end, isTorn }: Reading,
  { words, writtenAs, lettersOf, exactOf }: WordReader,
  { singleWords }: PhraseIndex,
  isIn: (language: string) => boolean,
): Phrase | undefined {
  const isWritten = (first: number, last: number, length: number) => {
    if (length > maxLetters) return false
    const written = writtenAs(first, last, length, isTorn)
    // Between two words that stand beside each other a short one is found by chance.
    const least = written === 'whole' ? swedishLetters : unknownLetters
    return written !== undefined && written !== 'scattered' && letters.length >= least
  }
  if (from === words[at]!.from) {
    const front = singleWords.get(letters)
    for (let last = end; front && last <= Math.min(end + maxPieces, words.length); last++) {
      const rest = lettersOf(to, words[last - 1]!.to)
      if (!isWritten(at, last, letters.length + rest.length)) continue
      if (letters.length >= englishLetters && englishRests.has(rest)) return front
      if (isSwedishRest(rest, letters.length) && isSwedish(letters.length, rest.length, isIn)) return front
    }
    return undefined
  }
  const phrase = lemmasOf(letters)
    .filter(({ lemma, isNoun }) => lemma.length >= swedishLetters && isNoun !== false)
    .map(({ lemma }) => singleWords.get(lemma))
    // "Tillhöra" is made of "höra", not of what that is without its dots.
    .find((found) => found && !meansAnother(exactOf(from, to), found))
  for (let first = at; phrase && first >= Math.max(0, at - maxPieces); first--) {
    const before = lettersOf(words[first]!.from, from)
    if (before.length < minRest || !/[aeiouy]/.test(before)) continue
    // Not in English: "therapist", "operating".
    if (isWritten(first, end, before.length + letters.length) && isSwedish(letters.length, before.length, isIn))
      return phrase
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
