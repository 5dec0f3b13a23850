import type { Search } from './mask.ts'
import { plainTextOf } from './plain-text.ts'

/** Something found at a place of a plain text: where it ends, and how many of its letters and digits stay, at each end. */
export type Found = { end: number; keepFirst: number; keepLast: number }

/** How one kind of number is found in plain text. */
export type NumberFinder = {
  /** Matches at the places where one could begin, and never more than a bounded number of characters. Global. */
  starts: RegExp
  /**
   * Sticky: matches at such a place every beginning of every number of the kind, as far as it goes. While it reaches to
   * the end of a growing text, nothing is decided. Bounded too.
   */
  reach: RegExp
  /** How many characters after what `reach` matched the decision looks at. */
  lookAhead(reached: string): number
  /**
   * What is found at the place. Looks at a bounded number of characters before, and at none beyond the look-ahead.
   * `isAfterMask`: the character before it has just become an asterisk.
   */
  find(plain: string, at: number, search: Search, isAfterMask: boolean): Found | undefined
}

const letterOrDigit = /[\p{L}\p{N}]/u

/** A finder among others. */
type Wanted<Kind> = {
  kind: Kind
  finder: NumberFinder
  /** Whether what it finds is masked, or only no part of another kind. */
  isMasked: boolean
  /** The kinds of which no part is one of this kind. */
  noPartOf: Kind[]
}

type Match = Found & { at: number }

/**
 * Masks what finders find: each letter and digit that isn't kept becomes an asterisk, separators and invisible
 * characters stay where they are. Every place is tried on its own, inside of what was found too, since two numbers side
 * by side may look like a third one that takes a part of each: what any of them hides is hidden. Only what lies wholly
 * within a longer one of its kind, or of a kind of which it is no part, counts for nothing: a part of a card's number is
 * no telephone's.
 */
export function maskNumbers<Kind>(text: string, final: boolean, search: Search, all: Wanted<Kind>[]) {
  const starts = new RegExp(all.map(({ finder }) => finder.starts.source).join('|'), 'gi')
  const { plain, places } = plainTextOf(text)
  const hidden = new Uint8Array(plain.length)
  const found = new Map<Kind, number>()
  const ends = new Map<Kind, number>()
  const isOpen = once((at) => !final && all.some(({ finder }) => isUndecided(finder, plain, at)))
  const findAll = (at: number, isAfterMask: boolean) =>
    all.flatMap((one) => {
      const match = one.finder.find(plain, at, search, isAfterMask)
      return match ? [{ ...one, match: { ...match, at } }] : []
    })
  const findAlone = once((at) => findAll(at, false))
  let settled = plain.length
  let maskedTo = 0
  for (let start = starts.exec(plain); start; start = starts.exec(plain)) {
    const at = start.index
    starts.lastIndex = at + 1
    const isAfterMask = at > 0 && hidden[at - 1] === 1 && hidden[at] === 0
    if (isOpen(at)) {
      settled = at
      break
    }
    let matches = isAfterMask ? findAll(at, true) : findAlone(at)
    if (isAfterMask && matches.length > 0) {
      const inside = placesWithin(plain, at + 1, Math.max(...matches.map(({ match }) => match.end)))
      if (inside.some(isOpen)) {
        settled = at
        break
      }
      // What a mask keeps is no beginning of the number that stands beside it.
      if (inside.some((place) => findAlone(place).length > 0)) matches = findAlone(at)
    }
    for (const { kind, match, isMasked, noPartOf } of matches) {
      const isPart = [kind, ...noPartOf].some((other) => match.end <= (ends.get(other) ?? 0))
      // What isn't masked protects no part of a number that begins before it.
      if (isPart || (!isMasked && at < maskedTo)) continue
      ends.set(kind, match.end)
      if (!isMasked) continue
      maskedTo = Math.max(maskedTo, match.end)
      found.set(kind, (found.get(kind) ?? 0) + 1)
      for (const place of hiddenPlaces(plain, match)) hidden[place] = 1
    }
  }
  return { text: rewrite(text, places, hidden, settled, final), found }
}

/** Looks at each place once: some are asked for before their turn comes. */
function once<Result>(look: (at: number) => Result): (at: number) => Result {
  const seen = new Map<number, Result>()
  return (at) => {
    if (!seen.has(at)) seen.set(at, look(at))
    return seen.get(at)!
  }
}

/** Where groups of digits or words begin in a part of a text. */
function placesWithin(plain: string, from: number, to: number): number[] {
  const places: number[] = []
  for (let at = from; at < to; at++) {
    if (/[a-z\d+(]/i.test(plain[at]!) && !/[a-z\d]/i.test(plain[at - 1]!)) places.push(at)
  }
  return places
}

function isUndecided({ reach, lookAhead }: NumberFinder, plain: string, at: number): boolean {
  reach.lastIndex = at
  const reached = reach.exec(plain)?.[0]
  return reached !== undefined && at + reached.length + lookAhead(reached) > plain.length
}

function hiddenPlaces(plain: string, { at, end, keepFirst, keepLast }: Match): number[] {
  const places: number[] = []
  for (let i = at; i < end; i++) if (letterOrDigit.test(plain[i]!)) places.push(i)
  return places.slice(keepFirst, places.length - keepLast)
}

/** The text with the hidden places of its plain text masked, up to the settled one. */
function rewrite(text: string, places: Uint32Array | undefined, hidden: Uint8Array, settled: number, final: boolean) {
  let end = places ? places[settled]! : settled
  // Half of a surrogate pair at the very end is held until the other half has come.
  if (!final && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--
  let masked = ''
  let done = 0
  for (let place = hidden.indexOf(1); place >= 0 && place < settled; place = hidden.indexOf(1, place + 1)) {
    const from = places ? places[place]! : place
    masked += `${text.slice(done, from)}*`
    done = from + (text.codePointAt(from)! > 0xffff ? 2 : 1)
  }
  return masked + text.slice(done, end)
}

/** Everything but digits left out. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')
