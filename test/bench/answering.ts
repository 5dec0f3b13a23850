import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { Agent, Client, type Dispatcher, request } from 'undici'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { apart, noServers, serversOf, startDistributed } from '../processes/start-distributed.ts'
import { leaveOut, report, sized } from './figures/report.ts'
import { until } from './figures/until.ts'
import { metric } from './knowledge/fill-platform.ts'

const warmUps = sized(40, 4)
const rounds = sized(150, 8)
/** Of the streams asked for, this share at least must stay open, or the figures would be of others. */
const minHeld = 0.99
const streamCounts = (process.env.BENCH_STREAMS ?? sized('100,300,900', '20')).split(',').map(Number)
const question = 'How long does a parcel to Norway take?'
const text = 'A parcel to Norway takes two to five working days and costs 99 kronor. Tracking comes by e-mail.'
const parts = ['A parcel to Norway takes two to five days. ', 'It costs 99 kronor. ']
/** What a real model takes at the very least; the judgement of the passages runs beside it. */
const everyMs = 20

const headersOf = (key: string) => ({ 'content-type': 'application/json', 'x-api-key': key })

/** Milliseconds until the reply holds `sign`; the rest is read to its end. */
async function timeUntil(
  client: Dispatcher,
  path: string,
  headers: Record<string, string>,
  body: object,
  sign: string,
) {
  const started = performance.now()
  const reply = await client.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
  let read = ''
  let found: number | undefined
  for await (const chunk of reply.body) {
    read += chunk
    if (found === undefined && read.includes(sign)) found = performance.now() - started
  }
  if (found === undefined) throw new Error(`${reply.statusCode} ${read.slice(0, 500)}`)
  return found
}

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

/** Asks the bare endpoint and the platform by turns, so that both see the same machine. */
async function timeFirstText(endpoint: OpenAiEndpoint, baseUrl: string, key: string) {
  const bare = new Client(new URL(endpoint.url).origin)
  const platform = new Client(baseUrl)
  const prompt = { model: 'm', stream: true, messages: [{ role: 'user', content: `${text} ${question}` }] }
  const times = { bare: [] as number[], through: [] as number[] }
  try {
    for (let i = 0; i < warmUps + rounds; i++) {
      endpoint.script({ parts, everyMs })
      const headers = { 'content-type': 'application/json' }
      const direct = await timeUntil(bare, '/v1/chat/completions', headers, prompt, 'A parcel to')
      endpoint.script({ parts, everyMs })
      const through = await timeUntil(
        platform,
        '/api/chat/stream',
        headersOf(key),
        { message: question },
        'event: delta',
      )
      if (i < warmUps) continue
      times.bare.push(direct)
      times.through.push(through)
    }
  } finally {
    await Promise.all([bare.close(), platform.close()])
  }
  return times
}

function printFirstText(mode: string, { bare, through }: { bare: number[]; through: number[] }): void {
  const added = through.map((each, i) => each - bare[i]!)
  const aims = mode === 'embedded' ? [5, 8] : [undefined, undefined]
  for (const [i, share] of [0.5, 0.9].entries())
    report(
      `first text added to the bare model endpoint, ${mode}, p${share * 100}`,
      at(added, share),
      'ms',
      aims[i] === undefined ? undefined : { most: aims[i]! },
    )
  console.table(
    [
      ['p50', 0.5],
      ['p90', 0.9],
    ].map(([name, share]) => ({
      'first text, ms': `${mode} ${name}`,
      'bare endpoint': at(bare, share as number).toFixed(1),
      'through Frontdesk': at(through, share as number).toFixed(1),
      added: at(added, share as number).toFixed(1),
    })),
  )
}

/** Opens streams that stay open after their first words, and says how many do and what each holds in memory. */
async function holdStreams(endpoint: OpenAiEndpoint, baseUrl: string) {
  const rows: Record<string, string | number>[] = []
  for (const count of streamCounts) {
    const before = await metric(baseUrl, 'process_resident_memory_bytes')
    const cpuBefore = await metric(baseUrl, 'process_cpu_seconds_total')
    endpoint.script(...Array.from({ length: count }, () => ({ parts, after: { parts: 1, fault: 'stall' as const } })))
    const agent = new Agent({ connections: count, pipelining: 1 })
    const leave = new AbortController()
    const started = performance.now()
    const opened = await Promise.all(
      Array.from({ length: count }, async () => {
        const body = JSON.stringify({ message: question })
        const options = { method: 'POST' as const, headers: headersOf(apiKey), body, dispatcher: agent }
        const reply = await request(`${baseUrl}/api/chat/stream`, { ...options, signal: leave.signal })
        reply.body.on('error', () => {})
        let read = ''
        for await (const chunk of reply.body.iterator({ destroyOnReturn: false })) {
          read += chunk
          if (/event: (?:delta|error|escalated)|"status":/.test(read)) break
        }
        return { body: reply.body, said: `${reply.statusCode} ${read.slice(0, 300)}` }
      }),
    )
    const seconds = (performance.now() - started) / 1_000
    const isHeld = ({ body, said }: (typeof opened)[number]) => said.includes('event: delta') && !body.destroyed
    const held = opened.filter(isHeld).length
    if (held < minHeld * count) {
      const refused = opened.find((stream) => !isHeld(stream))
      throw new Error(`${held} of ${count} streams are held open; another one: ${refused?.said}`)
    }
    const cpuSeconds = (await metric(baseUrl, 'process_cpu_seconds_total')) - cpuBefore
    const during = await metric(baseUrl, 'process_resident_memory_bytes')
    report(`memory of each of ${count} streams held`, (during - before) / 1024 / held, 'kB', { most: 30 })
    report(`${count} streams opened a second`, held / seconds, '/s', { least: 600 }, (cpuSeconds * 1_000) / held)
    report(`streams held of ${count} asked for`, held, '', { least: count })
    rows.push({
      'streams asked for': count,
      held,
      'opened a second': (held / seconds).toFixed(0),
      'memory MB': (during / 1024 / 1024).toFixed(0),
      'kB a stream': ((during - before) / 1024 / held).toFixed(0),
    })
    leave.abort()
    await agent.destroy()
    await until('the streams are closed', { everyMs: 50, limitMs: 60_000 }, async () =>
      endpoint.requests.every(({ state }) => state !== 'open') ? true : undefined,
    )
    endpoint.requests.splice(0)
  }
  console.table(rows)
}

async function teach(baseUrl: string, key: string): Promise<void> {
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const reply = await request(`${baseUrl}${path}`, {
      method,
      headers: headersOf(key),
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.body.json()) as { id: string; status: string }
  }
  const { id } = await send('POST', '/api/knowledge/sources', { type: 'manual', title: 'Shipping', text })
  await until('the source is Ready', { everyMs: 100, limitMs: 60_000 }, async () =>
    (await send('GET', `/api/knowledge/sources/${id}`)).status === 'Ready' ? true : undefined,
  )
}

/**
 * What Frontdesk adds to the time until the first words of a model arrive, over the bare endpoint on loopback (aim,
 * embedded: 5 ms, p90 8 ms), and how many streams one process holds open, with the memory of each.
 */
export async function bench(): Promise<void> {
  const endpoint = await startOpenAiEndpoint({ answer: () => parts })
  const env = {
    OPENAI_BASE_URL: endpoint.url,
    CHAT_MODEL: 'bench',
    ABANDON_AFTER_MS: '500',
    RATE_LIMIT_PER_MINUTE: '1000000',
    MODEL_IDLE_TIMEOUT_MS: '60000',
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  try {
    const platform = await startProcess({ dataDir, port: await freePort(), env })
    try {
      await teach(platform.baseUrl, apiKey)
      printFirstText('embedded', await timeFirstText(endpoint, platform.baseUrl, apiKey))
      await holdStreams(endpoint, platform.baseUrl)
    } finally {
      await platform.stop()
    }
    if (noServers) return leaveOut('distributed', noServers)
    const distributed = await startDistributed({ servers: serversOf()!, processes: apart(1), env })
    try {
      const [gateway] = distributed.gateways
      await teach(gateway!, distributed.apiKey)
      printFirstText('distributed', await timeFirstText(endpoint, gateway!, distributed.apiKey))
    } finally {
      await distributed.stop()
    }
  } finally {
    await endpoint.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
