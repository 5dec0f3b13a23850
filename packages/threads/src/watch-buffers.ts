import type { Worker } from 'node:worker_threads'

/** A worker unpacks some 200 MB a second: what it takes beyond its limit before anybody looks is bounded by this. */
const everyMs = 100
/** How many checks in a row must exceed the limit: a single one may count buffers that await garbage collection. */
const looks = 2

/**
 * Watches what a worker holds outside its heap, which the heap's limit does not count: a stream of a few kilobytes may
 * unpack to gigabytes of buffers. Calls `onExceeded` once when that stays above `bufferBytes`, also while the worker's
 * thread is busy. The answer ends the watch.
 */
export function watchBuffers(worker: Worker, bufferBytes: number, onExceeded: () => void): () => void {
  let found = 0
  const timer = setInterval(look, everyMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  async function look() {
    // A worker has none before it runs and after it ended; the next look, or its own event, tells which.
    const statistics = await worker.getHeapStatistics().catch(() => undefined)
    if (!statistics) return
    found = statistics.external_memory > bufferBytes ? found + 1 : 0
    if (found !== looks) return
    stop()
    onExceeded()
  }
  return stop
}
