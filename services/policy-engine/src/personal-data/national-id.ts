import type { Search } from './mask.ts'
import { digitsOf, type Found, type NumberFinder } from './mask-numbers.ts'
import { type NationalPlan, nationalLabels, nationalPlans } from './national-plans.ts'
import {
  beginsFreely,
  continuesCompound,
  endsFreely,
  farthest,
  goesOn,
  isLabelled,
  isLabelledTelephone,
  isLabelledThing,
} from './surroundings.ts'

function findNationalId(plain: string, at: number, { regions }: Search, isAfterMask: boolean): Found | undefined {
  if (!beginsFreely(plain, at, isAfterMask) || isDialled(plain, at)) return undefined
  let longest = 0
  for (const plan of nationalPlans) {
    plan.written.lastIndex = at
    const written = plan.written.exec(plain)?.[0].toUpperCase()
    if (!written) continue
    const end = at + written.length
    if (end <= longest || !endsFreely(plain, end) || !plan.isValid(written)) continue
    const isBare = /^\d+$/.test(written)
    if (isBare && !isMeant(plan, written, plain, at, end, regions)) continue
    if (!isBare && plan.doubtful === 'always' && !isExpected(plan, plain, at, regions)) continue
    longest = end
  }
  return longest === 0 ? undefined : { end: longest, keepFirst: 0, keepLast: 0 }
}

/** Whether the place is inside of a telephone number with a country code. */
const isDialled = (plain: string, at: number): boolean =>
  /\+(?:\d{1,3}[ -]?)?$/.test(plain.slice(Math.max(0, at - 6), at))

/** Whether the words before call what follows an identity number. */
const isLabelledNational = (plain: string, at: number): boolean => isLabelled(plain, at, nationalLabels)

const isExpected = ({ country }: NationalPlan, plain: string, at: number, regions: string[]): boolean =>
  regions.includes(country) || isLabelledNational(plain, at)

/** Whether bare digits that pass as a number of the plan are meant as one. */
function isMeant(plan: NationalPlan, written: string, plain: string, at: number, end: number, regions: string[]) {
  if (isLabelledNational(plain, at)) return true
  if (continuesCompound(plain, at) || goesOn(plain, end) || isLabelledThing(plain, at)) return false
  if (written.startsWith('0') && isLabelledTelephone(plain, at)) return false
  return !plan.doubtful || plan.isSure?.(digitsOf(written)) || regions.includes(plan.country)
}

/** National identity numbers of many countries, each with its date and check digits. Nothing of one stays. */
export const nationalIds: NumberFinder = {
  starts: /\d|(?<![a-z])[a-z](?:[ -]?\d|[a-z] ?\d|[a-z]{5}\d|[a-z]{0,5}$|[a-z]?[ -]$)/gi,
  reach: /\d[\d ./+-]{0,32}[a-z]{0,2}[\d ./+-]{0,16}[a-z]?|[a-z]{1,6}[ -]?(?:\d[\da-z ./+-]{0,32})?/iy,
  // What follows bare digits tells whether they are a part of something, and the shortest of those has nine.
  lookAhead: (reached) => (/\d$/.test(reached) && digitsOf(reached).length > 8 ? farthest + 1 : 2),
  find: findNationalId,
}

/** Those that nobody would take for a telephone's: with their separators, or called so. */
export const certainNationalIds: NumberFinder = {
  ...nationalIds,
  find(plain, at, search, isAfterMask) {
    const found = findNationalId(plain, at, search, isAfterMask)
    const isBare = found && /^\d+$/.test(plain.slice(at, found.end))
    return isBare && !isLabelledNational(plain, at) ? undefined : found
  },
}
