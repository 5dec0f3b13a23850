import { minDigits } from './dialled-digits.ts'
import { emptyNumber, isMeant, type ReadNumber, readNumber } from './dialled-number.ts'
import { type HomePlans, homePlans } from './home-plans.ts'
import { asciiSet, type Found, type NumberFinder } from './mask-numbers.ts'
import { has } from './phone-plans.ts'
import {
  beginsFreely,
  beginsPathPart,
  continuesCompound,
  endsFreely,
  type Labels,
  type Surroundings,
} from './surroundings.ts'

const [tab, space, dollar, open, plus, hyphen, euro] = [9, 32, 36, 40, 43, 45, 0x20ac]

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/i

const unit =
  / ?(?:kr\b|kronor|sek\b|nok\b|dkk\b|eur\b|euro|usd\b|gbp\b|dollar|pounds|€|\$|£|%|:-|[.,:]\d{1,3}(?!\d|[ ()./-]{1,2}\d)|kg\b|km\b|mm\b|cm\b|kwh|st\b|pcs)/iy
const amountBefore = /(?<!\d)[1-9]\d{0,2}[ .]$/
const fourBefore = /(?<!\d)\d{4}[ -]$/
const currency = /(?:[$€£¥]|\b(?:sek|nok|dkk|kr|eur|usd|gbp)) ?$/i

/** What is dialled within a company, after the number: `x12`, ` ext. 4587`, `, anknytning 12`. */
const extensionWords = 'x|×|#|;?ext(?:n|ension)?|ankn(?:ytning|ytn)?|durchwahl'
const extension = new RegExp(`(?:,? ?(?!#)|(?=#))(?:${extensionWords})[ .:=]{0,3}\\d{1,6}(?![\\p{L}\\d])`, 'iuy')

/** Without a dot, minutes that shops open at: `545-1332` is a number. */
const hour = '(?:(?:[01]?\\d|2[0-3])(?:[.][0-5]\\d|00|15|30|45)|24[.]?00)'
const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:19|20)\\d\\d'
/** An address of a network, unless a label says otherwise. Its parts don't begin with a 0. */
const networkAddress = /^(?:0|[1-9]\d{0,2})(?:\.\d{1,3}){3}$/

/** Dates, hours, versions and years: groups of digits that no one dials. */
const otherwiseWritten = new RegExp(
  [
    `^${year}([-./ ])${month}\\1${day}(?!\\d)`,
    `^${day}([-./ ])${day}\\2${year}(?!\\d)`,
    `^${hour} ?- ?${hour}$`,
    '^(?:0|[1-9]\\d?)(?:\\.\\d{1,4})*\\.\\d(?:\\.\\d{1,4})*$',
    `^${year} ?- ?${year}$`,
  ].join('|'),
)

/** Longer ones are no telephone's, whatever a label says (ITU-T E.164: fifteen digits at most). */
const maxLabelled = 15

function findPhone(
  around: Surroundings,
  at: number,
  home: HomePlans,
  isAfterMask: boolean,
  number: ReadNumber,
): Found | undefined {
  const { plain } = around
  const isPlus = plain.charCodeAt(at) === plus
  if (!isPlus && !beginsFreely(around, at, isAfterMask)) return undefined
  const isPath = beginsPathPart(plain, at)
  if (!isPlus && !isPath && continuesCompound(around, at)) return undefined
  const labels = readNumber(around, at, home, number)
  if (!labels) return undefined
  // A part of a path is most often the id of something, unless it begins as only telephone numbers do.
  if (isPath && !number.hasPlus) number.lengths &= number.withoutPlus
  // Nothing that digits alone can say speaks for a number here: most places of a text without any end so.
  if (number.lengths === 0 && !labels.isTelephone()) return undefined
  if (isAmountOrCode(plain, at)) return undefined

  // The longest: when it goes on into the next number, that one is found at its own beginning all the same.
  for (let nth = number.endCount - 1; nth >= 0; nth--) {
    if (!has(number.lengths, number.ends.count[nth]!) || !isMeant(plain, at, number, nth, home, labels)) continue
    const found = foundAt(around, at, number.ends.at[nth]!, labels)
    if (found) return found
  }
  if (!labels.isTelephone() || labels.isThing()) return undefined
  // A label that can mean nothing else: the number may be of any country.
  for (let nth = number.endCount - 1; nth >= 0; nth--) {
    const found = number.ends.count[nth]! <= maxLabelled ? foundAt(around, at, number.ends.at[nth]!, labels) : undefined
    if (found) return found
  }
  return undefined
}

/** What is found from one place to another, unless what stands around or how it is written says that it is something else. */
function foundAt(around: Surroundings, at: number, end: number, labels: Labels): Found | undefined {
  const { plain } = around
  extension.lastIndex = end
  const isExtended = end < plain.length && mayBeExtension(plain, end) && extension.test(plain)
  if (!isExtended && plain.charCodeAt(at) !== plus && !endsFreely(around, end)) return undefined
  if (isNoTelephone(plain, at, end, labels)) return undefined
  return { end: isExtended ? extension.lastIndex : end, keepFirst: 0, keepLast: 2 }
}

/** An amount, by what stands before it, or a UUID. Most places have neither a letter or sign before them nor a hyphen there. */
function isAmountOrCode(plain: string, at: number): boolean {
  if (plain.charCodeAt(at + 8) === hyphen && uuid.test(plain.slice(at, at + 18))) return true
  const before = plain.charCodeAt(at - 1) === space ? at - 2 : at - 1
  return isLetterOrCurrency(plain.charCodeAt(before)) && currency.test(plain.slice(Math.max(0, at - 6), at))
}
const isLetterOrCurrency = (code: number): boolean => code >= 58 || code === dollar

/** Whether what comes after a number may be an extension or a unit, by its first character: most isn't. */
const isOneOf = (characters: string) => {
  const codes = Uint8Array.from({ length: 256 }, (_, code) => Number(characters.includes(String.fromCharCode(code))))
  return (plain: string, end: number): boolean => {
    const code = plain.charCodeAt(end)
    return code < codes.length ? codes[code] === 1 : code === euro
  }
}
const mayBeExtension = isOneOf('xX×#;eEaAdD, ')
const mayBeUnit = isOneOf(' kKsSnNdDeEuUgGpPmMcC$£%:.,')

/** Whether what stands around digits, or how they are written, says that they are something else. */
function isNoTelephone(plain: string, at: number, end: number, labels: Labels): boolean {
  if (mayBeUnit(plain, end)) {
    unit.lastIndex = end
    if (unit.test(plain)) return true
  }
  // Nobody writes anything else with a plus sign or a bracket.
  const first = plain.charCodeAt(at)
  if (first === plus || first === open) return false
  const written = plain.slice(at, end)
  if (otherwiseWritten.test(written) || (networkAddress.test(written) && !labels.isTelephone())) return true
  if (/^\d{3}(?:[ .]\d{3})*$/.test(written) && amountBefore.test(plain.slice(Math.max(0, at - 5), at))) return true
  if (/^(?!00[1-9])\d{4}[ -]\d{4}(?!\d)/.test(written) && fourBefore.test(plain.slice(Math.max(0, at - 6), at)))
    return true
  return /^\d{4}([ -])\d{4}$/.test(written) && /^[ -]\d{4}/.test(plain.slice(end, end + 5))
}

function hasEnoughDigits(written: string): boolean {
  let count = 0
  for (let i = 0; i < written.length && count < minDigits; i++) {
    const code = written.charCodeAt(i)
    if (code >= 48 && code <= 57) count++
  }
  return count === minDigits
}

const firsts = asciiSet(/[+(\d]/)
const maxWritten = 72
const extensionBeginning = new RegExp(`,? ?(?:${extensionWords})[ .:=]{0,3}\\d{0,7}`, 'iy')
const isWritten = (code: number): boolean =>
  (code >= 45 && code <= 57) || (code >= 40 && code <= 43 && code !== 42) || code === space || code === tab

/** Up to so many characters of numbers after a plus sign or bracket or both, and an extension. Rows of those are read once. */
function phoneReach(): NumberFinder['reach'] {
  let row = { plain: '', from: 0, end: 0 }
  return (plain, at) => {
    if (at < row.from || at >= row.end || plain !== row.plain) {
      let end = at
      while (isWritten(plain.charCodeAt(end))) end++
      row = { plain, from: at, end }
    }
    const isSign = (place: number): boolean => plain.charCodeAt(place) === plus || plain.charCodeAt(place) === open
    const signs = isSign(at) ? (isSign(at + 1) ? 2 : 1) : 0
    const end = Math.min(row.end, at + signs + maxWritten)
    // What is too short for a number has no extension: `(0, x12020` says no more than `(0, ` did.
    if (!mayBeExtension(plain, end) || !hasEnoughDigits(plain.slice(at, end))) return end
    extensionBeginning.lastIndex = end
    return extensionBeginning.test(plain) ? extensionBeginning.lastIndex : end
  }
}

/**
 * Telephone numbers: with a country code those of every country, without one those of the policy's regions, and after a
 * word such as `tel` any. Where a number is dialled without a leading 0, its grouping or a label has to speak for it. The
 * last two digits stay; those of an extension, if there is one.
 */
export function phoneFinder(regions: string[]): NumberFinder {
  const home = homePlans(regions)
  const number = emptyNumber(home)
  return {
    starts: /\+(?= ?\d|\s?$)|\((?= ?\+? ?\d| ?\+? ?$)|\d/g,
    startsAtDigits: true,
    firsts,
    reach: phoneReach(),
    maxReach: 2 + maxWritten + (2 + 'anknytning'.length + 3 + 7) + 13,
    // What follows a number (a unit, more groups, the word for an extension) tells something of it if it has the six
    // digits that the shortest one has.
    lookAhead: (reached) => (hasEnoughDigits(reached) ? 13 : 1),
    find: (around, at, isAfterMask) => findPhone(around, at, home, isAfterMask, number),
  }
}
