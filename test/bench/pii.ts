import {
  maskPersonalData,
  personalDataMask,
} from '../../services/policy-engine/src/personal-data/mask-personal-data.ts'
import { report, sized } from './figures/report.ts'

const rounds = sized(5, 1)
const roundUs = sized(100_000, 2_000)
const kinds: ('email' | 'phone' | 'national_id' | 'card' | 'iban')[] = ['email', 'phone', 'national_id', 'card', 'iban']
/** What the filter is compared with: a scan for nothing but addresses of the plainest kind. */
const plainScan = /[a-z0-9._%+-]{1,64}@[a-z0-9.-]{1,255}\.[a-z]{2,}/gi

const prose = [
  'Returns are free within 30 days of the day on which you got your parcel.',
  'We send a refund of 1 250 kr to the card that you paid with, which takes three to five working days.',
  'Order 48213377 was sent on 2026-03-14 at 10:42, and version 2.14.3 fixes the fault.',
  'Skor som har använts utomhus tar vi inte tillbaka, men allt annat byter vi.',
]
const personal = [
  'Write to anna.berg@example.com or ring 070-123 45 67.',
  'Mitt personnummer är 811218-9876 och kortet 4111 1111 1111 1111.',
  'Sätt in pengarna på SE45 5000 0000 0583 9825 7466, tack.',
]
const fill = (sentences: string[], length: number): string => {
  let text = ''
  for (let i = 0; text.length < length; i++) text += `${sentences[i % sentences.length]} `
  return text.slice(0, length)
}

/** What an attacker sends to hold the process up: each is repeated to 100,000 characters. */
const adversarial = [
  '1',
  '1 ',
  '12-',
  '0701 ',
  '(0',
  '(1) ',
  '+4',
  '0 7 ',
  '0 0 1 ',
  '4111 ',
  'SE45 ',
  'AB 12 ',
  '811218-9876 ',
  '070-174 06 05 ',
  'tel 22334455 ',
  'a@',
  '@',
  'a@b.c ',
  '.',
  '-',
  '7а1-',
  '١',
  '7\u200b',
  'an (at) e',
  // The slowest that a search through some thousand random shapes found.
  '22 33 44 55 ',
  '(50',
  '(4(0(74(0(074(03(0',
  '(5(255(5(',
  '(00(50',
  '81122189776 ',
  // Digits that each stand in markup.
  '<b>0</b>',
  '&#48;',
]

/** Characters a second of processor time, of which other processes take none: the median of some rounds. */
function rate(text: string, run: (text: string) => unknown): number {
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = process.cpuUsage()
    let repeated = 0
    let took = 0
    do {
      run(text)
      repeated++
      const { user, system } = process.cpuUsage(started)
      took = user + system
    } while (took < roundUs)
    rates.push((text.length * repeated * 1_000_000) / took)
  }
  return rates.toSorted((a, b) => a - b)[rates.length >> 1]!
}

/** A text that comes in segments, as an answer does. */
function maskInSegments(text: string, size: number): void {
  const mask = personalDataMask({ kinds })
  for (let at = 0; at < text.length; at += size) mask.push(text.slice(at, at + size), false)
  mask.push('', true)
}

/** The PII Filter with all kinds against a plain regular expression for addresses, on prose, on data, and as texts grow. */
export async function bench(): Promise<void> {
  console.log(`${'characters a second, in millions'.padEnd(40)} all kinds  plain scan   ratio`)
  const mixed = [...prose, ...prose, ...personal]
  const texts: [string, string][] = [
    ['10,000 characters without digits', fill([prose[3]!], 10_000)],
    ['10,000 of prose with numbers', fill(prose, 10_000)],
    ['10,000 with data in every third sentence', fill(mixed, 10_000)],
    ['10,000 of nothing but data', fill(personal, 10_000)],
    ['1,000 with data in every third sentence', fill(mixed, 1_000)],
    ['100,000 with data in every third sentence', fill(mixed, 100_000)],
  ]
  const ours = new Map<number, number>()
  for (const [name, text] of texts) {
    const all = rate(text, (each) => maskPersonalData(each, { kinds }, true))
    if (name.endsWith('with data in every third sentence')) ours.set(text.length, all)
    const plain = rate(text, (each) => each.replace(plainScan, '*'))
    const [a, b] = [all / 1e6, plain / 1e6].map((millions) => millions.toFixed(2))
    console.log(`${name.padEnd(40)}${a!.padStart(10)}${b!.padStart(12)}${`${(plain / all).toFixed(0)}×`.padStart(8)}`)
  }
  const growth = ours.get(10_000)! / ours.get(100_000)!
  report('personal data, time a character: 100,000 characters against 10,000', growth, '×', { most: 1.25 })
  console.log(`time a character, 100,000 characters against 10,000: ${growth.toFixed(2)}×`)
  console.log(`\n${'in millions a second'.padEnd(40)}     whole  in segments of 60`)
  const rates: number[] = []
  for (const unit of adversarial) {
    const text = unit.repeat(100_000 / unit.length)
    const whole = rate(text, (each) => maskPersonalData(each, { kinds }, true)) / 1e6
    const growing = rate(text, (each) => maskInSegments(each, 60)) / 1e6
    rates.push(whole, growing)
    const name = `100,000 of ${JSON.stringify(unit)}`
    console.log(`${name.padEnd(40)}${whole.toFixed(2).padStart(10)}${growing.toFixed(2).padStart(17)}`)
  }
  report('personal data masked, slowest of the adversarial texts', Math.min(...rates), 'million characters/s')
  console.log(`the slowest: ${Math.min(...rates).toFixed(2)}`)
}

if (import.meta.main) await bench()
