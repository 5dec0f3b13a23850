import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declareIndexes, indexNamesOf } from './indexes.ts'
import type { Row } from './where.ts'

const url = process.env.MONGODB_URL
const declared = [{ fields: ['number'], unique: true }, { fields: ['createdAt'] }, { fields: ['state', 'dueAt'] }]

describe.skipIf(!url)(`indexes in MongoDB${url ? '' : ' (not run: MONGODB_URL is not set)'}`, () => {
  const client = new MongoClient(url ?? 'mongodb://nowhere', { monitorCommands: true })
  const database = client.db(`indexes-test-${randomUUID().slice(0, 8)}`)
  let rows = database.collection<Row>('unused')
  let changes: string[] = []
  client.on('commandStarted', ({ commandName }) => {
    if (/createIndexes|dropIndexes/.test(commandName)) changes.push(commandName)
  })
  const names = async () => (await rows.indexes()).map(({ name }) => name).sort()
  const wanted = ['_id_', ...indexNamesOf(declared)].sort()
  beforeAll(async () => void (await client.connect()))
  beforeEach(() => {
    rows = database.collection<Row>(randomUUID())
    changes = []
  })
  afterAll(async () => {
    await database.dropDatabase()
    await client.close()
  })

  test('the first start creates them, and every later one changes nothing', async () => {
    await declareIndexes(rows, declared)
    expect(await names()).toEqual(wanted)
    expect(changes.length).toBeGreaterThanOrEqual(4)
    changes = []
    await declareIndexes(rows, declared)
    expect(changes).toEqual([])
  })

  test('only the one that is missing is created', async () => {
    await declareIndexes(rows, declared)
    await rows.dropIndex(indexNamesOf(declared)[2]!)
    changes = []
    await declareIndexes(rows, declared)
    expect(changes).toEqual(['createIndexes'])
    expect(await names()).toEqual(wanted)
  })

  test('one that has our name and another definition is made again, one of another release is dropped', async () => {
    await declareIndexes(rows, [...declared, { fields: ['mood'] }])
    const [, unique] = indexNamesOf(declared)
    await rows.dropIndex(unique!)
    await rows.createIndex({ number: 1 }, { name: unique! })
    await declareIndexes(rows, declared)
    expect(await names()).toEqual(wanted)
    const made = (await rows.indexes()).find(({ name }) => name === unique)
    expect(made).toMatchObject({ unique: true })
    expect(Object.keys(made!.key)).toEqual(['tenant', 'body.number'])
  })

  test('several processes that start at once all find them', async () => {
    await Promise.all([1, 2, 3, 4].map(() => declareIndexes(rows, declared)))
    expect(await names()).toEqual(wanted)
  })
})
