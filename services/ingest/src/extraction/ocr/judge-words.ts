import { isStopWord } from '@frontdesk/language'

/** A word as it was recognised, with the recogniser's confidence in percent. */
export type Recognised = { text: string; confidence: number }

/** Marks on a photo, and letters on their side or head, are recognised with some 20 to 60 percent, printed ones with 85 to 96. */
const sureOf = 75
/** A word or two may read well by chance, upside down. */
const sureLetters = 20
/** Less sure, a page needs the small words that every text has: this share of its words. */
const lessSureOf = 60
const minShareOfSmallWords = 0.08
/** So much of what is on a page, numbers aside, has to look like words. */
const minShareOfPage = 0.5

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const number = /^\d[\d.,:/–-]*$/
const letters = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?:[-'’](?:\p{Lu}?\p{Ll}+|\p{Lu}+))*$/u
const vowel = /[aeiouyåäöéèêüœæø]/iu
const latin = /^[\p{Script=Latin}'’-]+$/u
const consonants = /[bcdfghjklmnpqrstvwxz]{6}/i

/** Whether a word could stand in a dictionary: in one case, with a vowel, without a heap of consonants. */
function looksLikeWord(text: string): boolean {
  if (text.length < 3) return isStopWord(text.toLowerCase())
  return (
    letters.test(text) &&
    (!latin.test(text) || text === text.toUpperCase() || (vowel.test(text) && !consonants.test(text)))
  )
}

/**
 * How much is read on a page: `letters` of words that look like such, whether all of it is text rather than noise, and
 * whether no other way to hold the page can be the right one.
 */
export type Judgement = { letters: number; isText: boolean; isSure: boolean }

export function judgeWords(found: readonly Recognised[]): Judgement {
  let all = 0
  let read = 0
  let confidence = 0
  let words = 0
  let small = 0
  for (const { text, confidence: own } of found) {
    const word = text.replace(edges, '')
    // Numbers speak neither for words nor against them.
    if (number.test(word)) continue
    all += text.length
    if (!looksLikeWord(word)) continue
    words++
    if (isStopWord(word.toLowerCase())) small++
    read += word.length
    confidence += word.length * own
  }
  const mean = read === 0 ? 0 : confidence / read
  const hasText = read >= 3 && read >= all * minShareOfPage
  const isClear = hasText && mean >= sureOf
  const isText = isClear || (hasText && mean >= lessSureOf && small >= words * minShareOfSmallWords)
  return { letters: read * (mean / 100), isText, isSure: isClear && read >= sureLetters }
}
