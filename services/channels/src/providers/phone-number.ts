import { e164 } from '@frontdesk/phone-numbers'

/**
 * A customer's or our own number as a provider writes it (`whatsapp:+46701234567`, `46701234567`), in E.164. What is no
 * such number stays what it is: a short code, a sender's name in letters, a number that the plans here don't know.
 */
export function phoneNumber(given: string): string {
  const text = given.replace(/^whatsapp:/, '').trim()
  if (!/^\+?\d{1,32}$/.test(text)) return text
  const digits = text.replace(/^\+/, '')
  const number = e164(`+${digits}`)
  if (number !== undefined) return number
  // Twelve digits and more are no short code, whatever the numbering plans say.
  return text.startsWith('+') || digits.length > 8 ? `+${digits}` : digits
}
