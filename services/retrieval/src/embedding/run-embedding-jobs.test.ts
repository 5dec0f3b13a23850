import { localModels } from '@frontdesk/models'
import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'
import { embeddingJobs } from './embedding-job-document.ts'

const start = useRetrieval()

const space = (model: string) => ({ tenant: 'a', generation: `${model}/2`, dimensions: 1024 })

/** Models whose embedding model a test can change, and whose embedding it can hold up. */
function changeableModels() {
  const local = localModels()
  const embedding = { ...local.embedding, isIndexed: true, weight: 0.05 }
  let held: Promise<void> = Promise.resolve()
  let embedded = 0
  const models = {
    ...local,
    embedding,
    async embed(texts: string[], options?: { signal?: AbortSignal }) {
      if (texts.length > 1) await held
      embedded += texts.length
      return local.embed(texts, options)
    },
  }
  return {
    models,
    embedding,
    count: () => embedded,
    hold() {
      let goOn!: () => void
      held = new Promise((resolve) => (goOn = resolve))
      return goOn
    },
  }
}

const returns = { title: 'Returns', text: 'You can return an item within 30 days.\n\nRefunds take five days.' }

test('with another model a source answers by its words until it is embedded again, then its old copy goes', async () => {
  const { models, embedding, hold } = changeableModels()
  const { extract, find, facts, index, clock } = await start({ models })
  await extract('a', 'src_1', 1, [returns])
  await vi.waitFor(() => expect(facts).toHaveLength(1))
  const before = embedding.model
  const goOn = hold()
  embedding.model = 'another-model'
  clock.at += 30_000

  await vi.waitFor(async () => {
    const [best] = await find('a', 'How long do refunds take?')
    expect(best).toMatchObject({ sourceId: 'src_1', text: 'Refunds take five days.', vector: 0 })
  })
  goOn()
  await vi.waitFor(
    async () => {
      clock.at += 60_000
      expect(await index.count(space('another-model'))).toBe(2)
      expect((await find('a', 'How long do refunds take?'))[0]!.vector).toBeGreaterThan(0)
      expect(await index.count(space(before))).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )
}, 90_000)

test('a source is embedded again on demand, answers all the while, and the job says how far it is', async () => {
  const { models, hold, count } = changeableModels()
  const { extract, find, facts, embedAgain, readJob, listJobs } = await start({ models })
  await extract('a', 'src_1', 1, [returns])
  await vi.waitFor(() => expect(facts).toHaveLength(1))
  const embedded = count()
  const goOn = hold()
  const started = await embedAgain('a', 'op_1', 'src_1')
  expect(await embedAgain('a', 'op_1', 'src_1')).toEqual(started)
  expect(started).toMatchObject({ sourceId: 'src_1', status: 'Processing' })
  expect((await find('a', 'refunds'))[0]!.sourceId).toBe('src_1')
  expect(await readJob('a', started.jobId)).toMatchObject({ state: 'running', total: 1, done: 0, failed: 0 })
  goOn()
  await vi.waitFor(async () => {
    const job = await readJob('a', started.jobId)
    expect(job).toMatchObject({ state: 'finished', done: 1, failed: 0, items: [{ status: 'Ready' }] })
  })
  expect(count()).toBeGreaterThanOrEqual(embedded + 2)
  expect((await find('a', 'refunds'))[0]!.sourceId).toBe('src_1')
  expect((await listJobs('a')).items.map(({ id }) => id)).toEqual([started.jobId])
  expect((await listJobs('b')).items).toEqual([])
})

test('a job that is cancelled ends so, and one of a source that is deleted meanwhile fails and leaves nothing', async () => {
  const { models, hold } = changeableModels()
  const { extract, facts, forget, embedAgain, readJob, cancelJob, index, clock } = await start({ models })
  await extract('a', 'src_1', 1, [returns])
  await vi.waitFor(() => expect(facts).toHaveLength(1))
  const goOn = hold()
  const first = await embedAgain('a', 'op_1', 'src_1')
  expect(await cancelJob('a', first.jobId)).toMatchObject({ state: 'finished', failed: 1 })
  const second = await embedAgain('a', 'op_2', 'src_1')
  await forget('a', 'src_1')
  goOn()
  await vi.waitFor(async () => {
    expect(await readJob('a', second.jobId)).toMatchObject({ state: 'finished' })
    clock.at += 20_000
    expect(await index.count(space('local-hashed-1024'))).toBe(0)
  })
  await expect(embedAgain('a', 'op_3', 'src_1')).rejects.toMatchObject({ code: 'not_found' })
})

test('a source that was just accepted can not be embedded again yet, one that nobody knows never', async () => {
  const { files, embedAgain, listJobs } = await start()
  files.set('src_new', 'report.pdf')
  await expect(embedAgain('a', 'op_1', 'src_new')).rejects.toMatchObject({ code: 'conflict' })
  await expect(embedAgain('a', 'op_2', 'src_absent')).rejects.toMatchObject({ code: 'not_found' })
  expect((await listJobs('a')).items).toEqual([])
})

test('a process that stalls in a job beyond its lease and wakes up writes nothing while another is at it', async () => {
  const { models, hold, count } = changeableModels()
  const platform = await start({ models })
  const { extract, facts, embedAgain, readJob, clock, documents } = platform
  const text = Array.from({ length: 100 }, (_, i) => `Paragraph ${i}.`).join('\n\n')
  await extract('a', 'src_1', 1, [{ title: 'Long', text }])
  await vi.waitFor(() => expect(facts).toHaveLength(1))
  const embedded = count()
  const wakeUp = hold()
  const { jobId } = await embedAgain('a', 'op_1', 'src_1')
  const jobs = await documents.collection(embeddingJobs)
  const tries = async () => (await jobs.get('a', jobId))!.body.tries
  await vi.waitFor(async () => expect(await tries()).toBe(1))
  clock.at += 20_000
  const another = changeableModels()
  const finish = another.hold()
  await platform.another(another.models)
  await vi.waitFor(async () => expect(await tries()).toBe(2))
  const before = await jobs.get('a', jobId)
  wakeUp()
  // The batch in hand; the second one is none of its business any more.
  await vi.waitFor(() => expect(count() - embedded).toBe(64))
  await platform.stopFirst()
  expect(await jobs.get('a', jobId)).toEqual(before)
  expect(count() - embedded).toBe(64)
  finish()
  await vi.waitFor(async () => expect(await readJob('a', jobId)).toMatchObject({ state: 'finished', done: 1 }))
}, 30_000)

test('texts are embedded by the model that chunks are', async () => {
  const { embed } = await start({})
  const { model, dimensions, vectors } = await embed('a', ['one text', 'another'])
  expect({ model, dimensions }).toEqual({ model: 'local-hashed-1024', dimensions: 1024 })
  const expected = await localModels().embed(['one text', 'another'])
  const floats = vectors.map((packed) => {
    const bytes = Buffer.from(packed, 'base64')
    return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
  })
  expect(floats).toEqual(expected.map((vector) => vector.map(Math.fround)))
})
