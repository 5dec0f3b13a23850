import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { natsBlobs, removeBlobsNamespace } from '../nats-object-store.ts'
import { inspectNatsBlobs } from './inspect.ts'

const url = process.env.NATS_URL
const namespace = `inspect${randomUUID().slice(0, 8)}`

describe.skipIf(!url)(`the look at object stores${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  afterAll(() => removeBlobsNamespace({ url: url!, namespace }))

  test('each tenant of this installation has its bucket, and one with other copies than wanted is a warning', async () => {
    const blobs = await natsBlobs({ url: url!, namespace })
    await blobs.put('acme', 'one', Buffer.from('hello'))
    await blobs.close()
    const seen = await inspectNatsBlobs({ url: url!, namespace })
    expect(seen.lists[0]!.rows).toMatchObject([{ bucket: 'acme', replicas: 1 }])
    expect(seen.findings).toEqual([])
    const { findings } = await inspectNatsBlobs({ url: url!, namespace, replicas: 3 })
    expect(findings).toMatchObject([{ level: 'warning', what: expect.stringContaining('acme') }])
  })
})
