import type { ChunkIndex, IndexedChunk } from '@frontdesk/chunk-index'
import { localModels } from '@frontdesk/models'
import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'
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
  const wrapIndex = (index: ChunkIndex): ChunkIndex => ({
    ...index,
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
    const before = (await readIndexCheck(platform.documents))?.startedAt ?? 0
    platform.clock.at += 1_000
    await requestIndexCheck(platform.documents, platform.clock.at)
    return vi.waitFor(async () => {
      const seen = (await readIndexCheck(platform.documents))!
      expect(seen.startedAt).toBeGreaterThan(before)
      expect(seen.finishedAt).toBeGreaterThanOrEqual(seen.startedAt!)
      return seen
    })
  }
  return { ...platform, written, embedded: () => embedded, check }
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
  expect(await find('a', 'How long do refunds take?')).toEqual([])
  expect(await check()).toMatchObject({ checked: 3, missing: 3, repaired: 3, failed: 0 })
  expect((await find('a', 'How long do refunds take?'))[0]).toMatchObject({ text: 'Refunds take five days.' })
  expect((await find('b', 'How long do refunds take?'))[0]).toMatchObject({ sourceId: 'src_3' })
  // The questions alone: a missing chunk's vector is kept beside it.
  expect(embedded()).toBe(3)
  await vi.waitFor(() => expect(reindexed).toHaveLength(6))
  expect(reindexed.filter(({ sourceId }) => sourceId === 'src_1')).toEqual([
    { tenant: 'a', sourceId: 'src_1', done: 0, total: 2, isEnded: false },
    { tenant: 'a', sourceId: 'src_1', done: 2, total: 2, isEnded: true },
  ])
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
