import { expect, test } from 'vitest'
import { writePace } from './write-pace.ts'

test('without searches nothing rests, however busy the machine is', () => {
  const pace = writePace()
  pace.wrote(100, { wallMs: 100, cpuMs: 10 })
  expect(pace.restMs(100)).toBe(0)
})

test('while searches come, a write rests four times as long as the one before waited for a core', () => {
  const pace = writePace()
  pace.searched(50)
  pace.wrote(100, { wallMs: 40, cpuMs: 25 })
  expect(pace.restMs(100)).toBe(60)
  expect(pace.restMs(130)).toBe(30)
  expect(pace.restMs(170)).toBe(0)
})

test('with a core of its own it rests for nothing, also where the clocks disagree by a little', () => {
  const pace = writePace()
  pace.searched(50)
  pace.wrote(100, { wallMs: 40, cpuMs: 40.2 })
  expect(pace.restMs(100)).toBe(0)
})

test('a rest is half a second at most, and none is left when no search came for a second', () => {
  const pace = writePace()
  pace.searched(0)
  pace.wrote(900, { wallMs: 2_000, cpuMs: 100 })
  expect(pace.restMs(900)).toBe(500)
  pace.wrote(1_000, { wallMs: 2_000, cpuMs: 100 })
  expect(pace.restMs(1_000)).toBe(0)
})
