import { Worker } from 'node:worker_threads'
import { type ErrorCode, ServiceError } from '@frontdesk/contracts'
import type { ExtractionLimits } from './document.ts'
import type { ExtractionInput } from './extract-document.ts'
import { watchBuffers } from './watch-buffers.ts'

/** What a worker makes of a document. `chunkLines` are JSON lines, a `chunk` record a line, in UTF-8; so is `text`. */
export type Extracted = {
  text: Uint8Array
  chunkLines: Uint8Array
  chunks: number
  language: string | null
  title?: string
  pages?: number
}

export type WorkerMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; extracted: Extracted }
  | { kind: 'failed'; code: ErrorCode; detail: string; cause: string }

export type WorkerPool = {
  /**
   * Extracts one document in a thread of its own; waits while all are busy. The bytes are moved, not copied: the caller
   * has none afterwards. Throws what extraction throws, and `document_too_complex` when it exceeds its time or memory.
   */
  extract(
    input: ExtractionInput,
    options: { signal: AbortSignal; onProgress?: (done: number, total: number) => void },
  ): Promise<Extracted>
  close(): Promise<void>
}

/** An idle worker gives its memory back after this. */
const idleMs = 60_000
const entry = new URL('./worker.ts', import.meta.url)

type Member = { worker: Worker; idle?: NodeJS.Timeout | undefined }

/** Worker threads for extraction, started when first needed. One that dies or exceeds a limit is replaced. */
export function openWorkerPool(options: { size: number; limits: ExtractionLimits }): WorkerPool {
  const { size, limits } = options
  const free: Member[] = []
  const all = new Set<Member>()
  const waiting = new Set<() => void>()
  let isOpen = true

  function start(): Member {
    const worker = new Worker(entry, {
      workerData: limits,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.ceil(limits.heapBytes / 1024 / 1024),
        maxYoungGenerationSizeMb: 16,
      },
    })
    worker.unref()
    const member: Member = { worker }
    all.add(member)
    worker.once('exit', () => {
      all.delete(member)
      clearTimeout(member.idle)
      leave(member)
      wakeNext()
    })
    // Errors are handled by who uses the worker; between jobs there is nobody to tell.
    worker.on('error', () => {})
    return member
  }

  function leave(member: Member) {
    const at = free.indexOf(member)
    if (at >= 0) free.splice(at, 1)
  }

  function wakeNext() {
    const [wake] = waiting
    if (!wake) return
    waiting.delete(wake)
    wake()
  }

  /** Resolves when a worker may be free, or the caller wants none any more. */
  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      waiting.add(wake)
      signal.addEventListener('abort', wake)
    })
  }

  async function take(signal: AbortSignal): Promise<Member> {
    while (true) {
      if (signal.aborted) {
        // The turn may have been given to this one, who does not take it.
        wakeNext()
        throw new ServiceError('interrupted')
      }
      if (!isOpen) throw new ServiceError('unavailable', { detail: 'The service is stopping.' })
      const member = free.pop()
      if (member) {
        clearTimeout(member.idle)
        return member
      }
      if (all.size < size) return start()
      await turn(signal)
    }
  }

  function giveBack(member: Member) {
    if (!all.has(member)) return
    member.idle = setTimeout(() => {
      leave(member)
      void member.worker.terminate()
    }, idleMs)
    member.idle.unref()
    free.push(member)
    wakeNext()
  }

  function runOn(
    member: Member,
    input: ExtractionInput,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ) {
    const { worker } = member
    return new Promise<Extracted>((resolve, reject) => {
      const fail = (error: ServiceError) => {
        settle()
        void worker.terminate()
        reject(error)
      }
      const onMessage = (message: WorkerMessage) => {
        if (message.kind === 'progress') return onProgress(message.done, message.total)
        settle()
        giveBack(member)
        if (message.kind === 'done') resolve(message.extracted)
        else reject(new ServiceError(message.code, { detail: message.detail, cause: new Error(message.cause) }))
      }
      const tooLarge = (cause?: Error) =>
        new ServiceError('document_too_complex', { detail: 'It needs too much memory to read.', cause })
      const stopWatch = watchBuffers(worker, limits.bufferBytes, () => fail(tooLarge()))
      const onError = (error: Error & { code?: string }) =>
        fail(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? tooLarge(error)
            : new ServiceError('processing_failed', { cause: error }),
        )
      const onExit = () => fail(new ServiceError('processing_failed', { cause: new Error('the worker ended') }))
      const onAbort = () => fail(new ServiceError('interrupted'))
      const tooLong = setTimeout(
        () =>
          fail(
            new ServiceError('document_too_complex', {
              detail: `Reading it takes longer than ${limits.timeMs / 1_000} s.`,
            }),
          ),
        limits.timeMs,
      )
      function settle() {
        clearTimeout(tooLong)
        stopWatch()
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        signal.removeEventListener('abort', onAbort)
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      signal.addEventListener('abort', onAbort)
      try {
        worker.postMessage(input, [input.bytes.buffer as ArrayBuffer])
      } catch (cause) {
        settle()
        giveBack(member)
        reject(new ServiceError('processing_failed', { cause }))
      }
    })
  }

  return {
    async extract(input, { signal, onProgress = () => {} }) {
      const member = await take(signal)
      return runOn(member, input, signal, onProgress)
    },
    async close() {
      isOpen = false
      for (const wake of [...waiting]) wake()
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}
