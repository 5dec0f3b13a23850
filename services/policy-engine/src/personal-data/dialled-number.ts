import {
  type DialledDigits,
  type DigitsOfText,
  emptyDigits,
  readDialledDigits,
  readDigitsOfText,
} from './dialled-digits.ts'
import type { HomePlans } from './home-plans.ts'
import { beginsWith, groupingOf, has, internationalLengths, type Lengths, type TrunkPlans } from './phone-plans.ts'
import type { Labels, Surroundings } from './surroundings.ts'

const thousands = /^[1-9]\d{0,2}(?:[ .]\d{3})+$/

/** Digits at a place, read once for every end that a number there may have. */
export type ReadNumber = DialledDigits & {
  /** The text that the place is in, and all its digits. */
  around: Surroundings | undefined
  text: DigitsOfText | undefined
  /** With a country code: its lengths, and those that are certain where it has neither plus sign nor 00 before it. */
  abroad: Lengths
  byCode: Lengths
  /** The lengths of which the digits alone say that they could be a number. */
  lengths: Lengths
  /** For each trunk prefix at home the lengths of numbers in its ranges, without the prefix; -1 where it doesn't come first. */
  byTrunk: Int32Array
  /** For each plan without one the lengths of numbers in its ranges, and then those after a first digit; read when asked for. */
  bare: Int32Array
  isBareRead: boolean[]
  /** The lengths at home and abroad that the digits tell without a plus sign; -1 until asked for. */
  withoutPlus: Lengths
}

/** Room for a number at a place. */
export const emptyNumber = (home: HomePlans): ReadNumber => ({
  ...emptyDigits(),
  around: undefined,
  text: undefined,
  abroad: 0,
  byCode: 0,
  lengths: 0,
  withoutPlus: -1,
  byTrunk: new Int32Array(home.withTrunk.length),
  bare: new Int32Array(2 * home.bare.length),
  isBareRead: [false, false],
})

/**
 * Reads the digits at a place, and what they tell alone. Answers the labels before them, or undefined when there are too few
 * digits for a telephone number.
 */
export function readNumber(around: Surroundings, at: number, home: HomePlans, number: ReadNumber): Labels | undefined {
  if (number.around !== around) {
    number.around = around
    number.text = readDigitsOfText(around.plain, around.from, number.text)
    number.first = -1
  }
  if (!readDialledDigits(around.plain, at, number.text!, number)) return undefined
  const labels = around.labelsBefore(at)
  readLengths(number, home, labels)
  return labels
}

function readLengths(number: ReadNumber, home: HomePlans, labels: Labels): void {
  if (!number.isReadBefore) number.isBareRead.fill(false)
  if (number.hasPlus) {
    number.abroad = internationalLengths(number.digits, number.from, number.count)
    number.lengths = number.abroad
    number.byCode = 0
    number.withoutPlus = -1
    return
  }
  if (!number.isReadBefore || number.withoutPlus < 0) readWithoutPlus(number, home)
  number.lengths = number.withoutPlus
  if (labels.isPhone()) number.lengths |= home.possible
  // Where nothing comes first a number is one group, or as many as people write.
  else if (home.bareLengths !== 0) {
    for (let nth = 0; nth < number.endCount; nth++) {
      const groups = number.ends.groups[nth]!
      if (groups <= maxGroups && (groups > 1 || home.isNamed || number.isInBrackets))
        number.lengths |= home.bareLengths & (1 << number.ends.count[nth]!)
    }
  }
}

/** With a country code and no sign of it: shorter and longer ones are too often something else. */
const lengthsWithCode: Lengths = (1 << 10) | (1 << 11) | (1 << 12) | (1 << 13)

/** What the digits alone tell when no plus sign comes before them. */
function readWithoutPlus(number: ReadNumber, home: HomePlans): void {
  const { digits, from, count } = number
  const isCode = digits[from] === 0 && digits[from + 1] === 0 && digits[from + 2] !== 0
  number.abroad = isCode ? internationalLengths(digits, from + 2, count - 2) << 2 : 0
  const isHomeCode = home.codes.some((code) => beginsWith(code, digits, from, count))
  number.byCode = isHomeCode ? internationalLengths(digits, from, count, true) & lengthsWithCode : 0
  number.withoutPlus = number.abroad | number.byCode
  for (let i = 0; i < home.withTrunk.length; i++) {
    const { trunk, assigned } = home.withTrunk[i]!
    const isFirst = beginsWith(trunk, digits, from, count)
    const own = isFirst ? assigned(digits, from + trunk.length, count - trunk.length) : -1
    number.byTrunk[i] = own
    if (isFirst) number.withoutPlus |= own << trunk.length
  }
}

/** Nobody writes a number in more groups than these, an area code and a 1 before it among them. */
const maxGroups = 6

/** Whether digits up to an end are meant as a telephone's, by their groups and the words before. */
export function isMeant(
  plain: string,
  at: number,
  number: ReadNumber,
  nth: number,
  home: HomePlans,
  labels: Labels,
): boolean {
  const count = number.ends.count[nth]!
  const groups = number.ends.groups[nth]!
  if (number.hasPlus) return true
  if (has(number.abroad, count)) return !labels.isThing() || isCertainAbroad(number, count)
  if (has(number.byCode, count) && !labels.isThing() && !isAmount(number, nth, plain, at)) {
    return count < 13 || labels.isPhone() || !isArticle(number)
  }
  for (let i = 0; i < home.withTrunk.length; i++) {
    const assigned = number.byTrunk[i]!
    if (assigned >= 0 && isDialledWithTrunk(home.withTrunk[i]!, assigned, count, groups, labels)) return true
  }
  if (!has(home.bareLengths, count)) return false
  const grouping = groupingOf(number.sizes, 0, groups)
  for (let i = 0; i < home.bare.length; i++) {
    if (isDialledBare(home, i, number, nth, grouping, plain, at, labels)) return true
  }
  return false
}

/** After 00, which what is counted does not begin with. */
const isCertainAbroad = ({ digits, from, count: all }: ReadNumber, count: number): boolean =>
  has(internationalLengths(digits, from + 2, all - 2, true) << 2, count)

/** EAN-13: weights 1 and 3. */
function isArticle({ digits, from }: ReadNumber): boolean {
  let sum = 0
  for (let i = 0; i < 13; i++) sum += digits[from + i]! * (i % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

/** Where a 0 comes first, that and an assigned range say enough. A label helps what could be a number. */
function isDialledWithTrunk(
  { trunk, possible }: TrunkPlans,
  assigned: Lengths,
  count: number,
  groups: number,
  labels: Labels,
): boolean {
  const own = count - trunk.length
  if (has(assigned, own) && groups > 1) return true
  return (has(assigned, own) || (has(possible, own) && labels.isPhone())) && !labels.isThing()
}

/** Shorter numbers in groups of any size are too often something else. */
const minLoose = 9

/** Whether the sizes of groups, from one to another, are all of a kind. */
function every(sizes: Uint8Array, from: number, to: number, is: (size: number) => boolean): boolean {
  for (let i = from; i < to; i++) if (!is(sizes[i]!)) return false
  return true
}

/** Thousands in groups: 12 500 000. */
function isAmount({ sizes, ends }: ReadNumber, nth: number, plain: string, at: number): boolean {
  const groups = ends.groups[nth]!
  if (groups < 2 || sizes[0]! > 3 || !every(sizes, 1, groups, (size) => size === 3)) return false
  return thousands.test(plain.slice(at, ends.at[nth]))
}

/** Where numbers are dialled as they are, their grouping has to speak for them, a label, or the policy that names the country. */
function isDialledBare(
  home: HomePlans,
  nthPlan: number,
  number: ReadNumber,
  nth: number,
  grouping: number,
  plain: string,
  at: number,
  labels: Labels,
): boolean {
  const { bare, isNamed } = home
  const { plan, isAmerican } = bare[nthPlan]!
  const { digits, from, sizes, ends } = number
  const count = ends.count[nth]!
  const groups = ends.groups[nth]!
  const skipped = isAmerican && count === 11 && digits[from] === 1 ? 1 : 0
  const own = count - skipped
  if (!has(plan.possible, own)) return false
  if (labels.isPhone()) return !labels.isThing()
  const first = skipped === 1 && sizes[0] === 1 ? 1 : 0
  if (!isNamed && groups - first === 1) return false
  const isAssigned = has(bareLengths(number, nthPlan, home, skipped), own)
  // Numbers of fiction (555) have the form, and no range.
  if (!isAssigned && !isAmerican) return false
  const ownGrouping = first === 0 ? grouping : groupingOf(sizes, first, groups)
  const isGrouped =
    groups - first > 1 &&
    (number.isInBrackets ||
      plan.isGrouped({ digits, from: from + skipped, count: own }, ownGrouping, sizes, first, groups))
  if (!isNamed && !isGrouped) return false
  // Where the policy names the country, a number of its ranges may be grouped as people like.
  const isLoose =
    isNamed && isAssigned && (groups - first === 1 || (count >= minLoose && every(sizes, first, groups, isMany)))
  if (!isGrouped && !isLoose) return false
  if ((!isNamed || (!isGrouped && groups - first > 1)) && isAmount(number, nth, plain, at)) return false
  // Four pairs are no order's number.
  if (labels.isThing() && !(isGrouped && groups - first === 4)) return false
  // Columns of a table.
  return !plain.slice(at, ends.at[nth]).includes('\t')
}

/** The lengths of numbers in the ranges of a plan without a trunk, after so many digits; read once for all plans and ends. */
function bareLengths(
  number: ReadNumber,
  nthPlan: number,
  { bare: plans, readBare }: HomePlans,
  skipped: number,
): Lengths {
  const { digits, from, count, bare, isBareRead } = number
  const at = skipped * plans.length
  if (!isBareRead[skipped]) readBare(digits, from + skipped, count - skipped, bare, at)
  isBareRead[skipped] = true
  return bare[at + nthPlan]!
}
const isMany = (size: number): boolean => size > 1
