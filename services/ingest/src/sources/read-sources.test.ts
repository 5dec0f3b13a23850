import { derivedId, ingest, retrieval } from '@frontdesk/contracts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

let own: Awaited<ReturnType<typeof startTestPlatform>>
beforeAll(async () => {
  own = await startTestPlatform()
})
afterAll(() => own.close())

async function add(tenant: string, operationId: string, text: string, more: object = {}) {
  const content = await own.upload(text, `${operationId}.txt`, tenant)
  return own.as(tenant).ask(ingest.queries.sourceAdd, { operationId, content, ...more })
}
const ready = (tenant: string, sourceId: string) =>
  vi.waitFor(
    async () =>
      expect((await own.as(tenant).ask(ingest.queries.sourceRead, { sourceId })).status).not.toBe('Processing'),
    {
      timeout: 30_000,
    },
  )

it('a list filters by status, type, tag and words of the title, newest first, page by page', async () => {
  const { ask } = own.as('lists')
  const made = []
  for (const [i, tags] of [['a'], ['a', 'b'], [], ['b']].entries()) {
    made.push((await add('lists', `list-${i}`, i === 2 ? '' : `Text number ${i}.`, { tags, title: `Guide ${i}` })).id)
  }
  for (const id of made) await ready('lists', id)
  const listed = async (filter: object) =>
    (await ask(ingest.queries.sourceList, filter)).items.map(({ title }) => title)
  expect((await listed({})).sort()).toEqual(['Guide 0', 'Guide 1', 'Guide 2', 'Guide 3'])
  expect(await listed({ status: 'Failed' })).toEqual(['Guide 2'])
  expect((await listed({ tag: 'b' })).sort()).toEqual(['Guide 1', 'Guide 3'])
  expect(await listed({ q: 'GUIDE 3', type: 'file', status: 'Ready' })).toEqual(['Guide 3'])
  expect(await listed({ type: 'url' })).toEqual([])
  const first = await ask(ingest.queries.sourceList, { limit: 3 })
  const second = await ask(ingest.queries.sourceList, { limit: 3, cursor: first.nextCursor! })
  const all = [...first.items, ...second.items]
  expect(all.map(({ id }) => id).sort()).toEqual([...made].sort())
  expect(all.map(({ added }) => added)).toEqual(
    all
      .map(({ added }) => added)
      .sort()
      .reverse(),
  )
  expect(second.nextCursor).toBeNull()
  await expect(ask(ingest.queries.sourceList, { cursor: 'nonsense' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

it('chunks are paged by index, over the whole text, and only of the live version', async () => {
  const { ask } = own.as('chunks')
  const text = Array.from({ length: 90 }, (_, i) => `Sentence ${i} says a little about the thing that it is about.`)
  const { id } = await add('chunks', 'long', text.join(' '))
  await ready('chunks', id)
  const seen = []
  for (let cursor: string | undefined; ; ) {
    const page = await ask(ingest.queries.chunkList, { sourceId: id, limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.items)
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  const { chunks } = await ask(ingest.queries.sourceRead, { sourceId: id })
  expect(seen.map(({ index }) => index)).toEqual(Array.from({ length: chunks }, (_, i) => i))
  expect(chunks).toBeGreaterThan(6)
  expect(seen.at(-1)!.end).toBe(text.join(' ').length)
  for (const cursor of ['-1', 'x', '1e400']) {
    await expect(ask(ingest.queries.chunkList, { sourceId: id, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
})

it('a job counts the results of its sources, also those that failed, do not exist yet or were deleted', async () => {
  const { ask } = own.as('jobs')
  const ids = ['good', 'bad', 'gone', 'later'].map((name) => derivedId('src', 'jobs', name))
  const items = ids.map((sourceId, i) => ({ sourceId, source: `${i}.txt` }))
  const { id } = await ask(ingest.queries.jobStart, { operationId: 'bulk', kind: 'upload', items })
  expect((await ask(ingest.queries.jobStart, { operationId: 'bulk', kind: 'upload', items })).id).toBe(id)
  await add('jobs', 'good', 'A good text.')
  await add('jobs', 'bad', '')
  await add('jobs', 'gone', 'Soon gone.')
  for (const sourceId of ids.slice(0, 3)) await ready('jobs', sourceId)
  await ask(ingest.queries.sourceDelete, { sourceId: ids[2]! })
  const job = await ask(ingest.queries.jobRead, { jobId: id })
  expect(job).toMatchObject({ state: 'running', total: 4, done: 1, failed: 2, kind: 'upload' })
  expect(job.items.map(({ status }) => status)).toEqual(['Ready', 'Failed', 'Failed', 'Processing'])
  expect(job.items[1]!.error).toMatchObject({ code: 'empty_document' })
  await add('jobs', 'later', 'Late but good.')
  await ready('jobs', ids[3]!)
  expect(await ask(ingest.queries.jobRead, { jobId: id })).toMatchObject({ state: 'finished', done: 2, failed: 2 })
  expect((await ask(ingest.queries.jobList, {})).items.map((each) => each.id)).toEqual([id])
})

it('a new title and new tags show at once, and the document’s own title never replaces a chosen one', async () => {
  const { ask } = own.as('titles')
  const content = { ...(await own.upload('# Own title\n\nText.', 'x.md', 'titles')), filename: 'x.md' }
  const { id } = await ask(ingest.queries.sourceAdd, { operationId: 'untitled', content })
  await ready('titles', id)
  expect(await ask(ingest.queries.sourceRead, { sourceId: id })).toMatchObject({ title: 'Own title', source: 'x.md' })
  const described = await ask(ingest.queries.sourceUpdate, {
    sourceId: id,
    title: 'Chosen',
    tags: ['a', 'a'],
    metadata: { k: 'v' },
  })
  expect(described).toMatchObject({ title: 'Chosen', tags: ['a'], metadata: { k: 'v' }, status: 'Ready' })
  const chosen = await ask(ingest.queries.sourceAdd, { operationId: 'titled', content, title: 'Mine' })
  await ready('titles', chosen.id)
  expect((await ask(ingest.queries.sourceRead, { sourceId: chosen.id })).title).toBe('Mine')
})

it('another tenant’s sources, chunks and jobs are not found', async () => {
  const { id } = await add('acme', 'secret', 'The secret of acme.')
  await ready('acme', id)
  const job = await own.as('acme').ask(ingest.queries.jobStart, {
    operationId: 'j',
    kind: 'upload',
    items: [{ source: 'x', sourceId: id }],
  })
  const { ask } = own.as('other')
  for (const asked of [
    ask(ingest.queries.sourceRead, { sourceId: id }),
    ask(ingest.queries.sourceUpdate, { sourceId: id, title: 'mine' }),
    ask(ingest.queries.sourceDelete, { sourceId: id }),
    ask(ingest.queries.versionRead, { sourceId: id, version: 1 }),
    ask(ingest.queries.chunkList, { sourceId: id }),
    ask(ingest.queries.jobRead, { jobId: job.id }),
  ]) {
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  }
  expect((await ask(ingest.queries.sourceList, {})).items).toEqual([])
  expect((await ask(ingest.queries.jobList, {})).items).toEqual([])
})

it('a source that is indexed again shows how far that is, until it is over', async () => {
  const context = own.as('again')
  const { id } = await add('again', 'again', 'Trams leave every ten minutes.')
  await ready('again', id)
  const read = () => context.ask(ingest.queries.sourceRead, { sourceId: id })
  const tell = async (told: { version?: number; done: number; isEnded?: true }) => {
    const body = { sourceId: id, version: 1, total: 8, ...told }
    await own.publish('again', id, context.event(retrieval.events.versionReindexed, body))
  }
  await tell({ done: 3 })
  await vi.waitFor(async () => expect((await read()).progress).toEqual({ done: 3, total: 8, unit: 'chunks' }))
  expect((await read()).status).toBe('Ready')
  // Of a version that is not live, such as one that was replaced meanwhile.
  await tell({ version: 2, done: 5 })
  await vi.waitFor(async () => expect((await read()).progress).toBeUndefined())
  await tell({ done: 4 })
  await vi.waitFor(async () => expect((await read()).progress).toMatchObject({ done: 4 }))
  await tell({ done: 4, isEnded: true })
  await vi.waitFor(async () => expect((await read()).progress).toBeUndefined())
})
