// A thread with an event loop that has nothing to do but what a commit does: a synced write of a page, ten times a second.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/** As the platform measures its own (prom-client). */
const resolutionMs = 10
const writeEveryMs = 100

const file = openSync(workerData.path, 'w')
const page = Buffer.alloc(4_096)
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
const writing = setInterval(() => {
  writeSync(file, page)
  fdatasyncSync(file)
}, writeEveryMs)

parentPort!.once('message', () => {
  clearInterval(writing)
  delay.disable()
  closeSync(file)
  parentPort!.postMessage({ p50Ms: delay.percentile(50) / 1e6, p99Ms: delay.percentile(99) / 1e6 })
})
