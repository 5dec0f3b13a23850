import { stdnum } from 'stdnum'
import { labels } from './surroundings.ts'

/** How the identity numbers of one country are written and checked. */
export type NationalPlan = {
  country: string
  /** Sticky; every way to write one. Bounded. */
  written: RegExp
  /** Whether dates, check digits and structure hold, of the number as it was written, but upper-case. */
  isValid(written: string): boolean
  /**
   * Without it: the number speaks for itself. `bare`: one without separators, so many numbers of things pass for it, counts
   * only when its check holds (see `isSure`), a label stands before it, or its country is among the policy's regions.
   * `always`: that holds however it is written.
   */
  doubtful?: 'bare' | 'always'
  /** What of the doubtful ones is sure all the same. */
  isSure?(digits: string): boolean
}

const validatorOf = (country: string, name: string) => {
  const validator = stdnum[country]?.[name]
  if (!validator) throw new Error(`stdnum has no ${country} ${name}`)
  return validator
}
const checked = (country: string, name: string) => {
  const validator = validatorOf(country, name)
  return (written: string) => validator.validate(written.replace(/[^\dA-Z]/g, '')).isValid
}
const plan = (
  country: string,
  written: string,
  isValid: NationalPlan['isValid'],
  more: Partial<NationalPlan> = {},
) => ({
  country,
  written: new RegExp(written, 'iy'),
  isValid,
  ...more,
})
const personnummer = validatorOf('SE', 'personnummer')
const hetu = validatorOf('FI', 'hetu')
const kennitala = validatorOf('IS', 'kennitala')

/** A date of six digits and what parts it from the serial; in parts of two, something has to. */
const birth = (sign: string) => `(?:\\d{6} ?[${sign}]? ?|\\d\\d[ ./-]\\d\\d[ ./-]\\d\\d(?: ?[${sign}] ?| ))`

/** A Swedish number with its sign between date and serial, as the validator wants it; a plus says that its owner is over 100. */
function isSwedish(written: string): boolean {
  const digits = written.replace(/\D/g, '')
  const sign = /\+/.test(written) ? '+' : '-'
  return personnummer.validate(`${digits.slice(0, -4)}${sign}${digits.slice(-4)}`).isValid
}

/** CPR's check digit, which numbers made since 2007 may lack. */
function passesModulus11(digits: string): boolean {
  const weights = [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11 === 0
}

/** Area, group and serial that were ever given out (Social Security Administration, POMS RM 10201.035). */
function isAmerican(written: string): boolean {
  const digits = written.replace(/\D/g, '')
  return !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
}

/** Every identity number that is looked for. The first that fits a place decides; longer forms stand before shorter ones. */
export const nationalPlans: NationalPlan[] = [
  plan('SE', `(?:1[89]|20)${birth('-+/')}\\d{4}`, isSwedish),
  plan('SE', `${birth('-+/')}\\d{4}`, isSwedish),
  plan('NO', `${birth('-/.')}\\d{3} ?\\d{2}`, checked('NO', 'fodselsnummer')),
  plan('DK', `${birth('-')}\\d{4}`, checked('DK', 'cpr'), { doubtful: 'bare', isSure: passesModulus11 }),
  plan(
    'FI',
    `\\d\\d[ ./-]?\\d\\d[ ./-]?\\d\\d ?[-+A-FU-Y] ?\\d{3} ?[0-9A-Y]`,
    (written) =>
      hetu.validate(written.replace(/^(\d\d)\D?(\d\d)\D?(\d\d) ?(\S) ?(\d{3}) ?(\w)$/, '$1$2$3$4$5$6')).isValid,
  ),
  plan('IS', `${birth('-')}\\d{4}`, (written) => {
    const result = kennitala.validate(written.replace(/\D/g, ''))
    return result.isValid && result.isIndividual === true
  }),
  plan('DE', '[1-9]\\d(?:\\d{9}|(?: ?[ -] ?\\d{3}){3})', checked('DE', 'idnr')),
  plan('DE', '\\d{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-Z] ?\\d{2} ?\\d', checked('DE', 'svnr')),
  plan('EE', '[1-8]\\d{6}[ -]?\\d{4}', checked('EE', 'ik')),
  plan('LT', '[1-9]\\d{6}[ -]?\\d{4}', checked('LT', 'asmens')),
  plan('LV', '[0-3]\\d{5}[ -]?\\d{5}', checked('LV', 'pvn'), { doubtful: 'bare' }),
  plan('PL', '\\d{6}[ -]?\\d{5}', checked('PL', 'pesel'), { doubtful: 'bare' }),
  plan('FR', '[1-478] ?\\d{2} ?\\d{2} ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}', checked('FR', 'nir')),
  plan('BE', '\\d{2}[. -]?\\d{2}[. -]?\\d{2}[ -]?\\d{3}[. -]?\\d{2}', checked('BE', 'nn')),
  plan('ES', '\\d{8}-?[A-Z]', checked('ES', 'dni')),
  plan('ES', '[XYZ][ -]?\\d{7}[ -]?[A-Z]', checked('ES', 'nie')),
  plan(
    'IT',
    '[A-Z]{6}\\d[\\dL-NP-V] ?[A-EHLMPRST] ?[\\dL-NP-V]{2} ?[A-Z][\\dL-NP-V]{3} ?[A-Z]',
    checked('IT', 'codicefiscale'),
  ),
  plan('CH', '756[. -]?\\d{4}[. -]?\\d{4}[. -]?\\d{2}', checked('CH', 'ssn')),
  plan('AT', '\\d{4}[ -]?\\d{6}', checked('AT', 'vnr'), { doubtful: 'always' }),
  plan('GB', '[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]', checked('GB', 'nino')),
  plan('US', '\\d{3}([ -])\\d{2}\\1\\d{4}', isAmerican),
  plan('US', '\\d{9}', isAmerican, { doubtful: 'always' }),
  plan('IE', '\\d{7}[A-W][A-IW]?', checked('IE', 'pps')),
  plan('CZ', '\\d{6}/\\d{3,4}', checked('CZ', 'rc')),
  plan('RO', '[1-8]\\d{12}', checked('RO', 'cnp')),
  plan('NL', '\\d{9}|\\d{4}[ .]\\d{2}[ .]\\d{3}|\\d{3}[ .]\\d{3}[ .]\\d{3}', checked('NL', 'bsn'), {
    doubtful: 'always',
  }),
  plan('PT', '\\d{3} ?\\d{3} ?\\d{3}', checked('PT', 'nif'), { doubtful: 'always' }),
  plan('HR', '\\d{11}', checked('HR', 'oib'), { doubtful: 'always' }),
  plan('BG', '\\d{10}', checked('BG', 'egn'), { doubtful: 'always' }),
]

/** What an identity number is called where people write one down. */
export const nationalLabels = labels(
  'person(?:al)?[ -]?(?:identity[ -]?)?(?:nummer|numret|number|no|nr|id|code)|pers(?:on)?\\.?[ -]?nr|pnr|samordnings(?:nummer|nr)' +
    '|(?:national|social)[ -]?(?:id|identity|identification|insurance|security)(?:[ -]?(?:number|no|nr|code))?|identity[ -]?(?:number|code)|ssn|nino' +
    '|id-?(?:nummer|number)|f[øo]dselsnummer|fnr|d-nummer|cpr(?:[ -]?(?:nummer|nr|number))?|hetu|henkil[öo]tunnus|kennitala' +
    '|steuer-?(?:id|identifikationsnummer|nummer)|idnr|tax[ -]?(?:id|number)|rentenversicherungsnummer|sv-?nummer|versicherungsnummer' +
    '|isikukood|asmens kodas|personas kods|pesel|nir|insee|rijksregisternummer|bsn|burgerservicenummer|dni|nie|nif|cnp|oib|egn|pps',
)
