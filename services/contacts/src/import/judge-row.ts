import { type ContactPatch, contactInput, contactPatch, findUnreadable } from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import { readListCell } from '@frontdesk/text-files'
import { phoneKey } from '../contacts/normalise-address.ts'
import type { Row } from './read-rows.ts'
import { isShortened, valuesOf } from './several-values.ts'

const attributePrefix = 'attributes.'

/** Where the second and further values of a cell are kept. */
const otherNames = { phone: 'otherPhones', email: 'otherEmails' } as const
const maxAttributeLength = 2_000

/** What a row says of its contact, by the mapping; empty cells say nothing. `notes` tell of what has no field of its own. */
function patchOf(
  { values }: Row,
  mapping: Record<string, string>,
  region: string,
): { patch: Record<string, unknown>; notes: string[] } {
  const patch: Record<string, unknown> = {}
  const attributes: Record<string, string> = {}
  const others: Record<string, string> = {}
  const notes: string[] = []
  for (const [column, field] of Object.entries(mapping)) {
    const value = values.get(column) ?? ''
    if (value === '') continue
    if (field.startsWith(attributePrefix)) attributes[field.slice(attributePrefix.length)] = value
    else if (field === 'tags') patch.tags = readListCell(value)
    else if (field === 'phone' || field === 'email') {
      const [first, ...rest] = valuesOf(value, field, region)
      patch[field] = first
      if (rest.length === 0) continue
      const name = otherNames[field]
      others[name] = rest.join(', ').slice(0, maxAttributeLength)
      notes.push(`${field}: the first of ${rest.length + 1} values is used, the others are in attributes.${name}`)
    } else patch[field] = value
  }
  const all = { ...others, ...attributes }
  return { patch: Object.keys(all).length > 0 ? { ...patch, attributes: all } : patch, notes }
}

const shortened = (phone: string): string =>
  `phone: a spreadsheet shortened the number to ${JSON.stringify(phone.slice(0, 40))}; format its column as text and export it again`

/** A row as a contact, or every reason why it can't be one. */
export function readContact(
  row: Row,
  mapping: Record<string, string>,
  region: string,
): { contact: ContactPatch; notes: string[] } | { reasons: string[] } {
  const { patch, notes } = patchOf(row, mapping, region)
  const parsed = contactPatch.safeParse(patch)
  const faults = parsed.success ? findUnreadable(patch) : faultsOf(parsed.error)
  const reasons = faults.map(({ path, message }) => `${path}: ${message}`)
  if (parsed.success && !contactInput.safeParse(patch).success) {
    reasons.push('none of name, email, phone, externalId has a value')
  }
  if (typeof patch.phone === 'string' && isShortened(patch.phone)) reasons.push(shortened(patch.phone))
  else if (typeof patch.phone === 'string' && phoneKey(patch.phone, region) === undefined) {
    reasons.push(`phone: ${JSON.stringify(patch.phone.slice(0, 40))} is not a phone number`)
  }
  return reasons.length > 0 || !parsed.success ? { reasons } : { contact: parsed.data, notes }
}
