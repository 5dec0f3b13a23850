import { sqliteBus } from '@frontdesk/bus'
import { event, owner, query } from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Cause } from './cause.ts'
import { defineService } from './define.ts'
import type { Log } from './log.ts'
import type { OpenPorts } from './ports.ts'
import { type Running, run } from './run.ts'

const cause: Cause = {
  correlationId: 'order-42',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
}
const traceId = cause.traceparent.slice(3, 35)

type Line = Record<string, unknown>

/** A log that keeps its lines, with what a child adds. */
function keptLog(lines: Line[], bound: Line = {}): Log {
  const keep = (fields: object, message: string) => void lines.push({ ...bound, ...fields, message })
  return {
    ...{ debug: keep, info: keep, warn: keep, error: keep },
    routine: (fields, message) => keep(fields(), message),
    child: (fields) => keptLog(lines, { ...bound, ...fields }),
  }
}

const contracts = owner('worker', {
  queries: { workDo: query('query.worker.work.do.v1', z.object({ later: z.boolean() }), z.object({})) },
  events: { workDone: event('event.worker.work.done.v1', z.object({})) },
})
type Job = { cause: Cause; isDue?: true }
const jobs = collection<Job>('worker-jobs', [{ fields: ['isDue'], acrossTenants: true }])

/** A service that does its work at once or leaves it to its sweep, and tells of it. */
const worker = defineService({
  contracts,
  config: z.object({}),
  uses: [],
  collections: { jobs },
  asks: [],
  handlers: {
    async workDo({ later }, context) {
      const { collections, commit, log, tenant } = context
      log.info({}, 'asked')
      if (later) await collections.jobs.insert(tenant, 'job', { cause: context.cause, isDue: true })
      else
        await commit(collections.jobs, 'job', () => ({
          body: { cause: context.cause },
          events: [context.event(contracts.events.workDone, {})],
        }))
      return {}
    },
  },
  background: {
    sweep: {
      everyMs: 20,
      async run(context) {
        for (const { tenant, id, body } of await context.collections.jobs.findAcrossTenants({
          where: { isDue: true },
        })) {
          const own = context.forTenant(tenant, body.cause)
          own.log.info({}, 'swept')
          await own.commit(own.collections.jobs, id, () => ({
            body: { cause: body.cause },
            events: [own.event(contracts.events.workDone, {})],
          }))
        }
      },
    },
  },
})

const reader = (heard: Cause[]) =>
  defineService({
    contracts: owner('reader', {}),
    config: z.object({}),
    uses: [],
    collections: {},
    asks: [contracts],
    handlers: {},
    subscriptions: { worker: { workDone: async (_body, context) => void heard.push(context.cause) } },
    async start(context) {
      ask = (later) => context.forTenant('acme', cause).ask(contracts.queries.workDo, { later })
      return { close: async () => {} }
    },
  })

let ask: (later: boolean) => Promise<unknown>
const running: Running[] = []
const store = openSqlite(':memory:')
afterAll(() => store.close())
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})

it.each([
  ['at once', false],
  ['later, by whoever sweeps', true],
])('what a request leads to %s names it in every message and every line', async (_when, later) => {
  const lines: Line[] = []
  const heard: Cause[] = []
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store) } as OpenPorts
  await (await ports.documents.collection(jobs)).eraseTenant('acme')
  running.push(await run([worker, reader(heard)], ports, { env: {}, log: keptLog(lines) }))
  await ask(later)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(heard[0]).toMatchObject({ correlationId: 'order-42', traceparent: expect.stringContaining(traceId) })
  expect(lines.map(({ message }) => message)).toEqual(
    expect.arrayContaining(later ? ['asked', 'answered', 'swept'] : ['asked', 'answered']),
  )
  await vi.waitFor(() => expect(lines.map(({ message }) => message)).toContain('handled'))
  for (const line of lines) expect(line, JSON.stringify(line)).toMatchObject({ correlationId: 'order-42', traceId })
})
