import { sqliteBus } from '@frontdesk/bus'
import { owner } from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Context, defineService, dueBy } from './define.ts'
import { openLog } from './log.ts'
import type { OpenPorts } from './ports.ts'
import { run } from './run.ts'

const reminders = collection<{ at?: number; doneAt?: number }>('reminders', [{ fields: ['at'], acrossTenants: true }])
const other = collection<{ at: number }>('others', [])

/** A service that looks each 20 ms for reminders that are due, and counts how often it read the store for that. */
async function started() {
  const looks = { count: 0 }
  let context!: Pick<
    Context<never, any, { reminders: typeof reminders; other: typeof other }>,
    'commit' | 'collections'
  >
  const service = defineService({
    contracts: owner('reminder', {}),
    config: z.object({}),
    uses: [],
    collections: { reminders, other },
    asks: [],
    handlers: {},
    background: {
      remind: {
        everyMs: 20,
        due: dueBy(reminders, 'at'),
        async run({ collections, clock, forTenant }) {
          looks.count++
          const due = await collections.reminders.findAcrossTenants({ where: { at: { lte: clock.now() } } })
          for (const { tenant, id } of due) {
            const own = forTenant(tenant)
            await own.commit(own.collections.reminders, id, () => ({ body: { doneAt: clock.now() } }))
          }
          return due.length > 0
        },
      },
    },
    async start(own) {
      context = own.forTenant('acme')
      return { close: async () => {} }
    },
  })
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store) } as OpenPorts
  const running = await run([service], ports, { env: {}, log: openLog({ level: 'silent', terminal: false }) })
  const { commit, collections } = context
  const lateMs = async (id: string, at: number) => {
    const done = async () => (await collections.reminders.get('acme', id))?.body.doneAt
    await vi.waitFor(async () => expect(await done()).toBeDefined(), { timeout: 10_000, interval: 5 })
    return (await done())! - at
  }
  const stop = async () => {
    await running.stop()
    await store.close()
  }
  return { looks, commit, collections, lateMs, stop }
}

it('work that says what it looks for reads the store when that falls due, and seldom otherwise', async () => {
  const { looks, commit, collections, lateMs, stop } = await started()
  const at = Date.now() + 400
  await commit(collections.reminders, 'one', () => ({ body: { at } }))
  await commit(collections.other, 'other', () => ({ body: { at: Date.now() } }))
  expect(await lateMs('one', at)).toBeLessThan(1_000)
  // At the start, when it fell due, and once more as something was found; each 20 ms it were 20 by then.
  expect(looks.count).toBeLessThanOrEqual(4)
  await stop()
})

it('finds what another process wrote within some seconds', async () => {
  const { collections, lateMs, stop } = await started()
  const at = Date.now()
  // No commit of this process.
  await collections.reminders.insert('acme', 'theirs', { at })
  expect(await lateMs('theirs', at)).toBeLessThan(7_000)
  await stop()
})
