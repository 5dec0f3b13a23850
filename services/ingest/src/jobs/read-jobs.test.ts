import { ingest, ServiceError } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

it('a job is cancelled at once, and its items end although that takes longer than a caller waits', async () => {
  const busy = Promise.withResolvers<void>()
  let stopped = 0
  const crawler = standIn({
    name: 'busy-crawler',
    handlers: {
      crawler: {
        async crawlCancel() {
          stopped++
          await busy.promise
          throw new ServiceError('not_found')
        },
      },
    },
  })
  const own = await startTestPlatform({ others: [crawler] })
  try {
    const { ask } = own.as('acme')
    const items = await Promise.all(
      Array.from({ length: 9 }, async (_, i) => {
        const url = `https://shop.example/${i}`
        const content = { kind: 'url', url, maxPages: 1 } as const
        const { id: sourceId } = await ask(ingest.queries.sourceAdd, { operationId: `add-${i}`, content })
        return { source: url, sourceId }
      }),
    )
    const { id: jobId } = await ask(ingest.queries.jobStart, { operationId: 'bulk', kind: 'bulk-ingest', items })
    await vi.waitFor(() => expect(own.crawls).toHaveLength(9))
    // Again changes nothing.
    for (let i = 0; i < 2; i++) expect(await ask(ingest.queries.jobCancel, { jobId })).toMatchObject({ total: 9 })
    await vi.waitFor(() => expect(stopped).toBeGreaterThan(0))
    busy.resolve()
    const job = await vi.waitFor(async () => {
      const read = await ask(ingest.queries.jobRead, { jobId })
      expect(read).toMatchObject({ state: 'finished', failed: 9 })
      return read
    })
    expect(new Set(job.items.map(({ error }) => error?.code))).toEqual(new Set(['cancelled']))
    await vi.waitFor(() => expect(stopped).toBe(9))
  } finally {
    await own.close()
  }
})

it('a file is cancelled while it is read, and what that reading comes to says nothing of the next', async () => {
  const readings: PromiseWithResolvers<void>[] = []
  let removals = 0
  const own = await startTestPlatform({
    wrapBlobs: (blobs) => ({
      ...blobs,
      /** The first reading finds an empty file, the others the real one, each when the test says so. */
      async read(tenant, id) {
        if (!id.startsWith('op')) return blobs.read(tenant, id)
        const reading = Promise.withResolvers<void>()
        const isFirst = readings.push(reading) === 1
        await reading.promise
        return isFirst ? new Uint8Array() : blobs.read(tenant, id)
      },
      remove(tenant, id) {
        removals++
        return blobs.remove(tenant, id)
      },
    }),
  })
  try {
    const { ask } = own.as('acme')
    const content = await own.upload('We are open from nine to five.')
    const { id: sourceId } = await ask(ingest.queries.sourceAdd, { operationId: 'add', content })
    const items = [{ source: 'document.txt', sourceId }]
    const { id: jobId } = await ask(ingest.queries.jobStart, { operationId: 'bulk', kind: 'bulk-ingest', items })
    await vi.waitFor(() => expect(readings).toHaveLength(1))
    await ask(ingest.queries.jobCancel, { jobId })
    const source = () => ask(ingest.queries.sourceRead, { sourceId })
    await vi.waitFor(async () =>
      expect(await source()).toMatchObject({ status: 'Failed', error: { code: 'cancelled' } }),
    )
    await ask(ingest.queries.sourceRetry, { sourceId })
    await vi.waitFor(() => expect(readings).toHaveLength(2))
    readings[0]!.resolve()
    // What it may have written is removed once its end is known.
    await vi.waitFor(() => expect(removals).toBeGreaterThan(0))
    expect(await source()).toMatchObject({ status: 'Processing' })
    readings[1]!.resolve()
    await vi.waitFor(async () => expect(await source()).toMatchObject({ status: 'Ready' }))
  } finally {
    for (const { resolve } of readings) resolve()
    await own.close()
  }
})
