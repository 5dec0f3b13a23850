import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openVault } from './vault.ts'

const vault = openVault('key', 'webhook')

it('any secret comes back whole, with any key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), (secret, key) => {
      const other = openVault(key, 'webhook')
      expect(other.open(other.seal(secret, 'whe_1'), 'whe_1')).toBe(secret)
    }),
    { numRuns: runs(50) },
  )
})

it('shows nothing of the secret, and never the same twice', () => {
  const [one, other] = [vault.seal('whsec_abc', 'whe_1'), vault.seal('whsec_abc', 'whe_1')]
  expect(one).not.toContain('whsec')
  expect(one).not.toBe(other)
})

it('opens with no other key, for no other owner or purpose, and not when one bit is changed', () => {
  const sealed = vault.seal('whsec_abc', 'whe_1')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  bytes[20]! ^= 1
  expect(() => openVault('another key', 'webhook').open(sealed, 'whe_1')).toThrow('ENCRYPTION_KEY')
  expect(() => openVault('key', 'channel').open(sealed, 'whe_1')).toThrow('ENCRYPTION_KEY')
  expect(() => vault.open(sealed, 'whe_2')).toThrow('ENCRYPTION_KEY')
  for (const text of [`v1.${bytes.toString('base64url')}`, `v2.${sealed.slice(3)}`, 'v1.', ''])
    expect(() => vault.open(text, 'whe_1')).toThrow('ENCRYPTION_KEY')
})
