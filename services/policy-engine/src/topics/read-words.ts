import { otherReadings, type SeenText } from '@frontdesk/language'
import { isCommon } from './common-words.ts'
import { type PhraseIndex, startOf } from './index-phrases.ts'

/** What a text's words may say from one of them up to `end`. */
export type Reading = {
  word: string
  /** With the accents of Swedish, where it is what the text has. */
  exact?: string
  end: number
  accents: 'ignored' | 'kept'
  /**
   * How the text writes it: as one word, in pieces that are no words by themselves, without space between or with, or in
   * pieces some of which are words.
   */
  written: 'whole' | 'torn' | 'apart' | 'scattered'
}

/** Words written apart are joined up to so many letters and so many pieces. */
const maxJoinedLength = 30
const maxPieces = 24
/** Two everyday words beside each other make a word that is another one's less often the longer it is. */
const minHalves = 7

/**
 * Every word that may be read at a text's word: itself, itself with signs as letters, and itself with those after it, for
 * a word may be torn apart. A torn word is only read when it could be one of the index.
 */
export function readFrom(seen: SeenText, at: number, index: PhraseIndex): Reading[] {
  const { words, characters } = seen
  const { exact, plain, from, to } = words[at]!
  // What everybody writes means what it says: accents count there.
  const readings: Reading[] = isCommon(exact)
    ? [{ word: exact, end: at + 1, accents: 'kept', written: 'whole' }]
    : [{ word: plain, exact, end: at + 1, accents: 'ignored', written: 'whole' }]
  const known = new Set([plain])
  const add = (word: string, end: number, written: Reading['written']) => {
    if (known.has(word)) return
    known.add(word)
    readings.push({ word, end, accents: 'ignored', written })
  }
  for (const reading of otherReadings(characters.slice(from, to), plain)) add(reading, at + 1, 'whole')

  // Signs beside the word may be letters of it: "c@sino", "drug$".
  let start = from
  let stop = to
  while (characters[start - 1]?.kind === 'sign') start--
  while (characters[stop] && characters[stop]!.kind !== 'gap') stop++
  if (start < from || stop > to) {
    let end = at + 1
    while (words[end] && words[end]!.from < stop) end++
    const lastLetter = words[end - 1]!.to
    for (const [a, b] of [
      [start, stop],
      [from, stop],
      [start, lastLetter],
      [from, lastLetter],
    ] as const) {
      for (const reading of otherReadings(characters.slice(a, b), plain)) add(reading, end, 'whole')
    }
  }
  readTorn(seen, at, index, add)
  return readings
}

/** Words that were torn apart: "g a m b l e", "gam-bling", "ga mb le". */
function readTorn(
  { words, characters }: SeenText,
  at: number,
  { starts, longestForm }: PhraseIndex,
  add: (word: string, end: number, written: Reading['written']) => void,
) {
  const { plain: first, exact: firstExact, from } = words[at]!
  let joined = first
  let longestPiece = first.length
  let uncommon = isCommon(firstExact) ? 0 : 1
  let written: 'torn' | 'apart' = 'torn'
  /** Nothing so far can be read in another way. */
  let isPlain = characters
    .slice(from, words[at]!.to)
    .every(({ kind, readings }) => kind === 'letter' && readings.length === 1)
  for (let last = at + 1; last < words.length && last < at + maxPieces; last++) {
    const { plain, exact, to } = words[last]!
    joined += plain
    if (joined.length > maxJoinedLength) return
    longestPiece = Math.max(longestPiece, plain.length)
    if (!isCommon(exact)) uncommon++
    for (let gap = words[last - 1]!.to; gap < to; gap++) {
      const { exact, kind, readings } = characters[gap]!
      if (kind === 'gap' && exact.trim() === '') written = 'apart'
      else if (kind !== 'gap' && (kind !== 'letter' || readings.length > 1)) isPlain = false
    }
    const pieces = last - at + 1
    const isSpelled = longestPiece === 1 && pieces >= 3
    // Two words that everybody writes are two words, but for the halves of a long one ("fire arm"); so are letters that are
    // too few to tell.
    const areHalves = pieces === 2 && joined.length >= minHalves && Math.min(first.length, plain.length) >= 3
    const isTorn = areHalves || (longestPiece > 1 && uncommon > 0 && (joined.length >= 5 || uncommon === pieces))
    if (isSpelled ? joined.length > longestForm : !isTorn) continue
    const how = written === 'apart' && !isSpelled && uncommon < pieces ? 'scattered' : written
    // Of letters that stand alone, the word begins at one of them; a compound may begin with anything.
    if (starts.has(startOf(joined)) || (isTorn && how !== 'scattered')) add(joined, last + 1, how)
    if (isPlain) continue
    const stretch = characters.slice(from, to).filter(({ kind }) => kind !== 'gap')
    for (const reading of otherReadings(stretch, joined)) if (starts.has(startOf(reading))) add(reading, last + 1, how)
  }
}
