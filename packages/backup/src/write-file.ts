import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Written = { bytes: number; sha256: string }
export type Content = AsyncIterable<Uint8Array>

export const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Passes content on as it is read; `total` tells what has passed, once all of it has. */
export function measured(content: Content) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { content: passing(), total: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes a file that is not there yet, synced, and for its owner alone. Leaves nothing when that fails. */
export async function writeFile(path: string, content: Content): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { content: passing, total } = measured(content)
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of passing) await file.writeFile(chunk)
    await file.sync()
  } catch (error) {
    // Whoever reads the content again writes the same file again.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return total()
}

export async function measure(path: string): Promise<Written> {
  const { content, total } = measured(createReadStream(path))
  for await (const _ of content);
  return total()
}
