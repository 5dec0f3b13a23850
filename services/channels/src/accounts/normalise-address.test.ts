import { expect, it } from 'vitest'
import { normaliseAddress } from './normalise-address.ts'

it.each([
  ['email', 'raw', 'Support@Example.COM', 'support@example.com'],
  ['email', 'mailgun', 'hjälp@exämple.se', 'hjälp@xn--exmple-cua.se'],
  ['sms', 'twilio', '+46 70-174 06 05', '+46701740605'],
  ['sms', 'vonage', '46701740605', '+46701740605'],
  ['sms', 'vonage', '0046701740605', '+46701740605'],
  ['sms', 'vonage', '72345', '72345'],
  ['whatsapp', 'twilio', 'whatsapp:+46701740605', '+46701740605'],
  ['whatsapp', 'meta', '106540352242922', '106540352242922'],
] as const)('%s by %s: %s is %s', (kind, provider, given, normal) => {
  expect(normaliseAddress(kind, provider, given)).toBe(normal)
  expect(normaliseAddress(kind, provider, normal)).toBe(normal)
})

it.each([
  ['email', 'raw', 'support'],
  ['email', 'raw', '@example.com'],
  ['email', 'raw', 'Support <support@example.com>'],
  ['email', 'raw', 'a@example.com, b@example.com'],
  ['email', 'raw', 'a@exa mple.com'],
  ['sms', 'twilio', 'INFO'],
  ['sms', 'twilio', '+46'],
  ['whatsapp', 'meta', '+46701740605'],
] as const)('%s by %s: %s is refused', (kind, provider, given) => {
  expect(() => normaliseAddress(kind, provider, given)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
