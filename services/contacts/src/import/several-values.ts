import { plainAddress } from '@frontdesk/contracts'
import { z } from 'zod'
import { phoneKey } from '../contacts/normalise-address.ts'

/** How programs part several values in one cell; Google's exports have the first. */
const separators = [':::', ';', '|', '\n', ',', ' / ']
/** Google's mark of the value that is used first. */
const firstMark = /^\*\s+/
const maxValues = 50

const [isPlain] = plainAddress
const isEmail = (text: string): boolean => z.regexes.unicodeEmail.test(text) && isPlain(text)
/** A short number may be an extension of the one before. */
const isWholePhone = (text: string, region: string): boolean =>
  phoneKey(text, region) !== undefined && text.replace(/\D/g, '').length >= 7

/** A number that a spreadsheet shows and stores in powers of ten (4,67017E+10): its last digits are lost. */
export const isShortened = (phone: string): boolean =>
  /^[+-]?\d{1,3}(?:[.,]\d{1,15})?\s?E\s?\+?\d{1,3}$/i.test(phone.trim())

/**
 * The values of a cell of phone numbers or e-mail addresses, the one that can be used first: more than one only where the cell
 * leaves no doubt.
 */
export function valuesOf(cell: string, field: 'phone' | 'email', region: string): string[] {
  const isValid = (text: string) => (field === 'email' ? isEmail(text) : isWholePhone(text, region))
  if (field === 'email' && isEmail(cell)) return [cell]
  for (const separator of separators) {
    if (!cell.includes(separator)) continue
    const parts = [...new Set(cell.split(separator).map((part) => part.trim().replace(firstMark, '')))]
      .filter((part) => part !== '')
      .slice(0, maxValues)
    const first = parts.find(isValid)
    if (first === undefined || !(separator === ':::' || parts.every(isValid))) continue
    return [first, ...parts.filter((part) => part !== first)]
  }
  return [cell.replace(firstMark, '')]
}
