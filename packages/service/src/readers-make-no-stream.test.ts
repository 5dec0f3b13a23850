import { randomUUID } from 'node:crypto'
import { connectNats } from '@frontdesk/nats'
import { noServerReason, serverForTest } from '@frontdesk/nats/server-for-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReaders } from './open-readers.ts'

const { MONGODB_URL, ELASTICSEARCH_URL } = process.env
const reason = noServerReason ?? (MONGODB_URL && ELASTICSEARCH_URL ? undefined : 'other servers are not set')
const title = `what reads an installation on servers${reason ? ` (not run: ${reason})` : ''}`

describe.skipIf(reason)(title, async () => {
  const server = reason ? undefined! : await serverForTest()
  beforeAll(() => server.start())
  afterAll(() => server.remove())

  async function streams() {
    const { manager, close } = await connectNats({ url: server.url })
    const found = await Array.fromAsync(manager.streams.list(), ({ config }) => config)
    await close()
    return found
  }

  test('makes no stream', async () => {
    const before = await streams()
    const readers = await openReaders({
      NATS_URL: server.url,
      MONGODB_URL,
      ELASTICSEARCH_URL,
      FRONTDESK_NAMESPACE: `reader${randomUUID().slice(0, 8)}`,
    })
    try {
      await readers.claim()
      const { events } = await readers.outstanding()
      expect(await Array.fromAsync(events())).toEqual([])
      expect(await readers.blobs.exists('acme', 'blob_1')).toBe(false)
      expect(await streams()).toEqual(before)
    } finally {
      await readers.close()
    }
  })
})
