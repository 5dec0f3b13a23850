import { asciiSet, digitsOf, type Found, matchEnd, type NumberFinder } from './mask-numbers.ts'
import { type NationalPlan, nationalLabels, nationalPlans } from './national-plans.ts'
import { compilePatterns, symbolOf } from './pattern-automaton.ts'
import {
  beginsFreely,
  continuesCompound,
  endsFreely,
  goesOn,
  type Labels,
  maxDistance,
  type Surroundings,
} from './surroundings.ts'

function findNationalId(around: Surroundings, at: number, regions: string[], isAfterMask: boolean): Found | undefined {
  const { plain, labelsBefore } = around
  if (!beginsFreely(around, at, isAfterMask)) return undefined
  const { fitting, ends, bareTo } = plansAt(plain, at)
  if (fitting.length === 0 || isDialled(plain, at)) return undefined
  const labels = labelsBefore(at)
  let longest = 0
  for (const { plan, nth } of fitting) {
    const end = ends[nth]!
    if (end <= longest || !endsFreely(around, end)) continue
    const isBare = end <= bareTo
    // Most places have no label, and most plans there need one: that is told before anything is read.
    if (isBare && !plan.isSure && plan.doubtful && !isExpected(plan, regions, labels)) continue
    const written = plain.slice(at, end).toUpperCase()
    if (isBare && !isMeant(plan, written, around, at, end, regions, labels)) continue
    if (!isBare && plan.doubtful === 'always' && !isExpected(plan, regions, labels)) continue
    // Last, since it costs the most.
    if (plan.isValid(isBare ? written : written.replace(/[^\dA-Z]/g, ''), written)) longest = end
  }
  return longest === 0 ? undefined : { end: longest, keepFirst: 0, keepLast: 0 }
}

type NthPlan = { plan: NationalPlan; nth: number }
/**
 * The plans as whose numbers something is written, in their order; for each of its automaton where the longest ends; and up
 * to where there are digits alone.
 */
type Fitting = { fitting: NthPlan[]; ends: Int32Array; bareTo: number }

const isOfLetters = ({ pattern }: NationalPlan): boolean => /^\[[A-Z]/.test(pattern)
/** Those that begin with a letter and those that begin with a digit, since an automaton has a bound. */
const readers = [nationalPlans.filter(isOfLetters), nationalPlans.filter((plan) => !isOfLetters(plan))].map(
  (plans) => ({
    plans: plans.map((plan, nth) => ({ plan, nth })),
    automaton: compilePatterns(plans.map(({ pattern }) => pattern)),
    known: new Map<number, NthPlan[]>(),
    ends: new Int32Array(plans.length),
  }),
)
const none: Fitting = { fitting: [], ends: new Int32Array(0), bareTo: 0 }

/** The plans that fit a place; none at most places. `ends` is used again at the next. */
function plansAt(plain: string, at: number): Fitting {
  const { plans, automaton, known, ends } = readers[symbolOf(plain.charCodeAt(at)) < 10 ? 1 : 0]!
  let bits = 0
  let state = automaton.start
  let bareTo = at
  for (let i = at; i < plain.length; i++) {
    const symbol = symbolOf(plain.charCodeAt(i))
    state = automaton.next(state, symbol)
    if (state < 0) break
    if (bareTo === i && symbol < 10) bareTo++
    const matched = automaton.matched(state)
    bits |= matched
    for (let rest = matched; rest !== 0; rest &= rest - 1) ends[31 - Math.clz32(rest & -rest)] = i + 1
  }
  if (bits === 0) return none
  let fitting = known.get(bits)
  if (!fitting) {
    fitting = plans.filter(({ nth }) => bits & (1 << nth))
    known.set(bits, fitting)
  }
  return { fitting, ends, bareTo }
}

/** Whether the place is inside of a telephone number with a country code. */
function isDialled(plain: string, at: number): boolean {
  const before = plain.slice(Math.max(0, at - 6), at)
  return before.includes('+') && /\+(?:\d{1,3}[ -]?)?$/.test(before)
}

const isExpected = ({ country }: NationalPlan, regions: string[], labels: Labels): boolean =>
  regions.includes(country) || labels.isLabelled(nationalLabels)

/** Whether bare digits that are written as a number of the plan are meant as one. */
function isMeant(
  plan: NationalPlan,
  written: string,
  around: Surroundings,
  at: number,
  end: number,
  regions: string[],
  labels: Labels,
): boolean {
  if (labels.isLabelled(nationalLabels)) return true
  if (plan.doubtful && !plan.isSure?.(digitsOf(written)) && !regions.includes(plan.country)) return false
  if (continuesCompound(around, at) || goesOn(around.plain, end) || labels.isThing()) return false
  return !(written.startsWith('0') && labels.isAboutTelephones())
}

const common = {
  starts: /\d|(?<![a-z])[a-z](?:[ -]?\d|[a-z] ?\d|[a-z]{5}\d|[a-z]{0,5}$|[a-z]?[ -]$)/gi,
  startsAtDigits: true,
  firsts: asciiSet(/[a-z\d]/i),
  reach: matchEnd(/\d[\d ./+-]{0,32}[a-z]{0,2}[\d ./+-]{0,16}[a-z]?|[a-z]{1,6}[ -]?(?:\d[\da-z ./+-]{0,32})?/iy),
  maxReach: 1 + 32 + 2 + 16 + 1 + (maxDistance + 1),
  // What follows bare digits tells whether they are a part of something, and the shortest of those has nine.
  lookAhead: (reached: string) => (/\d$/.test(reached) && digitsOf(reached).length > 8 ? maxDistance + 1 : 2),
}

/** National identity numbers of many countries, each with its date and check digits. Nothing of one stays. */
export const nationalIdFinder = (regions: string[]): NumberFinder => ({
  ...common,
  find: (around, at, isAfterMask) => findNationalId(around, at, regions, isAfterMask),
})

/** Those that nobody would take for a telephone's: with their separators, or called so. */
export const certainNationalIdFinder = (regions: string[]): NumberFinder => ({
  ...common,
  find(around, at, isAfterMask) {
    const found = findNationalId(around, at, regions, isAfterMask)
    const isBare = found && /^\d+$/.test(around.plain.slice(at, found.end))
    return isBare && !around.labelsBefore(at).isLabelled(nationalLabels) ? undefined : found
  },
})
