import { sqliteBus } from '@frontdesk/bus'
import { event, owner, query, ServiceError, stream } from '@frontdesk/contracts'
import { collection, type Documents, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineService, type Service } from './define.ts'
import { openLog } from './log.ts'
import type { OpenPorts } from './ports.ts'
import { type Running, run } from './run.ts'

const contracts = owner('counter', {
  queries: {
    numberCount: query(
      'query.counter.number.count.v1',
      z.object({ key: z.string() }),
      z.object({ number: z.number() }),
    ),
    numberRefuse: query('query.counter.number.refuse.v1', z.object({ code: z.string() }), z.object({})),
  },
  streams: { numberList: stream('stream.counter.number.list.v1', z.object({ from: z.number() }), z.number()) },
  events: { numberCounted: event('event.counter.number.numberCounted.v1', z.object({ number: z.number() })) },
})
const { numberCount, numberRefuse } = contracts.queries
const { numberList } = contracts.streams
const { numberCounted } = contracts.events

type Count = { number: number }
const counts = collection<Count>('counter-counts')
const seenNumbers = collection<{ key: string; number: number }>('counter-seen')

const counter = defineService({
  contracts,
  config: z.object({ STEP: z.coerce.number().int().default(1) }),
  uses: [],
  collections: { counts, seenNumbers },
  asks: [],
  handlers: {
    async numberCount({ key }, { commit, collections, event: caused, config }) {
      const stored = await commit(collections.counts, key, (current) => {
        const number = (current?.body.number ?? 0) + config.STEP
        return { body: { number }, events: [caused(numberCounted, { number })] }
      })
      return { number: stored!.body.number }
    },
    async *numberList({ from }) {
      for (let number = from; number > 0; number--) yield number
      if (from > 3) throw new ServiceError('overloaded', { detail: 'too far' })
    },
    async numberRefuse({ code }) {
      if (code === 'bug') throw new Error('the secret innards')
      throw new ServiceError('not_found', { detail: 'There is no such number.' })
    },
  },
  projections: {
    async counts(stored, { collections }) {
      const documents = stored.outbox.map(({ id, body }) => ({
        id,
        body: { key: stored.id, ...(body as { number: number }) },
      }))
      await collections.seenNumbers.putMany(stored.tenant, documents)
    },
  },
})

let store: SqliteStore
let documents: Documents
const running: Running[] = []

beforeEach(() => {
  store = openSqlite(':memory:')
  documents = sqliteDocuments(store)
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  await store.close()
})

async function start(services: Service[], env: Record<string, string> = {}) {
  const ports = { bus: sqliteBus(store), documents } as OpenPorts
  const each = await run(services, ports, { env, log: openLog({ level: 'silent', terminal: false }) })
  running.push(each)
  return each
}

/** A service that listens with `handle` and asks on behalf of the test. */
function listener(handle: (number: number, key: string, attempt: number) => Promise<void> | void, options = {}) {
  let ask!: (key: string) => Promise<number>
  const exhausted: unknown[] = []
  const context: any = {}
  const service = defineService({
    contracts: owner('listener', {}),
    config: z.object({}),
    uses: ['deadLetters'],
    collections: {},
    asks: [contracts],
    handlers: {},
    subscriptions: {
      counter: {
        numberCounted: {
          ...options,
          handle: async ({ number }, _context, { key, attempt }) => handle(number, key, attempt),
          exhausted: async (body) => void exhausted.push(body.number),
        },
      },
    },
    async start(started) {
      Object.assign(context, started.forTenant('acme'))
      ask = async (key) => (await context.ask(numberCount, { key })).number
      return { close: async () => {}, facts: { listening: true } }
    },
  })
  return { service, exhausted, context, ask: (key: string) => ask(key) }
}

it('a committed event reaches its handler once, in order within its key', async () => {
  const seen = new Map<string, number[]>()
  const { service, ask } = listener((number, key) => void seen.set(key, [...(seen.get(key) ?? []), number]))
  const { facts } = await start([counter, service])
  expect(facts).toEqual({ listening: true })
  await Promise.all(Array.from({ length: 30 }, (_, i) => ask(`key-${i % 3}`)))
  await vi.waitFor(() => expect([...seen.values()].flat()).toHaveLength(30))
  for (const numbers of seen.values()) expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('50 parallel increments through commit count 50', async () => {
  const { service, ask } = listener(() => {})
  await start([counter, service])
  const numbers = await Promise.all(Array.from({ length: 50 }, () => ask('one')))
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
})

it('an event of a commit whose process died before publishing is published by the next', async () => {
  const orphaned = await documents.collection(counts)
  await orphaned.insert('acme', 'lost', { number: 7 }, [
    { id: 'evt_1', subject: numberCounted.subject, headers: { time: '2026-01-01T00:00:00.000Z' }, body: { number: 7 } },
  ])
  const seen: number[] = []
  await start([counter, listener((number) => void seen.push(number)).service])
  await vi.waitFor(() => expect(seen).toEqual([7]))
  await vi.waitFor(async () => expect(await orphaned.unsettled(10)).toEqual([]))
})

it('what is committed is projected before it leaves the outbox', async () => {
  const { service, ask } = listener(() => {})
  await start([counter, service])
  await ask('one')
  await ask('one')
  const seen = await documents.collection(seenNumbers)
  const stored = await documents.collection(counts)
  await vi.waitFor(async () => expect((await stored.get('acme', 'one'))!.outbox).toEqual([]))
  const { items } = await seen.find('acme', {})
  expect(items.map(({ body }) => body.number).sort()).toEqual([1, 2])
})

it('a handler that fails is tried again, and keeps its key in order', async () => {
  const seen: [number, number][] = []
  const { service, ask } = listener((number, _key, attempt) => {
    seen.push([number, attempt])
    if (number === 1 && attempt < 3) throw new Error('not yet')
  })
  await start([counter, service])
  await ask('one')
  await ask('one')
  await vi.waitFor(
    () =>
      expect(seen).toEqual([
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 1],
      ]),
    { timeout: 5_000 },
  )
})

it('after the last attempt the failure is told and the event is a dead letter that can be sent again', async () => {
  let isMended = false
  const seen: number[] = []
  const { service, ask, exhausted, context } = listener(
    (number) => {
      if (!isMended) throw new Error('broken')
      seen.push(number)
    },
    { maxAttempts: 2 },
  )
  await start([counter, service])
  await ask('one')
  await vi.waitFor(() => expect(exhausted).toEqual([1]), { timeout: 5_000 })
  await vi.waitFor(async () => expect((await context.deadLetters.list('acme', { limit: 10 })).items).toHaveLength(1))
  const [letter] = (await context.deadLetters.list('acme', { limit: 10 })).items
  expect(letter).toMatchObject({
    key: 'one',
    subject: numberCounted.subject,
    attempts: 2,
    reason: { code: 'internal' },
  })
  isMended = true
  expect(await context.deadLetters.retry('acme', letter.id)).toBe(true)
  await vi.waitFor(() => expect(seen).toEqual([1]))
})

it('an error that trying again can not mend is not tried again', async () => {
  let attempts = 0
  const { service, ask, exhausted } = listener(() => {
    attempts++
    throw new ServiceError('not_found')
  })
  await start([counter, service])
  await ask('one')
  await vi.waitFor(() => expect(exhausted).toEqual([1]))
  expect(attempts).toBe(1)
})

it('a handler over its limit counts as failed', async () => {
  let aborted = 0
  const { service, ask, exhausted } = listener(() => new Promise<void>(() => void aborted++), {
    limitMs: 20,
    maxAttempts: 1,
  })
  await start([counter, service])
  await ask('one')
  await vi.waitFor(() => expect(exhausted).toEqual([1]))
  expect(aborted).toBe(1)
})

it('errors cross with their code; the words of a bug do not', async () => {
  const { service, context } = listener(() => {})
  await start([counter, service])
  await expect(context.ask(numberRefuse, { code: 'x' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no such number.',
  })
  await expect(context.ask(numberRefuse, { code: 'bug' })).rejects.toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining('innards'),
  })
  await expect(context.ask(numberRefuse, { code: 3 })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'code' }],
  })
})

it('a stream gives its parts in order, and an error after them is an error', async () => {
  const { service, context } = listener(() => {})
  await start([counter, service])
  const parts = async (from: number) => {
    const seen: number[] = []
    for await (const part of context.open(numberList, { from })) seen.push(part)
    return seen
  }
  expect(await parts(3)).toEqual([3, 2, 1])
  await expect(parts(4)).rejects.toMatchObject({ code: 'overloaded', message: 'too far' })
})

it('a tenant sees only its own', async () => {
  const { service, context, ask } = listener(() => {})
  await start([counter, service])
  await ask('one')
  expect((await context.forTenant('other').ask(numberCount, { key: 'one' })).number).toBe(1)
  expect(await ask('one')).toBe(2)
})

it('every setting that is wrong is named at once', async () => {
  const picky = {
    ...counter,
    name: 'picky',
    config: z.object({ A: z.coerce.number(), B: z.string() }),
    contracts: owner('picky', {}),
    handlers: {},
  }
  await expect(start([counter, picky], { STEP: 'x', A: 'y' })).rejects.toThrow(/STEP[\s\S]*A[\s\S]*B/)
})

it('a stop waits for detached work and tells it to end', async () => {
  let ended = false
  const detaching = defineService({
    contracts: owner('detaching', {}),
    config: z.object({}),
    uses: [],
    collections: {},
    asks: [],
    handlers: {},
    async start(context) {
      context.detach(
        'until told',
        ({ signal }) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () =>
              setImmediate(() => {
                ended = true
                resolve()
              }),
            )
          }),
      )
      return { close: async () => {} }
    },
  })
  const each = await start([detaching])
  await each.stop()
  expect(ended).toBe(true)
})

it('each running service has a state of its own, the same for all that it handles', async () => {
  const asked: object[] = []
  const stateful: Service = {
    ...counter,
    state: () => ({ count: 0 }),
    handlers: {
      ...counter.handlers,
      async numberRefuse(_: unknown, { state }: { state: { count: number } }) {
        asked.push(state)
        state.count++
        return {}
      },
    },
  }
  const contexts: any[] = []
  const start = async (context: any) => {
    contexts.push(context)
    return { close: async () => {} }
  }
  for (const _ of [1, 2]) {
    const ports = { bus: sqliteBus(store), documents } as unknown as OpenPorts
    const options = { env: {}, log: openLog({ level: 'silent', terminal: false }) }
    running.push(await run([{ ...stateful, start, asks: [contracts] }], ports, options))
  }
  for (const code of ['a', 'b']) await contexts[0].forTenant('acme').ask(numberRefuse, { code })
  expect(contexts[0].state).not.toBe(contexts[1].state)
  const counts = contexts.map(({ state }) => state.count)
  expect(counts[0] + counts[1]).toBe(2)
  for (const each of asked) expect(contexts.map(({ state }) => state)).toContain(each)
})
