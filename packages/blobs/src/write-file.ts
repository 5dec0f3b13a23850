import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ServiceError } from '@frontdesk/contracts'

export type Content = Readable | AsyncIterable<Uint8Array> | Uint8Array

/** What is hashed and written at a time of content that came as one piece, so that the event loop turns in between. */
const pieceBytes = 1024 * 1024

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

/** The content chunk by chunk; throws as soon as `signal` aborts, also while the content keeps silent. */
async function* untilAborted(content: Content, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    for (let from = 0; from < content.length; from += pieceBytes) yield content.subarray(from, from + pieceBytes)
    return
  }
  const iterator: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined)
  const abort = () => aborted.reject(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })
  let finished = false
  try {
    for (;;) {
      signal?.throwIfAborted()
      const step = await Promise.race([iterator.next(), aborted.promise])
      if (step.done) {
        finished = true
        return
      }
      yield typeof step.value === 'string' ? Buffer.from(step.value) : step.value
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    if (!finished) {
      // Not awaited: a generator that hangs in its own wait would keep us here.
      if (content instanceof Readable) content.destroy()
      else void Promise.resolve(iterator.return?.()).catch(() => undefined)
    }
  }
}
