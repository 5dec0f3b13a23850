import { maskPersonalData } from '../../services/policy-engine/src/mask-personal-data.ts'

const rounds = 7
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

/** Characters a second, the best of some rounds. */
function rate(text: string, run: (text: string) => unknown): number {
  let best = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    let repeated = 0
    do {
      run(text)
      repeated++
    } while (performance.now() - started < 100)
    best = Math.max(best, (text.length * repeated * 1_000) / (performance.now() - started))
  }
  return best
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
  for (const [name, text] of texts) {
    const all = rate(text, (each) => maskPersonalData(each, { kinds }, true))
    const plain = rate(text, (each) => each.replace(plainScan, '*'))
    const [a, b] = [all / 1e6, plain / 1e6].map((millions) => millions.toFixed(2))
    console.log(`${name.padEnd(40)}${a!.padStart(10)}${b!.padStart(12)}${`${(plain / all).toFixed(0)}×`.padStart(8)}`)
  }
}

if (import.meta.main) await bench()
