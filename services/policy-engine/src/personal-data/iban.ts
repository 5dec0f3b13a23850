import { countrySpecs, isValidIBAN } from 'ibantools'
import { asciiSet, matchEnd, type NumberFinder } from './mask-numbers.ts'
import { beginsFreely, endsFreely } from './surroundings.ts'

const beginning = /[a-z]{2}[ -]?\d[ -]?\d/iy

/**
 * IBANs (ISO 13616) in groups or not: a country of the registry, its length and form, and the check digits (modulo
 * 97). The country code and the last four characters stay.
 */
export const ibans: NumberFinder = {
  starts: /(?<![a-z0-9])[a-z]{2}(?=[ -]?(?:\d|$)|$)|(?<![a-z0-9])[a-z]$/gi,
  startsAtDigits: false,
  firsts: asciiSet(/[a-z]/i),
  reach: matchEnd(/[a-z](?:[a-z](?:[ -]{0,2}(?:\d(?:[ ./-]{0,2}[a-z0-9]){0,33}[ ./-]{0,2})?)?)?/iy),
  maxReach: 2 + 2 + 1 + 33 * 3 + 2 + 1,
  lookAhead: () => 1,
  find(around, at, isAfterMask) {
    const { plain } = around
    if (!beginsFreely(around, at, isAfterMask)) return undefined
    beginning.lastIndex = at
    if (!beginning.test(plain)) return undefined
    const length = countrySpecs[plain.slice(at, at + 2).toUpperCase()]?.chars
    if (!length) return undefined
    let compact = ''
    for (let end = at, gap = 0; end < plain.length; end++) {
      const character = plain[end]!
      if (/[a-z0-9]/i.test(character)) {
        compact += character.toUpperCase()
        gap = 0
        if (compact.length < length) continue
        const isFound = endsFreely(around, end + 1) && isValidIBAN(compact)
        return isFound ? { end: end + 1, keepFirst: 2, keepLast: 4 } : undefined
      }
      if (!/[ ./-]/.test(character) || ++gap > 2) return undefined
    }
    return undefined
  },
}
