import type { ChunkIndex, IndexedChunk } from '@frontdesk/chunk-index'
import { ServiceError } from '@frontdesk/contracts'
import { localModels } from '@frontdesk/models'
import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'
import { live } from '../live/live-record-document.ts'
import { readIndexCheck, requestIndexCheck } from './request-index-check.ts'

const startRetrieval = useRetrieval()

const space = (tenant: string) => ({ tenant, generation: 'local-hashed-1024/2', dimensions: 1024 })
const returns = { title: 'Returns', text: 'You can return an item within 30 days.\n\nRefunds take five days.' }
const delivery = { title: 'Delivery', text: 'Delivery takes two days.' }

/** A platform with sources in two tenants, which counts what is embedded and written from then on. */
async function start() {
  let embedded = 0
  const written: IndexedChunk[] = []
  const local = localModels()
  const models = {
    ...local,
    embedding: { ...local.embedding, isIndexed: true, weight: 0.05 },
    embed(texts: string[], options?: { signal?: AbortSignal }) {
      embedded += texts.length
      return local.embed(texts, options)
    },
  }
  const outage = { isOn: false }
  const wrapIndex = (index: ChunkIndex): ChunkIndex => ({
    ...index,
    async contentCounts(space, contentIds) {
      if (outage.isOn && space.tenant === 'b') throw new ServiceError('unavailable', { detail: 'It is away.' })
      return index.contentCounts(space, contentIds)
    },
    put(into, chunks) {
      written.push(...chunks)
      return index.put(into, chunks)
    },
  })
  const platform = await startRetrieval({ models, wrapIndex })
  await platform.extract('a', 'src_1', 1, [{ ...returns, contentId: 'cnt_1' }])
  await platform.extract('a', 'src_2', 1, [{ ...delivery, contentId: 'cnt_2' }])
  await platform.extract('b', 'src_3', 1, [{ ...returns, contentId: 'cnt_3' }])
  await vi.waitFor(() => expect(platform.facts).toHaveLength(3))
  written.length = 0
  embedded = 0
  const check = async () => {
    const request = await requestIndexCheck(platform.documents)
    return vi.waitFor(async () => {
      const seen = (await readIndexCheck(platform.documents))!
      expect(seen.answered).toBe(request)
      return seen
    })
  }
  return { ...platform, written, embedded: () => embedded, check, outage }
}

test('when nothing is missing a look writes nothing', async () => {
  const { check, written, reindexed } = await start()
  expect(await check()).toMatchObject({ checked: 3, missing: 0, repaired: 0, failed: 0 })
  expect(written).toEqual([])
  expect(reindexed).toEqual([])
})

test('an index that was lost is written again with the vectors that are kept, and says how far it is', async () => {
  const { index, find, check, embedded, reindexed } = await start()
  for (const tenant of ['a', 'b']) await index.eraseTenant(tenant)
  expect(await check()).toMatchObject({ checked: 3, missing: 3, repaired: 3, failed: 0 })
  expect((await find('a', 'How long do refunds take?'))[0]).toMatchObject({ text: 'Refunds take five days.' })
  expect((await find('b', 'How long do refunds take?'))[0]).toMatchObject({ sourceId: 'src_3' })
  // The questions alone: a missing chunk's vector is kept beside it.
  expect(embedded()).toBe(2)
  await vi.waitFor(() => expect(reindexed).toHaveLength(6))
  expect(reindexed.filter(({ sourceId }) => sourceId === 'src_1')).toEqual([
    { tenant: 'a', sourceId: 'src_1', done: 0, total: 2, isEnded: false },
    { tenant: 'a', sourceId: 'src_1', done: 2, total: 2, isEnded: true },
  ])
})

test('the first search that finds no index has it written again at once, and readiness and a gauge tell it', async () => {
  const { index, find, metrics, written } = await start()
  await index.eraseTenant('b')
  expect(await find('b', 'How long do refunds take?')).toEqual([])
  // The clock of the test stands still: nothing is due by itself.
  await vi.waitFor(async () => expect(await find('b', 'How long do refunds take?')).not.toEqual([]))
  expect(written.map(({ sourceId }) => sourceId)).toContain('src_3')
  expect(written.every(({ sourceId }) => sourceId === 'src_3')).toBe(true)
  await vi.waitFor(async () => expect(await metrics()).toMatch(/^frontdesk_index_lost_tenants 0$/m))
})

test('a tenant that knows nothing has no index to lose', async () => {
  const { documents, find } = await start()
  const before = (await readIndexCheck(documents))?.requests
  expect(await find('empty', 'How long do refunds take?')).toEqual([])
  expect((await readIndexCheck(documents))?.requests).toBe(before)
})

test('without anybody asking, an index that was lost is written again', async () => {
  const { index, clock, find } = await start()
  await index.eraseTenant('a')
  clock.at += 11 * 60_000
  await vi.waitFor(async () => expect(await find('a', 'refunds')).not.toEqual([]))
})

test('of a source that lost some chunks only those contents are written, and no other source', async () => {
  const { index, check, written } = await start()
  await index.removeContents(space('a'), ['cnt_2'])
  expect(await check()).toMatchObject({ missing: 1, repaired: 1 })
  expect(written.map(({ contentId }) => contentId)).toEqual(['cnt_2'])
})

test('a source whose stored chunks are gone too holds up no other one, and is not said to be on its way', async () => {
  const { index, blobs, check, find, reindexed } = await start()
  await blobs.remove('a', 'cnt_1-chunks')
  await index.eraseTenant('a')
  expect(await check()).toMatchObject({ checked: 3, missing: 2, repaired: 1, failed: 1 })
  expect((await find('a', 'delivery')).map(({ sourceId }) => sourceId)).toEqual(['src_2'])
  expect(reindexed.some(({ sourceId }) => sourceId === 'src_1')).toBe(false)
})

test('a source that was deleted is not written again', async () => {
  const { index, forget, check, written } = await start()
  await forget('a', 'src_1')
  await index.eraseTenant('a')
  expect(await check()).toMatchObject({ checked: 2, missing: 1, repaired: 1 })
  expect(written.map(({ sourceId }) => sourceId)).toEqual(['src_2'])
})

test('a look is taken up and answered, whatever the clocks of who asks and who looks say', async () => {
  const { index, clock, check } = await start()
  clock.at -= 3_600_000
  await index.eraseTenant('b')
  expect(await check()).toMatchObject({ checked: 3, missing: 1, repaired: 1 })
})

test('a look that an outage ended has not finished, and the next one answers in its place', async () => {
  const { documents, outage, clock } = await start()
  outage.isOn = true
  const request = await requestIndexCheck(documents)
  const interrupted = await vi.waitFor(async () => {
    const seen = (await readIndexCheck(documents))!
    expect(seen).toMatchObject({ begunFor: request, interrupted: 'It is away.', checked: 2 })
    return seen
  })
  expect(interrupted).not.toHaveProperty('finishedAt')
  expect(interrupted.answered ?? 0).toBeLessThan(request)
  outage.isOn = false
  clock.at += 31_000
  await vi.waitFor(async () => {
    const seen = await readIndexCheck(documents)
    expect(seen).toMatchObject({ answered: request, checked: 3, finishedAt: clock.at })
    expect(seen).not.toHaveProperty('interrupted')
  })
})

test('what another embedding model indexed is counted too where chunks lack, and left to the change of the model', async () => {
  const { clock, documents, check, written } = await start()
  const records = await documents.collection(live)
  const stored = (await records.get('a', 'src_1'))!
  const { generation, dimensions, version } = stored.body
  // Another process is at the change of the model, or the one here would write it.
  const renewal = { generation: generation!, dimensions, version, done: 0, until: clock.at + 30_000 }
  await records.replace(stored, { ...stored.body, generation: 'another-model/2', renewal })
  expect(await check()).toMatchObject({ checked: 3, missing: 1, repaired: 0, failed: 0, otherModel: 1 })
  expect(written).toEqual([])
})
