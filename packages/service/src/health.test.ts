import { ServiceError } from '@frontdesk/contracts'
import { Registry } from 'prom-client'
import { afterEach, expect, it, vi } from 'vitest'
import { makeHealth, type WatchedHealth } from './health.ts'
import { openLog } from './log.ts'
import type { OpenPorts } from './ports.ts'

const opened: WatchedHealth[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const health of opened.splice(0)) health.stop()
})

/** The health of a process with one part, whose check is `check`. */
function healthOf(check: () => Promise<void>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const health = makeHealth({ documents: { check } } as OpenPorts, {
    registry: new Registry(),
    services: [],
    stopping: () => false,
    log: openLog({ level: 'silent', terminal: false }),
  })
  opened.push(health)
  return health
}

it('a store that stalls is not ready after 2 s, and is asked once however many want to know', async () => {
  const finish: (() => void)[] = []
  const check = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)))
  const health = healthOf(check)
  const looks = [health.check(), health.check()]
  await vi.advanceTimersByTimeAsync(2_000)
  for (const look of looks) {
    expect(await look).toMatchObject({ ready: false, parts: [{ part: 'documents', ok: false }] })
  }
  const again = health.check()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await again).toMatchObject({ ready: false })
  expect(check).toHaveBeenCalledTimes(1)

  finish[0]!()
  check.mockImplementation(async () => {})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await health.check()).toMatchObject({ ready: true })
})

it('probes that follow within a second share one write', async () => {
  const check = vi.fn(async () => {})
  const health = healthOf(check)
  await health.check()
  const calls = check.mock.calls.length
  for (let i = 0; i < 20; i++) await health.check()
  expect(check).toHaveBeenCalledTimes(calls)
  await vi.advanceTimersByTimeAsync(1_000)
  await health.check()
  expect(check).toHaveBeenCalledTimes(calls + 1)
})

it('a part that was away for a while is known to those whose work began before', async () => {
  let isAway = true
  const health = healthOf(async () => {
    if (isAway) throw new ServiceError('unavailable', { storage: 'disk_full' })
  })
  const began = performance.now()
  expect(await health.check()).toMatchObject({ parts: [{ ok: false, storage: 'disk_full' }] })
  isAway = false
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await health.check()).toMatchObject({ ready: true })
  expect(await health.partsAway(began)).toEqual(['documents'])
  expect(await health.partsAway(performance.now())).toEqual([])
})
