import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseOf } from './database-name.ts'
import { type Migration, migrate, pendingMigrations } from './migrate.ts'

const url = process.env.MONGODB_URL

test('the database is the one that the URL names, also with several hosts', () => {
  expect(databaseOf({ url: 'mongodb://a:27017,b:27017,c:27017/help?replicaSet=rs0' })).toBe('help')
  expect(databaseOf({ url: 'mongodb://me:pass@a:27017,b/?replicaSet=rs0', namespace: 'x' })).toBe('frontdesk-x')
  expect(databaseOf({ url: 'mongodb://a' })).toBe('frontdesk')
})

describe.skipIf(!url)(`migrations of MongoDB${url ? '' : ' (not run: MONGODB_URL is not set)'}`, () => {
  const client = new MongoClient(url ?? 'mongodb://nowhere', { ignoreUndefined: true })
  let database = client.db('unused')
  beforeAll(async () => void (await client.connect()))
  beforeEach(() => {
    database = client.db(`migrate-test-${randomUUID().slice(0, 8)}`)
    return async () => void (await database.dropDatabase())
  })
  afterAll(() => client.close())

  const counting = (counts: number[], number: number, work = async () => {}): Migration => ({
    what: `number ${number}`,
    async apply() {
      counts.push(number)
      await work()
    },
  })

  test('several processes that start at once apply each migration once, in order, and all find it done', async () => {
    const counts: number[] = []
    const list = [counting(counts, 1, () => new Promise((resolve) => setTimeout(resolve, 150))), counting(counts, 2)]
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        await migrate(database, list)
        expect(await pendingMigrations(database, list)).toEqual([])
      }),
    )
    expect(counts).toEqual([1, 2])
  })

  test('only what is new is applied, and pending before', async () => {
    const counts: number[] = []
    const list = [counting(counts, 1), counting(counts, 2)]
    await migrate(database, list.slice(0, 1))
    expect(await pendingMigrations(database, list)).toEqual(['2 (number 2)'])
    await migrate(database, list)
    await migrate(database, list.slice(0, 1))
    expect(counts).toEqual([1, 2])
  })

  test('a migration that fails is not recorded, and is applied by the next start', async () => {
    const counts: number[] = []
    const failing = counting(counts, 1, async () => {
      if (counts.length === 1) throw new Error('half done')
    })
    await expect(migrate(database, [failing])).rejects.toThrow('half done')
    expect(await pendingMigrations(database, [failing])).toHaveLength(1)
    await migrate(database, [failing])
    expect(counts).toEqual([1, 1])
  })

  test('a migration whose process died is taken over when its lease has ended', async () => {
    const counts: number[] = []
    const dead = { _id: 1, what: 'number 1', holder: 'gone', until: new Date(Date.now() - 1) }
    await database.collection<typeof dead>('frontdesk-migrations').insertOne(dead)
    await migrate(database, [counting(counts, 1)])
    expect(counts).toEqual([1])
  })
})
