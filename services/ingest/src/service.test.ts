import { crawler, derivedId, ingest, retrieval } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../testing/start-test-platform.ts'
import { sources } from './sources/source-document.ts'

type Platform = Awaited<ReturnType<typeof startTestPlatform>>
let platform: Platform | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})
const start = async (options: Parameters<typeof startTestPlatform>[0] = {}): Promise<Platform> => {
  platform = await startTestPlatform(options)
  return platform
}

/** As soon as a busy machine gets there. */
const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check)

let operations = 0
const add = async (own: Platform, text: string, { tenant = 'acme', filename = 'document.txt', ...more } = {}) =>
  own.as(tenant).ask(ingest.queries.sourceAdd, {
    operationId: `op-${++operations}`,
    content: await own.upload(text, filename, tenant),
    ...more,
  })
const read = (own: Platform, sourceId: string, tenant = 'acme') =>
  own.as(tenant).ask(ingest.queries.sourceRead, { sourceId })
const until = (own: Platform, sourceId: string, expected: object) =>
  soon(async () => expect(await read(own, sourceId)).toMatchObject(expected))
const stored = async (own: Platform, id: string) =>
  (await (await own.ports.documents.collection(sources)).get('acme', id))!

it('an accepted file becomes text and chunks in blobs, then Ready, live and announced in an event', async () => {
  const own = await start()
  const added = await add(own, 'The warranty lasts two years.\n\nReturns are free within 30 days.')
  expect(added).toMatchObject({
    status: 'Processing',
    version: 1,
    liveVersion: null,
    source: 'document.txt',
    type: 'file',
  })
  await until(own, added.id, { status: 'Ready', liveVersion: 1, chunks: 1, language: 'en' })
  const [extracted] = own.extracted
  expect(extracted).toMatchObject({ sourceId: added.id, version: 1, title: 'document.txt', language: 'en' })
  const { textBlobIds } = await own.as('acme').ask(ingest.queries.versionRead, { sourceId: added.id, version: 1 })
  const text = new TextDecoder().decode(await own.blobs.read('acme', textBlobIds[0]!))
  expect(text).toBe('The warranty lasts two years.\n\nReturns are free within 30 days.')
  const lines = new TextDecoder().decode(await own.blobs.read('acme', extracted!.contents[0]!.chunksBlobId))
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ index: 0, text, start: 0, end: text.length }])
  await soon(() => expect(own.updates).toMatchObject([{ change: 'created', source: { id: added.id } }]))
})

it('a source shows how many of its chunks are searchable, until all are', async () => {
  const own = await start({ retrieve: () => {} })
  const { id } = await add(own, 'The warranty lasts two years.')
  await until(own, id, { progress: { done: 0, total: 1, unit: 'chunks' } })
  const { event } = own.as('acme')
  const version = { sourceId: id, version: 1 }
  const tell = (done: number) =>
    own.publish('acme', id, event(retrieval.events.versionProgressed, { ...version, done, total: 3_000 }))
  await tell(1_024)
  await until(own, id, { status: 'Processing', progress: { done: 1_024, total: 3_000, unit: 'chunks' } })
  await own.publish('acme', id, event(retrieval.events.versionIndexed, { ...version, chunks: 3_000 }))
  await until(own, id, { status: 'Ready' })
  expect(await read(own, id)).not.toHaveProperty('progress')
})

it('the same operation twice creates one source', async () => {
  const own = await start()
  const content = await own.upload('The warranty lasts two years.')
  const twice = await Promise.all(
    [1, 2].map(() => own.as('acme').ask(ingest.queries.sourceAdd, { operationId: 'same', content })),
  )
  expect(twice[0]!.id).toBe(twice[1]!.id)
  await until(own, twice[0]!.id, { status: 'Ready', versions: 1 })
  expect(own.extracted).toHaveLength(1)
})

it('an unreadable document is Failed with an error code and message, and leaves no content', async () => {
  const own = await start()
  const content = await own.upload('\u0000\u0001\u0002binary', 'picture.pdf')
  const { id } = await own.as('acme').ask(ingest.queries.sourceAdd, { operationId: 'bad', content })
  await until(own, id, {
    status: 'Failed',
    error: { code: 'damaged_document', message: 'The file is not a PDF file.' },
    liveVersion: null,
  })
  await soon(() => expect(own.updates).toMatchObject([{ change: 'failed', error: { code: 'damaged_document' } }]))
  expect(await own.blobIds()).toEqual([content.blobId])
})

it('a replacement is a new version; the old one stays live until it is Ready, or for good when it fails', async () => {
  const own = await start({ retrieve: (extracted, { indexed }) => (extracted.version === 1 ? indexed() : undefined) })
  const { id } = await add(own, 'The warranty lasts two years.')
  await until(own, id, { liveVersion: 1 })
  const content = await own.upload('The warranty lasts three years.', 'warranty.txt')
  const replaced = await own.as('acme').ask(ingest.queries.sourceReplace, { operationId: 'new', sourceId: id, content })
  expect(replaced).toMatchObject({ version: 2, liveVersion: 1, status: 'Processing', source: 'warranty.txt' })
  const again = await own.as('acme').ask(ingest.queries.sourceReplace, { operationId: 'new', sourceId: id, content })
  expect(again.versions).toBe(2)
  await soon(() => expect(own.extracted).toHaveLength(2))
  expect(await read(own, id)).toMatchObject({ liveVersion: 1, status: 'Processing' })
  const { context, event } = { context: own.as('acme'), event: own.as('acme').event }
  await own.publish('acme', id, event(retrieval.events.versionIndexed, { sourceId: id, version: 2, chunks: 1 }))
  await until(own, id, { liveVersion: 2, status: 'Ready' })
  const broken = await own.upload('', 'warranty.txt')
  await context.ask(ingest.queries.sourceReplace, { operationId: 'broken', sourceId: id, content: broken })
  await until(own, id, { liveVersion: 2, version: 3, status: 'Failed', error: { code: 'empty_document' } })
  const { items } = await context.ask(ingest.queries.versionList, { sourceId: id })
  expect(items.map(({ version, status, live }) => [version, status, live])).toEqual([
    [3, 'Failed', false],
    [2, 'Ready', true],
    [1, 'Ready', false],
  ])
  await soon(() => expect(own.updates.map(({ change }) => change)).toEqual(['created', 'updated', 'failed']))
})

it('a version that retrieval rejects is Failed; a retry makes new contents, and a repeated rejection does not fail it', async () => {
  const own = await start({ retrieve: (_, { rejected }) => rejected() })
  const { id } = await add(own, 'The warranty lasts two years.')
  await until(own, id, { status: 'Failed', error: { code: 'processing_failed', message: 'It could not be indexed.' } })
  own.settings.retrieve = () => undefined
  await own.as('acme').ask(ingest.queries.sourceRetry, { sourceId: id })
  await soon(() => expect(own.extracted).toHaveLength(2))
  const [first, second] = own.extracted.map(({ contents }) => contents[0]!.contentId)
  expect(second).not.toBe(first)
  await expect(own.as('acme').ask(ingest.queries.sourceRetry, { sourceId: id })).rejects.toMatchObject({
    code: 'conflict',
  })
  const { rejections } = (await stored(own, id)).body.versions[0]!
  const { event } = own.as('acme')
  const error = { code: 'processing_failed', message: 'It could not be indexed.' }
  const repeated = {
    ...event(retrieval.events.versionRejected, { sourceId: id, version: 1, error }),
    id: rejections![0]!,
  }
  await own.publish('acme', id, repeated)
  await own.publish('acme', id, event(retrieval.events.versionIndexed, { sourceId: id, version: 1, chunks: 1 }))
  await until(own, id, { status: 'Ready', liveVersion: 1 })
  // The world is told after the source is stored.
  await soon(() => expect(own.updates.map(({ change }) => change)).toEqual(['failed', 'created']))
})

it('a retry reads the document again after extraction failed', async () => {
  const own = await start()
  const content = await own.upload('Readable again.', 'note.txt')
  await own.blobs.remove('acme', content.blobId)
  const { id } = await own.as('acme').ask(ingest.queries.sourceAdd, { operationId: 'gone', content })
  await until(own, id, { status: 'Failed', error: { code: 'processing_failed' } })
  await own.blobs.put('acme', content.blobId, new TextEncoder().encode('Readable again.'))
  await own.as('acme').ask(ingest.queries.sourceRetry, { sourceId: id })
  await until(own, id, { status: 'Ready' })
  expect(await read(own, id)).not.toHaveProperty('error')
})

it('events that arrive late, twice or out of order never undo a newer version', async () => {
  const own = await start({ retrieve: () => undefined })
  const { id } = await add(own, 'One.')
  for (const version of [2, 3]) {
    const content = await own.upload(`Version ${version}.`)
    await own.as('acme').ask(ingest.queries.sourceReplace, { operationId: `v${version}`, sourceId: id, content })
  }
  await soon(() => expect(own.extracted).toHaveLength(3))
  const { event } = own.as('acme')
  const indexed = (version: number) => event(retrieval.events.versionIndexed, { sourceId: id, version, chunks: 1 })
  const told = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 })
  let best = 0
  await fc.assert(
    fc.asyncProperty(told, async (versions) => {
      const events = versions.map(indexed)
      // The same events again: delivered at least once means any number of times.
      for (const each of [...events, ...events]) await own.publish('acme', id, each)
      best = Math.max(best, ...versions)
      await until(own, id, { liveVersion: best })
      const lives = own.updates.filter(({ change }) => change !== 'failed').map(({ source }) => source.liveVersion!)
      expect(lives).toEqual([...lives].sort((a, b) => a - b))
    }),
    { numRuns: runs(6) },
  )
})

it('a deleted source leaves no blob, and no late event restores it', async () => {
  const own = await start({ retrieve: () => undefined })
  const { id } = await add(own, 'The warranty lasts two years.')
  await soon(() => expect(own.extracted).toHaveLength(1))
  expect(await own.blobIds()).toHaveLength(3)
  const tenant = own.as('acme')
  await tenant.ask(ingest.queries.sourceDelete, { sourceId: id })
  await expect(read(own, id)).rejects.toMatchObject({ code: 'not_found' })
  await own.publish('acme', id, tenant.event(retrieval.events.versionIndexed, { sourceId: id, version: 1, chunks: 1 }))
  await soon(async () => expect(await own.blobIds()).toEqual([]))
  await expect(read(own, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(tenant.ask(ingest.queries.sourceDelete, { sourceId: id })).rejects.toMatchObject({ code: 'not_found' })
  await soon(() => expect(own.updates.map(({ change }) => change)).toEqual(['deleted']))
})

it('contents that an extraction stores while its source is being deleted are removed', async () => {
  const stores = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const own = await start({
    wrapBlobs: (blobs) => ({
      ...blobs,
      async put(tenant, id, ...rest) {
        if (id.endsWith('_text')) {
          stores.resolve()
          await goOn.promise
        }
        return blobs.put(tenant, id, ...rest)
      },
    }),
  })
  const { id } = await add(own, 'The warranty lasts two years.')
  await stores.promise
  await own.as('acme').ask(ingest.queries.sourceDelete, { sourceId: id })
  await soon(async () => expect(await own.blobIds()).not.toContainEqual(expect.stringMatching(/^op_/)))
  goOn.resolve()
  await soon(async () => expect(await own.blobIds()).toEqual([]))
  expect(own.extracted).toEqual([])
})

it('the next process completes the work of a crashed one, also after a crash between storing and the commit', async () => {
  const own = await start()
  await own.stop()
  const content = await own.upload('The warranty lasts two years.')
  const id = derivedId('src', 'acme', 'orphan')
  const text = `${derivedId('cnt', id, 1, 1, 'file')}_text`
  await own.blobs.put('acme', text, new TextEncoder().encode('half a te'))
  const documents = await own.ports.documents.collection(sources)
  const version = { version: 1, createdAt: '2026-01-01T00:00:00.000Z', status: 'Processing' as const, origin: content }
  await documents.insert(
    'acme',
    id,
    {
      ...{ source: 'document.txt', title: 'document.txt', isTitled: false, type: 'file', tags: [], metadata: {} },
      ...{ added: '2026-01-01T00:00:00.000Z', updated: '2026-01-01T00:00:00.000Z', status: 'Processing' },
      ...{ liveVersion: null, operations: [] },
      versions: [{ ...version, round: 1, bytes: 29, sha256: '', chunks: 0, language: null, contents: [] }],
    },
    [
      {
        id: 'evt_orphan',
        subject: 'event.ingest.version.accepted.v1',
        headers: { time: '2026-01-01T00:00:00.000Z' },
        body: { sourceId: id, version: 1 },
      },
    ],
  )
  await own.start()
  await until(own, id, { status: 'Ready' })
  expect(new TextDecoder().decode(await own.blobs.read('acme', text))).toBe('The warranty lasts two years.')
})

it('when every attempt fails the version is Failed', async () => {
  const own = await start({
    wrapBlobs: (blobs) => ({
      ...blobs,
      put: (tenant, id, ...rest) =>
        id.endsWith('_chunks') ? Promise.reject(new Error('the disk is odd')) : blobs.put(tenant, id, ...rest),
    }),
  })
  const { id } = await add(own, 'The warranty lasts two years.')
  await until(own, id, {
    status: 'Failed',
    error: { code: 'processing_failed', message: 'The source could not be processed.' },
  })
})

it('a web page is requested from the crawler once, and its main text becomes the content', async () => {
  const own = await start()
  const { id } = await own.as('acme').ask(ingest.queries.sourceAdd, {
    operationId: 'page',
    content: { kind: 'url', url: 'https://example.com/help', maxPages: 1 },
  })
  await soon(() => expect(own.crawls).toHaveLength(1))
  const [{ crawlId }] = own.crawls as [(typeof own.crawls)[0]]
  // Nobody is shown a crawl that can't be read yet.
  expect(await read(own, id)).toMatchObject({ status: 'Processing', type: 'url' })
  expect(await read(own, id)).not.toHaveProperty('crawlId')
  const progress = { done: 0, total: 1, unit: 'pages' }
  const begun = { sourceId: id, version: 1, crawlId, progress }
  await own.publish('acme', crawlId, own.as('acme').event(crawler.events.crawlProgressed, begun))
  await until(own, id, { status: 'Processing', crawlId })
  const html = '<title>Help</title><nav>Home</nav><main><h1>Help</h1><p>Returns are free within 30 days.</p></main>'
  const { blobId, bytes, sha256 } = await own.upload(html)
  const { event } = own.as('acme')
  const page = { url: 'https://example.com/help', blobId, contentType: 'text/html', bytes, sha256 }
  const stale = event(crawler.events.crawlFinished, { sourceId: id, version: 1, crawlId: 'crl_other', pages: [page] })
  const finished = event(crawler.events.crawlFinished, { sourceId: id, version: 1, crawlId, pages: [page] })
  for (const each of [stale, finished, finished]) await own.publish('acme', crawlId, each)
  await until(own, id, { status: 'Ready', liveVersion: 1, title: 'Help', bytes })
  expect(own.extracted).toMatchObject([
    { url: 'https://example.com/help', contents: [{ url: page.url, title: 'Help' }] },
  ])
  const { textBlobIds } = await own.as('acme').ask(ingest.queries.versionRead, { sourceId: id, version: 1 })
  expect(new TextDecoder().decode(await own.blobs.read('acme', textBlobIds[0]!))).toBe(
    'Help\n\nReturns are free within 30 days.',
  )
})

it('a page without text alone fails its source, and the error says what it probably needs', async () => {
  const own = await start()
  const content = { kind: 'url', url: 'https://example.com/app', maxPages: 1 } as const
  const { event, ask } = own.as('acme')
  const pageOf = async (contentType: string, text: string) => {
    const known = own.crawls.length
    const { id } = await ask(ingest.queries.sourceAdd, { operationId: `page ${known}`, content })
    await soon(() => expect(own.crawls).toHaveLength(known + 1))
    const { crawlId } = own.crawls[known]!
    const { blobId, bytes, sha256 } = await own.upload(text)
    const pages = [{ url: content.url, blobId, contentType, bytes, sha256 }]
    await own.publish(
      'acme',
      crawlId,
      event(crawler.events.crawlFinished, { sourceId: id, version: 1, crawlId, pages }),
    )
    return id
  }
  const app = '<title>App</title><div id="root"></div><script src="/app.js"></script>'
  const message = expect.stringMatching(/^No text could be read .* browser \(JavaScript\)/)
  await until(own, await pageOf('text/html', app), { status: 'Failed', error: { code: 'no_text', message } })
  const plain = await pageOf('text/plain', ' \n')
  await until(own, plain, { status: 'Failed', error: { message: expect.not.stringContaining('JavaScript') } })
})

it('a page that cannot be fetched fails the source at once, and a retry requests another crawl', async () => {
  const own = await start()
  const { id } = await own.as('acme').ask(ingest.queries.sourceAdd, {
    operationId: 'page',
    content: { kind: 'url', url: 'https://example.com/help', maxPages: 1 },
  })
  await soon(() => expect(own.crawls).toHaveLength(1))
  const { event, ask } = own.as('acme')
  const error = { code: 'address_refused', message: 'That address is private.' }
  const { crawlId } = own.crawls[0]!
  await own.publish(
    'acme',
    crawlId,
    event(crawler.events.crawlFinished, { sourceId: id, version: 1, crawlId, pages: [], error }),
  )
  await until(own, id, { status: 'Failed', error })
  await ask(ingest.queries.sourceRetry, { sourceId: id })
  await soon(() => expect(own.crawls).toHaveLength(2))
  expect(own.crawls[1]!.crawlId).not.toBe(crawlId)
})
