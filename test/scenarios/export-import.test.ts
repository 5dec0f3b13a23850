import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

const importOf = (api: ApiClient, manifest: unknown) => api.post('/api/knowledge/import', manifest)
const untilFinished = (api: ApiClient, jobId: string) =>
  vi.waitFor(
    async () => {
      const { body } = await api.get(`/api/jobs/${jobId}`)
      expect(body.state, JSON.stringify(body)).toBe('finished')
      expect(body.done + body.failed).toBe(body.total)
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
async function imported(api: ApiClient, manifest: unknown): Promise<any> {
  const reply = await importOf(api, manifest)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 202, body: { jobId: expect.any(String) } })
  return untilFinished(api, reply.body.jobId)
}
const exportOf = async (api: ApiClient, query = ''): Promise<any> => {
  const reply = await api.get(`/api/knowledge/export${query}`)
  expect(reply.status).toBe(200)
  return reply.body
}
/** What an export says, but for the time at which it was made. */
const contentOf = ({ sources }: any) =>
  sources.map(({ updatedAt: _, ...source }: any) => source).sort((a: any, b: any) => (a.id < b.id ? -1 : 1))
const found = async (api: ApiClient, question: string) =>
  (await api.get(`/api/search?limit=5&q=${encodeURIComponent(question)}`)).body.items.map(
    ({ sourceId, version, text }: any) => [sourceId, version, text],
  )

const topics = ['Ferries', 'Museums', 'Bicycles', 'Gardens', 'Trams', 'Saunas', 'Harbours', 'Markets']
const table = '| Ticket | Price |\n|---|---|\n| Adult | 120 |\n| Child | 60 |'
async function fill(api: ApiClient): Promise<any[]> {
  const sources = await Promise.all(
    topics.map((topic, i) => {
      const say = (n: number) =>
        `${topic} are open from ${6 + n} to ${16 + n}. A ticket for ${topic} number ${n} costs ${10 + n + i} crowns.`
      return api.teach(topic, `# ${topic}\n\n${Array.from({ length: 12 }, (_, n) => say(n)).join('\n\n')}\n\n${table}`)
    }),
  )
  const [first] = sources
  await api.send('PUT', `/api/knowledge/sources/${first.id}`, {
    body: { text: 'Ferries leave every half hour from the quay.' },
  })
  await api.untilReady(first.id)
  await api.send('PUT', `/api/knowledge/sources/${first.id}`, { body: { tags: ['sea'], metadata: { team: 'Quay' } } })
  return sources
}

test('an export goes into an empty tenant with ids, versions and vectors, finds the same, and twice changes nothing', async () => {
  const owner = await platform.newTenant('exports')
  const [first] = await fill(owner)
  const manifest = await exportOf(owner, '?vectors=true')
  expect(manifest).toMatchObject({
    format: 'frontdesk.knowledge',
    formatVersion: 1,
    embedding: { dimensions: expect.any(Number) },
  })
  expect(manifest.sources).toHaveLength(topics.length)
  const prices = manifest.sources.find(({ title }: any) => title === 'Markets')
  expect(prices.versions[0].chunks.at(-1).tables[0].rows[0]).toMatchObject({ label: 'Adult', values: ['120'] })
  const ferries = manifest.sources.find(({ id }: any) => id === first.id)
  expect(ferries).toMatchObject({ title: 'Ferries', tags: ['sea'], metadata: { team: 'Quay' }, liveVersion: 2 })
  expect(ferries.versions.map(({ version }: any) => version)).toEqual([1, 2])
  for (const { chunks, text } of ferries.versions) {
    for (const chunk of chunks) {
      expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text)
      // Those of the local model are kept nowhere: they follow from the text.
      expect(chunk).not.toHaveProperty('embedding')
    }
  }

  const empty = await platform.newTenant('imports')
  const job = await imported(empty, manifest)
  expect(job).toMatchObject({ kind: 'import', total: topics.length, done: topics.length, failed: 0 })
  expect(job.verdicts).toEqual({ created: topics.length, updated: 0, skipped: 0, rejected: 0 })
  expect(contentOf(await exportOf(empty, '?vectors=true'))).toEqual(contentOf(manifest))
  for (const question of ['When do museums open?', 'What is the price of trams number 7?', 'ferries from the quay']) {
    // The first: what shares nothing but small words with the question scores alike, in the order of content ids.
    expect((await found(empty, question))[0], question).toEqual((await found(owner, question))[0])
  }

  const before = await exportOf(empty, '?vectors=true')
  const again = await imported(empty, manifest)
  expect(again.verdicts).toEqual({ created: 0, updated: 0, skipped: topics.length, rejected: 0 })
  expect((await exportOf(empty, '?vectors=true')).sources).toEqual(before.sources)

  // The same ids live on in the tenant they came from, and what happens to one does not happen to the other.
  await empty.delete(`/api/knowledge/sources/${first.id}`)
  expect((await owner.get(`/api/knowledge/sources/${first.id}`)).body).toMatchObject({ liveVersion: 2, versions: 2 })
  expect((await owner.ask('How often do ferries leave from the quay?')).content).toContain('half hour')
})

const retrieval = join(
  process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'data/retrieval',
)
const linesOf = (name: string): any[] =>
  readFileSync(join(retrieval, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Of the documents there are, and of the questions about those. */
const every = { document: 36, question: 6 }
test.skipIf(!existsSync(retrieval))(
  'a round trip finds the same five for every question of real documents',
  async () => {
    const owner = await platform.newTenant('round trip from')
    const documents = linesOf('documents.jsonl').filter((_, n) => n % every.document === 0)
    const ids = new Set(documents.map(({ id }) => id))
    const form = new FormData()
    for (const { id, text } of documents) form.append('files', new Blob([text]), `${id}.txt`)
    const { body } = await owner.send('POST', '/api/knowledge/bulk-ingest', { body: form })
    expect(await untilFinished(owner, body.jobId)).toMatchObject({ done: documents.length })

    const api = await platform.newTenant('round trip to')
    expect(await imported(api, await exportOf(owner))).toMatchObject({ done: documents.length })
    const questions = linesOf('questions.jsonl')
      .filter(({ document }) => ids.has(document))
      .filter((_, n) => n % every.question === 0)
    expect(questions.length).toBeGreaterThan(20)
    for (const { question } of questions)
      expect(await found(api, question), question).toEqual(await found(owner, question))
  },
  180_000,
)

test('an import into a tenant that has moved on makes the manifest live and loses nothing', async () => {
  const api = await platform.newTenant('moved on')
  const source = await api.teach('Parking', 'Parking costs ten crowns an hour.')
  const manifest = await exportOf(api)
  await api.send('PUT', `/api/knowledge/sources/${source.id}`, {
    body: { text: 'Parking costs twenty crowns an hour.' },
  })
  await api.untilReady(source.id)
  expect((await imported(api, manifest)).verdicts).toMatchObject({ updated: 1 })
  const after = (await api.get(`/api/knowledge/sources/${source.id}`)).body
  expect(after).toMatchObject({ status: 'Ready', version: 3, liveVersion: 3, versions: 3 })
  expect((await api.ask('What does parking cost?')).content).toContain('ten crowns')
  expect((await imported(api, manifest)).verdicts).toMatchObject({ skipped: 1 })
})

test('what was deleted comes back from its export, and can be deleted again', async () => {
  const api = await platform.newTenant('deleted')
  const source = await api.teach('Trams', 'Trams leave every seven minutes from the square.')
  const manifest = await exportOf(api)
  for (const life of [1, 2]) {
    expect((await api.delete(`/api/knowledge/sources/${source.id}`)).status).toBe(204)
    expect((await api.get('/api/search?q=trams')).body.items).toEqual([])
    expect((await imported(api, manifest)).verdicts, `life ${life}`).toMatchObject({ created: 1 })
    expect((await api.untilReady(source.id)).liveVersion).toBe(1)
    expect((await api.ask('How often do trams leave?')).content).toContain('seven minutes')
  }
  expect((await imported(api, manifest)).verdicts).toMatchObject({ skipped: 1 })
})

test('faults are refused item by item, with reasons, and what is no manifest says so', async () => {
  const owner = await platform.newTenant('faulty from')
  await owner.teach('Lamps', 'The lamp has a warranty of four years.')
  await owner.teach('Sofas', 'The sofa has a warranty of nine years.')
  const manifest = await exportOf(owner)
  const [lamps, sofas] = manifest.sources
  const broken = structuredClone(lamps)
  broken.versions[0].chunks[0].end = 1_000_000
  const faulty = [
    broken,
    { ...lamps, liveVersion: 7 },
    { ...lamps, colour: 'red' },
    { ...lamps, id: '../../etc/passwd' },
    { ...lamps, versions: [] },
    'nonsense',
    { ...lamps, id: '__proto__' },
    { ...lamps, title: 'Lamps\0' },
    { ...lamps, versions: [{ ...lamps.versions[0], text: `\ud800${lamps.versions[0].text.slice(1)}` }] },
    sofas,
  ]
  const api = await platform.newTenant('faulty to')
  const job = await imported(api, { ...manifest, sources: faulty })
  expect(job).toMatchObject({ total: 10, done: 1, failed: 9, verdicts: { created: 1, rejected: 9 } })
  expect(job.items.map(({ index, verdict }: any) => [index, verdict])).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => [index, 'rejected']),
    [9, 'created'],
  ])
  expect(job.items.map(({ reason }: any) => reason)).toEqual([
    expect.stringContaining('versions.0.chunks.0'),
    expect.stringContaining('liveVersion'),
    expect.stringContaining('colour'),
    expect.stringContaining('id'),
    expect.stringContaining('versions'),
    expect.any(String),
    expect.stringContaining('id'),
    expect.stringContaining('title: Must be text'),
    expect.stringContaining('versions.0.text: Must be text'),
    undefined,
  ])
  expect((await api.get('/api/knowledge/sources')).body.items.map(({ title }: any) => title)).toEqual(['Sofas'])

  expect(await importOf(api, '[1]')).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
  expect(await imported(api, { format: 'other', sources: [lamps] })).toMatchObject({ total: 1, failed: 1 })
  for (const embedding of [{ model: 'x', dimensions: 0 }, { model: 1, dimensions: 256 }, 'x'])
    expect((await imported(api, { ...manifest, embedding })).items).toMatchObject([
      { verdict: 'rejected', reason: expect.stringContaining('embedding') },
    ])
  const cut = JSON.stringify(manifest)
  const half = await imported(api, cut.slice(0, cut.length - 40))
  expect(half.items.at(-1)).toMatchObject({ verdict: 'rejected', reason: expect.stringContaining('incomplete') })
})

const zipOf = (files: [name: string, content: string, options?: object][]): Promise<Blob> => {
  const zip = new ZipFile()
  for (const [name, content, options] of files) zip.addBuffer(Buffer.from(content), name, options)
  zip.end()
  return Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>).then((parts) => new Blob(parts))
}
const importZip = async (api: ApiClient, zip: Blob) => {
  const form = new FormData()
  form.set('file', zip, 'knowledge.zip')
  const { status, body } = await api.send('POST', '/api/knowledge/import', { body: form })
  expect(status, JSON.stringify(body)).toBe(202)
  return untilFinished(api, body.jobId)
}
const download = async (api: ApiClient, query: string) => {
  const reply = await api.request('GET', `/api/knowledge/export${query}`)
  expect(reply.headers.get('content-type')).toBe('application/zip')
  return reply.blob()
}

async function entriesOf(archive: Blob): Promise<[name: string, content: string][]> {
  const zip = await fromBufferPromise(Buffer.from(await archive.arrayBuffer()), { lazyEntries: true })
  const entries: [string, string][] = []
  for await (const entry of zip.eachEntry()) {
    const parts = await Array.fromAsync((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
    entries.push([entry.fileName, Buffer.concat(parts).toString()])
  }
  return entries
}

test('a ZIP carries the originals there and back', async () => {
  const owner = await platform.newTenant('zip from')
  const prices = 'item,price\nlamp,120\nsofa,900\n'
  const { body: added } = await owner.upload('prices.csv', prices)
  await owner.untilReady(added.id)
  const zip = await download(owner, '?format=zip')
  const api = await platform.newTenant('zip to')
  expect((await importZip(api, zip)).verdicts).toEqual({ created: 1, updated: 0, skipped: 0, rejected: 0 })
  expect((await api.get(`/api/knowledge/sources/${added.id}`)).body).toMatchObject({
    type: 'file',
    source: 'prices.csv',
    bytes: prices.length,
  })
  const entries = await entriesOf(await download(api, '?format=zip'))
  expect(entries.map(([name]) => name)).toEqual(['manifest.json', `originals/${added.id}/1/prices.csv`])
  expect(entries[1]![1]).toBe(prices)
})

test('a ZIP cannot write outside its place, nor bring in more than it may', async () => {
  const owner = await platform.newTenant('hostile from')
  await owner.teach('Kettles', 'The kettle boils a litre in two minutes.')
  const manifest = JSON.stringify(await exportOf(owner))
  const zip = Buffer.from(
    await (
      await zipOf([
        ['manifest.json', manifest],
        ['originals/XX/out.txt', 'I want out'],
        ['originals/link', '/etc/passwd', { mode: 0o120777 }],
        ['originals/a/1/large.txt', 'x'.repeat(20 * 1024 * 1024 + 1)],
      ])
    ).arrayBuffer(),
  )
  // yazl writes no such name, so it is put in afterwards.
  for (let at = zip.indexOf('originals/XX'); at >= 0; at = zip.indexOf('originals/XX')) zip.write('../../../../', at)
  const api = await platform.newTenant('hostile to')
  const job = await importZip(api, new Blob([zip]))
  expect(job).toMatchObject({ done: 1, failed: 3, verdicts: { created: 1, rejected: 3 } })
  expect(job.items.slice(1).map(({ reason }: any) => reason)).toEqual([
    expect.stringContaining('points outside'),
    expect.stringContaining('symbolic link'),
    expect.stringContaining('bytes'),
  ])
  const none = await importZip(api, new Blob(['PK but nothing more']))
  expect(none.items).toMatchObject([{ verdict: 'rejected', source: 'knowledge.zip' }])
})

test('Markdown has a page a source, with title, date and tags in front', async () => {
  const api = await platform.newTenant('markdown')
  const source = await api.teach('Über: "Züge"', 'Trains leave on time.')
  const metadata = { visibility: 'internal', note: 'two\nlines' }
  await api.send('PUT', `/api/knowledge/sources/${source.id}`, { body: { tags: ['rail', 'a: b'], metadata } })
  const pages = await entriesOf(await download(api, '?format=markdown'))
  expect(pages).toEqual([
    [
      expect.stringMatching(/^über-züge-[0-9a-f]{8}\.md$/),
      `---\ntitle: 'Über: "Züge"'\ndate: ${source.added}\ntags:\n  - rail\n  - "a: b"\nmetadata:\n  visibility: internal\n  note: |-\n    two\n    lines\n---\n\nTrains leave on time.\n`,
    ],
  ])
  // Uploaded elsewhere, the page gives the same source.
  const other = await platform.newTenant('markdown-again')
  const [name, page] = pages[0]!
  const { body: again } = await other.upload(String(name), String(page))
  expect(await other.untilReady(again.id)).toMatchObject({
    title: 'Über: "Züge"',
    tags: ['rail', 'a: b'],
    metadata,
  })
  expect(await entriesOf(await download(other, '?format=markdown'))).toEqual([
    [expect.any(String), String(page).replace(source.added, again.added)],
  ])
})
