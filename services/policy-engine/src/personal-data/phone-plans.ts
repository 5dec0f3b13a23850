import * as core from 'libphonenumber-js/core'
import { type CountryCode, isSupportedCountry, type MetadataJson } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'
import { compilePatterns } from './pattern-automaton.ts'

/** The countries whose numbers are found without a country code when a policy names none. */
export const usualRegions = ['SE', 'NO', 'DK', 'FI', 'DE', 'GB', 'US']

/** Lengths of numbers, a bit each: bit 9 for nine digits. */
export type Lengths = number

/** Some of many digits: so many of them, from a place on. */
export type DigitsAt = { digits: Uint8Array; from: number; count: number }

/** What the beginnings of some digits are, by their length: of so many of them, from a place on. */
export type ReadLengths = (digits: Uint8Array, from: number, count: number) => Lengths

/** How telephone numbers are dialled within one country. */
export type PhonePlan = {
  /** What is dialled before the number at home: 0 in most countries. Undefined where it is written without. */
  trunk: string | undefined
  /** The lengths at which the beginning of some digits (without the trunk) is a number of one of the plan's ranges. */
  assigned: ReadLengths
  /** The lengths that numbers (without the trunk) have. */
  possible: Lengths
  /** The plan's ranges as patterns of digits: the general one, which has to match beside the other. */
  ranges: [general: string, any: string]
  /** Whether people group a number like this: by the sizes from one place to another, and their `groupingOf`. */
  isGrouped(number: DigitsAt, grouping: number, sizes: Uint8Array, from: number, to: number): boolean
}

/** The parts of libphonenumber-js's metadata that its types leave out. */
type NumberingPlan = {
  nationalPrefix(): string | null | undefined
  nationalNumberPattern(): string
  possibleLengths(): number[]
  type(name: string): { pattern(): string } | undefined
  formats(): { pattern(): string; leadingDigitsPatterns(): string[] }[]
}
const { Metadata } = core as unknown as {
  Metadata: new (json: MetadataJson) => { selectNumberingPlan(country: string): void; numberingPlan: NumberingPlan }
}
const { country_calling_codes: countriesOf, nonGeographic } = metadata as unknown as {
  country_calling_codes: Record<string, string[]>
  nonGeographic: Record<string, unknown>
}
const kinds = [
  'FIXED_LINE',
  'MOBILE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'UAN',
  'PAGER',
]

/** Whether a length is among some. */
export const has = (lengths: Lengths, length: number): boolean => (lengths & (1 << length)) !== 0

/** A cache of a pure function, with at most one entry for each supported country. */
const plans = new Map<string, PhonePlan>()

/** What is dialled for a country from abroad; undefined for one that has no plan. */
export const callingCodeOf = (region: string): string | undefined =>
  Object.keys(countriesOf).find((code) => countriesOf[code]!.includes(region))

/** A country's plan, or undefined for one that has none. */
export function phonePlanOf(region: string): PhonePlan | undefined {
  let plan = plans.get(region)
  if (plan === undefined && isSupportedCountry(region as CountryCode, metadata)) {
    plan = readPlan(region)
    plans.set(region, plan)
  }
  return plan
}

/** A number that is the same for the same sizes of groups, as many as people write. */
export function groupingOf(sizes: ArrayLike<number>, from: number, to: number): number {
  let grouping = 1
  for (let i = from; i < to; i++) grouping = grouping * 32 + sizes[i]!
  return grouping
}

/** Ways to group a number that every country's people know. */
const usualGroups = [
  [2, 2, 2, 2],
  [4, 4],
  [3, 2, 3],
  [3, 3, 2],
]

function readPlan(regionOrCode: string): PhonePlan {
  const selected = new Metadata(metadata)
  selected.selectNumberingPlan(regionOrCode)
  const { numberingPlan: plan } = selected
  const types = kinds.flatMap((kind) => plan.type(kind)?.pattern() ?? [])
  const ranges: PhonePlan['ranges'] = [plan.nationalNumberPattern(), types.map((each) => `(?:${each})`).join('|')]
  const formats = plan.formats().map((format) => readFormat(format.pattern()))
  const fixed = new Set([...usualGroups, ...formats.flatMap(({ sizes }) => (sizes ? [sizes] : []))].map(groupingOfAll))
  const variable = formats.filter(({ sizes, groups }) => !sizes && groups > 1)
  const prefix = plan.nationalPrefix()
  return {
    // North America's 1 is often left out, so it says nothing.
    trunk: prefix && prefix !== '1' ? prefix : undefined,
    possible: plan.possibleLengths().reduce((lengths, length) => lengths | (1 << length), 0),
    assigned: readRanges([ranges]),
    ranges,
    isGrouped(number, grouping, sizes, from, to) {
      if (to - from < 2) return false
      if (fixed.has(grouping)) return true
      for (const format of variable)
        if (format.groups === to - from && isFormatted(format, number, sizes, from)) return true
      return false
    },
  }
}

const groupingOfAll = (sizes: number[]): number => groupingOf(sizes, 0, sizes.length)

/** A way to group numbers: as a pattern with a group for each group, whose sizes are known when they are always the same. */
type Format = { pattern: RegExp; groups: number; sizes: number[] | undefined }

function readFormat(pattern: string): Format {
  const isFixed = /^(?:\(\\d(?:\{\d+\})?\))+$/.test(pattern)
  const sizes = isFixed ? [...pattern.matchAll(/d(?:\{(\d+))?/g)].map(([, size = '1']) => Number(size)) : undefined
  return { pattern: new RegExp(`^(?:${pattern})$`), groups: pattern.match(/\((?!\?)/g)?.length ?? 0, sizes }
}

function isFormatted(
  { pattern }: Format,
  { digits, from, count }: DigitsAt,
  sizes: Uint8Array,
  firstGroup: number,
): boolean {
  const parts = pattern.exec(digits.subarray(from, from + count).join(''))?.slice(1)
  return parts?.every((part, i) => part.length === sizes[firstGroup + i]) === true
}

/** So many plans are read at once: the states of the five largest together are some 10,000, those of more would be too many. */
const plansAtOnce = 5
/** The bits of the general patterns. */
const generalBits = 0b1_0101_0101

/** Writes for each of some plans the lengths at which the beginning of some digits is a number of a range of it; answers those of any. */
export type ReadEach = (digits: Uint8Array, from: number, count: number, into: Int32Array, at: number) => Lengths

/** Reads some plans at once. */
export function readEach(plans: Pick<PhonePlan, 'ranges'>[]): ReadEach {
  if (plans.length === 0) return () => 0
  if (plans.length > plansAtOnce) {
    const [first, rest] = [readEach(plans.slice(0, plansAtOnce)), readEach(plans.slice(plansAtOnce))]
    return (digits, from, count, into, at) =>
      first(digits, from, count, into, at) | rest(digits, from, count, into, at + plansAtOnce)
  }
  const automaton = compilePatterns(plans.flatMap(({ ranges }) => ranges))
  return (digits, from, count, into, at) => {
    into.fill(0, at, at + plans.length)
    let lengths = 0
    let state = automaton.start
    for (let i = 0; i < count; i++) {
      state = automaton.next(state, digits[from + i]!)
      if (state < 0) break
      const matched = automaton.matched(state)
      const general = matched & (matched >> 1) & generalBits
      if (general === 0) continue
      lengths |= 1 << (i + 1)
      for (let nth = 0; nth < plans.length; nth++) if (general & (1 << (2 * nth))) into[at + nth]! |= 1 << (i + 1)
    }
    return lengths
  }
}

/** The lengths at which the beginning of some digits is a number of a range of any of some plans. */
function readRanges(ranges: PhonePlan['ranges'][]): ReadLengths {
  const each = readEach(ranges.map((ranges) => ({ ranges })))
  const own = new Int32Array(ranges.length)
  return (digits, from, count) => each(digits, from, count, own, 0)
}

/** Some plans that share a trunk prefix, read as one. */
export type TrunkPlans = { trunk: string; assigned: ReadLengths; possible: Lengths }

/** Plans by the prefix that is dialled first at home; those without one are under the empty string. */
export function groupByTrunk(all: PhonePlan[]): TrunkPlans[] {
  const groups = Object.entries(Object.groupBy(all, ({ trunk }) => trunk ?? ''))
  return groups.map(([trunk, plans = []]) => ({
    trunk,
    assigned: readRanges(plans.map(({ ranges }) => ranges)),
    possible: plans.reduce((lengths, { possible }) => lengths | possible, 0),
  }))
}

/** Whether digits begin with a trunk prefix. */
export function beginsWith(trunk: string, digits: Uint8Array, from: number, count: number): boolean {
  if (trunk.length > count) return false
  for (let i = 0; i < trunk.length; i++) if (digits[from + i] !== trunk.charCodeAt(i) - 48) return false
  return true
}

/** The plans of a country code, and the digits it has. */
type CodePlans = { length: number; assigned: ReadLengths; possible: Lengths; byTrunk: TrunkPlans[] }
const noPlans: unique symbol = Symbol('no country code')
/** A cache by the first three digits, which tell the country code: at most 1,000 entries. */
const codes = new Map<number, CodePlans | typeof noPlans>()

function plansOfCode(digits: Uint8Array, from: number): CodePlans | undefined {
  const first = digits[from]! * 100 + digits[from + 1]! * 10 + digits[from + 2]!
  let plans = codes.get(first)
  if (plans === undefined) {
    plans = readCode(String(first).padStart(3, '0')) ?? noPlans
    codes.set(first, plans)
  }
  return plans === noPlans ? undefined : plans
}

function readCode(digits: string): CodePlans | undefined {
  for (let length = 1; length <= 3; length++) {
    const code = digits.slice(0, length)
    const countries = countriesOf[code]
    if (!countries && !nonGeographic[code]) continue
    const plans = countries?.flatMap((country) => phonePlanOf(country) ?? []) ?? [readPlan(code)]
    const [all, ...none] = groupByTrunk(plans.map((plan) => ({ ...plan, trunk: undefined })))
    if (!all || none.length > 0) return undefined
    return { length, assigned: all.assigned, possible: all.possible, byTrunk: groupByTrunk(plans) }
  }
  return undefined
}

/** With the country code nine digits could be anyone's; fewer have to be of a range. */
const minPossible = 9

/**
 * The lengths at which digits that begin with a country code are a telephone number somewhere, or at least could be. The
 * trunk prefix that some write after the code counts for nothing. `isCertain`: only those of a range.
 */
export const internationalLengths = (digits: Uint8Array, from: number, count: number, isCertain = false): Lengths => {
  const found = count < 3 ? undefined : plansOfCode(digits, from)
  if (!found) return 0
  const { length } = found
  const couldBe = (possible: Lengths): Lengths => (isCertain ? 0 : (possible << length) & (-1 << minPossible))
  let lengths = (found.assigned(digits, from + length, count - length) << length) | couldBe(found.possible)
  for (const { trunk, assigned, possible } of found.byTrunk) {
    if (trunk === '' || !beginsWith(trunk, digits, from + length, count - length)) continue
    const own = assigned(digits, from + length + trunk.length, count - length - trunk.length)
    lengths |= ((own << length) | couldBe(possible)) << trunk.length
  }
  return lengths
}
