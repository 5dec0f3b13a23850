import { type ContactPatch, contactInput, contactPatch, findUnreadable } from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import { readListCell } from '@frontdesk/text-files'
import { phoneKey } from '../contacts/normalise-address.ts'
import type { Row } from './read-rows.ts'

const attributePrefix = 'attributes.'

/** What a row says of its contact, by the mapping; empty cells say nothing. */
function patchOf({ values }: Row, mapping: Record<string, string>): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  const attributes: Record<string, string> = {}
  for (const [column, field] of Object.entries(mapping)) {
    const value = values.get(column) ?? ''
    if (value === '') continue
    if (field.startsWith(attributePrefix)) attributes[field.slice(attributePrefix.length)] = value
    else if (field === 'tags') patch.tags = readListCell(value)
    else patch[field] = value
  }
  return Object.keys(attributes).length > 0 ? { ...patch, attributes } : patch
}

/** A row as a contact, or every reason why it can't be one. */
export function readContact(
  row: Row,
  mapping: Record<string, string>,
  region: string,
): { contact: ContactPatch } | { reasons: string[] } {
  const patch = patchOf(row, mapping)
  const parsed = contactPatch.safeParse(patch)
  const faults = parsed.success ? findUnreadable(parsed.data) : faultsOf(parsed.error)
  const reasons = faults.map(({ path, message }) => `${path}: ${message}`)
  if (parsed.success && !contactInput.safeParse(patch).success) {
    reasons.push('none of name, email, phone, externalId has a value')
  }
  if (typeof patch.phone === 'string' && phoneKey(patch.phone, region) === undefined) {
    reasons.push(`phone: ${JSON.stringify(patch.phone.slice(0, 40))} is not a phone number`)
  }
  return reasons.length > 0 || !parsed.success ? { reasons } : { contact: parsed.data }
}
