import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSealedBox, sealFor } from './sealed-box.ts'

const box = openSealedBox('key', 'channel')

it('any text comes through, to every process that has the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = sealFor(box.publicKey, text, 'chn_1')
      expect(openSealedBox('key', 'channel').open(sealed, 'chn_1')).toBe(text)
    }),
    { numRuns: runs(50) },
  )
})

it('is never the same twice and shows nothing', () => {
  const [one, other] = [sealFor(box.publicKey, 'signing key', 'chn_1'), sealFor(box.publicKey, 'signing key', 'chn_1')]
  expect(Buffer.from(one, 'base64url').includes('signing')).toBe(false)
  expect(one).not.toBe(other)
})

it('opens nowhere else, for nobody else, and not when any byte is changed', () => {
  const sealed = sealFor(box.publicKey, 'signing key', 'chn_1')
  expect(() => openSealedBox('key', 'connector').open(sealed, 'chn_1')).toThrow('not encrypted')
  expect(() => openSealedBox('another', 'channel').open(sealed, 'chn_1')).toThrow('not encrypted')
  expect(() => box.open(sealed, 'chn_2')).toThrow('not encrypted')
  expect(() => box.open('', 'chn_1')).toThrow('not encrypted')
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(() => box.open(changed.toString('base64url'), 'chn_1')).toThrow('not encrypted')
  }
})
