import { createRequire } from 'node:module'
import type { Validator } from 'stdnum'
import {
  addsUp,
  all,
  type DigitCheck,
  hasDate,
  leaves,
  passesBaltic,
  passesBelgian,
  passesModulus11And10,
  twoDigits,
} from './check-digits.ts'
import { labels } from './surroundings.ts'

/** How the identity numbers of one country are written and checked. */
export type NationalPlan = {
  country: string
  /** Every way to write one, as a pattern that can be read together with others. Bounded. */
  pattern: string
  /** Whether dates, check digits and structure hold, of the upper-case letters and digits, and of all that was written. */
  isValid(signs: string, written: string): boolean
  /**
   * Without it: the number speaks for itself. `bare`: one without separators, so many numbers of things pass for it, counts
   * only when its check holds (see `isSure`), a label stands before it, or its country is among the policy's regions.
   * `always`: that holds however it is written.
   */
  doubtful?: 'bare' | 'always'
  /** What of the doubtful ones is sure all the same. */
  isSure?(digits: string): boolean
}

const require = createRequire(import.meta.url)

/**
 * A validator of stdnum, from its own file: the package's entry loads those of all countries, 300 files, a tenth of the time
 * that a start of Frontdesk took. It makes an error of every number that is wrong, and the stack of that would cost more than
 * the rest.
 */
function validatorOf(country: string, name: string): Validator['validate'] {
  const validator: Validator = require(`stdnum/lib/cjs/${country.toLowerCase()}/${name}.js`)
  return (written) => {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    try {
      return validator.validate(written)
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  }
}
/** stdnum's verdict; a check that says no at once spares it. */
const checked = (country: string, name: string, mayBe: DigitCheck = () => true) => {
  const validate = validatorOf(country, name)
  return (signs: string) => mayBe(signs) && validate(signs).isValid
}
const plan = (
  country: string,
  pattern: string,
  isValid: NationalPlan['isValid'],
  more: Partial<NationalPlan> = {},
) => ({ country, pattern, isValid, ...more })
const validateHetu = validatorOf('FI', 'hetu')

/** A date of six digits and what parts it from the serial; in parts of two, something has to. */
const birth = (sign: string) => `(?:\\d{6} ?[${sign}]? ?|\\d\\d[ ./-]\\d\\d[ ./-]\\d\\d(?: ?[${sign}] ?| ))`

/** Luhn's check digit (ISO/IEC 7812-1, annex B) over ten digits. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = (digits.charCodeAt(i) - 48) * ((digits.length - i) % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The letters that stand for the first digit of a serial in an interim number: T at first, the others when those ran out. */
const interimLetters = 'TRSUWXJKLMN'

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Days of a month of a year whose century may be unknown, so that any year that could be a leap year is one. */
const daysIn = (month: number, year: number): number =>
  month === 2 && year % 4 !== 0 ? 28 : (daysOfMonths[month - 1] ?? 0)

/**
 * A Swedish personal identity number or co-ordination number: a date (of a co-ordination number the day plus 60, and 0 for a
 * month or a day that isn't known), a serial from 001 on, Luhn's check digit. Source: Skatteverket, SKV 704 and SKV 707. An
 * interim number has a letter for the first digit of its serial, and was given out by others, so its check digit says nothing.
 */
function isSwedish(signs: string): boolean {
  const from = signs.length - 10
  const [year, month, day] = [twoDigits(signs, from), twoDigits(signs, from + 2), twoDigits(signs, from + 4)]
  const isCoordination = day >= 60
  const least = isCoordination ? 0 : 1
  const date = isCoordination ? day - 60 : day
  const maxDay = month === 0 ? 31 : daysIn(month, year)
  if (month < least || date < least || date > maxDay) return false
  const serial = signs.slice(-4)
  if (/^[A-Z]/.test(serial)) return interimLetters.includes(serial[0]!)
  return !serial.startsWith('000') && passesLuhn(signs.slice(-10))
}

/** CPR's check digit, which numbers made since 2007 may lack. */
const passesModulus11 = addsUp([4, 3, 2, 7, 6, 5, 4, 3, 2, 1], 11)
/** Day and month; a D number has 40 added to the day, a synthetic or auxiliary one to the month. */
const hasNorwegianDate: DigitCheck = (digits) => {
  const [day, month] = [twoDigits(digits, 0) % 40, twoDigits(digits, 2) % 40]
  return day >= 1 && day <= 31 && month >= 1 && month <= 12
}
const passesNorwegian = all(
  hasNorwegianDate,
  addsUp([3, 7, 6, 1, 8, 9, 4, 5, 2, 1], 11),
  addsUp([5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1], 11),
)
const passesIcelandic = addsUp([3, 2, 7, 6, 5, 4, 3, 2, 1], 11)

/** A person's kennitala: a date, a serial, a check digit, and the digit of the century (Þjóðskrá). Companies add 40 to the day. */
function isIcelandic(digits: string): boolean {
  const [day, month, year] = [twoDigits(digits, 0), twoDigits(digits, 2), twoDigits(digits, 4)]
  return day >= 1 && day <= daysIn(month, year) && passesIcelandic(digits)
}

/** France's: two digits that make the rest a multiple of 97, where Corsica's departments count as 19 and 18. */
function passesFrench(signs: string): boolean {
  const digits = signs.replace('2A', '19').replace('2B', '18')
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13))
}

/** Area, group and serial that were ever given out (Social Security Administration, POMS RM 10201.035). */
function isAmerican(digits: string): boolean {
  return !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
}

/** Every identity number that is looked for. The first that fits a place decides; longer forms stand before shorter ones. */
export const nationalPlans: NationalPlan[] = [
  plan('SE', `(?:1[89]|20)${birth('-+/')}\\d{4}`, isSwedish),
  plan('SE', `${birth('-+/')}\\d{4}`, isSwedish),
  plan('SE', `(?:1[89]|20)?\\d{6} ?[-+ ] ?[${interimLetters}]\\d{3}`, isSwedish),
  // Without a sign between it looks like a part's number.
  plan('SE', `(?:1[89]|20)?\\d{6}[${interimLetters}]\\d{3}`, isSwedish, { doubtful: 'always' }),
  plan('NO', `${birth('-/.')}\\d{3} ?\\d{2}`, checked('NO', 'fodselsnummer', passesNorwegian)),
  plan('DK', `${birth('-')}\\d{4}`, checked('DK', 'cpr', hasDate(0, 2)), { doubtful: 'bare', isSure: passesModulus11 }),
  plan(
    'FI',
    `\\d\\d[ ./-]?\\d\\d[ ./-]?\\d\\d ?[-+A-FU-Y] ?\\d{3} ?[0-9A-Y]`,
    (_, written) =>
      validateHetu(written.replace(/^(\d\d)\D?(\d\d)\D?(\d\d) ?(\S) ?(\d{3}) ?(\w)$/, '$1$2$3$4$5$6')).isValid,
  ),
  plan('IS', `${birth('-')}\\d{4}`, isIcelandic),
  plan('DE', '[1-9]\\d(?:\\d{9}|(?: ?[ -] ?\\d{3}){3})', checked('DE', 'idnr', passesModulus11And10)),
  plan('DE', '\\d{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-Z] ?\\d{2} ?\\d', checked('DE', 'svnr')),
  plan('EE', '[1-8]\\d{6}[ -]?\\d{4}', checked('EE', 'ik', all(hasDate(5, 3), passesBaltic))),
  plan('LT', '[1-9]\\d{6}[ -]?\\d{4}', checked('LT', 'asmens', passesBaltic)),
  plan('LV', '[0-3]\\d{5}[ -]?\\d{5}', checked('LV', 'pvn'), { doubtful: 'bare' }),
  plan('PL', '\\d{6}[ -]?\\d{5}', checked('PL', 'pesel', addsUp([1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10)), {
    doubtful: 'bare',
  }),
  plan('FR', '[1-478] ?\\d{2} ?\\d{2} ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}', checked('FR', 'nir', passesFrench)),
  plan('BE', '\\d{2}[. -]?\\d{2}[. -]?\\d{2}[ -]?\\d{3}[. -]?\\d{2}', checked('BE', 'nn', passesBelgian)),
  plan('ES', '\\d{8}-?[A-Z]', checked('ES', 'dni')),
  plan('ES', '[XYZ][ -]?\\d{7}[ -]?[A-Z]', checked('ES', 'nie')),
  plan(
    'IT',
    '[A-Z]{6}\\d[\\dL-NP-V] ?[A-EHLMPRST] ?[\\dL-NP-V]{2} ?[A-Z][\\dL-NP-V]{3} ?[A-Z]',
    checked('IT', 'codicefiscale'),
  ),
  plan(
    'CH',
    '756[. -]?\\d{4}[. -]?\\d{4}[. -]?\\d{2}',
    checked('CH', 'ssn', addsUp([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10)),
  ),
  plan(
    'AT',
    '\\d{4}[ -]?\\d{6}',
    checked('AT', 'vnr', all(hasDate(4, 6), leaves([3, 7, 9, 0, 5, 8, 4, 2, 1, 6], 11, 3, -1))),
    { doubtful: 'always' },
  ),
  plan('GB', '[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]', checked('GB', 'nino')),
  plan('US', '\\d{3}(?: \\d{2} |-\\d{2}-)\\d{4}', isAmerican),
  plan('US', '\\d{9}', isAmerican, { doubtful: 'always' }),
  plan('IE', '\\d{7}[A-W][A-IW]?', checked('IE', 'pps')),
  plan('CZ', '\\d{6}/\\d{3,4}', checked('CZ', 'rc')),
  plan(
    'RO',
    '[1-8]\\d{12}',
    checked('RO', 'cnp', all(hasDate(5, 3), leaves([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], 11, 12, 1))),
  ),
  plan(
    'NL',
    '\\d{9}|\\d{4}[ .]\\d{2}[ .]\\d{3}|\\d{3}[ .]\\d{3}[ .]\\d{3}',
    checked('NL', 'bsn', addsUp([9, 8, 7, 6, 5, 4, 3, 2, -1], 11)),
    {
      doubtful: 'always',
    },
  ),
  plan('PT', '\\d{3} ?\\d{3} ?\\d{3}', checked('PT', 'nif'), { doubtful: 'always' }),
  plan('HR', '\\d{11}', checked('HR', 'oib', passesModulus11And10), { doubtful: 'always' }),
  plan('BG', '\\d{10}', checked('BG', 'egn', leaves([2, 4, 8, 5, 10, 9, 7, 3, 6], 11, 9, 0)), { doubtful: 'always' }),
]

/** What an identity number is called where people write one down. */
export const nationalLabels = labels(
  'person(?:al)?[ -]?(?:identity[ -]?)?(?:nummer|numret|number|no|nr|id|code)|pers(?:on)?\\.?[ -]?nr|pnr|samordnings(?:nummer|nr)' +
    '|(?:national|social)[ -]?(?:id|identity|identification|insurance|security)(?:[ -]?(?:number|no|nr|code))?|identity[ -]?(?:number|code)|ssn|nino' +
    '|id-?(?:nummer|number)|f[øo]dselsnummer|fnr|d-nummer|cpr(?:[ -]?(?:nummer|nr|number))?|hetu|henkil[öo]tunnus|kennitala' +
    '|steuer-?(?:id|identifikationsnummer|nummer)|idnr|tax[ -]?(?:id|number)|rentenversicherungsnummer|sv-?nummer|versicherungsnummer' +
    '|isikukood|asmens kodas|personas kods|pesel|nir|insee|rijksregisternummer|bsn|burgerservicenummer|dni|nie|nif|cnp|oib|egn|pps',
)
