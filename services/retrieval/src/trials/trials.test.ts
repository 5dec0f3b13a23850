import { retrieval, type TriedVersion } from '@frontdesk/contracts'
import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'
import { trials } from './trial-document.ts'

const startRetrieval = useRetrieval()
const { chunksFind, trialStart, trialRead, trialEnd } = retrieval.queries
const question = 'How long can I return an item?'
const old = 'You can return an item within 30 days.'
const tried = 'You can return an item within 60 days.'

/** A source that is live, and a trial of another version of it, ready to be searched. */
async function startWithTrial() {
  const platform = await startRetrieval()
  await platform.extract('a', 'src_1', 1, [{ title: 'Returns', text: old }])
  await platform.extract('a', 'src_2', 1, [{ title: 'Shipping', text: 'Delivery of an item takes four days.' }])
  await vi.waitFor(() => expect(platform.facts).toHaveLength(2))
  const chunksBlobId = 'cnt_tried_chunks'
  const line = `${JSON.stringify({ index: 0, text: tried, start: 0, end: tried.length })}\n`
  await platform.blobs.put('a', chunksBlobId, Buffer.from(line))
  const version: TriedVersion = {
    ...{ sourceId: 'src_1', version: 2, title: 'Returns' },
    contents: [{ contentId: 'cnt_tried', chunksBlobId, chunks: 1, title: 'Returns' }],
  }
  const ask = platform.as('a').ask
  const trialId = 'reh_1'
  await ask(trialStart, { trialId, version })
  await vi.waitFor(async () => expect(await ask(trialRead, { trialId })).toEqual({ state: 'ready' }))
  const find = async (with_: { trialId?: string }) =>
    (await ask(chunksFind, { question, limit: 5, ...with_ })).chunks.map((chunk) => [chunk.text, chunk.version])
  return { ...platform, ask, trialId, version, find }
}

test('a trial finds its version in place of the live one; every other question finds what is live', async () => {
  const { find, trialId } = await startWithTrial()
  const texts = (await find({ trialId })).map(([text]) => text)
  expect(texts).toContain(tried)
  expect(texts).not.toContain(old)
  expect(await find({ trialId })).toContainEqual([tried, 2])
  expect(await find({})).toContainEqual([old, 1])
  expect((await find({})).map(([text]) => text)).not.toContain(tried)
  // What another source says is found in both.
  expect((await find({ trialId })).length).toBe((await find({})).length)
})

test('a trial that has ended is found no more and leaves nothing in the index', async () => {
  const platform = await startWithTrial()
  const { ask, trialId, version, find } = platform
  const stored = await platform.documents.collection(trials)
  const { generation, dimensions } = (await stored.get('a', trialId))!.body
  const counts = () => platform.index.contentCounts({ tenant: 'a', generation, dimensions }, ['cnt_tried'])
  expect([...(await counts())]).toEqual([['cnt_tried', 1]])
  await ask(trialEnd, { trialId })
  await expect(find({ trialId })).rejects.toMatchObject({ code: 'not_found' })
  await vi.waitFor(async () => expect(await stored.get('a', trialId)).toBeUndefined())
  expect((await counts()).size).toBe(0)
  await ask(trialEnd, { trialId })
  // The same trial may be made again: it is as new.
  await ask(trialStart, { trialId, version })
  await vi.waitFor(async () => expect(await find({ trialId })).toContainEqual([tried, 2]))
})

test('the trials of a source end when it is deleted', async () => {
  const { forget, find, trialId, documents } = await startWithTrial()
  await forget('a', 'src_1')
  await expect(find({ trialId })).rejects.toMatchObject({ code: 'not_found' })
  const stored = await documents.collection(trials)
  await vi.waitFor(async () => expect(await stored.get('a', trialId)).toBeUndefined())
  expect((await find({})).map(([text]) => text)).not.toContain(tried)
})

test('a version that cannot be indexed fails, and says why', async () => {
  const { ask, version } = await startWithTrial()
  const contents = [{ ...version.contents[0]!, contentId: 'cnt_gone', chunksBlobId: 'cnt_gone_chunks' }]
  await ask(trialStart, { trialId: 'reh_2', version: { ...version, contents } })
  await vi.waitFor(async () =>
    expect(await ask(trialRead, { trialId: 'reh_2' })).toMatchObject({ state: 'failed', error: { code: 'not_found' } }),
  )
})
