import { expect, it } from 'vitest'
import { openThreadPool } from './thread-pool.ts'

/** A thread that loads for so long, and then does each task at once. */
const loadingFor = (ms: number) => {
  const code = `
    import { parentPort } from 'node:worker_threads'
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})
    parentPort.on('message', () => parentPort.postMessage({ kind: 'done', result: 'read' }))
    parentPort.postMessage({ kind: 'ready' })`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}
const megabyte = 1024 * 1024
const limits = { timeMs: 1_000, heapBytes: 64 * megabyte, bufferBytes: 64 * megabyte }
const { signal } = new AbortController()

it('the time to load a thread does not count for its first task', async () => {
  const pool = openThreadPool<object, string>({ entry: loadingFor(1_500), size: 1, limits, workerData: {} })
  try {
    for (let i = 0; i < 2; i++) expect(await pool.run(() => ({ task: {} }), { signal })).toBe('read')
  } finally {
    await pool.close()
  }
})
