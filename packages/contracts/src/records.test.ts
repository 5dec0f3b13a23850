import { expect, it } from 'vitest'
import { contactPatch } from './contacts.ts'

it('an e-mail address has at most 64 characters before the @, as RFC 5321 has it', () => {
  const accepts = (email: string | null) => contactPatch.safeParse({ email }).success
  expect(accepts(null)).toBe(true)
  expect(accepts(`${'a'.repeat(64)}@example.com`)).toBe(true)
  expect(accepts(`${'a'.repeat(65)}@example.com`)).toBe(false)
})
