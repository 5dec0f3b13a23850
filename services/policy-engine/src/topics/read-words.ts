import type { SeenText } from '@frontdesk/language'
import { determiners, isCommon } from './common-words.ts'
import type { Beginning, Found, PhraseIndex } from './index-phrases.ts'

/** What characters of a text may say: a form of words that phrases have, or a determiner. */
export type Reading = {
  letters: string
  found: Found[]
  isDeterminer: boolean
  /** Of the characters. */
  from: number
  to: number
  /** Of the words: the first, and the one after the last. */
  at: number
  end: number
  /** Signs or spaces between its letters were left out. */
  isTorn: boolean
  /** Everybody writes the word, so its accents count. */
  isCommon: boolean
}
/**
 * How words that are read as one are written: as one, in pieces that are no words by themselves, without space between or
 * with, or in pieces some of which are words. Undefined: they are not read as one.
 */
export type Written = 'whole' | 'torn' | 'apart' | 'scattered' | undefined

/** Two everyday words beside each other make a word that is another one's less often the longer it is. */
const minHalves = 7
/** Characters from the first letter of a word to its last, runs of one counted once. */
const maxSteps = 100
/** Letters that look like another one when they stand together. */
const pairs: Record<string, { second: string; letter: string }> = {
  r: { second: 'n', letter: 'm' },
  v: { second: 'v', letter: 'w' },
  c: { second: 'l', letter: 'd' },
}
/** Pairs that neither English nor Swedish words have: two consonants alike before the first vowel, and these vowels. */
const strange = /^[^aeiouyåäö]*([bcdfghjklmnpqrstvwxz])\1|aa|ii|uu|(.)\2\2/iu
/** Many shorter words have two letters alike, and differ by them from another. */
const minDoubled = 6

const none: Beginning[] = []
const union = (some: Beginning[], others: Beginning[]): Beginning[] => {
  if (others.length === 0) return some
  return some.length === 0 ? others : [...some, ...others.filter((each) => !some.includes(each))]
}

/** Reads the words of a text as those of an index. */
export type WordReader = ReturnType<typeof readWords>

/**
 * Every way to read the characters of a text is followed as long as a word of the index begins so: the time for a character
 * is bounded by the words of the index, not by the number of ways.
 */
export function readWords({ words, characters }: SeenText, index: PhraseIndex) {
  /** By character: the word that it is in, or the next one. */
  const wordOf = new Int32Array(characters.length).fill(words.length)
  for (let at = words.length - 1; at >= 0; at--) wordOf.fill(at, words[at - 1]?.to ?? 0, words[at]!.to)
  /** By character: where what stands there ends, a run of gaps, or of one letter from its second on, taken as one. */
  const stops = new Int32Array(characters.length)
  /** By character: whether nothing of its word follows but a number. */
  const endsBefore = new Uint8Array(characters.length + 1).fill(1)
  for (let i = characters.length - 1; i >= 0; i--) {
    const { kind, exact } = characters[i]!
    const isSame = kind === 'gap' || characters[i - 1]?.exact === exact
    const isRun = isSame && (kind === 'gap' ? characters[i + 1]?.kind === 'gap' : characters[i + 1]?.exact === exact)
    stops[i] = isRun ? stops[i + 1]! : i + 1
    if (kind === 'letter' || (kind === 'digit' && !endsBefore[i + 1])) endsBefore[i] = 0
  }
  const isRunOn = (i: number) => i > 1 && stops[i - 1] !== i
  const commons = words.map(({ exact }) => isCommon(exact))
  const doubles = words.map(({ plain }) => plain.length >= minDoubled || strange.test(plain))

  /**
   * What may be read from a word on: itself, itself with signs and digits as letters, and itself with those after it, for a
   * word may be torn apart. `parts` are read inside a word, up to its end, or from its beginning to inside one.
   */
  function readFrom(at: number): { readings: Reading[]; parts: Reading[] } {
    const { exact, plain, from, to } = words[at]!
    const whole = { from, to, at, end: at + 1, isDeterminer: determiners.has(plain), isTorn: false }
    const readings: Reading[] = commons[at]
      ? [{ ...whole, letters: exact, found: index.find(exact, 'kept'), isCommon: true }]
      : [{ ...whole, letters: plain, found: index.find(plain, 'ignored'), isCommon: false }]
    const parts: Reading[] = []
    // Signs beside the word may be letters of it: "c@sino".
    let first = from
    while (characters[first - 1]?.kind === 'sign') first--
    // A number that the word begins with may be none of its letters.
    let afterNumber = from
    while (afterNumber < to && characters[afterNumber]!.kind === 'digit') afterNumber++
    for (let start = first; start < to; start++) {
      if (start > first && start < from - 1) continue
      const isInside = start > from && start !== afterNumber
      if (start > from && isRunOn(start)) continue
      walk(start, ({ letters, found, isDeterminer }, stop, isTorn) => {
        if (start === from && stop === to && letters === plain) return
        const isNumber = !characters.slice(start, stop).some(({ kind }) => kind === 'letter')
        if (isNumber) return
        const last = wordOf[stop - 1]!
        const end = Math.max(at + 1, characters[stop - 1]!.kind === 'sign' ? last : last + 1)
        const reading = { letters, found, isDeterminer, from: start, to: stop, at, end, isTorn, isCommon: false }
        const isCut = !endsBefore[stop]
        if (isInside || isCut) {
          if (isInside !== isCut) parts.push(reading)
          return
        }
        const isBeforeNumber = characters[stop]?.kind === 'digit'
        if (isTorn && (end === at + 1 || isBeforeNumber || !writtenAs(at, end, letters.length, true))) return
        // "B3T4" is a code.
        const least = characters.slice(start, stop).some(({ kind }) => kind === 'digit') ? 4 : 3
        if ((isBeforeNumber || (start > from && start === afterNumber)) && letters.length < least) return
        readings.push(reading)
      })
    }
    return { readings, parts }
  }

  /** How the words from `at` up to `end` are written when they are read as one of so many letters. */
  function writtenAs(at: number, end: number, length: number, isTorn: boolean): Written {
    const pieces = end - at
    const between = characters.slice(words[at]!.to, words[end - 1]!.from).filter(({ kind }) => kind === 'gap')
    if (pieces === 1 || (!isTorn && between.length === 0)) return 'whole'
    const lengths = words.slice(at, end).map(({ plain }) => plain.length)
    const uncommon = commons.slice(at, end).filter((common) => !common).length
    const isSpelled = Math.max(...lengths) === 1 && pieces >= 3
    // Two words that everybody writes are two words, but for the halves of a long one ("fire arm"); so are letters that are
    // too few to tell.
    const areHalves = pieces === 2 && length >= minHalves && Math.min(...lengths) >= 3
    const arePieces = Math.max(...lengths) > 1 && uncommon > 0 && (length >= 5 || uncommon === pieces)
    if (!isSpelled && !areHalves && !arePieces) return undefined
    if (!between.some(({ exact }) => exact.trim() === '')) return 'torn'
    return isSpelled || uncommon === pieces ? 'apart' : 'scattered'
  }

  /** The beginnings that one more character leads to. */
  function follow(beginnings: Beginning[], i: number): Beginning[] {
    if (beginnings.length === 0) return none
    const { readings, exact, kind } = characters[i]!
    const longer: Beginning[] = []
    // No two of these are the same, for no two beginnings are.
    for (const beginning of beginnings) {
      for (const letter of readings) {
        const next = index.follow(beginning, letter)
        if (next) longer.push(next)
      }
    }
    const mayBeDoubled = characters[i - 1]?.exact === exact && (kind === 'sign' || doubles[wordOf[i]!]!)
    if (!mayBeDoubled) return longer
    for (const beginning of beginnings) {
      if (readings.includes(beginning.letters.at(-1)!) && !longer.includes(beginning)) longer.push(beginning)
    }
    return longer
  }

  /** Visits every word that may be read from a character on, and where it stops; `isTorn`: what is no letter was left out. */
  function walk(start: number, visit: (word: Beginning, stop: number, isTorn: boolean) => void): void {
    let whole = [index.root]
    let torn: Beginning[] = []
    /** Of the next character, by two that look like one letter. */
    let ahead: Beginning[] = []
    for (let i = start, steps = 0; i < characters.length && steps < maxSteps; i = stops[i]!, steps++) {
      const { kind, exact } = characters[i]!
      if (kind === 'gap') {
        torn = union(torn, whole)
        whole = []
        continue
      }
      const pair = pairs[exact]
      const isPair = pair?.second === characters[i + 1]?.exact && !commons[wordOf[i]!]
      const next = pair && isPair ? whole.flatMap((beginning) => index.follow(beginning, pair.letter) ?? []) : none
      const skipped = kind === 'sign' && i > start ? union(torn, whole) : none
      whole = union(follow(whole, i), ahead)
      torn = union(follow(torn, i), skipped)
      ahead = next
      if (whole.length + torn.length + ahead.length === 0) return
      for (const word of whole) if (word.isWord) visit(word, stops[i]!, false)
      for (const word of torn) if (word.isWord) visit(word, stops[i]!, true)
    }
  }

  /** The letters of a stretch as they are read first, digits and signs as letters. */
  const lettersOf = (from: number, to: number): string =>
    characters
      .slice(from, to)
      .map(({ kind, readings }) => (kind === 'gap' ? '' : readings[0]))
      .join('')
  /** With the accents of Swedish. */
  const exactOf = (from: number, to: number): string =>
    characters
      .slice(from, to)
      .map(({ exact }) => exact)
      .join('')

  return { words, readFrom, writtenAs, lettersOf, exactOf }
}
