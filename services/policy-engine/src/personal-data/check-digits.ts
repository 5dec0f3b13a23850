/** Whether digits can be a number of some kind: what is cheap to tell, before what costs more is looked at. */
export type DigitCheck = (digits: string) => boolean

const sumOf = (digits: string, weights: number[]): number => {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * (digits.charCodeAt(i) - 48)
  return sum
}
const digitAt = (digits: string, at: number): number => digits.charCodeAt(at) - 48
/** The number that two digits at a place make. */
export const twoDigits = (digits: string, at: number): number => 10 * digitAt(digits, at) + digitAt(digits, at + 1)

/** Holds when the digits, each times its weight, add up to a multiple of the modulus. */
export const addsUp =
  (weights: number[], modulus: number): DigitCheck =>
  (digits) =>
    sumOf(digits, weights) % modulus === 0

/** Holds when the digits, each times its weight, leave the digit at a place when divided by the modulus; 10 counts as `ten`. */
export const leaves =
  (weights: number[], modulus: number, at: number, ten: number): DigitCheck =>
  (digits) => {
    const rest = sumOf(digits, weights) % modulus
    return (rest === 10 ? ten : rest) === digitAt(digits, at)
  }

/** Holds when every check does. */
export const all =
  (...checks: DigitCheck[]): DigitCheck =>
  (digits) =>
    checks.every((check) => check(digits))

/** The check digit at the end by ISO/IEC 7064, MOD 11,10. */
export const passesModulus11And10: DigitCheck = (digits) => {
  let product = 10
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = (digitAt(digits, i) + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === digitAt(digits, digits.length - 1)
}

const firstBaltic = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]
const secondBaltic = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]

/** Estonia's and Lithuania's: when the first weights leave 10, the second ones count. */
export const passesBaltic: DigitCheck = (digits) => {
  const first = sumOf(digits, firstBaltic) % 11
  const rest = first === 10 ? sumOf(digits, secondBaltic) % 11 : first
  return rest % 10 === digitAt(digits, 10)
}

/** Belgium's: number and check add up to a multiple of 97, of those born since 2000 with a 2 before the number. */
export const passesBelgian: DigitCheck = (digits) => {
  const sum = Number(digits.slice(0, 9)) + Number(digits.slice(9))
  return sum > 0 && (sum % 97 === 0 || (2_000_000_000 + sum) % 97 === 0)
}

/** A day and a month of two digits each, at these places. */
export const hasDate =
  (dayAt: number, monthAt: number): DigitCheck =>
  (digits) => {
    const [day, month] = [twoDigits(digits, dayAt), twoDigits(digits, monthAt)]
    return day >= 1 && day <= 31 && month >= 1 && month <= 12
  }
