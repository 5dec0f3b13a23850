import { Worker } from 'node:worker_threads'
import { type ErrorCode, errorCodes, ServiceError } from '@frontdesk/contracts'
import { watchBuffers } from './watch-buffers.ts'

/** What a thread says of the task it has in hand: how far it is, and at last how it ended. */
export type ThreadMessage<Result> =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; code: ErrorCode; detail: string; cause: string }

export type ThreadLimits = {
  /** Wall-clock time of one task. */
  timeMs: number
  /** JavaScript heap of one thread. */
  heapBytes: number
  /** What one thread may hold outside its heap. */
  bufferBytes: number
}

export type TaskOptions = { signal: AbortSignal; onProgress?: (done: number, total: number) => void }

export type ThreadPool<Task, Result> = {
  /**
   * Runs one task in a thread that it has to itself; waits while all are busy. `prepare` is called when there is a free
   * one, and what it lists under `move` is moved there, not copied. Throws what the task throws, `interrupted` when the
   * signal aborts, and `document_too_complex` when it exceeds its time or memory.
   */
  run(
    prepare: () => Promise<{ task: Task; move?: ArrayBuffer[] }> | { task: Task; move?: ArrayBuffer[] },
    options: TaskOptions,
  ): Promise<Result>
  close(): Promise<void>
}

/** An idle thread gives its memory back after this. */
const idleMs = 60_000

type Member = { worker: Worker; idle?: NodeJS.Timeout | undefined }

/** Threads that run the module `entry`, started when first needed. One that dies or exceeds a limit is replaced. */
export function openThreadPool<Task, Result>(options: {
  entry: URL
  size: number
  limits: ThreadLimits
  workerData: unknown
}): ThreadPool<Task, Result> {
  const { entry, size, limits, workerData } = options
  const free: Member[] = []
  const all = new Set<Member>()
  const waiting = new Set<() => void>()
  let isOpen = true

  function start(): Member {
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.ceil(limits.heapBytes / 1024 / 1024),
        maxYoungGenerationSizeMb: 8,
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
    // Errors are handled by who uses the thread; between tasks there is nobody to tell.
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

  /** Resolves when a thread may be free, or the caller wants none any more. */
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
    { task, move = [] }: { task: Task; move?: ArrayBuffer[] },
    { signal, onProgress = () => {} }: TaskOptions,
  ) {
    const { worker } = member
    return new Promise<Result>((resolve, reject) => {
      const fail = (error: ServiceError) => {
        settle()
        void worker.terminate()
        reject(error)
      }
      const onMessage = (message: ThreadMessage<Result>) => {
        if (message.kind === 'progress') return onProgress(message.done, message.total)
        settle()
        giveBack(member)
        if (message.kind === 'done') resolve(message.result)
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
      const detail = `Reading it takes longer than ${limits.timeMs / 1_000} s.`
      const tooLong = setTimeout(() => fail(new ServiceError('document_too_complex', { detail })), limits.timeMs)
      function settle() {
        clearTimeout(tooLong)
        stopWatch()
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        signal.removeEventListener('abort', onAbort)
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) return onAbort()
      try {
        worker.postMessage(task, move)
      } catch (cause) {
        settle()
        giveBack(member)
        reject(new ServiceError('processing_failed', { cause }))
      }
    })
  }

  return {
    async run(prepare, taskOptions) {
      const member = await take(taskOptions.signal)
      let prepared: { task: Task; move?: ArrayBuffer[] }
      try {
        prepared = await prepare()
      } catch (error) {
        giveBack(member)
        throw error
      }
      return runOn(member, prepared, taskOptions)
    },
    async close() {
      isOpen = false
      for (const wake of [...waiting]) wake()
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}

/** An error as a thread tells it: one that nobody threw on purpose keeps its words for the log. */
export function failureOf(error: unknown): { kind: 'failed'; code: ErrorCode; detail: string; cause: string } {
  const isKnown = error instanceof ServiceError
  const cause = isKnown ? (error.cause ?? error) : error
  return {
    kind: 'failed',
    code: isKnown ? error.code : 'processing_failed',
    detail: isKnown ? error.message : errorCodes.processing_failed.title,
    cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
  }
}
