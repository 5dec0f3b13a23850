import { expect, test } from 'vitest'
import { clockFaults } from './check-clock.ts'

const path = 'services/chat/src/example.ts'

test('a direct use of the time of the machine is a fault, in each of its forms', () => {
  for (const text of [
    'const now = Date.now()',
    'const today = new Date().toISOString()',
    'setTimeout(work, 10)',
    'const timer = setInterval(work, 10)',
    "import { setTimeout as sleep } from 'node:timers/promises'",
    'const read = (now = Date.now) => now()',
  ]) {
    expect(clockFaults({ [path]: text }, {}), text).toHaveLength(1)
    expect(clockFaults({ [path]: text }, { [path]: 'a reason' }), text).toEqual([])
  }
})

test('what takes the clock of its context is none, and a reason without a use is one', () => {
  expect(clockFaults({ [path]: 'callAt(clock, clock.now() + 5, work); new Date(clock.now())' }, {})).toEqual([])
  expect(clockFaults({ [path]: '' }, { [path]: 'a reason' })).toHaveLength(1)
})
