import type { Mask, Search } from './mask.ts'
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

/**
 * Masks what a finder finds: each letter and digit that isn't kept becomes an asterisk, separators and invisible characters
 * stay where they are. Looks from left to right; after a find it goes on with the characters that it kept, as another
 * look at the masked text would. What one of the others finds is none of this kind's, and stays: a part of a card's number
 * is no telephone's.
 */
export function maskNumbers(finder: NumberFinder, ...others: NumberFinder[]): Mask {
  const finders = [...others, finder]
  const starts = new RegExp(finders.map((each) => each.starts.source).join('|'), 'gi')
  return (text, final, search) => {
    const { plain, places } = plainTextOf(text)
    const hidden: number[] = []
    let found = 0
    let settled = plain.length
    let masked = -1
    starts.lastIndex = 0
    for (let start = starts.exec(plain); start; start = starts.exec(plain)) {
      const at = start.index
      if (!final && finders.some((each) => isUndecided(each, plain, at))) {
        settled = at
        break
      }
      const other = firstOf(others, plain, at, search)
      starts.lastIndex = other ? other.end : at + 1
      const match = other ? undefined : finder.find(plain, at, search, at === masked)
      if (!match) continue
      found++
      const hides = hiddenPlaces(plain, at, match)
      hidden.push(...hides)
      masked = hides.at(-1)! + 1
      starts.lastIndex = masked
    }
    return { text: rewrite(text, places, hidden, settled, final), found }
  }
}

function isUndecided({ reach, lookAhead }: NumberFinder, plain: string, at: number): boolean {
  reach.lastIndex = at
  const reached = reach.exec(plain)?.[0]
  return reached !== undefined && at + reached.length + lookAhead(reached) > plain.length
}

function firstOf(finders: NumberFinder[], plain: string, at: number, search: Search): Found | undefined {
  for (const { find } of finders) {
    const found = find(plain, at, search, false)
    if (found) return found
  }
  return undefined
}

function hiddenPlaces(plain: string, at: number, { end, keepFirst, keepLast }: Found): number[] {
  const places: number[] = []
  for (let i = at; i < end; i++) if (letterOrDigit.test(plain[i]!)) places.push(i)
  return places.slice(keepFirst, places.length - keepLast)
}

/** The text with the hidden places of its plain text masked, up to the settled one. */
function rewrite(text: string, places: Uint32Array | undefined, hidden: number[], settled: number, final: boolean) {
  let end = places ? places[settled]! : settled
  // Half of a surrogate pair at the very end is held until the other half has come.
  if (!final && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--
  if (hidden.length === 0) return text.slice(0, end)
  let masked = ''
  let done = 0
  for (const place of hidden) {
    const from = places ? places[place]! : place
    masked += `${text.slice(done, from)}*`
    done = from + (text.codePointAt(from)! > 0xffff ? 2 : 1)
  }
  return masked + text.slice(done, end)
}

/** Everything but digits left out. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')
