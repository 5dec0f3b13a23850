import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { addChunks, metric, untilQuiet } from './knowledge/fill-platform.ts'

const pairs = sized(8, 1)
const questionsABlock = sized(150, 10)
const agents = 10
/** As the console does it: who is where every 20 s, and the list with its counts as often. */
const everyMs = 20_000
const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * Questions by HTTP while nobody uses the inbox, and while ten agents do, in turn: each tells where they are, lists what they
 * have not read with its counts, and reads what came. Both times two of them follow all changes, as before there was this. Processor
 * time of the platform's process for each question.
 */
export async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-desk-'))
  const platform = await startProcess({ dataDir, port: await freePort() })
  const pool = new Pool(platform.baseUrl, { connections: 24 })
  const ending = new AbortController()
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, agentId?: string): Promise<any> => {
    const reply = await pool.request({
      ...{ method, path, headers: { ...headers, ...(agentId && { 'x-agent-id': agentId }) } },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.body.text()
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  try {
    const { questions } = await addChunks(platform.baseUrl, sized(1_000, 100), 1)
    await untilQuiet(platform.baseUrl)
    const ids: string[] = []
    for (let i = 0; i < agents; i++)
      ids.push((await call('POST', '/api/agents', { name: `Agent ${i}`, email: `agent${i}@example.com` })).id)
    const readers = ids.slice(0, 2).map(async () => {
      const { body } = await fetch(`${platform.baseUrl}/api/events/stream`, { headers, signal: ending.signal })
      for await (const _ of body!);
    })

    const asked: string[] = []
    const ask = async () => {
      let next = 0
      const one = async () => {
        while (next++ < questionsABlock) {
          const message = questions[asked.length % questions.length]!
          asked.push((await call('POST', '/api/chat/message', { message })).conversationId)
        }
      }
      await Promise.all(Array.from({ length: 4 }, one))
    }
    /** What an agent's console does once in `everyMs`. */
    const work = async (agentId: string) => {
      const conversationId = asked.at(-1)!
      await call('POST', '/api/presence', { conversationId, state: 'viewing' }, agentId)
      await call('GET', '/api/conversations?unread=true&limit=50', undefined, agentId)
      await call('GET', '/api/inbox/counts?views=queue,mine,unassigned,ai,snoozed,resolved,all', undefined, agentId)
      await call('PUT', `/api/conversations/${conversationId}/read`, { sequence: 2 }, agentId)
    }
    const block = async (isStaffed: boolean) => {
      const stop = new AbortController()
      const desk = ids.map(async (agentId, i) => {
        await pause((i * everyMs) / agents, undefined, { signal: stop.signal }).catch(() => {})
        while (!stop.signal.aborted) {
          await work(agentId)
          await pause(everyMs, undefined, { signal: stop.signal }).catch(() => {})
        }
      })
      if (!isStaffed) stop.abort()
      const [cpu, started] = [await metric(platform.baseUrl, 'process_cpu_seconds_total'), performance.now()]
      await ask()
      const seconds = (performance.now() - started) / 1_000
      const used = (await metric(platform.baseUrl, 'process_cpu_seconds_total')) - cpu
      stop.abort()
      await Promise.all(desk)
      return { rate: questionsABlock / seconds, cpuMs: (used * 1_000) / questionsABlock }
    }
    await ask()
    const rows: { off: number; on: number; 'rate off': number; 'rate on': number }[] = []
    for (let i = 0; i < pairs; i++) {
      const first = await block(i % 2 === 1)
      const second = await block(i % 2 === 0)
      const [off, on] = i % 2 === 0 ? [first, second] : [second, first]
      rows.push({ off: off.cpuMs, on: on.cpuMs, 'rate off': off.rate, 'rate on': on.rate })
    }
    ending.abort()
    await Promise.allSettled(readers)
    console.log(`A question while ${agents} agents use the inbox (on) and while none does (off): ms of processor time`)
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, each]) => [name, each.toFixed(1)]))),
    )
    const ratio = median(rows.map(({ off, on }) => off / on))
    console.log(`median of the pairs: ${ratio.toFixed(3)} of the throughput`)
    report('chat throughput with presence, unread and counts on, against off', ratio, '×', { least: 0.95 })
  } finally {
    ending.abort()
    await pool.close()
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
