import { Worker } from 'node:worker_threads'
import { ServiceError } from '@frontdesk/contracts'
import type { ChunkIndex } from './port.ts'
import type { ChunkDatabase } from './sqlite/chunk-database.ts'
import type { ChunkReply, ChunkRequest } from './sqlite/chunk-thread.ts'
import { pendingReplies } from './sqlite/pending-replies.ts'

/** Passes of upkeep that failed one after the other before `check` says so. */
const failuresBeforeUnavailable = 3

const unavailable = (detail: string, cause?: unknown) => new ServiceError('unavailable', { detail, cause })

/** A thread that owns the file, and what was asked of it. Rejects everything that is in hand when it ends. */
function startThread(
  file: string,
  { onUpkeep, onLarge }: { onUpkeep(error?: string): void; onLarge(tenant: string, chunks: number): void },
) {
  const worker = new Worker(new URL('./sqlite/chunk-thread.ts', import.meta.url), { workerData: { file } })
  // A process whose other work is done may end.
  const pending = pendingReplies(() => worker.unref())
  let failure: Error | undefined

  const fail = (cause: unknown) => {
    failure ??= unavailable("The search index can't be opened, or its file was removed.", cause)
    pending.rejectAll(failure)
  }
  worker.on('message', (reply: ChunkReply) => {
    if ('large' in reply) onLarge(reply.large.tenant, reply.large.chunks)
    else if ('upkeep' in reply) onUpkeep(reply.upkeep === 'failed' ? reply.error : undefined)
    else if ('error' in reply) {
      const cause = new Error(reply.error)
      const { storage } = reply
      pending.reject(
        reply.id,
        storage
          ? new ServiceError('unavailable', { storage, cause })
          : unavailable('The search index is not available.', cause),
      )
    } else pending.resolve(reply.id, reply.value)
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`its thread ended with ${code}`)))
  worker.unref()

  return {
    hasFailed: () => failure !== undefined,
    ask<M extends keyof ChunkDatabase>(
      method: M,
      args: Parameters<ChunkDatabase[M]>,
      transfer: ArrayBuffer[] = [],
    ): Promise<ReturnType<ChunkDatabase[M]>> {
      if (failure) return Promise.reject(failure)
      const { id, reply } = pending.add()
      worker.ref()
      worker.postMessage({ id, method, args } satisfies ChunkRequest, transfer)
      return reply
    },
  }
}

/**
 * Chunks in one SQLite file, which a thread of its own reads and writes: no search holds the event loop. What `put` wrote is
 * on disk and searchable when it resolves. Removed chunks are not found any more at once, and their words are overwritten
 * within some seconds. A file that is removed meanwhile is noticed within half a second, or by what is written
 * next, which fails, and is made anew, empty. `onMaintenanceFailure` hears of upkeep that failed and will be tried again,
 * `onLarge` once of each tenant that has come to hold so many chunks that its searches are slow.
 */
export function sqliteChunkIndex(
  file: string,
  {
    onMaintenanceFailure = (error: unknown): void => console.error('chunk index upkeep failed', error),
    onLarge = (_tenant: string, _chunks: number): void => {},
  } = {},
): ChunkIndex {
  let thread: ReturnType<typeof startThread> | undefined
  let failures = 0
  let isClosed = false

  function onUpkeep(error?: string): void {
    failures = error === undefined ? 0 : failures + 1
    if (error !== undefined) onMaintenanceFailure(new Error(error))
  }

  /** The thread; a new one when the last one ended by a fault. */
  function running() {
    if (isClosed) throw unavailable('The chunk index is closed.')
    if (!thread || thread.hasFailed()) thread = startThread(file, { onUpkeep, onLarge })
    return thread
  }

  return {
    async put(space, chunks) {
      const wrong = chunks.find(({ vector }) => (vector?.length ?? 0) !== space.dimensions)
      if (wrong) {
        throw new ServiceError('internal', {
          detail: `A vector of ${wrong.vector?.length ?? 0} dimensions does not fit a space of ${space.dimensions}.`,
        })
      }
      if (chunks.length === 0) return
      const written = chunks.map((chunk) => ({ ...chunk, vector: chunk.vector && Float32Array.from(chunk.vector) }))
      await running().ask(
        'put',
        [space, written],
        written.flatMap(({ vector }) => vector?.buffer ?? []),
      )
    },

    // Everything that `put` resolved for is searchable already, and documents are what their chunks make them.
    async refresh() {},

    async search(space, query) {
      return running().ask('search', [space, query])
    },

    async removeContents(space, contentIds) {
      if (contentIds.length > 0) await running().ask('removeContents', [space, contentIds])
    },

    count: async (space) => running().ask('count', [space]),

    async contentCounts(space, contentIds) {
      if (contentIds.length === 0) return new Map()
      const counting = running()
      return counting.ask('contentCounts', [space, contentIds]).catch((error) => {
        // The file was removed: what is in the new one counts.
        if (!counting.hasFailed()) throw error
        return running().ask('contentCounts', [space, contentIds])
      })
    },

    async eraseTenant(tenant) {
      await running().ask('eraseTenant', [tenant])
    },

    async check() {
      await running().ask('check', [])
      if (failures >= failuresBeforeUnavailable) {
        throw unavailable('The search index can’t update its segments.')
      }
    },

    async close() {
      isClosed = true
      const last = thread
      thread = undefined
      if (!last || last.hasFailed()) return
      await last.ask('close', []).catch((error) => {
        if (!last.hasFailed()) throw error
      })
    },
  }
}
