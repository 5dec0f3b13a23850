import { asciiSet, digitsOf, type Found, matchEnd, type NumberFinder } from './mask-numbers.ts'
import { beginsFreely, endsFreely, type Surroundings } from './surroundings.ts'

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

/** The lengths that numbers with these first four digits have, a bit each. */
const lengthsAfter = Int32Array.from({ length: 10_000 }, (_, first) => {
  const sizes = networks.flatMap(([network, sizes]) => (network.test(String(first).padStart(4, '0')) ? sizes : []))
  return sizes.reduce((bits, size) => bits | (1 << size), 0)
})

/** EAN-13: weights 1 and 3. An article's number, of which one in ten would pass for an old Visa's. */
function isArticle(digits: string): boolean {
  if (digits.length !== 13) return false
  let sum = 0
  for (let i = 0; i < 13; i++) sum += (digits.charCodeAt(i) - 48) * (i % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

/** One digit all over, or the beginning of a UUID. */
const isNoCard = /^(\d)\1*$|^\d{8}-\d{4}-\d{4}/

const maxDigits = 19
const minDigits = 13
const maxSeparators = 3
const isSeparator = (code: number): boolean => code === 32 || code === 46 || code === 47 || code === 95 || code === 45
/** Luhn doubles every other digit, and takes the cross sum (ISO/IEC 7812-1, annex B). */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

function findCard(around: Surroundings, at: number, isAfterMask: boolean): Found | undefined {
  const { plain } = around
  if (!beginsFreely(around, at, isAfterMask)) return undefined
  // Whether the last digit of a length or the one before it is doubled depends on the length: both sums are kept.
  let [even, odd] = [0, 0]
  let [first, count, lengths, separators] = [0, 0, 0, 0]
  let end = 0
  for (let i = at; i < plain.length && count < maxDigits; i++) {
    const code = plain.charCodeAt(i)
    if (code < 48 || code > 57) {
      if (!isSeparator(code) || ++separators > maxSeparators) break
      continue
    }
    separators = 0
    count++
    const digit = code - 48
    even += count % 2 === 0 ? digit : doubled[digit]!
    odd += count % 2 === 1 ? digit : doubled[digit]!
    if (count <= 4) {
      first = first * 10 + digit
      lengths = count === 4 ? lengthsAfter[first]! : 0
      if (count === 4 && lengths === 0) return undefined
    }
    if (count < minDigits || (lengths & (1 << count)) === 0 || (count % 2 === 0 ? even : odd) % 10 !== 0) continue
    // The longest of several.
    if (endsFreely(around, i + 1) && isCard(around, at, i + 1)) end = i + 1
  }
  return end === 0 ? undefined : { end, keepFirst: 0, keepLast: 4 }
}

function isCard({ plain, labelsBefore }: Surroundings, at: number, end: number): boolean {
  const written = plain.slice(at, end)
  if (isNoCard.test(written)) return false
  const digits = digitsOf(written)
  return digits.length >= 15 || written !== digits || !(isArticle(digits) || labelsBefore(at).isThing())
}

/** Payment cards: 13 to 19 digits of a network, Luhn's check digit, separators or none. The last four digits stay. */
export const cards: NumberFinder = {
  starts: /\d/g,
  startsAtDigits: true,
  firsts: asciiSet(/\d/),
  reach: matchEnd(/\d[\d ./_-]{0,72}/y),
  maxReach: 1 + 72 + 1,
  lookAhead: () => 1,
  find: findCard,
}
