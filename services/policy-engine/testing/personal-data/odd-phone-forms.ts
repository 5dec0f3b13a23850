import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import type { Country, PhoneSentence } from './phone-forms.ts'
import { type Random, seeded } from './random.ts'

/*
 * Telephone numbers in forms that are written seldom, or by programs: any valid number of a country (drawn until libphonenumber
 * takes one), with dots, tabs or groups of three, without its plus sign, in a URL, after a label of many languages. Nothing here
 * comes from what finds them.
 */
const codes: Partial<Record<Country, string>> = {
  SE: '46',
  NO: '47',
  DK: '45',
  FI: '358',
  DE: '49',
  GB: '44',
  FR: '33',
  ES: '34',
  NL: '31',
}
const countries = Object.keys(codes) as Country[]
const bare = new Set<Country>(['NO', 'DK', 'ES'])

/** A valid number as it is dialled within the country, without the leading 0. */
function validNumber(country: Country, random: Random): string {
  const example = examples[country]!
  for (;;) {
    const kept = random.below(3)
    const digits = example.slice(0, kept) + random.digits(example.length - kept)
    if (parsePhoneNumberFromString(digits, country)?.isValid() && /^[1-9]/.test(digits)) return digits
  }
}

const groupsOf = (digits: string, sizes: number[]): string[] => {
  const groups: string[] = []
  let at = 0
  for (const size of sizes) if (at < digits.length) groups.push(digits.slice(at, (at += size)))
  if (at < digits.length) groups[groups.length - 1] += digits.slice(at)
  return groups
}

const labels = [
  ...[
    'Tel: {}',
    'Handynummer: {}',
    'Téléphone : {}',
    'teléfono {}',
    'Puhelinnumero: {}',
    'mobilnummer {}',
    'Telefoon: {}',
  ],
  ...[
    'Portable : {}',
    'Móvil: {}',
    'Telefono {}',
    'Rufnummer {}',
    'Matkapuhelin {}',
    'GSM {}',
    'tlf. {}',
    'Numéro de téléphone : {}',
  ],
]
const sentences = ['Ring mig på {} tack', 'Mitt nummer: {}', '{}', 'You reach me at {}, thanks', 'Hej, {} är mitt']

function write(country: Country, r: Random): { text: string; number: string } {
  const own = validNumber(country, r)
  const home = bare.has(country) ? own : `0${own}`
  const local = groupsOf(
    home,
    r.pick([
      [3, 3, 2, 2],
      [3, 3, 4],
      [2, 3, 3, 2],
      [3, 2, 2, 3],
    ]),
  )
  const [text, number] = r.pick<() => [string, string]>([
    () => [r.pick(sentences), bare.has(country) ? groupsOf(home, [3, 3, 9]).join(' ') : local.join('.')],
    () => [bare.has(country) ? 'tel {}' : r.pick(sentences), local.join('\t')],
    () => [r.pick(sentences), groupsOf(home, [3, 3, 9]).join(r.pick([' ', '-']))],
    () => [r.pick(sentences), codes[country] + own],
    () => [
      r.pick(['https://wa.me/{}', 'WhatsApp: https://wa.me/{}?text=hej', 'see https://call.example/to/{}']),
      codes[country] + own,
    ],
    () =>
      bare.has(country) ? ['tel {}', home] : [r.pick(['https://x.example/ring/{}', 'https://x.example/{}/sms']), home],
    () => [r.pick(labels), r.pick([own, `${r.digits(3).replace(/^0/, '5')}-${r.digits(4)}`, local.join(' ')])],
    () => [r.pick(['order {}', 'Faktura till {}', 'invoice {}']), r.pick(['+', '00']) + codes[country] + own],
  ])()
  return { text, number }
}

const things = [
  (r: Random) =>
    `Server 10.${r.below(255)}.${r.below(255)}.${r.below(255)} and 192.168.${r.below(255)}.${r.below(255)}`,
  (r: Random) => `Build 2.${r.below(40)}.${r.below(400)}.${r.below(9)} is out`,
  (r: Random) => `https://shop.example/orders/${1 + r.below(9)}${r.digits(7)}`,
  (r: Random) => `https://shop.example/p/${r.digits(5)}-blue`,
  (r: Random) => `Order ${r.digits(10)} and order ${r.digits(11)}`,
  (r: Random) => `Faktura ${1 + r.below(9)}${r.digits(8)} på 1 ${r.digits(3)} kr`,
  (r: Random) => `row\t${r.digits(3)}\t${r.digits(2)}\t${r.digits(2)}\t${r.digits(1)}`,
  (r: Random) => `at 17${r.digits(11)} ms and 17${r.digits(8)} s`,
  (r: Random) => `Spårningsnummer 00${r.digits(16)}`,
  (r: Random) => `${1 + r.below(9)} ${r.digits(3)} ${r.digits(3)} personer`,
  (r: Random) => `EAN 73${r.digits(11)}, id ${r.digits(6)}`,
  (r: Random) => `Kundnummer ${1 + r.below(9)}${r.digits(2)} ${r.digits(3)} ${r.digits(3)}`,
]

/** As many sentences as asked for: of three, two have a number of the country that the policy names, one has none. */
export function oddPhoneSentences(count: number, seed: number): PhoneSentence[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, i) => {
    const region = countries[i % countries.length]!
    if (Math.floor(i / countries.length) % 3 === 2)
      return { text: random.pick(things)(random), region, number: undefined }
    const { text, number } = write(region, random)
    const [before, after] = text.split('{}') as [string, string]
    return {
      text: before + number + after,
      region,
      number: { start: before.length, end: before.length + number.length },
    }
  })
}
