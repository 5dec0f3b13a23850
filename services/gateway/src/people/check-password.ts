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

/** Lower-case letters and digits without accents; everything else is a separator. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a person's name, and those of the address before and after its `@`. */
const ownWords = ({ name, email }: { name: string; email: string }): string[] =>
  [...new Set([name, email].flatMap(wordsIn))].filter((word) => word.length > 1)

/** Fewer letters than this beside a person's own words make no password of them. */
const minOtherLetters = 4

/**
 * Whether a password is little more than a person's own words, in any order, joined by anything and with any digits. Finds the
 * fewest letters that are in none of the words, so that it does not matter which words overlap.
 */
function isMadeOfOwnWords(password: string, of: { name: string; email: string }): boolean {
  const text = wordsIn(password).join('')
  const own = ownWords(of)
  const others = [0]
  let letters = 0
  for (let end = 1; end <= text.length; end++) {
    const isLetter = /\p{L}/u.test(text[end - 1]!)
    letters += Number(isLetter)
    const before = own.filter((word) => text.endsWith(word, end)).map((word) => others[end - word.length]!)
    others.push(Math.min(others[end - 1]! + Number(isLetter), ...before))
  }
  const rest = others.at(-1)!
  return rest < letters && rest < minOtherLetters
}

/** Throws `invalid_request` for a password that is guessed first: a common one, or one of the person's own name or address. */
export function requireGoodPassword(password: string, of: { name: string; email: string }): void {
  const isOwn = isMadeOfOwnWords(password, of)
  if (!isCommon(password) && !isOwn) return
  throw invalidNamedField(
    'password',
    isOwn ? 'Must not be made from your name or e-mail address.' : 'Is one of the most used passwords.',
  )
}
