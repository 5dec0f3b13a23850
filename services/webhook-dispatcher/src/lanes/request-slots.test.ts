import { setTimeout as wait } from 'node:timers/promises'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { openRequestSlots } from './request-slots.ts'

const limits = { overall: 4, slow: 3, slowAfterMs: 20, maxWaiting: 8 }
const usual = { atOnce: 2, perSecond: 10_000 }
const nothing = () => {}

/** Steps that end when they are told to. */
function stage() {
  const running: { endpoint: string; lane: string; end: (hasMore?: boolean) => void; freeSlot: () => void }[] = []
  const begun: string[] = []
  const step = (endpoint: string, lane: string) => (freeSlot: () => void) =>
    new Promise<boolean>((resolve) => {
      begun.push(lane)
      const one = { endpoint, lane, freeSlot, end: (hasMore = false) => finish(hasMore) }
      const finish = (hasMore: boolean) => {
        running.splice(running.indexOf(one), 1)
        resolve(hasMore)
      }
      running.push(one)
    })
  return {
    running,
    begun,
    step,
    count: (endpoint: string) => running.filter((one) => one.endpoint === endpoint).length,
  }
}

it('an endpoint gets its own share, and all together get no more than the whole', async () => {
  const { running, step, count } = stage()
  const slots = openRequestSlots({ ...limits, slowAfterMs: 60_000 }, usual)
  for (const endpoint of ['a', 'b', 'c'])
    for (const i of [1, 2, 3]) slots.add(endpoint, `${endpoint}${i}`, step(endpoint, `${endpoint}${i}`), nothing)
  expect([count('a'), count('b'), count('c')]).toEqual([2, 2, 0])
  running[0]!.end()
  // c was there before a's third.
  await vi.waitFor(() => expect(count('c')).toBe(1))
  expect(running).toHaveLength(4)
})

it('what hangs keeps its own slots and gives its place to others', async () => {
  const { running, begun, step, count } = stage()
  const slots = openRequestSlots(limits, usual)
  for (const endpoint of ['hanging', 'too'])
    for (const i of [1, 2, 3]) slots.add(endpoint, `${endpoint}${i}`, step(endpoint, `${endpoint}${i}`), nothing)
  slots.add('quick', 'q', step('quick', 'q'), nothing)
  expect(begun).not.toContain('q')
  await vi.waitFor(() => expect(begun).toContain('q'))
  expect([count('hanging'), count('too')]).toEqual([2, 2])
  expect(running).toHaveLength(5)
})

it('a lane is never at work twice, and what is added meanwhile is looked at after it', async () => {
  const { running, begun, step } = stage()
  const slots = openRequestSlots(limits, usual)
  expect(slots.add('a', 'lane', step('a', 'lane'), nothing)).toBe('added')
  expect(slots.add('a', 'lane', step('a', 'lane'), nothing)).toBe('known')
  expect(slots.add('a', 'lane', step('a', 'lane'), nothing)).toBe('known')
  expect(running).toHaveLength(1)
  running[0]!.end()
  await vi.waitFor(() => expect(begun).toEqual(['lane', 'lane']))
  running[0]!.end()
  await slots.idle()
  expect(begun).toHaveLength(2)
})

it('a free slot goes to another lane, while the first one is still at work', async () => {
  const { running, begun, step } = stage()
  const slots = openRequestSlots(limits, { ...usual, atOnce: 1 })
  slots.add('a', 'one', step('a', 'one'), nothing)
  slots.add('a', 'two', step('a', 'two'), nothing)
  expect(begun).toEqual(['one'])
  running[0]!.freeSlot()
  expect(begun).toEqual(['one', 'two'])
  slots.add('a', 'one', step('a', 'one'), nothing)
  running[1]!.end()
  await wait(5)
  expect(begun).toEqual(['one', 'two'])
  running[0]!.end()
  await vi.waitFor(() => expect(begun).toEqual(['one', 'two', 'one']))
})

it('a line that is full fetches the others when there is room', async () => {
  const { running, step } = stage()
  const slots = openRequestSlots(limits, usual)
  const refill = vi.fn()
  const outcomes = Array.from({ length: 12 }, (_, i) => slots.add('a', `${i}`, step('a', `${i}`), refill))
  expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(2)
  for (let ended = 0; ended < 7; ended++) {
    expect(refill).not.toHaveBeenCalled()
    running[0]!.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(refill).toHaveBeenCalledTimes(1)
})

it('an endpoint gets no more a second than it may, however often its line is empty in between', async () => {
  const perSecond = 100
  const slots = openRequestSlots(limits, usual)
  slots.setPace('a', { atOnce: 2, perSecond })
  const begun: number[] = []
  const step = async () => {
    begun.push(performance.now())
    return false
  }
  for (let i = 0; i < 6; i++) slots.add('a', `first ${i}`, step, nothing)
  await vi.waitFor(() => expect(begun).toHaveLength(6))
  for (let i = 0; i < 26; i++) {
    slots.add('a', `${i}`, step, nothing)
    await vi.waitFor(() => expect(begun).toHaveLength(7 + i), { interval: 1 })
  }
  // A tenth of a second's worth may come ahead of the pace; timers may be a millisecond early.
  const burst = perSecond / 10
  for (const [i, at] of begun.entries())
    expect(at - begun[0]!).toBeGreaterThanOrEqual((i + 1 - burst) * (1_000 / perSecond) - 2)
})

it('every lane that was added is looked at after that, whatever ends when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(5), fc.boolean()), { maxLength: 60 }),
      async (calls) => {
        const slots = openRequestSlots({ ...limits, maxWaiting: 100 }, usual)
        const owed = new Map<string, number>()
        const atWork = new Set<string>()
        for (const [endpoint, number, pause] of calls) {
          const lane = `${endpoint}/${number}`
          owed.set(lane, (owed.get(lane) ?? 0) + 1)
          slots.add(
            endpoint,
            lane,
            async (freeSlot) => {
              expect(atWork.has(lane)).toBe(false)
              atWork.add(lane)
              owed.set(lane, 0)
              await new Promise((resolve) => setImmediate(resolve))
              if (number % 2 === 0) freeSlot()
              await new Promise((resolve) => setImmediate(resolve))
              atWork.delete(lane)
              return false
            },
            nothing,
          )
          if (pause) await new Promise((resolve) => setImmediate(resolve))
        }
        await slots.idle()
        expect([...owed.values()].every((count) => count === 0)).toBe(true)
      },
    ),
    { numRuns: runs(50) },
  )
})
