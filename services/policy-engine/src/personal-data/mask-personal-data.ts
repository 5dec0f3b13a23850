import type { Policy } from '@frontdesk/contracts'
import { cards } from './card.ts'
import { displayedMask } from './displayed-mask.ts'
import { emailMask } from './email.ts'
import { ibans } from './iban.ts'
import type { GrowingMask } from './mask.ts'
import { type NumberFinder, numberMask } from './mask-numbers.ts'
import { certainNationalIdFinder, nationalIdFinder } from './national-id.ts'
import { phoneFinder } from './phone.ts'

/** What a PII Filter masks. */
export type PiiConfig = (Policy & { type: 'PII Filter' })['config']
type Kind = PiiConfig['kinds'][number]

/** The singular and plural name of each kind, in the order in which they are reported. */
const names: Record<Kind, [one: string, several: string]> = {
  email: ['e-mail address', 'e-mail addresses'],
  iban: ['IBAN', 'IBANs'],
  card: ['card number', 'card numbers'],
  national_id: ['national identity number', 'national identity numbers'],
  phone: ['telephone number', 'telephone numbers'],
}

type FinderOf = (regions: string[]) => NumberFinder

/** The kinds of numbers; what of one that isn't masked is no one else's; and the kinds of which no part is one. */
const numbers: { kind: Kind; masked: FinderOf; unmasked: FinderOf; noPartOf: Kind[] }[] = [
  { kind: 'iban', masked: () => ibans, unmasked: () => ibans, noPartOf: [] },
  { kind: 'card', masked: () => cards, unmasked: () => cards, noPartOf: ['iban'] },
  { kind: 'national_id', masked: nationalIdFinder, unmasked: certainNationalIdFinder, noPartOf: ['iban'] },
  { kind: 'phone', masked: phoneFinder, unmasked: phoneFinder, noPartOf: ['iban', 'card', 'national_id'] },
]

/** A text with personal data masked, and what was found: `1 e-mail address`, `2 telephone numbers`. */
export type MaskedText = { text: string; found: string[] }

/**
 * Masks the kinds of personal data that a PII Filter names. Of a text that still grows (`final` false) it answers what no
 * continuation could change: for a growing text the answer only grows, and in the end is the same however the text came.
 * Masking what is masked changes nothing. Time is linear in the text. Throws for a kind that this version doesn't know.
 */
export function maskPersonalData(text: string, config: PiiConfig, final: boolean): MaskedText {
  const mask = personalDataMask(config)
  return { text: mask.push(text, final), found: namesOf(mask) }
}

/** The same for a text that comes in segments, each of which costs only itself. */
export const personalDataMask = (config: PiiConfig): GrowingMask => displayedMask(() => kindsMask(config))

function kindsMask({ kinds, regions = [] }: PiiConfig): GrowingMask {
  const unknown = kinds.find((kind) => !names[kind])
  if (unknown) throw new Error(`personal data of the kind ${unknown} can't be masked`)
  // Each mask gets what the one before let out.
  const masks: GrowingMask[] = kinds.includes('email') ? [emailMask()] : []
  const last = numbers.findLastIndex(({ kind }) => kinds.includes(kind))
  if (last >= 0) {
    const wanted = numbers.slice(0, last + 1).map(({ kind, masked, unmasked, noPartOf }) => {
      const isMasked = kinds.includes(kind)
      return { kind, finder: (isMasked ? masked : unmasked)(regions), isMasked, noPartOf }
    })
    masks.push(numberMask(wanted))
  }
  return {
    get found() {
      return new Map(masks.flatMap(({ found }) => [...found]))
    },
    push: (text, final) => masks.reduce((rest, mask) => mask.push(rest, final), text),
  }
}

/** What a mask has found so far, as text. */
export function namesOf({ found }: GrowingMask): string[] {
  return (Object.keys(names) as Kind[]).flatMap((kind) => {
    const count = found.get(kind) ?? 0
    return count === 0 ? [] : [`${count} ${names[kind][count === 1 ? 0 : 1]}`]
  })
}
