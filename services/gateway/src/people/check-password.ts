import { invalidNamedField } from '@frontdesk/contracts'
import { z } from 'zod'
import { commonPasswords } from './common-passwords.ts'

/** A password as a person chooses it. */
export const newPassword = z
  .string()
  .min(12, 'Must have at least 12 characters.')
  .max(256)
  .describe('12 to 256 characters; not a common password, and not made from your name or e-mail address')
/** A password as somebody types it in. */
export const givenPassword = z.string().min(1).max(256)

/** What a text repeats: `abcabc` repeats `abc`. Found where the text stands in itself written twice. */
const unitOf = (text: string): string => text.slice(0, (text + text).indexOf(text, 1))

/** Whether a password is one of the most used, one of these repeated, or one with digits and signs before or after it. */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  const unit = unitOf(text)
  const core = text.replace(/[^a-z]+$/, '').replace(/^[^a-z]+/, '')
  return unit.length < 3 || [text, unit, core].some((each) => commonPasswords.has(each))
}

/** Throws `invalid_request` for a password that is guessed first: a common one, or the person's own name or address. */
export function requireGoodPassword(password: string, of: { name: string; email: string }): void {
  const text = password.toLowerCase()
  const own = [of.email, of.email.split('@', 1)[0]!, of.name].map((each) => each.toLowerCase().replaceAll(' ', ''))
  const rest = own.reduce((left, each) => (each.length > 2 ? left.replaceAll(each, '') : left), text)
  const isOwn = rest.replace(/[^a-z]/g, '').length < 4 && rest !== text
  if (!isCommon(password) && !isOwn) return
  throw invalidNamedField(
    'password',
    isOwn ? 'Must not be made from your name or e-mail address.' : 'Is one of the most used passwords.',
  )
}
