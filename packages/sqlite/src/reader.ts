import { Worker } from 'node:worker_threads'
import { ServiceError } from '@frontdesk/contracts'
import type { ReadReply, ReadRequest } from './read-thread.ts'
import { storageError } from './storage-error.ts'

type Waiting = { rows: unknown[]; resolve(rows: any[]): void; reject(error: unknown): void }

const closed = () => new ServiceError('unavailable', { detail: 'The database is closed.' })

/**
 * A thread with a connection of its own that only reads, started by the first read. Each statement sees every commit
 * before it (WAL). Rows come in parts that take some 2 ms each. One that fails as a thread is replaced by the next read.
 */
export function sqliteReader(path: string) {
  let worker: Worker | undefined
  let isOpen = true
  let asked = 0
  const waiting = new Map<number, Waiting>()

  function settle(id: number): Waiting {
    const found = waiting.get(id)!
    waiting.delete(id)
    // A process whose other work is done may end.
    if (waiting.size === 0) worker?.unref()
    return found
  }

  function takePart({ id, rows, isLast }: Extract<ReadReply, { isLast: boolean }>): void {
    const all = waiting.get(id)!.rows
    for (const row of rows) all.push(row)
    if (isLast) settle(id).resolve(all)
    else worker?.postMessage({ id, next: true } satisfies ReadRequest)
  }

  function start(): Worker {
    const started = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: { path } })
    const fail = (cause: unknown) => {
      if (worker !== started) return
      worker = undefined
      const error = isOpen
        ? new ServiceError('unavailable', { detail: "The database can't be read.", cause })
        : closed()
      for (const id of [...waiting.keys()]) settle(id).reject(error)
    }
    started.on('message', (reply: ReadReply) => {
      if ('rows' in reply) return takePart(reply)
      const { error, errcode } = reply
      settle(reply.id).reject(storageError(Object.assign(new Error(error), { code: 'ERR_SQLITE_ERROR', errcode })))
    })
    started.on('error', fail)
    started.on('exit', (code) => fail(new Error(`the thread that reads ended with ${code}`)))
    return started
  }

  return {
    read<R>(sql: string, params: (string | number)[]): Promise<R[]> {
      if (!isOpen) return Promise.reject(closed())
      worker ??= start()
      worker.ref()
      const { promise, resolve, reject } = Promise.withResolvers<R[]>()
      const id = asked++
      waiting.set(id, { rows: [], resolve, reject })
      worker.postMessage({ id, sql, params } satisfies ReadRequest)
      return promise
    },
    async close(): Promise<void> {
      isOpen = false
      await worker?.terminate()
    },
  }
}
