import type { Search } from './mask.ts'
import { digitsOf, type Found, maskNumbers } from './mask-numbers.ts'
import { type NationalPlan, nationalLabels, nationalPlans } from './national-plans.ts'
import { beginsFreely, continuesCompound, endsFreely, goesOn, isLabelled, isLabelledThing } from './surroundings.ts'

function findNationalId(plain: string, at: number, { regions }: Search, isAfterMask: boolean): Found | undefined {
  if (!beginsFreely(plain, at, isAfterMask)) return undefined
  for (const plan of nationalPlans) {
    plan.written.lastIndex = at
    const written = plan.written.exec(plain)?.[0].toUpperCase()
    if (!written) continue
    const end = at + written.length
    if (!endsFreely(plain, end) || !plan.isValid(written)) continue
    const isBare = /^\d+$/.test(written)
    if (isBare && !isMeant(plan, written, plain, at, end, regions)) continue
    if (!isBare && plan.doubtful === 'always' && !isExpected(plan, plain, at, regions)) continue
    return { end, keepFirst: 0, keepLast: 0 }
  }
  return undefined
}

const isExpected = ({ country }: NationalPlan, plain: string, at: number, regions: string[]): boolean =>
  regions.includes(country) || isLabelled(plain, at, nationalLabels)

/** Whether bare digits that pass as a number of the plan are meant as one. */
function isMeant(plan: NationalPlan, written: string, plain: string, at: number, end: number, regions: string[]) {
  if (isLabelled(plain, at, nationalLabels)) return true
  if (continuesCompound(plain, at) || goesOn(plain, end) || isLabelledThing(plain, at)) return false
  return !plan.doubtful || plan.isSure?.(digitsOf(written)) || regions.includes(plan.country)
}

/** Masks national identity numbers of many countries, each with its date and check digits. Nothing of one stays. */
export const maskNationalIds = maskNumbers({
  starts: /\d|(?<![a-z])[a-z](?:[ -]?\d|[a-z] ?\d|[a-z]{2} ?[a-z]{3} ?\d|[a-z]{0,2} ?[a-z]{0,3}[ -]?$)/gi,
  reach: /\d[\d ./+-]{0,32}[a-z]{0,2}[\d ./+-]{0,16}[a-z]?|[a-z]{1,3} ?[a-z]{0,3}[ -]?(?:\d[\da-z ./+-]{0,32})?/iy,
  lookAhead: 2,
  find: findNationalId,
})
