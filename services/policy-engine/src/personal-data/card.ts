import { digitsOf, type Found, type NumberFinder } from './mask-numbers.ts'
import { beginsFreely, endsFreely, isLabelledThing } from './surroundings.ts'

/** Prefixes and lengths of the networks (ISO/IEC 7812 issuer identification numbers, as the networks publish them). */
const networks: [prefix: RegExp, lengths: number[]][] = [
  [/^4/, [13, 16, 18, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|3[689])/, [14, 15, 16, 17, 18, 19]],
  [/^(?:6011|64[4-9]|65)/, [16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|6[0-9])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:81|82|9792)/, [16]],
]

/** Luhn's check digit (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** EAN-13: weights 1 and 3. An article's number, of which one in ten would pass for an old Visa's. */
function isArticle(digits: string): boolean {
  if (digits.length !== 13) return false
  let sum = 0
  for (let i = 0; i < 13; i++) sum += (digits.charCodeAt(i) - 48) * (i % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

/** One digit all over, or the beginning of a UUID. */
const isNoCard = /^(\d)\1*$|^\d{8}-\d{4}-\d{4}/

const candidate = /\d(?:[ ./_-]{0,3}\d){12,18}/y

function findCard(plain: string, at: number, isAfterMask: boolean): Found | undefined {
  if (!beginsFreely(plain, at, isAfterMask)) return undefined
  candidate.lastIndex = at
  const longest = candidate.exec(plain)?.[0]
  if (!longest) return undefined
  const lengths = networks.flatMap(([prefix, sizes]) => (prefix.test(digitsOf(longest)) ? sizes : []))
  for (let end = at + longest.length; end > at; end--) {
    const written = plain.slice(at, end)
    const digits = digitsOf(written)
    if (digits.length < 13) return undefined
    if (/\D$/.test(written) || !endsFreely(plain, end)) continue
    if (!lengths.includes(digits.length) || !passesLuhn(digits) || isNoCard.test(written)) continue
    if (digits.length < 15 && written === digits && (isArticle(digits) || isLabelledThing(plain, at))) continue
    return { end, keepFirst: 0, keepLast: 4 }
  }
  return undefined
}

/** Payment cards: 13 to 19 digits of a network, Luhn's check digit, separators or none. The last four digits stay. */
export const cards: NumberFinder = {
  starts: /\d/g,
  reach: /\d[\d ./_-]{0,72}/y,
  lookAhead: () => 1,
  find: (plain, at, _search, isAfterMask) => findCard(plain, at, isAfterMask),
}
