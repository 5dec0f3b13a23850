import { cards } from './card.ts'
import { ibans } from './iban.ts'
import type { Search } from './mask.ts'
import { digitsOf, type Found, maskNumbers, type NumberFinder } from './mask-numbers.ts'
import { isLabelledNational, nationalIds } from './national-id.ts'
import { isInternational, phonePlanOf, usualRegions } from './phone-plans.ts'
import { beginsFreely, continuesCompound, endsFreely, isLabelledPhone, isLabelledThing } from './surroundings.ts'

const candidate = /(?:\+ ?|\( ?\+? ?)?\d(?:[ ()./-]{0,3}\d){5,16}/y

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/i

const unit =
  /^ ?(?:kr\b|kronor|sek\b|nok\b|dkk\b|eur\b|euro|usd\b|gbp\b|dollar|pounds|€|\$|£|%|:-|[.,:]\d|kg\b|km\b|mm\b|cm\b|kwh|st\b|pcs)/i
const currency = /(?:[$€£¥]|\b(?:sek|nok|dkk|kr|eur|usd|gbp)) ?$/i

/** Dates, hours, addresses of networks, versions and amounts: groups of digits that no one dials. */
function isOtherwiseWritten(written: string): boolean {
  return (
    /^(?:(?:19|20)\d\d([-./ ])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01]))(?!\d)/.test(written) ||
    /^(?:0?[1-9]|[12]\d|3[01])([-./ ])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?!\d)/.test(written) ||
    /^[012]?\d[.]?[0-5]\d ?- ?[012]?\d[.]?[0-5]\d$/.test(written) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written) ||
    /^\d{1,2}(?:\.\d{1,4})*\.\d(?:\.\d{1,4})*$/.test(written) ||
    /^(?:19|20)\d\d ?- ?(?:19|20)\d\d$/.test(written)
  )
}

/** Thousands in groups: 12 500 000. */
const isAmount = (written: string): boolean => /^[1-9]\d{0,2}(?:[ .]\d{3})+$/.test(written)

function findPhone(plain: string, at: number, { regions }: Search, isAfterMask: boolean): Found | undefined {
  const isPlus = plain[at] === '+'
  if (!isPlus && (!beginsFreely(plain, at, isAfterMask) || continuesCompound(plain, at))) return undefined
  candidate.lastIndex = at
  const longest = candidate.exec(plain)?.[0]
  if (!longest || currency.test(plain.slice(Math.max(0, at - 6), at))) return undefined
  if (uuid.test(plain.slice(at, at + 18))) return undefined
  const context = { isThing: isLabelledThing(plain, at), isPhone: isLabelledPhone(plain, at) }
  for (let end = at + longest.length; end > at + 6; end--) {
    if (!/\d/.test(plain[end - 1]!) || /\d/.test(plain[end] ?? '')) continue
    const written = plain.slice(at, end)
    if (unit.test(plain.slice(end, end + 8)) || isOtherwiseWritten(written)) continue
    if (/^\d{3}(?:[ .]\d{3})*$/.test(written) && /(?<!\d)[1-9]\d{0,2}[ .]$/.test(plain.slice(Math.max(0, at - 5), at)))
      continue
    if (isPhone(written, isPlus || endsFreely(plain, end), context, regions)) return { end, keepFirst: 0, keepLast: 2 }
  }
  return undefined
}

type Context = { isThing: boolean; isPhone: boolean }

function isPhone(written: string, isFree: boolean, context: Context, regions: string[]): boolean {
  const digits = digitsOf(written.replace('(0)', ''))
  if (digits.length < 6) return false
  if (/^\(? ?\+/.test(written)) return isInternational(digits)
  if (!isFree) return false
  const sizes = written.match(/\d+/g)!.map((group) => group.length)
  if (digits.startsWith('00')) return !context.isThing && isInternational(digits.slice(2))
  const named = regions.length > 0
  return (named ? regions : usualRegions).some((region) => isOfRegion(region, named, digits, written, sizes, context))
}

function isOfRegion(
  region: string,
  isNamed: boolean,
  digits: string,
  written: string,
  sizes: number[],
  { isThing, isPhone }: Context,
): boolean {
  const plan = phonePlanOf(region)
  if (!plan) return false
  const isGroups = sizes.length > 1
  if (plan.trunk !== undefined) {
    if (!digits.startsWith(plan.trunk)) return false
    const number = digits.slice(plan.trunk.length)
    if (plan.isAssigned(number)) return isGroups || !isThing
    return isPhone && !isThing && plan.isPossible(number)
  }
  const isLong = region === 'US' && digits.length === 11 && digits.startsWith('1')
  const number = isLong ? digits.slice(1) : digits
  const groups = isLong && sizes[0] === 1 ? sizes.slice(1) : sizes
  const looksRight = isGroups && (plan.isGrouped(number, groups) || written.startsWith('('))
  // Numbers of fiction (555) have the form, and no range.
  if (!plan.isAssigned(number) && !(isPhone || (looksRight && region === 'US' && plan.isPossible(number)))) return false
  if (!plan.isPossible(number) || isThing) return false
  return isPhone || (looksRight && !(isAmount(written) && !isNamed)) || (isNamed && !isGroups)
}

/** Identity numbers that nobody would take for a telephone's: with their separators, or called so. */
const otherIds: NumberFinder = {
  ...nationalIds,
  find(plain, at, search, isAfterMask) {
    const found = nationalIds.find(plain, at, search, isAfterMask)
    const isBare = found && /^\d+$/.test(plain.slice(at, found.end))
    return isBare && !isLabelledNational(plain, at) ? undefined : found
  },
}

/**
 * Telephone numbers: with a country code those of every country, without one those of the policy's regions. Where a
 * number is dialled without a leading 0, its grouping or a label has to speak for it. The last two digits stay.
 */
const phones: NumberFinder = {
  starts: /\+(?= ?\d|\s?$)|\((?= ?\+? ?\d| ?\+? ?$)|\d/g,
  reach: /[+(]{0,2}[\d ().+/-]{0,72}/y,
  lookAhead: 9,
  find: findPhone,
}

export const maskPhones = maskNumbers(phones, ibans, cards, otherIds)
