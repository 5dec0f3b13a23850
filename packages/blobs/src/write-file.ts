import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { ServiceError } from '@frontdesk/contracts'
import { type Content, untilAborted } from './read-content.ts'

/**
 * Streams content into a new file and syncs it. When the content fails, `signal` aborts or more than `maxBytes` come
 * (`payload_too_large`), the file is removed and the error thrown.
 */
export async function writeFile(
  path: string,
  content: Content,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: { maxBytes?: number; signal?: AbortSignal | undefined },
): Promise<{ bytes: number; sha256: string }> {
  signal?.throwIfAborted()
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx')
  try {
    for await (const chunk of untilAborted(content, signal)) {
      bytes += chunk.length
      if (bytes > maxBytes) {
        throw new ServiceError('payload_too_large', { detail: `The content has more than ${maxBytes} bytes.` })
      }
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    signal?.throwIfAborted()
    await file.sync()
    await file.close()
    return { bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written)).bytesWritten
  }
}
