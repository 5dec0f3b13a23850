import type { Worker } from 'node:worker_threads'
import { type CharsetCandidate, type ErrorCode, errorCodes, ServiceError } from '@frontdesk/contracts'
import { watchBuffers } from './watch-buffers.ts'

/** The messages of a thread: loaded, then the progress of its task, and finally its result. */
export type ThreadMessage<Result, Part = never> =
  | { kind: 'ready' }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'part'; part: Part }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; code: ErrorCode; detail: string; cause: string; candidates?: CharsetCandidate[] }

export type ThreadLimits = {
  /** Wall-clock time of one task, from when its thread is loaded. */
  timeMs: number
  /** JavaScript heap of one thread. */
  heapBytes: number
  /** The memory of one thread outside its heap. */
  bufferBytes: number
}

/** The message to a thread that a part was taken; it waits for this before it sends the next part. */
export const partTaken = 'part-taken'

export type TaskOptions<Part = never> = {
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** Receives the parts that a task sends before its end. */
  onPart?: (part: Part) => Promise<void>
}

/** A task, and what of it is moved into the thread rather than copied. */
export type Prepared<Task> = { task: Task; move?: ArrayBuffer[] }

/** `isReady`: its module is loaded. */
export type Thread = { worker: Worker; isReady: boolean }

/** After a task of this size a thread is ended, because only its end frees its large heap. */
const largeBytes = 4 * 1024 * 1024

/** The time limit to load a thread; on a busy machine loading takes seconds. */
const startMs = 60_000

const tooLarge = (cause?: Error) =>
  new ServiceError('document_too_complex', { detail: 'Reading it needs too much memory.', cause })
const tooLong = (timeMs: number) =>
  new ServiceError('document_too_complex', { detail: `Reading it takes longer than ${timeMs / 1_000} s.` })
const failed = (cause: unknown) => new ServiceError('processing_failed', { cause })

const faultOf = (error: Error & { code?: string }): ServiceError =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : failed(error)

/**
 * Runs a task on a thread that nobody else uses meanwhile. Then the thread is given back, or ended: after a fault, a limit, or
 * a large task. Throws as `ThreadPool.run` says.
 */
export function runOnThread<Task, Result, Part>(
  { worker, isReady }: Thread,
  { task, move = [] }: Prepared<Task>,
  options: TaskOptions<Part> & { limits: ThreadLimits; giveBack: () => void },
): Promise<Result> {
  const { signal, onProgress = () => {}, onPart = async () => {}, limits, giveBack } = options
  const isLarge = move.reduce((sum, { byteLength }) => sum + byteLength, 0) >= largeBytes
  const { promise, resolve, reject } = Promise.withResolvers<Result>()

  let timer: NodeJS.Timeout | undefined
  function limit(ms: number, errorOf: () => ServiceError) {
    clearTimeout(timer)
    timer = setTimeout(() => fail(errorOf()), ms)
  }
  function settle() {
    clearTimeout(timer)
    stopWatch()
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  }
  function fail(error: Error) {
    settle()
    void worker.terminate()
    reject(error)
  }
  function end(message: Extract<ThreadMessage<Result, Part>, { kind: 'done' | 'failed' }>) {
    settle()
    if (isLarge) void worker.terminate()
    else giveBack()
    if (message.kind === 'done') resolve(message.result)
    else {
      const { code, detail, cause, candidates } = message
      reject(new ServiceError(code, { detail, candidates, cause: new Error(cause) }))
    }
  }
  function onMessage(message: ThreadMessage<Result, Part>) {
    if (message.kind === 'ready') limit(limits.timeMs, () => tooLong(limits.timeMs))
    else if (message.kind === 'progress') onProgress(message.done, message.total)
    else if (message.kind === 'part') void onPart(message.part).then(() => worker.postMessage(partTaken), fail)
    else end(message)
  }
  const onError = (error: Error) => fail(faultOf(error))
  const onExit = () => fail(failed(new Error('the worker ended')))
  const onAbort = () => fail(new ServiceError('interrupted'))

  const stopWatch = watchBuffers(worker, limits.bufferBytes, () => fail(tooLarge()))
  if (isReady) limit(limits.timeMs, () => tooLong(limits.timeMs))
  else limit(startMs, () => failed(new Error('the worker did not start in time')))
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  else {
    try {
      worker.postMessage(task, move)
    } catch (cause) {
      settle()
      giveBack()
      reject(failed(cause))
    }
  }
  return promise
}

/** An error as a message of a thread: the text of an unexpected error is for the log only. */
export function failureOf(error: unknown): Extract<ThreadMessage<never>, { kind: 'failed' }> {
  const isKnown = error instanceof ServiceError
  const cause = isKnown ? (error.cause ?? error) : error
  return {
    kind: 'failed',
    code: isKnown ? error.code : 'processing_failed',
    detail: isKnown ? error.message : errorCodes.processing_failed.title,
    ...(isKnown && error.candidates && { candidates: error.candidates }),
    cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
  }
}
