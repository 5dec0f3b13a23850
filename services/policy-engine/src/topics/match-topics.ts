import { readDisguises, seeWords } from '@frontdesk/language'
import { findCompound } from './find-compounds.ts'
import { indexPhrases, type Phrase, type PhraseIndex, type Topics } from './index-phrases.ts'
import { languageOf } from './language-of.ts'
import { type Reading, readWords } from './read-words.ts'

export type TopicMatch = { topic: string; phrase: string }

/** Longer runs are not treated as words: phrases are searched anywhere in them. */
const maxWordLength = 64
const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Indexes in use, by their topics as JSON; the oldest is evicted. The cache of a pure function, so it can't be stale. */
const indexes = new Map<string, PhraseIndex>()
const maxIndexes = 32

function indexOf(topics: Topics): PhraseIndex {
  const key = JSON.stringify(topics.map(({ name, phrases }) => [name, phrases]))
  const known = indexes.get(key)
  if (known) return known
  if (indexes.size >= maxIndexes) indexes.delete(indexes.keys().next().value!)
  const index = indexPhrases(topics)
  indexes.set(key, index)
  return index
}

/**
 * The first topic whose phrases a text touches, or undefined. A phrase matches word by word, each in any form (English
 * and Swedish inflections, compounds), with or without articles between, whatever the case, accents, invisible
 * characters, full-width forms, look-alike letters, leetspeak, drawn-out letters, and however the letters are spaced; in
 * any of the readings of a text with markup, escapes, codes or turned letters (`readDisguises`). Time is linear in the text.
 */
export function matchTopics(text: string, { topics }: { topics: Topics }): TopicMatch | undefined {
  const index = indexOf(topics)
  if (index.byFirstWord.size === 0) return undefined
  // Codes are of no language; what they say may be Swedish in any text, for nobody writes it so by chance.
  const language = once(() => languageOf(seeWords(text.replace(codes, ' '))))
  for (const reading of readDisguises(text)) {
    const match = matchReading(reading.text, index, reading.isEncoded ? () => 'sv' : language)
    if (match) return match
  }
  return undefined
}

const codes = /\S{16,}|(?:[\da-f]{2}[\s:,-]){4,}|\S*[%\\]\S*/giu

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => (made ??= { result: make() }).result
}

/** `around` is the language of the text that this is a reading of: what stands in it may have too few words to tell. */
function matchReading(text: string, index: PhraseIndex, around: () => string): TopicMatch | undefined {
  const seen = seeWords(text)
  const { words } = seen
  const language = once(() => (around() === 'sv' ? 'sv' : languageOf(seen)))
  const isIn = (code: string) => language() === code

  const reader = readWords(seen, index)
  const readAt: { readings: Reading[]; parts: Reading[] }[] = []
  const read = (at: number) => (readAt[at] ??= at < words.length ? reader.readFrom(at) : { readings: [], parts: [] })

  const holds = (phrase: Phrase, nth: number, at: number): boolean => {
    if (nth === phrase.words.length) return true
    for (let start = at; start <= at + 2; start++) {
      const { readings } = read(start)
      for (const { found, end, isCommon } of readings) {
        for (const { word, isSwedishOnly } of found) {
          if (word !== phrase.words[nth]) continue
          // "Better" would be a form of "bett" in Swedish.
          if (isSwedishOnly && (isCommon ? !isIn('sv') : isIn('en'))) continue
          if (holds(phrase, nth + 1, end)) return true
        }
      }
      // Articles and numbers may stand between, not before.
      if (nth === 0 || !readings.some((reading) => mayStandBetween(reading, start))) break
    }
    return false
  }

  for (let at = 0; at < words.length; at++) {
    const { readings, parts } = read(at)
    for (const { found } of readings) {
      for (const { word } of found) {
        const touched = index.byFirstWord.get(word)?.find((phrase) => holds(phrase, 0, at))
        if (touched) return { topic: touched.topic, phrase: touched.phrase }
      }
    }
    const { plain } = words[at]!
    const hidden =
      plain.length > maxWordLength || writtenWithoutSpaces.test(plain)
        ? findAnywhere(plain, index)
        : first(parts, (part) => findCompound(part, reader, index, isIn))
    if (hidden) return { topic: hidden.topic, phrase: hidden.phrase }
  }
  return undefined
}

function first<Item, Result>(items: Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

const mayStandBetween = ({ letters, isDeterminer, end }: Reading, at: number): boolean =>
  end === at + 1 && (isDeterminer || /^\d+$/.test(letters))

function findAnywhere(letters: string, { joined, joinedLengths }: PhraseIndex): Phrase | undefined {
  for (let start = 0; start < letters.length; start++) {
    for (const length of joinedLengths.get(letters[start]!) ?? []) {
      // A phrase of one or two letters would be found in anything, but for scripts that write words so.
      if (length < 3 && !writtenWithoutSpaces.test(letters[start]!)) continue
      const found = joined.get(letters.slice(start, start + length))
      if (found) return found
    }
  }
  return undefined
}
