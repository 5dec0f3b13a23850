import { expect, test } from 'vitest'
import { newCheck } from './index-check-document.ts'
import { askedAgain } from './request-index-check.ts'

test('a look that is asked for is due by any clock, but leaves the one under way its lease', () => {
  expect(askedAgain({ ...newCheck(), dueAt: 5_000 })).toMatchObject({ requests: 1, dueAt: 0 })
  const running = { ...newCheck(), claim: 'op_1', dueAt: 5_000, requests: 1 }
  expect(askedAgain(running)).toMatchObject({ requests: 2, claim: 'op_1', dueAt: 5_000 })
})
