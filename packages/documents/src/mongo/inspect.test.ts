import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mongoDocuments, removeDocumentsNamespace } from '../mongo.ts'
import { collection } from '../port.ts'
import { databaseOf } from './database-name.ts'
import { inspectMongo } from './inspect.ts'

const url = process.env.MONGODB_URL
const namespace = `inspect${randomUUID().slice(0, 8)}`
const orders = collection('shop-orders', [{ fields: ['number'], unique: true }, { fields: ['createdAt'] }])
const inspect = () => inspectMongo({ url: url!, namespace, collections: [orders] })

describe.skipIf(!url)(`the look at MongoDB${url ? '' : ' (not run: MONGODB_URL is not set)'}`, () => {
  const client = new MongoClient(url ?? 'mongodb://nowhere')
  const rows = () => client.db(databaseOf({ url: url!, namespace })).collection('shop-orders')
  beforeAll(async () => void (await client.connect()))
  afterAll(async () => {
    await client.close()
    await removeDocumentsNamespace({ url: url!, namespace })
  })

  test('what the next start will do is pending, and nothing is after it', async () => {
    const before = await inspect()
    expect(before.pending.join()).toMatch(/migration 1 .*do not exist yet: shop-orders/)
    const both = await Promise.all([1, 2].map(() => mongoDocuments({ url: url!, namespace })))
    await Promise.all(both.map((documents) => documents.collection(orders)))
    await Promise.all(both.map((documents) => documents.close()))
    const after = await inspect()
    expect(after.pending).toEqual([])
    expect(after.findings.filter(({ level }) => level === 'fault')).toEqual([])
    expect(after.lists[0]!.rows).toMatchObject([{ state: 'there', missing: '', extra: '' }])
  })

  test('an index that was dropped is a fault that names it, one of somebody else a warning', async () => {
    const ours = (await rows().indexes()).find(({ name }) => name!.startsWith('by_'))!.name!
    await rows().dropIndex(ours)
    await rows().createIndex({ mood: 1 }, { name: 'mood_1' })
    const { findings } = await inspect()
    expect(findings).toContainEqual(expect.objectContaining({ level: 'fault', what: expect.stringContaining(ours) }))
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'warning', what: expect.stringContaining('mood_1') }),
    )
  })

  test('a server that is away is a fault that names it without its password', async () => {
    const { findings } = await inspectMongo({ url: 'mongodb://me:secret@127.0.0.1:1/', collections: [] })
    expect(findings).toMatchObject([{ level: 'fault', what: expect.stringContaining('127.0.0.1:1') }])
    expect(JSON.stringify(findings)).not.toContain('secret')
  })
})
