import { type Bus, sqliteBus } from '@frontdesk/bus'
import { event, owner, query, systemClock } from '@frontdesk/contracts'
import { type Collection, collection, type Stored, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineService } from './define.ts'
import { openLog } from './log.ts'
import type { OpenPorts } from './ports.ts'
import { startRelay } from './relay.ts'
import { run } from './run.ts'

const contracts = owner('steps', {
  queries: { stepBegin: query('query.steps.step.begin.v1', z.object({ id: z.string() }), z.object({})) },
  events: {
    stepBegun: event('event.steps.step.begun.v1', z.object({ id: z.string() })),
    stepEnded: event('event.steps.step.ended.v1', z.object({ id: z.string() })),
  },
})
const { stepBegun, stepEnded } = contracts.events
const steps = collection<{ isEnded: boolean }>('steps-steps')

it('an event that its predecessor’s handler causes at the very moment the predecessor is settled leaves at once', async () => {
  const seen = new Set<string>()
  const stepping = defineService({
    contracts,
    config: z.object({}),
    uses: [],
    collections: { steps },
    asks: [],
    handlers: {
      async stepBegin({ id }, { commit, collections, event: caused }) {
        await commit(collections.steps, id, () => ({ body: { isEnded: false }, events: [caused(stepBegun, { id })] }))
        return {}
      },
    },
    subscriptions: {
      steps: {
        stepBegun: {
          order: 'none',
          async handle({ id }, { commit, collections, event: caused }) {
            await commit(collections.steps, id, (current) =>
              current?.body.isEnded ? undefined : { body: { isEnded: true }, events: [caused(stepEnded, { id })] },
            )
          },
        },
        stepEnded: { order: 'none', handle: async ({ id }) => void seen.add(id) },
      },
    },
  })
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store) } as OpenPorts
  let ask!: (id: string) => Promise<unknown>
  const asking = defineService({
    contracts: owner('asking', {}),
    config: z.object({}),
    uses: [],
    collections: {},
    asks: [contracts],
    handlers: {},
    async start(context) {
      ask = (id) => context.forTenant('acme').ask(contracts.queries.stepBegin, { id })
      return { close: async () => {} }
    },
  })
  const running = await run([stepping, asking], ports, { env: {}, log: openLog({ level: 'silent', terminal: false }) })
  for (let i = 0; i < 20; i++) {
    await ask(`step-${i}`)
    // Far below the two seconds after which a sweep would find it.
    await vi.waitFor(() => expect(seen).toContain(`step-${i}`), { timeout: 1_000, interval: 2 })
  }
  await running.stop()
  await store.close()
})

it('a document that was removed and made again tells its events, though their numbers begin anew', async () => {
  const heard: string[] = []
  const stepping = defineService({
    contracts: owner('steps', { events: contracts.events }),
    config: z.object({}),
    uses: [],
    collections: { steps },
    asks: [],
    handlers: {},
    subscriptions: { steps: { stepBegun: { order: 'none', handle: async ({ id }) => void heard.push(id) } } },
    async start(context) {
      const { commit, collections, event: caused } = context.forTenant('acme')
      tell = (id) =>
        commit(collections.steps, 'one', () => ({ body: { isEnded: false }, events: [caused(stepBegun, { id })] }))
      const isSettled = async () => (await collections.steps.get('acme', 'one'))?.outbox.length === 0
      forget = async () => {
        await vi.waitFor(async () => expect(await isSettled()).toBe(true))
        await collections.steps.remove('acme', 'one')
      }
      return { close: async () => {} }
    },
  })
  let tell!: (id: string) => Promise<unknown>
  let forget!: () => Promise<void>
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store) } as OpenPorts
  const running = await run([stepping], ports, { env: {}, log: openLog({ level: 'silent', terminal: false }) })
  await tell('a')
  await tell('b')
  await forget()
  await tell('c')
  await vi.waitFor(() => expect(heard).toEqual(['a', 'b', 'c']), { timeout: 1_000, interval: 5 })
  await running.stop()
  await store.close()
})

it.each([
  ['settles', () => undefined],
  [
    'gives up',
    () => {
      throw new Error('the store is slow')
    },
  ],
])('what another process has in hand is left to it while the store takes long and then %s', async (_, end) => {
  vi.useFakeTimers()
  try {
    const published: string[] = []
    const outboxOf = (id: string, time: number) =>
      ({
        tenant: 'acme',
        id,
        revision: 1,
        outbox: [
          { id: `${id}-event`, sequence: 1, subject: 's', headers: { time: new Date(time).toISOString() }, body: {} },
        ],
      }) as unknown as Stored<object>
    const others = outboxOf('others', Date.now() + 10_000)
    const collection = {
      unsettled: async () => (Date.now() < Date.parse(others.outbox[0]!.headers.time!) ? [] : [others]),
      // So slow is the store today.
      settle: () => new Promise((resolve) => setTimeout(resolve, 3_000)).then(end),
    } as unknown as Collection<object>
    const bus = { publish: async (events: { id: string }[]) => void published.push(...events.map(({ id }) => id)) }
    const relay = startRelay(bus as unknown as Bus, [{ name: 'steps', collection }], {
      clock: systemClock,
      log: openLog({ level: 'silent', terminal: false }),
    })
    await vi.advanceTimersByTimeAsync(9_000)
    relay.soon(collection, outboxOf('own', Date.now()))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(published).toEqual(['own-event'])
    // Longer than anything takes lately: whoever had it is gone.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(published[1]).toBe('others-event')
    const stopped = relay.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    await stopped
  } finally {
    vi.useRealTimers()
  }
})

it('what was left behind before a clock was set back leaves too', async () => {
  const published: string[] = []
  const left = (id: string, aheadMs: number) => {
    const headers = { time: new Date(Date.now() + aheadMs).toISOString() }
    return { tenant: 'acme', id, revision: 1, outbox: [{ id, sequence: 1, subject: 's', headers, body: {} }] }
  }
  const collection = {
    // The second is in the hands of a process whose clock is ahead.
    unsettled: async () => [left('of-thursday', 3 * 86_400_000), left('in-hand', 10_000)],
    settle: async () => {},
  } as unknown as Collection<object>
  const bus = { publish: async (events: { id: string }[]) => void published.push(...events.map(({ id }) => id)) }
  const relay = startRelay(bus as unknown as Bus, [{ name: 'steps', collection }], {
    clock: systemClock,
    log: openLog({ level: 'silent', terminal: false }),
  })
  await relay.stop()
  expect(published).toEqual(['of-thursday'])
})

it('a collection is looked through each 2 s from an event put into it until a look finds none, otherwise each 10 s', async () => {
  vi.useFakeTimers()
  try {
    const looks: number[] = []
    let left: Stored<object>[] = []
    const headers = { time: new Date(Date.now() - 60_000).toISOString() }
    const entry = { id: 'one-event', sequence: 1, subject: 's', headers, body: {} }
    const stored = { tenant: 'acme', id: 'one', revision: 1, outbox: [entry] } as unknown as Stored<object>
    const startedAt = Date.now()
    const collection = {
      unsettled: async () => {
        looks.push(Math.round((Date.now() - startedAt) / 1_000))
        return left
      },
      settle: async () => {
        left = []
      },
    } as unknown as Collection<object>
    let isAway = true
    const bus = {
      publish: async () => {
        if (isAway) throw new Error('the bus is away')
      },
    } as unknown as Bus
    const relay = startRelay(bus, [{ name: 'steps', collection }], {
      clock: systemClock,
      log: openLog({ level: 'silent', terminal: false }),
    })
    await vi.advanceTimersByTimeAsync(21_000)
    expect(looks).toEqual([0, 10, 20])
    left = [stored]
    relay.soon(collection, stored)
    await vi.advanceTimersByTimeAsync(4_000)
    isAway = false
    // At 26 it leaves, at 28 nothing is found any more.
    await vi.advanceTimersByTimeAsync(16_000)
    expect(looks).toEqual([0, 10, 20, 22, 24, 26, 28, 30, 40])
    await relay.stop()
  } finally {
    vi.useRealTimers()
  }
})
