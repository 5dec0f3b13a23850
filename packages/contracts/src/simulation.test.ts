import { expect, it } from 'vitest'
import { triedPolicy } from './policy-engine.ts'

it('a policy that was read can be tried, and its times are times', () => {
  const policy = { name: 'Short', type: 'Length Limit', mode: 'Post-generation', config: { maxTokens: 50 } }
  const read = { ...policy, id: 'pol_1', createdAt: '2026-01-31T12:00:00Z', updatedAt: '2026-01-31T13:00:00.123+02:00' }
  expect(triedPolicy.safeParse(policy).success).toBe(true)
  expect(triedPolicy.safeParse(read).success).toBe(true)
  for (const updatedAt of ['', 'yesterday', '2026-01-31'])
    expect(triedPolicy.safeParse({ ...read, updatedAt }).error?.issues[0]?.path).toEqual(['updatedAt'])
})
