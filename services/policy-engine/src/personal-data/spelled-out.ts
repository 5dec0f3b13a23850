import type { Mask } from './mask.ts'
import { maskNumbers, type NumberFinder } from './mask-numbers.ts'
import { endsFreely } from './surroundings.ts'

const word = 'a-z0-9_\\u00c0-\\u024f'
const at = ' {0,2}[([{] ?(?:at|snabel-?a) ?[)\\]}] {0,2}'
const dot = '(?: {0,2}[([{] ?(?:dot|punkt|\\.) ?[)\\]}] {0,2}| (?:dot|punkt) |\\.)'
const address = new RegExp(
  `[${word}][${word}.%+-]{0,63}${at}[${word}-]{1,63}(?:${dot}[${word}-]{1,63}){0,3}${dot}[a-z]{2,24}`,
  'iy',
)
const tail = `(?:[)\\]}][${word} .()[\\]{}-]{0,120})?`

const spelledOut: NumberFinder = {
  starts: new RegExp(`(?<![${word}.%+*-])[${word}](?=[${word}.%+-]{0,63} {0,2}(?:[([{]|$))`, 'gi'),
  reach: new RegExp(`[${word}][${word}.%+-]{0,63} {0,2}(?:[([{] ?(?:a(?:t ?${tail})?|s[nabel -]{0,9}${tail})?)?`, 'iy'),
  lookAhead: () => 1,
  find(plain, place) {
    address.lastIndex = place
    if (!address.test(plain) || !endsFreely(plain, address.lastIndex)) return undefined
    return { end: address.lastIndex, keepFirst: 1, keepLast: 0 }
  },
}

const wanted = { kind: 'email', finder: spelledOut, isMasked: true, noPartOf: [] }

/**
 * Masks e-mail addresses whose at sign is spelled out in brackets: `anna (at) example (dot) com`. Brackets are asked for,
 * since `at` and `dot` alone are words. The first character stays.
 */
export const maskSpelledOut: Mask = (text, final, search) => {
  const masked = maskNumbers(text, final, search, [wanted])
  return { text: masked.text, found: masked.found.get('email') ?? 0 }
}
