import { determiners, isCommon } from './common-words.ts'
import { readsAsCompound } from './find-compounds.ts'
import { type Found, indexPhrases, type Phrase, type PhraseIndex, type Topics } from './index-phrases.ts'
import { languageOf } from './language-of.ts'
import { otherReadings, type SeenText, seeWords } from './see-words.ts'

export type TopicMatch = { topic: string; phrase: string }

/** A word of a phrase, found in a text's words up to `end`. */
type Hit = Found & { end: number }

/** Words written apart are joined up to so many letters and so many pieces. */
const longestJoined = 30
const mostPieces = 24
/** Longer words are no words; phrases are looked for anywhere in them. */
const longestWord = 64
const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Indexes that are in use, by their topics as JSON; the oldest goes. A pure function's memory: it can't be out of date. */
const indexes = new Map<string, PhraseIndex>()
const mostIndexes = 32

function indexOf(topics: Topics): PhraseIndex {
  const key = JSON.stringify(topics.map(({ name, phrases }) => [name, phrases]))
  const known = indexes.get(key)
  if (known) return known
  if (indexes.size >= mostIndexes) indexes.delete(indexes.keys().next().value!)
  const index = indexPhrases(topics)
  indexes.set(key, index)
  return index
}

/**
 * The first topic whose phrases a text touches, or undefined. A phrase matches word by word, each in any form (English
 * and Swedish inflections, compounds), with or without articles between, whatever the case, accents, invisible
 * characters, full-width forms, look-alike letters, leetspeak, drawn-out letters, and however the letters are spaced.
 * Time is linear in the text.
 */
export function matchTopics(text: string, { topics }: { topics: Topics }): TopicMatch | undefined {
  const index = indexOf(topics)
  if (index.byFirstWord.size === 0) return undefined
  const seen = seeWords(text)
  let language: string | undefined
  const isIn = (code: string) => (language ??= languageOf(seen)) === code
  const hits: Hit[][] = []
  const hitsAt = (at: number) => (hits[at] ??= at < seen.words.length ? findAt(seen, at, index) : [])

  const holds = (phrase: Phrase, nth: number, at: number, isSwedish: boolean): boolean => {
    if (nth === phrase.words.length) return !isSwedish || !isIn('en')
    for (let start = at; start <= at + 2; start++) {
      for (const { word, end, isSwedishOnly } of hitsAt(start)) {
        if (word === phrase.words[nth] && holds(phrase, nth + 1, end, isSwedish || isSwedishOnly)) return true
      }
      // Articles and the like may stand between, not before.
      if (nth === 0 || !determiners.has(seen.words[start]?.plain ?? '')) break
    }
    return false
  }

  for (let at = 0; at < seen.words.length; at++) {
    for (const { word } of hitsAt(at)) {
      const found = index.byFirstWord.get(word)?.find((phrase) => holds(phrase, 0, at, false))
      if (found) return { topic: found.topic, phrase: found.phrase }
    }
    const { plain } = seen.words[at]!
    const hidden =
      plain.length > longestWord || writtenWithoutSpaces.test(plain)
        ? findAnywhere(plain, index)
        : readsAsCompound(seen, at, index, isIn)
    if (hidden) return { topic: hidden.topic, phrase: hidden.phrase }
  }
  return undefined
}

/** Every phrase's word that begins with the text's word at `at`, however it is written. */
function findAt({ words, characters }: SeenText, at: number, index: PhraseIndex): Hit[] {
  const { exact, plain, from, to } = words[at]!
  const hits: Hit[] = []
  const add = (found: Found[], end: number) => {
    for (const each of found) hits.push({ ...each, end })
  }
  // What everybody writes means what it says: accents count there.
  add(isCommon(exact) ? index.find(exact, 'kept') : index.find(plain, 'ignored'), at + 1)
  for (const reading of otherReadings(characters.slice(from, to), plain)) add(index.find(reading, 'ignored'), at + 1)

  // Signs beside the word may be letters of it: "c@sino", "drug$".
  let start = from
  let stop = to
  while (characters[start - 1]?.kind === 'sign') start--
  while (characters[stop] && characters[stop]!.kind !== 'gap') stop++
  if (start < from || stop > to) {
    let end = at + 1
    while (words[end] && words[end]!.from < stop) end++
    for (const [a, b] of [
      [start, stop],
      [from, trimmed(characters, stop)],
      [start, trimmed(characters, stop)],
    ] as const) {
      for (const reading of otherReadings(characters.slice(a, b), plain)) add(index.find(reading, 'ignored'), end)
    }
  }
  addJoined({ words, characters }, at, index, add)
  return hits
}

/** Where a stretch ends without the signs at its end. */
function trimmed(characters: SeenText['characters'], stop: number): number {
  let end = stop
  while (end > 0 && characters[end - 1]!.kind === 'sign') end--
  return end
}

/** Words that were torn apart: "g a m b l e", "gam-bling", "ga mb le". */
function addJoined(
  { words, characters }: SeenText,
  at: number,
  index: PhraseIndex,
  add: (found: Found[], end: number) => void,
) {
  let joined = words[at]!.plain
  let longestPiece = joined.length
  let uncommon = isCommon(words[at]!.exact) ? 0 : 1
  for (let last = at + 1; last < words.length && last < at + mostPieces; last++) {
    const { plain, exact, to } = words[last]!
    joined += plain
    if (joined.length > longestJoined) return
    longestPiece = Math.max(longestPiece, plain.length)
    if (!isCommon(exact)) uncommon++
    const pieces = last - at + 1
    const isSpelled = longestPiece === 1 && pieces >= 3
    // Two words that everybody writes are two words; so are letters that are too few to tell.
    const isTorn = longestPiece > 1 && uncommon > 0 && (joined.length >= 5 || uncommon === pieces)
    if (!isSpelled && !isTorn) continue
    const { from } = words[at]!
    if (index.starts.has(joined.slice(0, 2))) add(index.find(joined, 'ignored'), last + 1)
    const stretch = characters.slice(from, to).filter(({ kind }) => kind !== 'gap')
    if (stretch.every(({ kind, readings }) => kind === 'letter' && readings.length === 1)) continue
    for (const reading of otherReadings(stretch, joined)) {
      if (index.starts.has(reading.slice(0, 2))) add(index.find(reading, 'ignored'), last + 1)
    }
  }
}

function findAnywhere(letters: string, { joined, joinedLengths }: PhraseIndex): Phrase | undefined {
  for (let start = 0; start < letters.length; start++) {
    for (const length of joinedLengths) {
      // A phrase of one or two letters would be found in anything, but for scripts that write words so.
      if (length < 3 && !writtenWithoutSpaces.test(letters[start]!)) continue
      const found = joined.get(letters.slice(start, start + length))
      if (found) return found
    }
  }
  return undefined
}
