import type { Policy } from '@frontdesk/contracts'
import { maskCards } from './personal-data/card.ts'
import { maskEmails } from './personal-data/email.ts'
import { maskIbans } from './personal-data/iban.ts'
import type { Mask } from './personal-data/mask.ts'
import { maskNationalIds } from './personal-data/national-id.ts'
import { maskPhones } from './personal-data/phone.ts'

type Config = (Policy & { type: 'PII Filter' })['config']
type Kind = Config['kinds'][number]

/**
 * The kinds, with what one is called and several. In this order they look at a text, each at what the one before masked:
 * the longest and most certain first, so that no part of a card's number is taken for a telephone's.
 */
const masks: Record<Kind, { mask: Mask; name: [one: string, several: string] }> = {
  email: { mask: maskEmails, name: ['e-mail address', 'e-mail addresses'] },
  iban: { mask: maskIbans, name: ['IBAN', 'IBANs'] },
  card: { mask: maskCards, name: ['card number', 'card numbers'] },
  national_id: { mask: maskNationalIds, name: ['national identity number', 'national identity numbers'] },
  phone: { mask: maskPhones, name: ['telephone number', 'telephone numbers'] },
}

/** A text with personal data masked, and what was found: `1 e-mail address`, `2 telephone numbers`. */
export type MaskedText = { text: string; found: string[] }

/**
 * Masks the kinds of personal data that a PII Filter names. Of a text that still grows (`final` false) it answers what no
 * continuation could change: for a growing text the answer only grows, and in the end is the same however the text came.
 * Masking what is masked changes nothing. Time is linear in the text. Throws for a kind that this version doesn't know.
 */
export function maskPersonalData(text: string, { kinds, regions = [] }: Config, final: boolean): MaskedText {
  const unknown = kinds.find((kind) => !masks[kind])
  if (unknown) throw new Error(`personal data of the kind ${unknown} can't be masked`)
  const found: string[] = []
  let masked = text
  for (const [kind, { mask, name }] of Object.entries(masks)) {
    if (!kinds.includes(kind as Kind)) continue
    const result = mask(masked, final, { regions })
    masked = result.text
    if (result.found > 0) found.push(`${result.found} ${name[result.found === 1 ? 0 : 1]}`)
  }
  return { text: masked, found }
}
