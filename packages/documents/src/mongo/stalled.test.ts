import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mongoDocuments, removeDocumentsNamespace } from '../mongo.ts'
import type { Documents } from '../port.ts'
import { collection } from '../port.ts'
import { type StallingProxy, startStallingProxy } from './stalling-proxy.ts'

const url = process.env.MONGODB_URL
const namespace = `stalled${Date.now()}`
const things = collection<{ name: string }>('things')

describe.skipIf(!url)('a MongoDB whose disk hangs (needs MONGODB_URL)', () => {
  let proxy: StallingProxy
  let documents: Documents
  beforeAll(async () => {
    proxy = await startStallingProxy(url!)
    documents = await mongoDocuments({ url: proxy.url, namespace })
  })
  afterAll(async () => {
    await documents?.close()
    await proxy?.close()
    await removeDocumentsNamespace({ url: url!, namespace })
  })

  it('answers a write with deadline_exceeded and says that it is not healthy, reads go on, and all works when it wakes', async () => {
    const rows = await documents.collection(things)
    await rows.insert('t', 'one', { name: 'one' })
    await documents.check()
    proxy.stall('writes')
    // More than there are connections: a stalled write keeps none of them for longer than its caller waits.
    const late = Array.from({ length: 40 }, (_, i) => rows.put('t', `late${i}`, { name: 'late' }))
    const outcomes = Promise.allSettled(late)
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'deadline_exceeded' } })
    }
    // It does not write by itself while writes succeed, so it knows when the first one has failed.
    const unhealthy = () => expect(documents.check()).rejects.toMatchObject({ code: 'deadline_exceeded' })
    await vi.waitFor(unhealthy, { timeout: 8_000 })
    await vi.waitFor(async () => expect((await rows.get('t', 'one'))?.body).toEqual({ name: 'one' }), {
      timeout: 8_000,
    })

    proxy.stall('nothing')
    await vi.waitFor(() => documents.check(), { timeout: 8_000 })
    await rows.put('t', 'two', { name: 'two' })
    expect((await rows.get('t', 'two'))?.body).toEqual({ name: 'two' })
  }, 40_000)
})
