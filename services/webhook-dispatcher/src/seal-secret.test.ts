import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSecret, sealSecret } from './seal-secret.ts'

it('any secret comes back whole, with any key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), (secret, key) => {
      expect(openSecret(sealSecret(secret, 'whe_1', key), 'whe_1', key)).toBe(secret)
    }),
    { numRuns: 50 },
  )
})

it('shows nothing of the secret, and never the same twice', () => {
  const [one, other] = [sealSecret('whsec_abc', 'whe_1', 'key'), sealSecret('whsec_abc', 'whe_1', 'key')]
  expect(one).not.toContain('whsec')
  expect(one).not.toBe(other)
})

it('opens with no other key, for no other owner, and not when one bit is changed', () => {
  const sealed = sealSecret('whsec_abc', 'whe_1', 'key')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  bytes[20]! ^= 1
  const wrong: [string, string, string][] = [
    [sealed, 'whe_1', 'another key'],
    [sealed, 'whe_2', 'key'],
    [`v1.${bytes.toString('base64url')}`, 'whe_1', 'key'],
    [`v2.${sealed.slice(3)}`, 'whe_1', 'key'],
    ['v1.', 'whe_1', 'key'],
    ['', 'whe_1', 'key'],
  ]
  for (const [text, owner, key] of wrong) expect(() => openSecret(text, owner, key)).toThrow('ENCRYPTION_KEY')
})
