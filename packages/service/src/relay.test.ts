import { sqliteBus } from '@frontdesk/bus'
import { event, owner, query } from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineService } from './define.ts'
import { openLog } from './log.ts'
import type { OpenPorts } from './ports.ts'
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
