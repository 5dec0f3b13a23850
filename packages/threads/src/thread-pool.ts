import { Worker } from 'node:worker_threads'
import { ServiceError } from '@frontdesk/contracts'
import { type Prepared, runOnThread, type TaskOptions, type Thread, type ThreadLimits } from './run-on-thread.ts'

export type ThreadPool<Task, Result, Part = never> = {
  /**
   * Runs one task in a thread that it has to itself; waits while all are busy. `prepare` is called when there is a free
   * one, and what it lists under `move` is moved there, not copied. Throws what the task throws, `interrupted` when the
   * signal aborts, and `document_too_complex` when it exceeds its time or memory; and what `onPart` throws.
   */
  run(prepare: () => Promise<Prepared<Task>> | Prepared<Task>, options: TaskOptions<Part>): Promise<Result>
  close(): Promise<void>
}

/** An idle thread ends after this time, to free its memory. */
const idleMs = 60_000

type Member = Thread & { idle?: NodeJS.Timeout | undefined }

/** Threads that run the module `entry`, started when first needed. One that dies or exceeds a limit is replaced. */
export function openThreadPool<Task, Result, Part = never>(options: {
  entry: URL
  size: number
  limits: ThreadLimits
  workerData: unknown
}): ThreadPool<Task, Result, Part> {
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
    const member: Member = { worker, isReady: false }
    all.add(member)
    worker.once('message', () => {
      member.isReady = true
    })
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

  return {
    async run(prepare, taskOptions) {
      const member = await take(taskOptions.signal)
      let prepared: Prepared<Task>
      try {
        prepared = await prepare()
      } catch (error) {
        giveBack(member)
        throw error
      }
      return runOnThread<Task, Result, Part>(member, prepared, {
        ...taskOptions,
        limits,
        giveBack: () => giveBack(member),
      })
    },
    async close() {
      isOpen = false
      for (const wake of [...waiting]) wake()
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}
