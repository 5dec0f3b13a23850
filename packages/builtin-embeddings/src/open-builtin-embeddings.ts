import { Worker } from 'node:worker_threads'
import { ServiceError } from '@frontdesk/contracts'
import type { TextKind } from './embed-text.ts'
import type { EmbedReply, EmbedRequest, EndRequest } from './embed-thread.ts'

/** The built-in model, in a thread of its own. */
export type BuiltinEmbeddings = {
  /** How many numbers a vector has. */
  dimensions: number
  /**
   * Vectors of length 1 in the order of the texts. A question is embedded before all passages that wait, after the one text
   * that is being embedded. Throws `model_unavailable` when the thread ends; the next call starts another.
   */
  embed(texts: string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
  /** Ends the thread when it is done with the text in hand. All that is asked for is rejected at once, with `model_unavailable`. */
  close(): Promise<void>
}

type Job = EmbedRequest & { resolve(vector: Float32Array): void; reject(error: unknown): void }
type Thread = { worker: Worker; ready: Promise<number>; job?: Job | undefined }

const unavailable = (detail: string, cause?: unknown) => new ServiceError('model_unavailable', { detail, cause })

/**
 * Opens the model that `prepareBuiltinEmbeddings` made in `folder`. `threads` is how many cores it may keep busy. Throws
 * `model_unavailable` when it can't be read.
 */
export async function openBuiltinEmbeddings(folder: string, { threads = 1 } = {}): Promise<BuiltinEmbeddings> {
  const waiting: Record<TextKind, Job[]> = { query: [], passage: [] }
  let current: Thread | undefined
  let isOpen = true

  function start(): Thread {
    const worker = new Worker(new URL('./embed-thread.ts', import.meta.url), { workerData: { folder, threads } })
    const { promise: ready, resolve, reject } = Promise.withResolvers<number>()
    // Who waits for it hears of it; nobody may.
    ready.catch(() => undefined)
    const thread: Thread = { worker, ready }
    const end = (cause: unknown) => {
      if (current === thread) current = undefined
      const error = unavailable('The built-in embedding model has ended.', cause)
      reject(error)
      rejectAll(error, thread.job)
      thread.job = undefined
    }
    worker.on('message', (reply: EmbedReply) => {
      if ('dimensions' in reply) resolve(reply.dimensions)
      else finish(thread, reply)
    })
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`its thread ended with ${code}`)))
    current = thread
    return thread
  }

  function rejectAll(error: Error, ...others: (Job | undefined)[]) {
    for (const job of [...others, ...waiting.query.splice(0), ...waiting.passage.splice(0)]) job?.reject(error)
  }

  function finish(thread: Thread, reply: Exclude<EmbedReply, { dimensions: number }>) {
    const { job } = thread
    thread.job = undefined
    if ('vector' in reply) job?.resolve(reply.vector)
    else job?.reject(unavailable('The built-in embedding model could not read a text.', new Error(reply.error)))
    next()
  }

  function next() {
    const thread = current
    if (!thread || thread.job) return
    const job = waiting.query.shift() ?? waiting.passage.shift()
    // A process whose other work is done may end.
    if (!job) return thread.worker.unref()
    thread.job = job
    thread.worker.ref()
    thread.worker.postMessage({ text: job.text, kind: job.kind } satisfies EmbedRequest)
  }

  function embedAll(texts: string[], kind: TextKind): { jobs: Set<Job>; vectors: Promise<Float32Array[]> } {
    const jobs = new Set<Job>()
    const vectors = texts.map(
      (text) =>
        new Promise<Float32Array>((resolve, reject) => {
          jobs.add({ text, kind, resolve, reject })
        }),
    )
    for (const job of jobs) waiting[kind].push(job)
    return { jobs, vectors: Promise.all(vectors) }
  }

  const dimensions = await start().ready
  next()
  return {
    dimensions,
    async embed(texts, kind, signal) {
      signal?.throwIfAborted()
      if (!isOpen) throw unavailable('The built-in embedding model is closed.')
      if (texts.length === 0) return []
      const { jobs, vectors } = embedAll(texts, kind)
      const leaveOut = () => {
        waiting[kind] = waiting[kind].filter((job) => !jobs.has(job))
        for (const job of jobs) job.reject(signal?.reason)
      }
      signal?.addEventListener('abort', leaveOut)
      if (!current) start()
      next()
      try {
        return await vectors
      } finally {
        signal?.removeEventListener('abort', leaveOut)
      }
    },
    async close() {
      isOpen = false
      rejectAll(unavailable('The built-in embedding model is closed.'), current?.job)
      const thread = current
      current = undefined
      if (!thread) return
      const ended = new Promise((resolve) => thread.worker.once('exit', resolve))
      thread.worker.ref()
      thread.worker.postMessage('end' satisfies EndRequest)
      await ended
    },
  }
}
