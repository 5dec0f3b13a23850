import fc from 'fast-check'
import { expect, it } from 'vitest'
import { phoneNumber } from './phone-number.ts'

it.each([
  ['+46701234567', '+46701234567'],
  ['46701234567', '+46701234567'],
  ['whatsapp:+46701234567', '+46701234567'],
  ['447700900000', '+447700900000'],
  // Mexico as WhatsApp writes it: not in the numbering plan, but what an answer has to go to.
  ['+5215512345678', '+5215512345678'],
  ['999123456789', '+999123456789'],
  ['72404', '72404'],
  ['Frontdesk', 'Frontdesk'],
  // A customer of WhatsApp who keeps their number to themselves.
  ['whatsapp:SE.13491208655302741918', 'SE.13491208655302741918'],
  ['', ''],
])('%s is %s', (given, normal) => {
  expect(phoneNumber(given)).toBe(normal)
})

it('is the same however often it is made normal', () => {
  const given = fc.oneof(fc.string(), fc.stringMatching(/^(whatsapp:)?\+?\d{1,20}$/))
  const property = fc.property(given, (text) => phoneNumber(phoneNumber(text)) === phoneNumber(text))
  fc.assert(property, { examples: [['86000000000'], ['98000000'], ['+98000000']] })
})
