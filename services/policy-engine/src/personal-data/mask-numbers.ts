import { growingText } from './growing-text.ts'
import type { GrowingMask } from './mask.ts'
import { beginsFreely, type Labels, readSurroundings, type Surroundings } from './surroundings.ts'

/** Something found at a place of a plain text: where it ends, and how many of its letters and digits stay, at each end. */
export type Found = { end: number; keepFirst: number; keepLast: number }

/** Some ASCII characters: 1 for the code of each. */
type AsciiSet = Uint8Array

/** The ASCII characters that an expression matches. */
export const asciiSet = (expression: RegExp): AsciiSet =>
  Uint8Array.from({ length: 128 }, (_, code) => Number(expression.test(String.fromCharCode(code))))

/** How one kind of number is found in plain text. */
export type NumberFinder = {
  /** Matches at the places where one could begin, and never more than a bounded number of characters. Global. */
  starts: RegExp
  /** Whether `starts` matches at every digit. */
  startsAtDigits: boolean
  /** The ASCII characters that a number of the kind begins with. At others nothing is looked for. */
  firsts: AsciiSet
  /**
   * How far at such a place every beginning of every number of the kind goes: where that ends, or -1 where none begins. While
   * it reaches to the end of a growing text, nothing is decided. Bounded too.
   */
  reach(plain: string, at: number): number
  /** No `reach` and its look-ahead go further than so many characters, so that further from a text's end nothing is open. */
  maxReach: number
  /** How many characters after what `reach` told the decision looks at. */
  lookAhead(reached: string): number
  /**
   * What is found at the place. Looks at a bounded number of characters before, and at none beyond the look-ahead.
   * `isAfterMask`: the character before it has just become an asterisk.
   */
  find(around: Surroundings, at: number, isAfterMask: boolean): Found | undefined
}

/** No look-ahead goes further than this. */
const maxLookAhead = 16

/** A finder among others. */
export type Wanted = {
  kind: string
  finder: NumberFinder
  /** Whether what it finds is masked, or only no part of another kind. */
  isMasked: boolean
  /** The kinds of which no part is one of this kind. */
  noPartOf: string[]
}

/** What the nth finder found. */
type Hit = { nth: number; found: Found }

/**
 * Masks what finders find: each letter and digit that isn't kept becomes an asterisk, separators and invisible
 * characters stay where they are. Every place is tried on its own, inside of what was found too, since two numbers side
 * by side may look like a third one that takes a part of each: what any of them hides is hidden. Only what lies wholly
 * within a longer one of its kind, or of a kind of which it is no part, counts for nothing: a part of a card's number is
 * no telephone's.
 */
export function numberMask(all: Wanted[]): GrowingMask {
  // Of no width, so that `test` alone tells the place: a match of each would cost more than most of what is done there.
  const starts = new RegExp(`(?=${all.map(({ finder }) => finder.starts.source).join('|')})`, 'gi')
  const beginAt = readFirsts(all)
  const startsAtDigits = all.some(({ finder }) => finder.startsAtDigits)
  const maxReach = Math.max(...all.map(({ finder }) => finder.maxReach))
  const text = growingText()
  const counts = all.map(() => 0)
  // Where the last of each kind ends, and the last that is masked.
  const ends = all.map(() => 0)
  let maskedTo = 0
  // What is kept of a growing text for the places that aren't settled: by how many characters all places have moved, what was
  // looked for before its turn came, which places no more text can change, and what words before lists of numbers say.
  let movedBy = 0
  const ahead = new Map<number, Hit[]>()
  const closed = new Set<number>()
  const knownLabels = new Map<number, Labels>()
  // Of which a match of each is no part: its own kind, and those that it names.
  const wholes = all.map(({ kind, noPartOf }) =>
    [...all.keys()].filter((i) => all[i]!.kind === kind || noPartOf.includes(all[i]!.kind)),
  )

  const take = (at: number, { nth, found: match }: Hit): void => {
    const { isMasked } = all[nth]!
    // What isn't masked protects no part of a number that begins before it.
    if (wholes[nth]!.some((whole) => match.end <= ends[whole]!) || (!isMasked && at < maskedTo)) return
    ends[nth] = match.end
    if (!isMasked) return
    maskedTo = Math.max(maskedTo, match.end)
    counts[nth]!++
    hide(text.plain, at, match, text.hidden)
  }

  /** The next place where a number could begin, -1 when there is none. At a digit that needs no search. */
  const nextStart = (plain: string, from: number): number => {
    if (startsAtDigits && isDigitAt(plain, from)) return from
    starts.lastIndex = from
    return starts.test(plain) ? starts.lastIndex : -1
  }

  /** Decides every place but those that more text could still change. Answers the first of those. */
  const decide = (final: boolean): number => {
    const { plain, hidden } = text
    const seams = text.seams()
    const around = readSurroundings(plain, seams, knownLabels, movedBy, text.settled)
    let [nthSeam, next] = [0, -2]
    const openFrom = final ? plain.length : plain.length - maxReach
    const isOpen = (at: number): boolean => {
      if (at < openFrom || closed.has(at + movedBy)) return false
      if (isUndecidedBySome(beginAt(plain, at), plain, at)) return true
      closed.add(at + movedBy)
      return false
    }
    const findAlone = (at: number) => ahead.get(at + movedBy) ?? findAll(beginAt(plain, at), around, at, false)
    const isFoundAhead = (at: number): boolean => {
      const hits = findAlone(at)
      ahead.set(at + movedBy, hits)
      return hits.length > 0
    }
    /** The next place to try: each place after markup is one, whatever stands before it. */
    const nextPlace = (from: number): number => {
      if (next !== -1 && next < from) next = nextStart(plain, from)
      while (seams[nthSeam]! < from) nthSeam++
      const seam = seams[nthSeam] ?? plain.length
      return seam < plain.length && (next < 0 || seam < next) ? seam : next
    }
    for (let at = nextPlace(text.settled); at >= 0; at = nextPlace(at + 1)) {
      const isAfterMask = at > 0 && hidden[at - 1] === 1 && hidden[at] === 0
      // Inside a word or a longer number none of a digit begins: nothing that comes later changes that.
      const isWithin = isDigitAt(plain, at) && !beginsFreely(around, at, false)
      if (isWithin && !isAfterMask) continue
      if (isOpen(at)) return at
      let hits = isAfterMask ? findAll(beginAt(plain, at), around, at, true) : findAlone(at)
      if (isAfterMask && hits.length > 0) {
        const end = hits.reduce((farthest, { found }) => Math.max(farthest, found.end), 0)
        if (end > openFrom && someBeginning(plain, at + 1, end, isOpen)) return at
        // What a mask keeps is no beginning of the number that stands beside it.
        if (someBeginning(plain, at + 1, end, isFoundAhead)) hits = isWithin ? noHits : findAlone(at)
      }
      ahead.delete(at + movedBy)
      for (const hit of hits) take(at, hit)
    }
    return plain.length
  }

  return {
    get found() {
      const found = new Map<string, number>()
      for (const [nth, count] of counts.entries()) {
        const { kind } = all[nth]!
        if (count > 0) found.set(kind, (found.get(kind) ?? 0) + count)
      }
      return found
    },
    push(added, final) {
      text.append(added, final)
      const { text: released, moved } = text.settle(decide(final))
      movedBy += moved
      deleteBefore(closed, movedBy + text.settled)
      deleteBefore(ahead, movedBy + text.settled)
      deleteBefore(knownLabels, movedBy)
      for (let i = 0; i < ends.length; i++) ends[i]! -= moved
      maskedTo -= moved
      return released
    },
  }
}

const noHits: Hit[] = []

/** Forgets what is known of places before one. They were learnt from left to right, or nearly so. */
function deleteBefore(known: { keys(): Iterable<number>; delete(place: number): boolean }, place: number): void {
  for (const each of known.keys()) {
    if (each >= place) return
    known.delete(each)
  }
}

function findAll(finders: NthFinder[], around: Surroundings, at: number, isAfterMask: boolean): Hit[] {
  let hits = noHits
  for (const { nth, finder } of finders) {
    const found = finder.find(around, at, isAfterMask)
    if (found) hits = [...hits, { nth, found }]
  }
  return hits
}

/** A finder, and which of all it is. */
type NthFinder = { nth: number; finder: NumberFinder }

/** For each place those of which a number may begin with the character there. */
function readFirsts(all: Wanted[]): (plain: string, at: number) => NthFinder[] {
  const finders = all.map(({ finder }, nth) => ({ nth, finder }))
  // Made when they are asked for, since most masks are of a short text.
  const byCode = new Array<NthFinder[] | undefined>(128).fill(undefined)
  return (plain, at) => {
    const code = plain.charCodeAt(at)
    if (code >= 128) return finders
    const known = byCode[code]
    if (known) return known
    const some = finders.filter(({ finder }) => finder.firsts[code] === 1)
    byCode[code] = some
    return some
  }
}

const isDigitAt = (plain: string, at: number): boolean => {
  const code = plain.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** What a number or a word may begin with, and what stands before it only when it goes on there. */
const beginning = /[a-z\d+(]/i
const continuing = /[a-z\d]/i
const beginnings = asciiSet(beginning)
const continuations = asciiSet(continuing)

/** Whether something holds for a place within a part of a text where a group of digits or a word begins. */
function someBeginning(plain: string, from: number, to: number, is: (at: number) => boolean): boolean {
  for (let at = from; at < to; at++) {
    const isBeginning = beginnings[plain.charCodeAt(at)] === 1 && continuations[plain.charCodeAt(at - 1)] !== 1
    if (isBeginning && is(at)) return true
  }
  return false
}

function isUndecidedBySome(finders: NthFinder[], plain: string, at: number): boolean {
  for (const { finder } of finders) if (isUndecided(finder, plain, at)) return true
  return false
}

function isUndecided({ reach, maxReach, lookAhead }: NumberFinder, plain: string, at: number): boolean {
  if (at + maxReach < plain.length) return false
  const end = reach(plain, at)
  return end >= 0 && end + maxLookAhead > plain.length && end + lookAhead(plain.slice(at, end)) > plain.length
}

/** A `reach` as far as a sticky expression matches. */
export const matchEnd =
  (expression: RegExp): NumberFinder['reach'] =>
  (plain, at) => {
    expression.lastIndex = at
    return expression.test(plain) ? expression.lastIndex : -1
  }

const letterOrDigit = /[\p{L}\p{N}]/u
const isLetterOrDigit = (plain: string, at: number): boolean => {
  const code = plain.charCodeAt(at)
  return code < 128 ? continuations[code] === 1 : letterOrDigit.test(plain[at]!)
}

/** Hides the letters and digits of something found, but those that stay at each end. */
function hide(plain: string, at: number, { end, keepFirst, keepLast }: Found, hidden: Uint8Array): void {
  let to = end
  for (let kept = 0; to > at && kept < keepLast; ) if (isLetterOrDigit(plain, --to)) kept++
  let kept = 0
  for (let i = at; i < to; i++) {
    if (!isLetterOrDigit(plain, i)) continue
    if (kept < keepFirst) kept++
    else hidden[i] = 1
  }
}

/** Everything but digits left out. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')
