import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mongoDocuments, removeDocumentsNamespace } from '../mongo.ts'
import type { Documents } from '../port.ts'
import { collection } from '../port.ts'
import { type StallingProxy, startStallingProxy } from './stalling-proxy.ts'

const url = process.env.MONGODB_URL
const namespace = `ended${Date.now()}`
const things = collection<{ name: string }>('things')

describe.skipIf(!url)('a MongoDB that ends every connection and is back at once (needs MONGODB_URL)', () => {
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

  it('fails no read, no write with anything but unavailable, and is found again, whenever a command meets the end', async () => {
    const rows = await documents.collection(things)
    await rows.put('t', 'one', { name: 'one' })
    for (let round = 0; round < 8; round++) {
      // Many idle connections, and the heartbeat's, that end at once.
      await Promise.all(Array.from({ length: 12 }, () => rows.get('t', 'one')))
      proxy.endAll()
      const failures: string[] = []
      const all: Promise<void>[] = []
      const note = (work: Promise<unknown>, allowed?: string) =>
        all.push(
          work.then(
            () => {},
            (error) => void (error.code !== allowed && failures.push(`${error}`)),
          ),
        )
      for (let turns = 0; turns < 12; turns++) {
        await turn()
        note(rows.get('t', 'one'))
        note(rows.find('t', { limit: 5 }))
        note(rows.count('t', {}))
        note(rows.put('t', 'two', { name: 'two' }), 'unavailable')
      }
      await Promise.all(all)
      expect(failures).toEqual([])
    }
  }, 30_000)
})
