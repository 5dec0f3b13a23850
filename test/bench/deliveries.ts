import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chat } from '@frontdesk/contracts'
import { openSqlite } from '@frontdesk/sqlite'
import { Agent, request } from 'undici'
import { aMessage, startDispatcher } from '../../services/webhook-dispatcher/testing/start-test-dispatcher.ts'
import type { Arrived, Asked } from './deliveries/serve-subscribers.ts'
import { assertDurable } from './figures/assert-durable.ts'
import { report, sized } from './figures/report.ts'

/** 10,000 for the whole of it, which takes minutes. */
const events = Number(process.env.BENCH_EVENTS ?? sized(1_000, 25))
const rounds = Number(process.env.BENCH_ROUNDS ?? sized(5, 1))
const eventsAKey = 5
/** Commits in flight while events are made as fast as they can be. */
const publishers = 64
const quick = Array.from({ length: 8 }, (_, i) => `/quick/${i}`)
const pace = { perSecond: 200, seconds: sized(5, 2) }
const roundLimitMs = 300_000

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
const stamp = () => String(performance.timeOrigin + performance.now())

/** Subscribers in a process of their own, so that they take no time of the dispatcher's. */
async function openSubscribers() {
  const child = fork(fileURLToPath(new URL('deliveries/serve-subscribers.ts', import.meta.url)))
  const [{ port }] = await once(child, 'message')
  const ask = async (asked: Asked): Promise<Arrived> => {
    const answered = once(child, 'message')
    child.send(asked)
    const [{ arrived }] = await answered
    return arrived
  }
  return { url: `http://127.0.0.1:${port}`, ask, close: () => child.disconnect() }
}
type Subscribers = Awaited<ReturnType<typeof openSubscribers>>

async function untilArrived(subscribers: Subscribers, paths: string[], count: number): Promise<Arrived> {
  for (const deadline = performance.now() + roundLimitMs; performance.now() < deadline; ) {
    const arrived = await subscribers.ask('read')
    if (paths.every((path) => (arrived[path]?.events ?? 0) >= count)) return arrived
    await wait(10)
  }
  throw new Error(`not everything arrived within ${roundLimitMs / 1_000} s`)
}

/** A dispatcher on a fresh file, with an endpoint for each path. */
async function withDispatcher<T>(
  subscribers: Subscribers,
  paths: string[],
  work: (dispatcher: Awaited<ReturnType<typeof startDispatcher>>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const store = openSqlite(join(folder, 'main.db'))
  assertDurable(store)
  const dispatcher = await startDispatcher(store, { now: () => Date.now() })
  try {
    await subscribers.ask('clear')
    for (const path of paths) await dispatcher.create(subscribers.url + path)
    return await work(dispatcher)
  } finally {
    await dispatcher.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the first commit until every quick subscriber has every event; `cpuMs` is the processor time of one delivery. */
function deliverAll(subscribers: Subscribers, others: string[]): Promise<{ seconds: number; cpuMs: number }> {
  return withDispatcher(subscribers, [...quick, ...others], async (dispatcher) => {
    const started = performance.now()
    const cpuBefore = process.cpuUsage()
    let next = 0
    const publishing = Array.from({ length: publishers }, async () => {
      while (next < events / eventsAKey) {
        const bodies = Array.from({ length: eventsAKey }, () => aMessage('x'.repeat(500)))
        await dispatcher.publish(chat.events.messageSent, `cnv_${next++}`, bodies)
      }
    })
    await Promise.all(publishing)
    await untilArrived(subscribers, quick, events)
    const seconds = (performance.now() - started) / 1_000
    const { user, system } = process.cpuUsage(cpuBefore)
    return { seconds, cpuMs: (user + system) / 1_000 / (events * quick.length) }
  })
}

/** As many signed POSTs with nothing around them, a second. */
async function bareLoop(subscribers: Subscribers, inFlight: number): Promise<number> {
  await subscribers.ask('clear')
  const dispatcher = new Agent({ connections: inFlight })
  const count = events * quick.length
  const body = JSON.stringify({ id: 'evt', type: 'message.sent', data: aMessage('x'.repeat(500)) })
  const started = performance.now()
  let next = 0
  const post = async () => {
    while (next < count) {
      const i = next++
      const t = Math.floor(Date.now() / 1_000)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': `evt_${i}`,
        'webhook-timestamp': String(t),
        'x-webhook-signature': `t=${t},v1=${createHmac('sha256', 'secret').update(`${t}.${body}`).digest('hex')}`,
        'webhook-signature': `v1,${createHmac('sha256', 'secret').update(`evt_${i}.${t}.${body}`).digest('base64')}`,
      }
      const reply = await request(subscribers.url + quick[i % quick.length]!, {
        method: 'POST',
        headers,
        body,
        dispatcher,
      })
      await reply.body.dump()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, post))
  const perSecond = (count / (performance.now() - started)) * 1_000
  await dispatcher.close()
  return perSecond
}

/** Milliseconds from before an event is committed until its request arrives, at a steady pace. */
async function measureLatency(subscribers: Subscribers): Promise<number[]> {
  return withDispatcher(subscribers, ['/timed'], async (dispatcher) => {
    const count = pace.perSecond * pace.seconds
    const started = performance.now()
    const publishing: Promise<unknown>[] = []
    for (let i = 0; i < count; i++) {
      await wait(Math.max(0, started + (i * 1_000) / pace.perSecond - performance.now()))
      publishing.push(dispatcher.publish(chat.events.messageSent, `cnv_${i}`, [aMessage(stamp())]))
    }
    await Promise.all(publishing)
    const arrived = await untilArrived(subscribers, ['/timed'], count)
    return arrived['/timed']!.latencies.slice(pace.perSecond)
  })
}

/**
 * Outbound events, embedded: eight quick subscribers alone, and beside one that hangs and one that fails; deliveries that
 * are recorded against signed POSTs that are not; and how long an event is on its way.
 */
export async function bench(): Promise<void> {
  const subscribers = await openSubscribers()
  try {
    const rows: { alone: number; cpuMs: number; beside: number; bare: number; bareOne: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const { seconds: alone, cpuMs } = await deliverAll(subscribers, [])
      const { seconds: beside } = await deliverAll(subscribers, ['/hanging', '/failing'])
      const row = {
        alone,
        cpuMs,
        beside,
        bare: await bareLoop(subscribers, 64),
        bareOne: await bareLoop(subscribers, 1),
      }
      // The first round warms everything up.
      if (round > 0 || rounds === 0) rows.push(row)
    }
    const of = (key: keyof (typeof rows)[number]) => median(rows.map((row) => row[key]))
    const perSecond = (events * quick.length) / of('alone')
    const against = (bare: 'bare' | 'bareOne') =>
      median(rows.map((row) => (events * quick.length) / row.alone / row[bare]))
    const latencies = await measureLatency(subscribers)
    report('deliveries recorded against bare POSTs, 64 in flight', against('bare'), '×', { least: 0.25 }, of('cpuMs'))
    report(
      'all deliveries beside subscribers that hang and fail',
      median(rows.map((row) => row.beside / row.alone)),
      '×',
      { most: 1.5 },
    )
    report('event to POST, p50', percentile(latencies, 0.5), 'ms', { most: 10 })
    console.log(`outbound events: ${events} to 8 subscribers, alone and beside one that hangs and one that fails`)
    console.table({
      'seconds, alone': { median: of('alone').toFixed(2) },
      'seconds, beside them': { median: of('beside').toFixed(2) },
      'times as long (aim at most 1.5)': { median: median(rows.map((row) => row.beside / row.alone)).toFixed(2) },
      'recorded deliveries a second': { median: Math.round(perSecond) },
      'bare POSTs a second, 64 in flight': { median: Math.round(of('bare')) },
      'bare POSTs a second, one by one': { median: Math.round(of('bareOne')) },
      'against 64 in flight (aim at least 0.25)': { median: against('bare').toFixed(2) },
      'against one by one': { median: against('bareOne').toFixed(2) },
      [`event to POST at ${pace.perSecond} a second: p50 ms (aim at most 10)`]: {
        median: percentile(latencies, 0.5).toFixed(1),
      },
      'p99 ms': { median: percentile(latencies, 0.99).toFixed(1) },
      'most memory, MB': { median: Math.round(process.resourceUsage().maxRSS / 1_024) },
    })
  } finally {
    subscribers.close()
  }
}

if (import.meta.main) await bench()
