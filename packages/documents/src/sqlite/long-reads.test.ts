import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection, Find } from '../port.ts'
import { sqliteDocuments } from '../sqlite.ts'

type Order = { status: string; tags: string[]; placedAt: string; text: string }

const count = 20_000
const dir = mkdtempSync(join(tmpdir(), 'frontdesk-reads-'))
let store: SqliteStore
let orders: Collection<Order>
beforeAll(async () => {
  store = openSqlite(join(dir, 'main.db'))
  orders = await sqliteDocuments(store).collection<Order>({
    name: 'orders',
    indexes: [{ fields: ['placedAt'] }, { fields: ['status', 'placedAt'] }],
  })
  const documents = Array.from({ length: count }, (_, i) => ({
    id: `ord_${i}`,
    body: {
      status: i % 2 === 0 ? 'open' : 'closed',
      tags: i === 7 ? ['vip'] : [],
      placedAt: new Date(i * 1_000).toISOString(),
      text: `Order number ${i}`,
    },
  }))
  await orders.putMany('ten', documents)
})
afterAll(async () => {
  await store.close()
  rmSync(dir, { recursive: true })
})

/** How many turns the event loop had while the work went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const settled = work.finally(() => {
    isOver = true
  })
  let turns = 0
  while (!isOver) {
    await new Promise(setImmediate)
    turns++
  }
  await settled
  return turns
}

test.each<[string, Find]>([
  ['two conditions that no index has together', { where: { status: 'closed', tags: { has: 'vip' } } }],
  [
    'a text that nothing contains',
    { where: { text: { contains: 'nowhere' } }, sort: { field: 'placedAt', direction: 'desc' } },
  ],
  ['an order that no index has', { sort: { field: 'text', direction: 'asc' }, limit: 5 }],
])('%s: others have their turns while all documents are looked at', async (_, find) => {
  expect(await turnsDuring(orders.find('ten', find))).toBeGreaterThan(10)
})

test('counting lets others have their turns', async () => {
  expect(await turnsDuring(orders.count('ten', { tags: { has: 'vip' } }))).toBeGreaterThan(10)
})

test('counting by values lets others have their turns, and loses none of the groups', async () => {
  const counting = orders.countBy('ten', { where: { placedAt: { lt: '1970-01-01T05' } }, fields: ['placedAt', 'tags'] })
  // The groups come in parts of a thousand.
  expect(await turnsDuring(counting)).toBeGreaterThan(20)
  const counted = await counting
  expect(new Set(counted.map(({ values }) => values[0])).size).toBe(18_000)
  expect(counted).toHaveLength(18_000)
  expect(counted.filter(({ values }) => (values[1] as string[]).length > 0)).toEqual([
    { values: [new Date(7_000).toISOString(), ['vip']], count: 1 },
  ])
})

test('a long read sees every write that resolved before it', async () => {
  for (let i = 0; i < 20; i++) {
    await orders.put('ten', `late_${i}`, { status: 'late', tags: ['vip'], placedAt: '2026', text: `late ${i}` })
    const { items } = await orders.find('ten', { where: { status: 'late', tags: { has: 'vip' } } })
    expect(items).toHaveLength(i + 1)
    expect(await orders.count('ten', { status: 'late' })).toBe(i + 1)
  }
})

test('walking all pages gives others a turn at each', async () => {
  const walk = async () => {
    let cursor: string | undefined
    let seen = 0
    do {
      const page = await orders.find('ten', {
        sort: { field: 'placedAt', direction: 'asc' },
        limit: 1_000,
        ...(cursor && { cursor }),
      })
      seen += page.items.length
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return seen
  }
  expect(await turnsDuring(walk())).toBeGreaterThan(100)
  expect(await walk()).toBeGreaterThanOrEqual(count)
})

test('a read that is under way when the store is closed ends as unavailable', async () => {
  const other = openSqlite(join(dir, 'other.db'))
  const things = await sqliteDocuments(other).collection<{ a: string }>({ name: 'things', indexes: [] })
  await things.put('ten', 'one', { a: 'b' })
  const reading = expect(things.find('ten', { where: { a: 'b' } })).rejects.toMatchObject({ code: 'unavailable' })
  await other.close()
  await reading
})
