// Loaded before everything else (`node --import`): measures how long each turn of the event loop keeps the main thread's
// processor. Time in which another process had the processor does not count, nor does waiting for a disk.
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const socket = process.env.TURNS_SOCKET
/** A turn that does less than this is none to count: the loop looked around. */
const minTurnMs = 0.1

/** Something that is always as much work: how long it takes tells how busy the machine is. */
const same = JSON.stringify(Array.from({ length: 4_000 }, (_, i) => ({ id: `thing_${i}`, value: i * 7 })))
/** The kernel counts a thread's time by its ticks, some milliseconds each: enough of them for one part in ten. */
const times = 50

function paceMs(): number {
  const before = processorMs()
  for (let i = 0; i < times; i++) JSON.parse(same)
  return processorMs() - before
}

/** Turns since they were last asked for, in milliseconds of processor time. */
let turns: number[] = []

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

if (isMainThread && socket) {
  let last = processorMs()
  // Due every millisecond, it runs once in each turn that takes longer.
  setInterval(() => {
    const now = processorMs()
    if (now - last >= minTurnMs) turns.push(now - last)
    last = now
  }, 1).unref()
  rmSync(socket, { force: true })
  const server = createServer((connection) => {
    connection.on('error', () => {})
    connection.once('data', (question) => {
      if (String(question) === 'pace') {
        connection.end(String(paceMs()))
        last = processorMs()
        return
      }
      // What went on until now is told when its turn is over.
      setTimeout(() => {
        const told = turns
        turns = []
        connection.end(JSON.stringify(told))
      }, 3)
    })
  })
  server.listen(socket).unref()
}
