import { expect, it } from 'vitest'
import { withoutSignature, withSignature } from './signature.ts'

const signature = 'Ada Admin\nLampo'

it('a signature stands under a reply once, and what stands above it is found again', () => {
  const signed = withSignature('Hello Tom.\n', signature)
  expect(signed).toBe('Hello Tom.\n\nAda Admin\nLampo')
  expect(withSignature(signed, signature)).toBe(signed)
  expect(withoutSignature(signed, signature)).toBe('Hello Tom.')
})

it('without a signature, or with another one, a reply stays as it is', () => {
  expect(withSignature('Hello Tom.', '')).toBe('Hello Tom.')
  expect(withoutSignature('Hello Tom.', '')).toBe('Hello Tom.')
  expect(withoutSignature('Hello Tom.\n\nAda', signature)).toBe('Hello Tom.\n\nAda')
})
