import type { Policy } from '@frontdesk/contracts'
import { cards } from './personal-data/card.ts'
import { maskEmails } from './personal-data/email.ts'
import { ibans } from './personal-data/iban.ts'
import { maskNumbers, type NumberFinder } from './personal-data/mask-numbers.ts'
import { certainNationalIds, nationalIds } from './personal-data/national-id.ts'
import { phones } from './personal-data/phone.ts'

type Config = (Policy & { type: 'PII Filter' })['config']
type Kind = Config['kinds'][number]

/** What one of each kind is called, and several, in the order in which they are told. */
const names: Record<Kind, [one: string, several: string]> = {
  email: ['e-mail address', 'e-mail addresses'],
  iban: ['IBAN', 'IBANs'],
  card: ['card number', 'card numbers'],
  national_id: ['national identity number', 'national identity numbers'],
  phone: ['telephone number', 'telephone numbers'],
}

/** The kinds of numbers; what of one that isn't masked is no one else's; and the kinds of which no part is one. */
const numbers: { kind: Kind; masked: NumberFinder; unmasked: NumberFinder; noPartOf: Kind[] }[] = [
  { kind: 'iban', masked: ibans, unmasked: ibans, noPartOf: [] },
  { kind: 'card', masked: cards, unmasked: cards, noPartOf: ['iban'] },
  { kind: 'national_id', masked: nationalIds, unmasked: certainNationalIds, noPartOf: ['iban'] },
  { kind: 'phone', masked: phones, unmasked: phones, noPartOf: ['iban', 'card', 'national_id'] },
]

/** A text with personal data masked, and what was found: `1 e-mail address`, `2 telephone numbers`. */
export type MaskedText = { text: string; found: string[] }

/**
 * Masks the kinds of personal data that a PII Filter names. Of a text that still grows (`final` false) it answers what no
 * continuation could change: for a growing text the answer only grows, and in the end is the same however the text came.
 * Masking what is masked changes nothing. Time is linear in the text. Throws for a kind that this version doesn't know.
 */
export function maskPersonalData(text: string, { kinds, regions = [] }: Config, final: boolean): MaskedText {
  const unknown = kinds.find((kind) => !names[kind])
  if (unknown) throw new Error(`personal data of the kind ${unknown} can't be masked`)
  const counts = new Map<Kind, number>()
  let masked = text
  if (kinds.includes('email')) {
    const result = maskEmails(text, final, { regions })
    masked = result.text
    counts.set('email', result.found)
  }
  const last = numbers.findLastIndex(({ kind }) => kinds.includes(kind))
  if (last >= 0) {
    const wanted = numbers.slice(0, last + 1).map(({ kind, masked, unmasked, noPartOf }) => {
      const isMasked = kinds.includes(kind)
      return { kind, finder: isMasked ? masked : unmasked, isMasked, noPartOf }
    })
    const result = maskNumbers(masked, final, { regions }, wanted)
    masked = result.text
    for (const [kind, count] of result.found) counts.set(kind, count)
  }
  const found = (Object.keys(names) as Kind[]).flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [`${count} ${names[kind][count === 1 ? 0 : 1]}`]
  })
  return { text: masked, found }
}
