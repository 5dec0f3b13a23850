import type { Delivery } from '@frontdesk/bus'
import { event, ServiceError } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { deliveryDefaults, judge } from './deliver.ts'
import { openLog } from './log.ts'
import { encode } from './wire.ts'

const counted = event('event.counter.number.counted.v1', z.object({ number: z.number() }))
const options = { ...deliveryDefaults, limitMs: 15, maxAttempts: 3 }

const deliveryOf = (attempt: number): Delivery => ({
  id: 'evt_1',
  subject: counted.subject,
  tenant: 'acme',
  key: 'one',
  sequence: 1,
  attempt,
  headers: {},
  bytes: encode({ number: 1 }),
  working: () => {},
})

/** Delivers the same event again and again; each part is told to be away or not, and what the handler does. */
function delivering() {
  const state = { away: [] as string[], handle: (): Promise<void> => new Promise(() => {}) }
  const deliver = judge(counted, options, {
    log: openLog({ level: 'silent', terminal: false }),
    shutdown: new AbortController().signal,
    partsAway: async () => state.away,
    ended: () => {},
    handle: () => state.handle(),
  })
  const verdicts = async (first: number, last: number) => {
    const kinds = new Set<string>()
    for (let attempt = first; attempt <= last; attempt++) kinds.add((await deliver(deliveryOf(attempt))).kind)
    return [...kinds]
  }
  return { state, deliver, verdicts }
}

it('a handler that takes too long while a part is away waits for the part; what it failed meanwhile does not count', async () => {
  const { state, verdicts, deliver } = delivering()
  state.away = ['documents']
  expect(await verdicts(1, 20)).toEqual(['retry'])
  state.away = []
  state.handle = () => Promise.reject(new Error('not yet'))
  expect(await verdicts(21, 22)).toEqual(['retry'])
  state.handle = async () => {}
  expect((await deliver(deliveryOf(23))).kind).toBe('done')
})

it('a handler that takes too long while every part works is at fault itself', async () => {
  const { verdicts, deliver } = delivering()
  expect(await verdicts(1, 2)).toEqual(['retry'])
  expect(await deliver(deliveryOf(3))).toMatchObject({ kind: 'dead', reason: { code: 'internal' } })
})

it('an outage ends too: an event is given up after hours', async () => {
  const { state, deliver } = delivering()
  state.handle = () => Promise.reject(new ServiceError('unavailable'))
  expect((await deliver(deliveryOf(199))).kind).toBe('retry')
  expect(await deliver(deliveryOf(200))).toMatchObject({ kind: 'dead', reason: { code: 'unavailable' } })
})
