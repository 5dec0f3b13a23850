import type { Random } from './random.ts'

/*
 * Numbers as the authorities' own descriptions say they are built, with check digits of their own: nothing here is shared
 * with the code that finds them.
 */
const two = (value: number): string => String(value).padStart(2, '0')
const weighted = (digits: string, weights: number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)

/** The digit that makes alternate doubling end in 0, from the right. */
function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

function birthday(random: Random) {
  const year = 1940 + random.below(80)
  return {
    year,
    century: Math.floor(year / 100),
    yy: two(year % 100),
    mm: two(1 + random.below(12)),
    day: 1 + random.below(28),
  }
}

/** Skatteverket: date, three digits, Luhn over ten; a co-ordination number adds 60 to the day. */
function swedish(random: Random): string {
  const { century, yy, mm, day } = birthday(random)
  const front = `${yy}${mm}${two(day + (random.below(4) === 0 ? 60 : 0))}${random.digits(3)}`
  const number = front + luhnDigit(front)
  const [date, last] = [number.slice(0, 6), number.slice(6)]
  return random.pick([
    `${date}-${last}`,
    `${century}${date}-${last}`,
    `${century}${number}`,
    number,
    `${century}${date} ${last}`,
  ])
}

/** Skatteetaten: date, individual number by century, two check digits modulo 11. */
function norwegian(random: Random): string {
  for (;;) {
    const { year, yy, mm, day } = birthday(random)
    const individual = year < 2000 ? random.below(500) : 500 + random.below(500)
    const front = `${two(day + (random.below(5) === 0 ? 40 : 0))}${mm}${yy}${String(individual).padStart(3, '0')}`
    const first = (11 - (weighted(front, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11
    const second = (11 - (weighted(front + first, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    if (first === 10 || second === 10) continue
    const number = `${front}${first}${second}`
    return random.pick([number, `${number.slice(0, 6)} ${number.slice(6)}`])
  }
}

/** CPR-kontoret: date and a serial whose first digit tells the century; no check digit since 2007. */
function danish(random: Random): string {
  const { year, yy, mm, day } = birthday(random)
  const serial = `${year < 2000 ? random.below(4) : 4 + random.below(5)}${random.digits(3)}`
  return `${two(day)}${mm}${yy}-${serial}`
}

/** DVV: date, sign of the century, three digits, a character for the remainder by 31. */
function finnish(random: Random): string {
  const { year, yy, mm, day } = birthday(random)
  const serial = String(2 + random.below(898)).padStart(3, '0')
  const check = '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(`${two(day)}${mm}${yy}${serial}`) % 31]!
  return `${two(day)}${mm}${yy}${year < 2000 ? random.pick(['-', '-', 'Y', 'X']) : random.pick(['A', 'A', 'B'])}${serial}${check}`
}

/** BZSt: ten digits of which one stands twice, and ISO 7064 modulo 11, 10. */
function german(random: Random): string {
  const digits = [...'0123456789'].sort(() => random.below(3) - 1)
  const [left, twice] = [digits[0]!, digits[1]!]
  const front = ['123456789'.includes(digits[2]!) ? digits[2]! : digits[3]!]
  const rest = digits.filter((digit) => digit !== left && digit !== front[0])
  for (const digit of [...rest, twice === left || twice === front[0] ? rest[0]! : twice]) front.push(digit)
  let product = 10
  for (const digit of front) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  const number = front.join('') + ((11 - product) % 10)
  return random.pick([number, number.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')])
}

/** Social Security Administration: three, two, four. */
const american = (random: Random): string =>
  `${String(100 + random.below(500)).padStart(3, '0')}-${two(1 + random.below(99))}-${1 + random.below(9)}${random.digits(3)}`

/** HMRC: two letters, six digits, a letter. */
function british(random: Random): string {
  const number = `${random.pick(['AB', 'CE', 'JK', 'PR', 'SY'])}${random.digits(6)}${random.pick(['A', 'B', 'C', 'D'])}`
  return random.pick([number, number.replace(/^(..)(..)(..)(..)(.)$/, '$1 $2 $3 $4 $5')])
}

/** Þjóðskrá: date, two digits, a check digit modulo 11, the century. */
function icelandic(random: Random): string {
  for (;;) {
    const { year, yy, mm, day } = birthday(random)
    const front = `${two(day)}${mm}${yy}${random.digits(2)}`
    const check = (11 - (weighted(front, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    if (check < 10) return `${front.slice(0, 6)}-${front.slice(6)}${check}${year < 2000 ? 9 : 0}`
  }
}

/** Registre national: 97 less the remainder of nine digits, before which people born from 2000 on put a 2. */
function belgian(random: Random): string {
  const { year, yy, mm, day } = birthday(random)
  const serial = String(1 + random.below(997)).padStart(3, '0')
  const check = 97 - (Number(`${year < 2000 ? '' : 2}${yy}${mm}${two(day)}${serial}`) % 97)
  return `${yy}.${mm}.${two(day)}-${serial}.${two(check)}`
}

/** Gobierno de España: eight digits and a letter for the remainder by 23. */
function spanish(random: Random): string {
  const digits = random.digits(8)
  return digits + 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23]
}

const nationalIds = [
  swedish,
  swedish,
  swedish,
  norwegian,
  danish,
  finnish,
  german,
  american,
  british,
  icelandic,
  belgian,
  spanish,
]
export const nationalId = (random: Random): string => random.pick(nationalIds)(random)

const phones: ((random: Random) => [country: string, national: string])[] = [
  (r) => ['46', `07${r.pick('02369'.split(''))}-${1 + r.below(9)}${r.digits(2)} ${r.digits(2)} ${r.digits(2)}`],
  (r) => ['46', `08-${4 + r.below(5)}${r.digits(2)} ${r.digits(3)} ${r.digits(2)}`],
  (r) => ['46', `0${r.pick(['31', '40'])}-${1 + r.below(9)}${r.digits(2)} ${r.digits(2)} ${r.digits(2)}`],
  (r) => [
    '47',
    `${r.pick(['40', '41', '45', '46', '47', '90', '91', '92', '95', '97'])}${r.digits(1)} ${r.digits(2)} ${r.digits(3)}`,
  ],
  (r) => ['47', `${r.pick(['22', '23', '55', '73'])} ${2 + r.below(7)}${r.digits(1)} ${r.digits(2)} ${r.digits(2)}`],
  (r) => ['45', `${r.pick(['20', '26', '30', '40', '51', '60', '61'])} ${r.digits(2)} ${r.digits(2)} ${r.digits(2)}`],
  (r) => ['358', `0${r.pick(['40', '44', '45', '50'])} ${1 + r.below(9)}${r.digits(2)} ${r.digits(4)}`],
  (r) => ['49', `0${r.pick(['151', '160', '170', '171', '175'])} ${1 + r.below(9)}${r.digits(6)}`],
  (r) => ['49', `030 ${2 + r.below(7)}${r.digits(6)}`],
  (r) => ['44', `07${r.pick(['700', '711', '400', '500', '911'])} ${r.digits(6)}`],
  (r) => ['44', `020 7${r.digits(3)} ${r.digits(4)}`],
  (r) => [
    '1',
    `(${r.pick(['212', '415', '312', '617', '206'])}) ${2 + r.below(8)}${r.pick(['23', '45', '67', '89'])}-${r.digits(4)}`,
  ],
]

/** A number of a real plan, as people at home or abroad write it. */
export function phone(random: Random): string {
  const [country, national] = random.pick(phones)(random)
  const abroad = national.replace(country === '47' || country === '45' ? /^$/ : /^0/, '')
  return random.pick([
    national,
    national,
    national.replace(/[- ]/g, random.pick(['', ' ', '\u00a0', '-'])).replace(/\)(?=\d)/, ') '),
    `+${country} ${abroad}`,
    `+${country}${abroad.replace(/\D/g, '')}`,
    `00${country} ${abroad}`,
  ])
}

const networks = [
  ['4', 16],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['37', 15],
  ['34', 15],
  ['6011', 16],
  ['36', 14],
  ['3530', 16],
  ['6759', 18],
] as const

/** ISO/IEC 7812: a network's prefix, an account, Luhn. */
export function card(random: Random): string {
  const [prefix, length] = random.pick(networks)
  const front = prefix + random.digits(length - prefix.length - 1)
  const number = front + luhnDigit(front)
  const groups = length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{4})(.{4})(.+)$/
  const separator = random.pick(['', ' ', '-', '\u00a0'])
  return number.replace(groups, (...parts) => parts.slice(1, length === 15 ? 4 : 5).join(separator))
}

const banks: [country: string, account: (random: Random) => string][] = [
  ['SE', (r) => r.digits(20)],
  ['DE', (r) => r.digits(18)],
  ['DK', (r) => r.digits(14)],
  ['FI', (r) => r.digits(14)],
  ['GB', (r) => `NWBK${r.digits(14)}`],
  ['NL', (r) => `ABNA${r.digits(10)}`],
]

/** ISO 13616: 98 less the remainder of the rearranged number by 97. Countries whose accounts have no check of their own. */
export function iban(random: Random): string {
  const [country, make] = random.pick(banks)
  const account = make(random)
  const digits = [...`${account}${country}00`].map((character) => Number.parseInt(character, 36)).join('')
  const number = `${country}${two(98 - Number(BigInt(digits) % 97n))}${account}`
  return random.pick([number, number.replace(/(.{4})(?=.)/g, '$1 '), number.toLowerCase()])
}

const names = [
  'anna.berg',
  'bo',
  'erik+faktura',
  'lisa_lund',
  'j.o.hansen',
  'support',
  'åsa.öberg',
  'x9',
  "pat.o'neil",
  'mia-karin',
]
const hosts = [
  'example.com',
  'foretag.se',
  'mail.example.co.uk',
  'firma.de',
  'räksmörgås.se',
  'a-b.museum',
  'uni.fi',
  'norge.no',
]
export const email = (random: Random): string =>
  `${random.pick(names)}${random.below(3) === 0 ? random.below(99) : ''}@${random.pick(hosts)}`

/** The check digit of an article number (GS1): weights 1 and 3. */
export function ean(random: Random): string {
  const front = random.pick(['73', '40', '50', '57', '87']) + random.digits(10)
  return front + ((10 - (weighted(front, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10)
}
