import { ingest } from '@frontdesk/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'
import { contradictionChecks, contradictions } from './contradiction-document.ts'
import { mayStandIn } from './review-contradictions.ts'

let platform: Awaited<ReturnType<typeof startTestPlatform>> | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})

it('a statement may stand in the chunk that it was read in, and in those that overlap it', () => {
  const isAmong = mayStandIn([{ contentId: 'cnt_a', index: 4 }])
  const at = (contentId: string, index: number) => isAmong({ contentId, chunk: { index } })
  expect([2, 3, 4, 5, 6].map((index) => at('cnt_a', index))).toEqual([false, true, true, true, false])
  expect(at('cnt_b', 4)).toBe(false)
})

it('what contradicts the newer statement of a contradiction is found with it', async () => {
  const own = await startTestPlatform()
  platform = own
  const { ask } = own.as('acme')
  const added: { id: string; contentId: string }[] = []
  for (const [i, euros] of [30, 60, 14].entries()) {
    const text = `A lost key costs ${euros} euros to replace.`
    const { id } = await ask(ingest.queries.sourceAdd, { operationId: text, content: await own.upload(text) })
    await vi.waitFor(async () => {
      const { items } = await ask(ingest.queries.contradictionList, { limit: 10 })
      // Each contradicts all before it.
      expect(items).toHaveLength((i * (i + 1)) / 2)
      const { liveVersion } = await ask(ingest.queries.sourceRead, { sourceId: id })
      expect(liveVersion).toBe(1)
    })
    added.push({ id, contentId: own.extracted.find(({ sourceId }) => sourceId === id)!.contents[0]!.contentId })
  }
  const [first, second, third] = added.map(({ id }) => id)
  const stored = await own.ports.documents.collection(contradictions)
  const direct = await stored.find('acme', { where: { 'newer.sourceId': third!, 'older.sourceId': first! } })
  expect(direct.items).toHaveLength(1)
  await stored.remove('acme', direct.items[0]!.id)
  const { contentId } = added[0]!
  const { items } = await ask(ingest.queries.contradictionFind, { chunks: [{ contentId, index: 0 }] })
  const sourcesOf = items.map(({ newer, older }) => [newer.sourceId, older.sourceId])
  expect(sourcesOf).toEqual([
    [second, first],
    [third, second],
  ])
})

it('sources of which only a part was checked are listed beside the contradictions', async () => {
  const own = await startTestPlatform()
  platform = own
  const { ask } = own.as('acme')
  const checks = await own.ports.documents.collection(contradictionChecks)
  await checks.put('acme', 'src_long', { contentIds: '1 cnt', format: 1, partOf: 5_400 })
  await checks.put('acme', 'src_short', { contentIds: '1 cnt', format: 1 })
  const long = { sourceId: 'src_long', checkedChunks: 2_000, chunks: 5_400 }
  const list = async (query: { sourceId?: string }) =>
    (await ask(ingest.queries.contradictionList, { limit: 10, ...query })).partlyChecked
  expect(await list({})).toEqual([long])
  expect(await list({ sourceId: 'src_long' })).toEqual([long])
  expect(await list({ sourceId: 'src_short' })).toEqual([])
})
