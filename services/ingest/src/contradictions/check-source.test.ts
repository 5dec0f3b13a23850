import { ingest, ServiceError } from '@frontdesk/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'
import { contradictionChecks, statements } from './contradiction-document.ts'

let platform: Awaited<ReturnType<typeof startTestPlatform>> | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})

it('a check that was given up is made at the next event of its source', async () => {
  let isBroken = true
  const own = await startTestPlatform({
    wrapBlobs: (blobs) => ({
      ...blobs,
      stream: async (tenant, id) => {
        if (isBroken) throw new ServiceError('invalid_request')
        return blobs.stream(tenant, id)
      },
    }),
  })
  platform = own
  const { ask } = own.as('acme')
  const add = async (text: string) =>
    ask(ingest.queries.sourceAdd, { operationId: text, content: await own.upload(text) })
  const old = await add('A lost key costs 40 euros to replace.')
  const fresh = await add('A lost key costs 60 euros to replace.')
  const checks = await own.ports.documents.collection(contradictionChecks)
  const givenUp = async (sourceId: string) => {
    const check = (await checks.get('acme', sourceId))?.body
    expect(check).toMatchObject({ contentIds: '' })
    expect(check).not.toHaveProperty('dueAt')
  }
  await vi.waitFor(() => Promise.all([givenUp(old.id), givenUp(fresh.id)]))

  isBroken = false
  await ask(ingest.queries.sourceUpdate, { sourceId: old.id, tags: ['keys'] })
  await ask(ingest.queries.sourceUpdate, { sourceId: fresh.id, tags: ['keys'] })
  await vi.waitFor(async () => {
    const { items } = await ask(ingest.queries.contradictionList, { limit: 10 })
    expect(items).toMatchObject([{ newer: { sourceId: fresh.id }, older: { sourceId: old.id } }])
  })
})

/** A platform with sources that say the same of a subject; how often chunks of a source were read. */
async function startCounting() {
  let reads = 0
  const own = await startTestPlatform({
    wrapBlobs: (blobs) => ({
      ...blobs,
      stream: async (tenant, id) => {
        reads++
        return blobs.stream(tenant, id)
      },
    }),
  })
  platform = own
  const { ask } = own.as('acme')
  const checks = await own.ports.documents.collection(contradictionChecks)
  /** Adds a source, and resolves with its id when it is checked. */
  const add = async (text: string): Promise<string> => {
    const { id } = await ask(ingest.queries.sourceAdd, { operationId: text, content: await own.upload(text) })
    await vi.waitFor(async () => {
      const check = (await checks.get('acme', id))?.body
      expect(check?.kept).toHaveLength(1)
      expect(check).not.toHaveProperty('dueAt')
    })
    return id
  }
  return { own, ask, checks, add, reads: () => reads }
}

it('a check reads only its own source where others say the same, or something else', async () => {
  const { ask, add, reads } = await startCounting()
  for (let i = 0; i < 4; i++)
    await add(`Opening hours of every shop never change in summer. Note ${i} tells of parcel number ${i}.`)
  const before = reads()
  await add('Opening hours of every shop never change in summer. A lost key costs 40 euros to replace.')
  expect(reads() - before).toBe(1)
  await add('A lost key costs 60 euros to replace.')
  const { items } = await ask(ingest.queries.contradictionList, { limit: 10 })
  expect(items).toHaveLength(1)
})

it('sources whose statements an earlier release did not keep are found after they were checked once more', async () => {
  const { own, ask, checks, add } = await startCounting()
  const old = await add('A lost key costs 40 euros to replace.')
  const kept = await own.ports.documents.collection(statements)
  for (const { id } of (await kept.find('acme', {})).items) await kept.remove('acme', id)
  await checks.put('acme', old, { contentIds: (await checks.get('acme', old))!.body.contentIds })
  await vi.waitFor(async () => expect((await kept.find('acme', {})).items.length).toBeGreaterThan(0), 25_000)
  const fresh = await add('A lost key costs 60 euros to replace.')
  const { items } = await ask(ingest.queries.contradictionList, { limit: 10 })
  expect(items).toMatchObject([{ newer: { sourceId: fresh }, older: { sourceId: old } }])
})

it('nothing is kept of what a deleted source stated', async () => {
  const { own, ask, add } = await startCounting()
  const id = await add('A lost key costs 40 euros to replace.')
  const kept = await own.ports.documents.collection(statements)
  expect((await kept.find('acme', { where: { sourceId: id } })).items).toHaveLength(1)
  await ask(ingest.queries.sourceDelete, { sourceId: id })
  await vi.waitFor(async () => expect((await kept.find('acme', { where: { sourceId: id } })).items).toEqual([]))
})
