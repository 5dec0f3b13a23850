import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deadlines } from './deadlines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a wait expires once, after its time and at most a tick later', () => {
  const expired = vi.fn()
  deadlines().add(100, expired)
  vi.advanceTimersByTime(99)
  expect(expired).not.toHaveBeenCalled()
  vi.advanceTimersByTime(11)
  expect(expired).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(expired).toHaveBeenCalledTimes(1)
})

it('a wait that was taken back never expires, and no timer is left behind when nothing waits', () => {
  const expired = vi.fn()
  const waits = deadlines()
  waits.add(50, expired)()
  vi.advanceTimersByTime(100)
  expect(expired).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  waits.add(50, expired)
  vi.advanceTimersByTime(60)
  expect(expired).toHaveBeenCalledTimes(1)
})
