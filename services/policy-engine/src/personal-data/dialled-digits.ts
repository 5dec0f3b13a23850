/** As many digits as a telephone number and what stands around it may have; a longer row of them is cut there. */
const maxDigits = 17
/** A shorter one is no telephone's (ITU-T E.164 has fifteen digits at most, and no least; six is the shortest at home). */
export const minDigits = 6
/** So many spaces, tabs, brackets, dots, slashes or hyphens may stand between two digits. */
const maxGap = 3

const [space, open, close, plus, zero] = [32, 40, 41, 43, 48]
/** What a character is within a number, for the ASCII ones. */
const [isDigit, isGap] = [1, 2]
const kinds = new Uint8Array(128)
for (const digit of '0123456789') kinds[digit.charCodeAt(0)] = isDigit
for (const gap of ' \t()./-') kinds[gap.charCodeAt(0)] = isGap

/**
 * All digits of a text and how they stand together. They are read once, because a number may begin at each of them, and
 * is then most often looked for in digits that the numbers before it have too.
 */
export type DigitsOfText = {
  /** The value of each digit, and its place in the text. */
  values: Uint8Array
  places: Int32Array
  /** For each place of the text how many digits come before it. */
  before: Int32Array
  /** For each digit the number of the first one after it that is too far away to be dialled with it. */
  rowEnds: Int32Array
  /** For each digit its group, and for each group the number of the first digit after it. */
  groups: Int32Array
  groupEnds: Int32Array
}

const roomFor = (length: number): DigitsOfText => ({
  values: new Uint8Array(length),
  places: new Int32Array(length),
  before: new Int32Array(length),
  rowEnds: new Int32Array(length),
  groups: new Int32Array(length),
  groupEnds: new Int32Array(length),
})

/** Reads all digits of a text from a place on, into the room of another text if that is large enough. */
export function readDigitsOfText(plain: string, from: number, room: DigitsOfText | undefined): DigitsOfText {
  const text = room && room.before.length >= plain.length ? room : roomFor(plain.length)
  const { values, places, before, rowEnds, groups, groupEnds } = text
  let [count, group, row] = [0, -1, 0]
  // The last digit, or a place from which no digit is near.
  let last = -maxGap - 2
  const endRow = (): void => {
    for (; row < count; row++) rowEnds[row] = count
    last = -maxGap - 2
  }
  for (let at = from; at < plain.length; at++) {
    before[at] = count
    const code = plain.charCodeAt(at)
    const kind = code < 128 ? kinds[code]! : 0
    if (kind === isGap) continue
    if (kind !== isDigit) {
      endRow()
      continue
    }
    if (at - last > maxGap + 1) endRow()
    if (at !== last + 1) group++
    values[count] = code - zero
    places[count] = at
    groups[count] = group
    count++
    groupEnds[group] = count
    last = at
  }
  endRow()
  return text
}

/** Digits as they may be dialled, at one place. Filled anew at every place, since most places of a text are no number's. */
export type DialledDigits = {
  /** Values of digits, of which so many from a place on are those of the number, without a 0 in brackets after a country code. */
  digits: Uint8Array
  from: number
  count: number
  /** How many digits each group has, that 0 too. */
  sizes: Uint8Array
  /** Where the number may end, after each group, once there are enough digits: how many digits and groups it has then. */
  ends: { count: Uint8Array; groups: Uint8Array; at: Int32Array }
  endCount: number
  hasPlus: boolean
  isInBrackets: boolean
  /** The first digit in the text, and whether it was the first at the place before too: then only what stands before differs. */
  first: number
  isReadBefore: boolean
}

/** Room for the digits at a place. */
export const emptyDigits = (): DialledDigits => ({
  digits: new Uint8Array(0),
  from: 0,
  count: 0,
  sizes: new Uint8Array(maxDigits),
  ends: { count: new Uint8Array(maxDigits), groups: new Uint8Array(maxDigits), at: new Int32Array(maxDigits) },
  endCount: 0,
  hasPlus: false,
  isInBrackets: false,
  first: -1,
  isReadBefore: false,
})

/**
 * Reads the digits at a place, after a plus sign or a bracket, into the room given. False when there are too few for a
 * telephone number. Of another text than before, `first` has to be -1.
 */
export function readDialledDigits(plain: string, at: number, text: DigitsOfText, into: DialledDigits): boolean {
  const place = findFirstDigit(plain, at, into)
  if (place < 0) return false
  const first = text.before[place]!
  const end = Math.min(first + maxDigits, text.rowEnds[first]!)
  if (end - first < minDigits) return false
  const isAbroad = into.hasPlus || (plain.charCodeAt(at) === zero && plain.charCodeAt(at + 1) === zero)
  const bracketed = isAbroad ? findBracketedZero(plain, at + 1, text.places[end - 1]!) : -1
  into.isReadBefore = bracketed < 0 && into.first === first
  if (into.isReadBefore) return true
  if (bracketed < 0) {
    into.first = first
    into.digits = text.values
    into.from = first
    into.count = end - first
    readGroups(text, first, end, end, into)
  } else {
    const omitted = text.before[bracketed]!
    into.first = -1
    into.digits = text.values.slice(first, end)
    into.digits.copyWithin(omitted - first, omitted - first + 1)
    into.from = 0
    into.count = end - first - 1
    readGroups(text, first, end, omitted, into)
  }
  return true
}

/** Reads the groups of digits from one to another, of which one may be omitted. */
function readGroups(text: DigitsOfText, first: number, end: number, omitted: number, into: DialledDigits): void {
  const { sizes, ends } = into
  let endCount = 0
  let group = text.groups[first]!
  for (let start = first, groups = 1; start < end; groups++) {
    const next = Math.min(text.groupEnds[group++]!, end)
    sizes[groups - 1] = next - start
    start = next
    const count = next - first - (omitted < next ? 1 : 0)
    if (count < minDigits) continue
    ends.count[endCount] = count
    ends.groups[endCount] = groups
    ends.at[endCount] = text.places[next - 1]! + 1
    endCount++
  }
  into.endCount = endCount
}

/** What stands before the digits is `+`, `(` or `(+`, each with a space after it or none. */
function findFirstDigit(plain: string, at: number, into: DialledDigits): number {
  let i = at
  into.isInBrackets = plain.charCodeAt(i) === open
  if (into.isInBrackets) i = skipSpace(plain, i + 1)
  into.hasPlus = plain.charCodeAt(i) === plus
  if (into.hasPlus) i++
  if (into.isInBrackets || into.hasPlus) i = skipSpace(plain, i)
  const code = plain.charCodeAt(i)
  return code < 128 && kinds[code] === isDigit ? i : -1
}
const skipSpace = (plain: string, at: number): number => (plain.charCodeAt(at) === space ? at + 1 : at)

/** +46 (0)70: the 0 is dialled at home alone. */
function findBracketedZero(plain: string, from: number, last: number): number {
  for (let i = from + 1; i < last - 1; i++) {
    const isBracketed =
      plain.charCodeAt(i) === zero && plain.charCodeAt(i - 1) === open && plain.charCodeAt(i + 1) === close
    if (isBracketed) return i
  }
  return -1
}
