import { expect, it, vi } from 'vitest'
import type { Clock } from './clock.ts'
import { openDueLooks } from './due-looks.ts'

/** Looks of work that ticks each second, and a clock that says what `time` is set to. */
function opened(everyMs = 1_000) {
  const at = { time: 1_000_000_000 }
  const looks = openDueLooks({ now: () => at.time } as Clock, everyMs)
  const look = (found = false) => {
    looks.begin()
    looks.end(found)
  }
  const pass = (ms: number) => {
    at.time += ms
    return looks.isTime()
  }
  return { at, looks, look, pass }
}

it('looks at once, and then after a rest where nothing is due', () => {
  const { looks, look, pass } = opened()
  expect(looks.isTime()).toBe(true)
  look()
  expect(pass(4_000)).toBe(false)
  expect(pass(1_000)).toBe(true)
})

it('work that is rarer than the rest looks each time', () => {
  const { look, pass } = opened(60_000)
  look()
  expect(pass(59_000)).toBe(false)
  expect(pass(1_000)).toBe(true)
})

it('looks when something that was noted falls due, once for each', () => {
  const { at, looks, look, pass } = opened()
  look()
  looks.note(at.time + 1_500)
  looks.note(at.time + 3_500)
  looks.note(at.time - 10_000)
  expect(looks.isTime()).toBe(true)
  look()
  expect(pass(1_499)).toBe(false)
  expect(pass(1)).toBe(true)
  look()
  expect(pass(1_999)).toBe(false)
  expect(pass(1)).toBe(true)
})

it('where a thousand are to come, each tick looks until they have passed', () => {
  const { at, looks, look, pass } = opened()
  look()
  for (let i = 0; i < 1_500; i++) looks.note(at.time + 1_000 + i)
  expect(looks.isTime()).toBe(true)
  at.time += 2_600
  look()
  expect(pass(1_000)).toBe(false)
})

it('rests by real time where the clock stands still', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { looks, look } = opened()
    look()
    vi.advanceTimersByTime(4_000)
    expect(looks.isTime()).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(looks.isTime()).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('what is noted while a look is on its way is for the next one', () => {
  const { at, looks, pass } = opened()
  looks.begin()
  looks.note(at.time)
  looks.end(false)
  expect(pass(0)).toBe(true)
})

it('looks again after one that found something or failed, and when the clock was set back or forth', () => {
  const { looks, look, pass } = opened()
  look(true)
  expect(looks.isTime()).toBe(true)
  look()
  expect(pass(-1)).toBe(true)
  look()
  expect(pass(3_600_000)).toBe(true)
})

it('keeps little: what is due later than in a minute is found by the rests', () => {
  const { at, looks, look, pass } = opened()
  look()
  looks.note(at.time + 61_000)
  look()
  at.time += 58_000
  look()
  expect(pass(4_000)).toBe(false)
})
