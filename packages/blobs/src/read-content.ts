import { Readable } from 'node:stream'

export type Content = Readable | AsyncIterable<Uint8Array> | Uint8Array

/** What is hashed and written at a time of content that came as one piece, so that the event loop turns in between. */
const pieceBytes = 1024 * 1024

/** The content chunk by chunk; throws as soon as `signal` aborts, also while the content keeps silent. */
export async function* untilAborted(content: Content, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    for (let from = 0; from < content.length; from += pieceBytes) yield content.subarray(from, from + pieceBytes)
    return
  }
  const iterator: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]()
  let failStep: (reason: unknown) => void = () => {}
  const abort = () => failStep(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })
  let finished = false
  try {
    for (;;) {
      signal?.throwIfAborted()
      // A promise of its own each time: a race against one that lasts would keep every chunk until the end.
      const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        failStep = reject
        iterator.next().then(resolve, reject)
      })
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
