import { type FoundChunk, ingest } from '@frontdesk/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'
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
  const chunks: FoundChunk[] = []
  // Each source is held against the one before it alone.
  for (const [i, euros] of [30, 60, 14].entries()) {
    own.settings.find = () => chunks.slice(-1)
    const text = `A lost key costs ${euros} euros to replace.`
    const { id } = await ask(ingest.queries.sourceAdd, { operationId: text, content: await own.upload(text) })
    const { contentId } = await vi.waitFor(async () => {
      const { items } = await ask(ingest.queries.contradictionList, { limit: 10 })
      expect(items).toHaveLength(i)
      return own.extracted.find(({ sourceId }) => sourceId === id)!.contents[0]!
    })
    await vi.waitFor(async () =>
      expect(await ask(ingest.queries.sourceRead, { sourceId: id })).toMatchObject({ liveVersion: 1 }),
    )
    chunks.push({
      ...{ sourceId: id, version: 1, contentId, index: 0, text, start: 0, end: text.length },
      ...{ title: 'document.txt', score: 1, lexical: 1, vector: 0 },
    })
  }
  const { contentId, index } = chunks[0]!
  const { items } = await ask(ingest.queries.contradictionFind, { chunks: [{ contentId, index }] })
  const sourcesOf = items.map(({ newer, older }) => [newer.sourceId, older.sourceId])
  const [first, second, third] = chunks.map(({ sourceId }) => sourceId)
  expect(sourcesOf).toEqual([
    [second, first],
    [third, second],
  ])
})
