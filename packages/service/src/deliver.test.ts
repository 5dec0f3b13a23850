import type { Delivery } from '@frontdesk/bus'
import { event, fromWireError, maxOutageMs, ServiceError, toWireError } from '@frontdesk/contracts'
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
  headers: { time: '2026-03-01T12:00:00.000Z' },
  bytes: encode({ number: 1 }),
  working: () => {},
})

/** Delivers the same event again and again; each part is told to be away or not, and what the handler does. */
function delivering() {
  const state = {
    away: [] as string[],
    ageMs: 0,
    handle: (_signal: AbortSignal): Promise<void> => new Promise(() => {}),
  }
  const deliver = judge(counted, options, {
    log: openLog({ level: 'silent', terminal: false }),
    shutdown: new AbortController().signal,
    clock: { now: () => Date.parse('2026-03-01T12:00:00.000Z') + state.ageMs },
    partsAway: async () => state.away,
    ended: () => {},
    handle: (_body, _delivery, signal) => state.handle(signal),
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

it('a handler that takes too long while every part works is at fault itself, whatever it throws when it is ended', async () => {
  const { state, verdicts, deliver } = delivering()
  state.handle = (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new ServiceError('interrupted'))))
  expect(await verdicts(1, 2)).toEqual(['retry'])
  expect(await deliver(deliveryOf(3))).toMatchObject({ kind: 'dead', reason: { code: 'internal' } })
})

it('an outage ends too: an event is given up after a day, and when it had its tries', async () => {
  const { state, deliver, verdicts } = delivering()
  state.handle = () => Promise.reject(new ServiceError('unavailable'))
  state.ageMs = maxOutageMs - 1
  expect(await verdicts(1, 400)).toEqual(['retry'])
  state.ageMs = maxOutageMs
  expect(await verdicts(1, 199)).toEqual(['retry'])
  expect(await deliver(deliveryOf(200))).toMatchObject({ kind: 'dead', reason: { code: 'unavailable' } })
})

const policyUnavailable = (cause?: unknown) =>
  fromWireError(toWireError(new ServiceError('policy_unavailable', { cause })))

it.each([
  ['of a model behind a policy, told across the bus', policyUnavailable(new ServiceError('model_unavailable'))],
  ['of what such a part asked', policyUnavailable(policyUnavailable(new ServiceError('unavailable')))],
  ['of who streamed', new ServiceError('stream_broken')],
])('an outage %s counts as one', async (_, error) => {
  const { state, verdicts } = delivering()
  state.handle = () => Promise.reject(error)
  expect(await verdicts(1, 20)).toEqual(['retry'])
})

it('a policy that can not be evaluated though every part works is no outage', async () => {
  const { state, verdicts, deliver } = delivering()
  state.handle = () => Promise.reject(policyUnavailable(new Error('a fault of ours')))
  expect(await verdicts(1, 2)).toEqual(['retry'])
  expect((await deliver(deliveryOf(3))).kind).toBe('dead')
})
