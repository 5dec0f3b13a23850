import { expect, it } from 'vitest'
import { openClockJumps } from './clock-jumps.ts'

const hour = 3_600_000
const day = 24 * hour

function aClock() {
  let real = 0
  let wrong = 0
  const jumps = openClockJumps(100 * day, () => real)
  return {
    jump: (ms: number) => (wrong += ms),
    doubtAfter(ms: number) {
      real += ms
      return jumps.doubtMs(100 * day + real + wrong)
    },
  }
}

it('time that passes is no jump, however long nobody looked', () => {
  const clock = aClock()
  expect(clock.doubtAfter(40 * day)).toBe(0)
  clock.jump(2 * hour)
  expect(clock.doubtAfter(0)).toBe(0)
})

it('a jump of 40 days is doubted for an hour and then believed', () => {
  const clock = aClock()
  clock.jump(40 * day)
  expect(clock.doubtAfter(0)).toBe(hour)
  expect(clock.doubtAfter(hour / 2)).toBe(hour / 2)
  expect(clock.doubtAfter(hour / 2)).toBe(0)
  expect(clock.doubtAfter(1)).toBe(0)
})

it('a clock that is set right again is believed at once, and doubted anew when it jumps again', () => {
  const clock = aClock()
  clock.jump(40 * day)
  expect(clock.doubtAfter(0)).toBe(hour)
  clock.jump(-40 * day)
  expect(clock.doubtAfter(hour / 2)).toBe(0)
  clock.jump(40 * day)
  expect(clock.doubtAfter(hour / 2)).toBe(hour)
})
