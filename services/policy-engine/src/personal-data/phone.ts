import type { Search } from './mask.ts'
import { digitsOf, type Found, type NumberFinder } from './mask-numbers.ts'
import { isInternational, type PhonePlan, phonePlanOf, usualRegions } from './phone-plans.ts'
import { beginsFreely, continuesCompound, endsFreely, isLabelledPhone, isLabelledThing } from './surroundings.ts'

const candidate = /(?:\+ ?|\( ?\+? ?)?\d(?:[ ()./-]{0,3}\d){5,16}/y

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/i

const unit =
  /^ ?(?:kr\b|kronor|sek\b|nok\b|dkk\b|eur\b|euro|usd\b|gbp\b|dollar|pounds|€|\$|£|%|:-|[.,:]\d{1,3}(?!\d|[ ()./-]{1,2}\d)|kg\b|km\b|mm\b|cm\b|kwh|st\b|pcs)/i
const amountBefore = /(?<!\d)[1-9]\d{0,2}[ .]$/
const fourBefore = /(?<!\d)\d{4}[ -]$/
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
  const context = contextOf(plain, at)
  const isFoundAt = (end: number): boolean => {
    if (!/\d/.test(plain[end - 1]!) || /\d/.test(plain[end] ?? '')) return false
    const written = plain.slice(at, end)
    if (unit.test(plain.slice(end, end + 8)) || isOtherwiseWritten(written)) return false
    if (/^\d{3}(?:[ .]\d{3})*$/.test(written) && amountBefore.test(plain.slice(Math.max(0, at - 5), at))) return false
    if (/^(?!00[1-9])\d{4}[ -]\d{4}(?!\d)/.test(written) && fourBefore.test(plain.slice(Math.max(0, at - 6), at)))
      return false
    if (/^\d{4}([ -])\d{4}$/.test(written) && /^[ -]\d{4}/.test(plain.slice(end, end + 5))) return false
    return isPhone(written, isPlus || endsFreely(plain, end), context, regions)
  }
  // The longest: when it goes on into the next number, that one is found at its own beginning all the same.
  for (let end = at + longest.length; end > at + 6; end--) {
    if (isFoundAt(end)) return { end, keepFirst: 0, keepLast: 2 }
  }
  return undefined
}

/** What the words before a place say, read when it is asked for. */
type Context = { isThing(): boolean; isPhone(): boolean }

function contextOf(plain: string, at: number): Context {
  let isThing: boolean | undefined
  let isPhone: boolean | undefined
  return {
    isThing() {
      isThing ??= isLabelledThing(plain, at)
      return isThing
    },
    isPhone() {
      isPhone ??= isLabelledPhone(plain, at)
      return isPhone
    },
  }
}

/** A number without a country code, as written and in its parts. */
type National = { written: string; digits: string; sizes: number[]; context: Context }

function isPhone(written: string, isFree: boolean, context: Context, regions: string[]): boolean {
  const digits = digitsOf(written.replace('(0)', ''))
  if (digits.length < 6) return false
  if (/^\(? ?\+/.test(written)) return isInternational(digits)
  if (!isFree) return false
  if (/^00[1-9]/.test(digits)) return !context.isThing() && isInternational(digits.slice(2))
  const sizes = written.match(/\d+/g)!.map((group) => group.length)
  const number = { written, digits, sizes, context }
  const isNamed = regions.length > 0
  return (isNamed ? regions : usualRegions).some((region) => {
    const plan = phonePlanOf(region)
    if (!plan) return false
    return plan.trunk === undefined ? isDialledBare(plan, number, region, isNamed) : isDialledWithTrunk(plan, number)
  })
}

/** Where a 0 comes first, that and an assigned range say enough. A label helps what could be a number. */
function isDialledWithTrunk({ trunk, ...plan }: PhonePlan, { digits, sizes, context }: National): boolean {
  if (!digits.startsWith(trunk!)) return false
  const number = digits.slice(trunk!.length)
  if (plan.isAssigned(number)) return sizes.length > 1 || !context.isThing()
  return plan.isPossible(number) && context.isPhone() && !context.isThing()
}

/** Where numbers are dialled as they are, their grouping has to speak for them, a label, or the policy that names the country. */
function isDialledBare(
  plan: PhonePlan,
  { written, digits, sizes, context }: National,
  region: string,
  isNamed: boolean,
) {
  const isLong = region === 'US' && digits.length === 11 && digits.startsWith('1')
  const number = isLong ? digits.slice(1) : digits
  if (!plan.isPossible(number)) return false
  const groups = isLong && sizes[0] === 1 ? sizes.slice(1) : sizes
  const isGrouped = groups.length > 1 && (plan.isGrouped(number, groups) || written.startsWith('('))
  const speaksForItself = isGrouped ? isNamed || !isAmount(written) : isNamed && groups.length === 1
  if (!speaksForItself && !context.isPhone()) return false
  // Numbers of fiction (555) have the form, and no range.
  const isRange = plan.isAssigned(number) || (isGrouped && region === 'US') || context.isPhone()
  return isRange && !context.isThing()
}

/**
 * Telephone numbers: with a country code those of every country, without one those of the policy's regions. Where a
 * number is dialled without a leading 0, its grouping or a label has to speak for it. The last two digits stay.
 */
export const phones: NumberFinder = {
  starts: /\+(?= ?\d|\s?$)|\((?= ?\+? ?\d| ?\+? ?$)|\d/g,
  reach: /[+(]{0,2}[\d ().+/-]{0,72}/y,
  // What follows a number (a unit, more groups) tells something of it if it has the six digits that the shortest one has.
  lookAhead: (reached) => (digitsOf(reached).length < 6 ? 1 : 9),
  find: findPhone,
}
