import { asciiSet, matchEnd, type NumberFinder } from './mask-numbers.ts'
import { endsFreely } from './surroundings.ts'

const word = 'a-z0-9_\\u00c0-\\u024f'
const at = ' {0,2}[([{] ?(?:at|snabel-?a) ?[)\\]}] {0,2}'
const dot = '(?: {0,2}[([{] ?(?:dot|punkt|\\.) ?[)\\]}] {0,2}| (?:dot|punkt) |\\.)'
const address = new RegExp(
  `[${word}][${word}.%+-]{0,63}${at}[${word}-]{1,63}(?:${dot}[${word}-]{1,63}){0,3}${dot}[a-z]{2,24}`,
  'iy',
)
const tail = `(?:[)\\]}][${word} .()[\\]{}-]{0,120})?`

/**
 * E-mail addresses whose at sign is spelled out in brackets: `anna (at) example (dot) com`. Brackets are asked for, since
 * `at` and `dot` alone are words. The first character stays.
 */
export const spelledOutAddresses: NumberFinder = {
  starts: new RegExp(`(?<![${word}.%+*-])[${word}](?=[${word}.%+-]{0,63} {0,2}(?:[([{]|$))`, 'gi'),
  startsAtDigits: false,
  firsts: asciiSet(new RegExp(`[${word}]`, 'i')),
  reach: matchEnd(
    new RegExp(`[${word}][${word}.%+-]{0,63} {0,2}(?:[([{] ?(?:a(?:t ?${tail})?|s[nabel -]{0,9}${tail})?)?`, 'iy'),
  ),
  maxReach: 64 + 2 + 2 + 1 + 9 + 1 + 122 + 1,
  lookAhead: () => 1,
  find(around, place) {
    const { plain } = around
    address.lastIndex = place
    if (!address.test(plain) || !endsFreely(around, address.lastIndex)) return undefined
    return { end: address.lastIndex, keepFirst: 1, keepLast: 0 }
  },
}
