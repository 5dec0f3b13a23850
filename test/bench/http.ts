import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { sqliteDocuments } from '@frontdesk/documents'
import { gatewayService } from '@frontdesk/gateway'
import { type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import autocannon from 'autocannon'
import fastify from 'fastify'
import { report, sized } from './figures/report.ts'

const rounds = sized(9, 1)
const secondsARound = sized(2, 1)
const connections = 32
const apiKey = 'a-bootstrap-key-of-more-than-32-characters'
const encryptionKey = randomBytes(32).toString('base64')
const body = JSON.stringify({ messageId: 'msg_0123456789abcdef', helpful: true, comment: 'That was quick.' })

/** Answers the one query: what is measured is the way to it and back. */
const rater = standIn({
  name: 'chat',
  handlers: {
    chat: {
      async messageRate({ messageId, helpful }) {
        return { messageId, helpful, conversationId: 'cnv_0123456789abcdef' }
      },
    },
  },
})

async function startBare() {
  const app = fastify()
  app.post('/api/chat/feedback', async (request) => {
    const { messageId, helpful } = request.body as { messageId: string; helpful: boolean }
    return { messageId, helpful, conversationId: 'cnv_0123456789abcdef' }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

async function startGateway(limitPerMinute: number) {
  const store = openSqlite(':memory:')
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const ports = {
    bus: sqliteBus(store),
    documents: sqliteDocuments(store),
    blobs: filesystemBlobs(folder),
  } as unknown as OpenPorts
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    BOOTSTRAP_API_KEY: apiKey,
    ENCRYPTION_KEY: encryptionKey,
    RATE_LIMIT_PER_MINUTE: String(limitPerMinute),
  }
  // A line for each request would be what is measured: it costs more than all the rest.
  const log = openLog({ level: 'warn', terminal: false })
  const running = await run([rater, gatewayService] as Service[], ports, { env, log })
  const close = async () => {
    await running.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { port: running.facts.port as number, close }
}

/** Nothing is faster because it is left out: a key is required, a body is validated and a limit is kept. */
async function assertChecks(): Promise<void> {
  const limited = await startGateway(10)
  try {
    const post = async (headers: Record<string, string>, body: string): Promise<number> => {
      const url = `http://127.0.0.1:${limited.port}/api/chat/feedback`
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      await reply.arrayBuffer()
      return reply.status
    }
    const key = { 'x-api-key': apiKey }
    assert.equal(await post({}, body), 401, 'a request without a key')
    assert.equal(await post(key, '{'), 400, 'a body that is not JSON')
    assert.equal(await post(key, JSON.stringify({ messageId: 7 })), 422, 'an invalid body')
    assert.equal(await post(key, body), 200)
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push(await post(key, body))
    assert.equal(statuses.at(-1), 429, 'a request above the limit')
  } finally {
    await limited.close()
  }
}

/** `cpuUs` is what this thread, which serves, worked for a request: on a busy machine it says more than the rate. */
async function measure(port: number): Promise<{ rate: number; p50: number; p99: number; cpuUs: number }> {
  const before = process.threadCpuUsage()
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/api/chat/feedback`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body,
    connections,
    duration: secondsARound,
    workers: 1,
  })
  const { user, system } = process.threadCpuUsage(before)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} broken`)
  const cpuUs = (user + system) / result.requests.total
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpuUs }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * An authenticated, validated, rate-limited POST that asks one bus query against a bare fastify POST with the same reply,
 * in turns in one process, the load from another thread.
 */
export async function bench(): Promise<void> {
  await assertChecks()
  const bare = await startBare()
  const full = await startGateway(1_000_000_000)
  const rows: Record<'bare' | 'gateway' | 'ratio' | 'p50 ms' | 'p99 ms' | 'CPU µs bare' | 'CPU µs gateway', number>[] =
    []
  try {
    await measure(bare.port)
    await measure(full.port)
    for (let round = 0; round < rounds; round++) {
      const base = await measure(bare.port)
      const { rate, p50, p99, cpuUs } = await measure(full.port)
      rows.push({
        bare: Math.round(base.rate),
        gateway: Math.round(rate),
        ratio: Number((rate / base.rate).toFixed(2)),
        'p50 ms': p50,
        'p99 ms': p99,
        'CPU µs bare': Math.round(base.cpuUs),
        'CPU µs gateway': Math.round(cpuUs),
      })
    }
  } finally {
    await full.close()
    await bare.close()
  }
  console.log(
    `One POST through the gateway and the bus, against a bare fastify POST (requests/s, ${connections} connections)`,
  )
  console.table(rows)
  const byCpu = median(rows.map((row) => row['CPU µs bare'] / row['CPU µs gateway']))
  const cpuUs = median(rows.map((row) => row['CPU µs gateway']))
  const ratio = median(rows.map(({ ratio }) => ratio))
  report('POST through the gateway against bare fastify, requests', ratio, '×', { least: 0.6 }, cpuUs / 1_000)
  report('POST through the gateway, processor time', cpuUs, 'µs', { most: 35 }, cpuUs / 1_000)
  console.log(`median ratio ${ratio} by requests (aim: 0.6 or more), ${byCpu.toFixed(2)} by CPU time`)
}

if (import.meta.main) await bench()
