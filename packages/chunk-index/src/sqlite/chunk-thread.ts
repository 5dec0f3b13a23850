import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { StorageFault } from '@frontdesk/contracts'
import { type ChunkDatabase, FileGone, openChunkDatabase } from './chunk-database.ts'
import { writePace } from './write-pace.ts'

/** One thing asked of the thread: a method of the database with its arguments. */
export type ChunkRequest = { id: number; method: keyof ChunkDatabase; args: unknown[] }
/** What became of it, or news of upkeep that failed or succeeded again. */
export type ChunkReply =
  | { id: number; value: unknown }
  | { id: number; error: string; storage?: StorageFault }
  | { large: { tenant: string; chunks: number } }
  | { upkeep: 'done' }
  | { upkeep: 'failed'; error: string }

type Done = { id: number; method: keyof ChunkDatabase }

const port = parentPort!
const send = (reply: ChunkReply) => port.postMessage(reply)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** SQLite's primary codes for a disk that is full and a file that is read-only. */
const storageFaults = new Map<number, StorageFault>([
  [13, 'disk_full'],
  [8, 'read_only'],
])

function fail(id: number, error: unknown): void {
  const storage = storageFaults.get(((error as { errcode?: number }).errcode ?? 0) & 0xff)
  send({ id, error: messageOf(error), ...(storage && { storage }) })
}

/** Ends the thread, which fails all that is in hand; the next thread makes the file anew. */
function endWhenGone(error: unknown): void {
  if (!(error instanceof FileGone)) return
  // Closed now: what SQLite tidies up at the end of a thread may be the files of the next one.
  database.close()
  throw error
}

const requests: ChunkRequest[] = []
/** Searches that went before the write that is next, or in hand. */
let ahead = 0
const pace = writePace()
let willGoOn = false
const restAfterFailureMs = 10_000
/** How often to look whether removed chunks are due to be overwritten. */
const pollIntervalMs = 500

const database = openChunkDatabase((workerData as { file: string }).file, serveSearches)
const writes = new Set<keyof ChunkDatabase>(['put', 'removeContents', 'eraseTenant'])
/** Done, and told once they are committed: writes that wait together share one. */
let uncommitted: Done[] = []
/** Erasures that are committed, and told once every row is overwritten. */
const erasing: Done[] = []
let restUntil = 0
let failed = false

function commit(): void {
  const done = uncommitted
  uncommitted = []
  if (done.length === 0) return
  try {
    database.commit()
    erasing.push(...done.filter(({ method }) => method === 'eraseTenant'))
    for (const { id, method } of done) if (method !== 'eraseTenant') send({ id, value: undefined })
  } catch (error) {
    endWhenGone(error)
    for (const { id } of done) fail(id, error)
  }
}

function keepUp(): void {
  commit()
  if (performance.now() < restUntil) return
  try {
    for (const large of database.newlyLarge()) send({ large })
    const hasMore = database.upkeep()
    if (failed) send({ upkeep: 'done' })
    failed = false
    if (hasMore) setImmediate(keepUp)
    else for (const { id } of erasing.splice(0)) send({ id, value: undefined })
  } catch (error) {
    endWhenGone(error)
    failed = true
    restUntil = performance.now() + restAfterFailureMs
    send({ upkeep: 'failed', error: messageOf(error) })
    for (const { id } of erasing.splice(0)) fail(id, error)
  }
}

function serve({ id, method, args }: ChunkRequest): void {
  const started = performance.now()
  const cpuBefore = process.threadCpuUsage()
  if (method === 'search') pace.searched(started)
  try {
    if (method === 'check' || method === 'close') commit()
    const value = (database[method] as (...given: unknown[]) => unknown)(...args)
    if (!writes.has(method)) send({ id, value })
    else {
      if (uncommitted.length === 0) setImmediate(keepUp)
      uncommitted.push({ id, method })
    }
    if (method === 'close') port.close()
  } catch (error) {
    endWhenGone(error)
    fail(id, error)
  }
  if (method !== 'put') return
  const cpu = process.threadCpuUsage(cpuBefore)
  const ended = performance.now()
  pace.wrote(ended, { wallMs: ended - started, cpuMs: (cpu.user + cpu.system) / 1_000 })
}

/** Searches go before writes that wait, but no more than so many before one of them. */
const maxSearchesAhead = 16
/** Served in one turn of the loop: then what is written is committed. */
const servedATurn = 64

/** Takes in what was asked meanwhile, and answers where the search stands that is next; -1 if there is none, or enough went ahead. */
function nextSearch(): number {
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) requests.push(more.message)
  return ahead < maxSearchesAhead ? requests.findIndex(({ method }) => method === 'search') : -1
}

/** Takes the request that is next: while sources are indexed, a question waits for a part of one batch of chunks, not for all. */
function takeNext(): ChunkRequest | undefined {
  const search = nextSearch()
  ahead = search > 0 ? ahead + 1 : 0
  return requests.splice(Math.max(0, search), 1)[0]
}

/** Searches that came while a batch of chunks is written. */
function serveSearches(): void {
  for (let search = nextSearch(); search >= 0; search = nextSearch()) {
    ahead++
    serve(requests.splice(search, 1)[0]!)
  }
}

/** Nothing but writes waits, which rest now: what comes next, or the end of the rest, goes on. */
function rests(): boolean {
  const restMs = pace.restMs(performance.now())
  if (restMs === 0 || requests.length === 0 || requests.some(({ method }) => !writes.has(method))) return false
  if (!willGoOn) {
    willGoOn = true
    setTimeout(() => {
      willGoOn = false
      serveWaiting()
    }, restMs)
  }
  return true
}

function serveWaiting(): void {
  for (let served = 0; served < servedATurn; served++) {
    if (rests()) return
    const next = takeNext()
    if (!next) return
    serve(next)
  }
  setImmediate(serveWaiting)
}

port.on('message', (request: ChunkRequest) => {
  requests.push(request)
  serveWaiting()
})
setInterval(keepUp, pollIntervalMs).unref()
setImmediate(keepUp)
