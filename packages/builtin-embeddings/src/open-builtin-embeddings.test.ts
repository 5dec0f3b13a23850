import { once } from 'node:events'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { dot } from '../testing/naive-encoder.ts'
import { tinyFile } from '../testing/tiny-weights.ts'
import { type BuiltinEmbeddings, openBuiltinEmbeddings } from './open-builtin-embeddings.ts'
import { modelFiles, modelFolder, placeModel } from './prepare-builtin-embeddings.ts'

let folder = ''
const opened: BuiltinEmbeddings[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-embeddings-'))
  await placeModel(folder, tinyFile())
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function open(threads = 1): Promise<BuiltinEmbeddings> {
  const embeddings = await openBuiltinEmbeddings(folder, { threads })
  opened.push(embeddings)
  return embeddings
}

it('embeds texts in their order, with vectors of length 1 that are the same each time', async () => {
  const embeddings = await open()
  expect(embeddings.dimensions).toBe(64)
  const texts = ['refund', 'return', 'refunds']
  const [vectors, again] = [await embeddings.embed(texts, 'passage'), await embeddings.embed(texts, 'passage')]
  for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  expect(again).toEqual(vectors)
  const [alone] = await embeddings.embed(['return'], 'passage')
  expect(alone).toEqual(vectors[1])
  expect(vectors[0]).not.toEqual(vectors[1])
})

it('two threads compute the same as one', async () => {
  const [one, two] = [await open(1), await open(2)]
  const [a] = await one.embed(['query: refund'], 'query')
  const [b] = await two.embed(['query: refund'], 'query')
  expect(dot(a!, b!)).toBeCloseTo(1, 5)
})

it('a question and a passage of the same words have different vectors', async () => {
  const embeddings = await open()
  const [question] = await embeddings.embed(['refund'], 'query')
  const [passage] = await embeddings.embed(['refund'], 'passage')
  expect(question).not.toEqual(passage)
})

it('a text that is longer than the model reads is embedded by its beginning', async () => {
  const embeddings = await open()
  const begins = 'refund return '.repeat(20)
  const [short, long] = await embeddings.embed([begins, `${begins}${'s a: '.repeat(10_000)}`], 'passage')
  expect(long).toEqual(short)
})

it('an empty text and a text of unknown characters have vectors, no texts have none', async () => {
  const embeddings = await open()
  expect(await embeddings.embed(['', '漢字'], 'query')).toHaveLength(2)
  expect(await embeddings.embed([], 'query')).toEqual([])
})

it('a question is answered before the passages that wait', async () => {
  const embeddings = await open()
  const order: string[] = []
  const passages = Array.from({ length: 50 }, (_, i) =>
    embeddings.embed([`refund ${i}`], 'passage').then(() => order.push('passage')),
  )
  const question = embeddings.embed(['refund'], 'query').then(() => order.push('question'))
  await Promise.all([...passages, question])
  expect(order.indexOf('question')).toBeLessThanOrEqual(1)
})

it('an abort leaves out what waits, and nothing else', async () => {
  const embeddings = await open()
  const abort = new AbortController()
  const aborted = embeddings.embed(Array(20).fill('refund'), 'passage', abort.signal)
  const other = embeddings.embed(['return'], 'passage')
  abort.abort(new Error('not needed'))
  await expect(aborted).rejects.toThrow('not needed')
  expect(await other).toHaveLength(1)
})

it('after close everything that waits, and every new text, is rejected', async () => {
  const embeddings = await open()
  const waiting = embeddings.embed(Array(20).fill('refund'), 'passage')
  const outcome = expect(waiting).rejects.toMatchObject({ code: 'model_unavailable' })
  await embeddings.close()
  await outcome
  await expect(embeddings.embed(['refund'], 'query')).rejects.toMatchObject({ code: 'model_unavailable' })
})

it('close lets the model come to the end of the text in hand: a thread that is cut off there may take the process with it', async () => {
  const started = Promise.withResolvers<Worker>()
  process.once('worker', started.resolve)
  const embeddings = await open()
  const exit = once(await started.promise, 'exit')
  const texts = embeddings.embed(Array(5).fill('refund return '.repeat(400)), 'passage')
  const outcome = expect(texts).rejects.toMatchObject({ code: 'model_unavailable' })
  await embeddings.close()
  await outcome
  // Ended by itself: one that is terminated exits with 1.
  expect(await exit).toEqual([0])
})

it('when the thread ends, what it had in hand and what waits is rejected, and the next text starts another', async () => {
  const started = Promise.withResolvers<Worker>()
  process.once('worker', started.resolve)
  const embeddings = await open()
  const [before] = await embeddings.embed(['refund'], 'query')
  // No message of ours: it fails on it.
  ;(await started.promise).postMessage(null)
  const [inHand, waiting] = [embeddings.embed(['refund'], 'passage'), embeddings.embed(['refund'], 'passage')]
  const outcome = Promise.all(
    [inHand, waiting].map((each) => expect(each).rejects.toMatchObject({ code: 'model_unavailable' })),
  )
  await outcome
  expect(await embeddings.embed(['refund'], 'query')).toEqual([before])
})

it('a text that the model cannot read is rejected, and others are embedded', async () => {
  const damaged = await mkdtemp(join(tmpdir(), 'frontdesk-embeddings-'))
  try {
    await placeModel(damaged, tinyFile())
    // The row of the last pieces is gone.
    await truncate(join(modelFolder(damaged), modelFiles.embeddings), 16 * 36)
    const embeddings = await openBuiltinEmbeddings(damaged)
    opened.push(embeddings)
    const unread = embeddings.embed(['refund', 'uuuu'], 'query')
    await expect(unread).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(await embeddings.embed(['refund'], 'query')).toHaveLength(1)
  } finally {
    await rm(damaged, { recursive: true })
  }
})

it('without a model it says so', async () => {
  await expect(openBuiltinEmbeddings(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'model_unavailable' })
})
