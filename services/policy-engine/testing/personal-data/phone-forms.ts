import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { type Random, seeded } from './random.ts'

/*
 * Telephone numbers of ten countries as people type them: libphonenumber's example of a mobile number of each country with
 * other digits at its end, and lines that the regulators' plans describe. Nothing here comes from what finds them.
 */
export const countries = ['SE', 'NO', 'DK', 'FI', 'DE', 'GB', 'US', 'FR', 'ES', 'NL'] as const
export type Country = (typeof countries)[number]

const codes: Record<Country, string> = {
  SE: '46',
  NO: '47',
  DK: '45',
  FI: '358',
  DE: '49',
  GB: '44',
  US: '1',
  FR: '33',
  ES: '34',
  NL: '31',
}

/** Lines at home, without what is dialled first: groups of the digits as the country writes them. */
const lines: Record<Country, ((r: Random) => string[])[]> = {
  SE: [
    (r) => ['8', `5${r.digits(2)}`, r.digits(3), r.digits(2)],
    (r) => ['31', `7${r.digits(2)}`, r.digits(2), r.digits(2)],
  ],
  NO: [(r) => ['22', `8${r.digits(1)}`, r.digits(2), r.digits(2)]],
  DK: [(r) => ['33', r.digits(2), r.digits(2), r.digits(2)]],
  FI: [(r) => ['9', `4${r.digits(3)}`, r.digits(3)]],
  DE: [(r) => ['30', `2${r.digits(3)}`, r.digits(4)], (r) => ['89', `5${r.digits(6)}`]],
  GB: [(r) => ['20', `7${r.digits(3)}`, r.digits(4)], (r) => ['161', `8${r.digits(2)}`, r.digits(4)]],
  US: [(r) => [r.pick(['212', '415', '617']), `${r.pick(['3', '4', '6', '7'])}${r.digits(2)}`, r.digits(4)]],
  FR: [(r) => ['1', `4${r.digits(1)}`, r.digits(2), r.digits(2), r.digits(2)]],
  ES: [(r) => ['91', `4${r.digits(2)}`, r.digits(2), r.digits(2)]],
  NL: [(r) => ['20', `5${r.digits(2)}`, r.digits(4)]],
}
const dialsZero = new Set<Country>(['SE', 'FI', 'DE', 'GB', 'FR', 'NL'])

/** The groups of a mobile number, as libphonenumber writes its example, with other digits in the last four places. */
function mobile(country: Country, random: Random): string[] {
  const example = examples[country]!
  const digits = example.slice(0, -4) + random.digits(4)
  const written = parsePhoneNumberFromString(digits, country)!
    .formatInternational()
    .replace(/^\+\d+ /, '')
  return written.split(/\D+/)
}

const extensions = ['x12', 'x4587', ' ext. 301', ' ext 7', 'x 99', ', ext. 1204', ' anknytning 22', '#41', ' X5120']

/** One number, and how it is written there: at home, abroad, with an extension. */
function write(country: Country, random: Random): string {
  const groups = random.below(2) === 0 ? mobile(country, random) : random.pick(lines[country])(random)
  const zero = dialsZero.has(country) ? '0' : ''
  const home = [zero + groups[0]!, ...groups.slice(1)]
  const abroad = `+${codes[country]}`
  const form = random.pick<() => string>([
    () => home.join(' '),
    () => home.join('-'),
    () => `${home[0]}-${home.slice(1).join(' ')}`,
    () => (country === 'US' ? `(${home[0]}) ${home.slice(1).join('-')}` : `(${home[0]}) ${home.slice(1).join(' ')}`),
    () => (zero ? home.join('') : home.join(' ')),
    () => `${abroad} ${groups.join(' ')}`,
    () => `${abroad}${groups.join('')}`,
    () => `${abroad}-${groups.join('-')}`,
    () => `${abroad} ${zero ? '(0)' : ''}${groups.join(' ')}`,
    () => `00${codes[country]} ${groups.join(' ')}`,
    () => home.join(country === 'FR' || country === 'US' ? '.' : ' '),
    () => home.join('\u00a0'),
  ])()
  return random.below(5) === 0 ? form + random.pick(extensions) : form
}

/** Of no country's form, and said to be a telephone's. */
const formless = (random: Random): string =>
  random.pick([
    () => `${2 + random.below(7)}${random.digits(6)}`,
    () => `${1 + random.below(9)}${random.digits(2)}-${random.digits(4)}`,
    () => `${random.digits(3)} ${random.digits(3)} ${random.digits(3)}`,
    () => `${1 + random.below(9)}${random.digits(10)}`,
  ])()

const sentences = [
  'Ring mig på {} i morgon.',
  'You can reach us at {} after five.',
  'My number is {}, thanks!',
  'Hej! {} går bra att nå mig på',
  '{}',
  'Anna Berg, {}, Storgatan 4',
  'Bitte rufen Sie {} an.',
  'Appelez le {} svp',
  'Kontakt: {}\nTack',
  'Is {} still your line?',
]
const labels = [
  'tel {}',
  'Tel: {}',
  'phone {}',
  'Phone number: {}',
  'mobil {}',
  'Mobilnr: {}',
  'Telefonnummer {}',
  'fax {}',
]
const things = [
  (r: Random) => `Order ${r.digits(8)} has not come`,
  (r: Random) => `Ordernr ${r.digits(10)} saknas`,
  (r: Random) => `Invoice ${r.digits(7)} of 20${10 + r.below(16)}-0${1 + r.below(9)}-1${r.below(9)}`,
  (r: Random) => `I paid ${1 + r.below(99)} ${r.digits(3)} ${r.digits(3)} kr`,
  (r: Random) => `We are open 08.00-17.00 and 10-${14 + r.below(6)}`,
  (r: Random) => `Version 2.${r.below(40)}.${r.below(400)} on 10.${r.below(255)}.${r.below(255)}.${r.below(255)}`,
  (r: Random) => `Article ${r.digits(6)}-${r.digits(3)} in size ${r.below(200)}x${r.below(200)} mm`,
  (r: Random) => `Tracking number RR${r.digits(9)}SE since ${r.below(28) + 1}/${1 + r.below(12)}/2025`,
  (r: Random) => `The code is ${r.digits(6)}, valid ${r.below(60)} minutes`,
  (r: Random) =>
    `Between 19${r.digits(2)} and 20${r.digits(2)} it sold ${1 + r.below(9)},${r.digits(3)},${r.digits(3)} units`,
  (r: Random) => `Kundnummer ${r.digits(9)} och postnummer ${1 + r.below(8)}${r.digits(2)} ${r.digits(2)}`,
  (r: Random) => `ref ${r.digits(12)} at ${r.below(24)}:${10 + r.below(49)}`,
]

/** A sentence, the country whose policy it is read under, and where in it a number stands; `undefined` where none does. */
export type PhoneSentence = { text: string; region: Country; number: { start: number; end: number } | undefined }

/** As many sentences as asked for: of three one has a number of the country, one of a label's, one has none. */
export function phoneSentences(count: number, seed: number): PhoneSentence[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, i) => {
    const region = countries[i % countries.length]!
    const kind = Math.floor(i / countries.length) % 4
    if (kind === 3) return { text: random.pick(things)(random), region, number: undefined }
    const number = kind === 2 ? formless(random) : write(region, random)
    const [before, after] = random.pick(kind === 2 ? labels : sentences).split('{}') as [string, string]
    return {
      text: before + number + after,
      region,
      number: { start: before.length, end: before.length + number.length },
    }
  })
}
