import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, type BusEvent, type ConsumeOptions, partitions } from '@frontdesk/bus'
import { natsBus } from '@frontdesk/bus/nats'
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { leaveOut, report, sized } from './figures/report.ts'

const rounds = sized(5, 1)
const messages = sized(4_000, 300)
const inFlight = 256
const hops = sized(500, 30)
const payload = new Uint8Array(512).fill(120)
const handlerMs = 5
const groupEvents = sized(600, 60)
/** Of this benchmark alone; removed before and after. */
const owner = 'bench'
const bareStream = 'BENCH_BARE'

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

let names = 0
const subjectOf = (kind: string) => `${kind}.${owner}.thing${++names}.done.v1`

/** Runs `count` of `work`, at most `atOnce` at a time; answers how many a second. */
async function rate(count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return (count / (performance.now() - started)) * 1_000
}

const eventOf = (subject: string, i: number): BusEvent => ({
  id: `evt_${subject}_${i}`,
  subject,
  tenant: 'bench',
  key: `key-${i}`,
  sequence: 1,
  headers: { time: '2026-01-01T00:00:00.000Z', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  bytes: payload,
})

const consuming = (subject: string, more: Partial<ConsumeOptions>): ConsumeOptions => ({
  subjects: [subject],
  group: `group-${subject.replaceAll('.', '-')}`,
  order: 'none',
  maxInFlight: inFlight,
  leaseMs: 30_000,
  ...more,
})

type Measured = { publish: number; consume: number; request: number }

async function measureBare(nc: NatsConnection): Promise<Measured> {
  const js = jetstream(nc)
  const manager = await jetstreamManager(nc)
  const subject = `bench-bare.${++names}`
  const publish = await rate(messages, inFlight, () => js.publish(subject, payload))

  await manager.consumers.add(bareStream, {
    durable_name: `c${names}`,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
  })
  const consumer = await js.consumers.get(bareStream, `c${names}`)
  const started = performance.now()
  let seen = 0
  for await (const message of await consumer.consume({ max_messages: inFlight })) {
    message.ack()
    if (++seen === messages) break
  }
  const consume = (messages / (performance.now() - started)) * 1_000

  const question = `bench-query.${names}`
  const answer = (_: Error | null, message: Msg) => {
    message.respond(message.data)
  }
  const responder = nc.subscribe(question, { queue: 'q', callback: answer })
  await nc.flush()
  const request = await rate(messages, inFlight, () => nc.request(question, payload, { timeout: 5_000 }))
  responder.unsubscribe()
  return { publish, consume, request }
}

async function measureBus(bus: Bus): Promise<Measured> {
  const subject = subjectOf('event')
  const publish = await rate(messages, inFlight, (i) => bus.publish([eventOf(subject, i)]))

  const { promise, resolve } = Promise.withResolvers<void>()
  const started = performance.now()
  let seen = 0
  const stop = await bus.consume(consuming(subject, {}), async () => {
    if (++seen === messages) resolve()
    return { kind: 'done' }
  })
  await promise
  const consume = (messages / (performance.now() - started)) * 1_000
  await stop()

  const question = subjectOf('query')
  const stopAnswering = await bus.respond(question, 'g', { maxInFlight: 10_000 }, async ({ bytes }) => bytes)
  const asking = { tenant: 'bench', headers: { deadline: '1', traceparent: 'x' }, timeoutMs: 5_000 }
  const request = await rate(messages, inFlight, () => bus.request(question, payload, asking))
  await stopAnswering()
  return { publish, consume, request }
}

/** One thing at a time: how long until an event is in a handler's hands, and until an answer is back. */
async function measureHops(bus: Bus) {
  const [subject, question] = [subjectOf('event'), subjectOf('query')]
  let arrived: () => void = () => undefined
  const stop = await bus.consume(consuming(subject, { order: 'key' }), async () => {
    arrived()
    return { kind: 'done' }
  })
  const stopAnswering = await bus.respond(question, 'g', { maxInFlight: 8 }, async ({ bytes }) => bytes)
  const asking = { tenant: 'bench', headers: {}, timeoutMs: 5_000 }
  const events: number[] = []
  const queries: number[] = []
  for (let i = 0; i < hops; i++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    arrived = resolve
    let started = performance.now()
    const publishing = bus.publish([eventOf(subject, i)])
    await promise
    events.push(performance.now() - started)
    await publishing
    started = performance.now()
    await bus.request(question, payload, asking)
    queries.push(performance.now() - started)
  }
  await stop()
  await stopAnswering()
  return { events, queries }
}

/** Events a second through one group whose handlers wait; each member has a bus of its own. */
async function measureGroup(url: string, members: number, order: ConsumeOptions['order'], maxInFlight: number) {
  const subject = subjectOf('event')
  const buses = await Promise.all(Array.from({ length: members }, () => natsBus({ url })))
  await rate(groupEvents, inFlight, (i) => buses[0]!.publish([eventOf(subject, i)]))
  const { promise, resolve } = Promise.withResolvers<void>()
  let seen = 0
  const started = performance.now()
  for (const bus of buses) {
    await bus.consume(consuming(subject, { order, maxInFlight }), async () => {
      await wait(handlerMs)
      if (++seen === groupEvents) resolve()
      return { kind: 'done' }
    })
  }
  await promise
  const perSecond = (groupEvents / (performance.now() - started)) * 1_000
  await Promise.all(buses.map((bus) => bus.close()))
  return perSecond
}

/** The bus on NATS against the bare client on the same server, in turns; then a group as it gets members. */
export async function bench(): Promise<void> {
  const url = process.env.NATS_URL
  if (!url) return leaveOut('all of it', 'NATS_URL is not set')
  const nc = await connect({ servers: url })
  const manager = await jetstreamManager(nc)
  const clean = async () => {
    for (const name of [bareStream, `EVENTS_${owner}`]) await manager.streams.delete(name).catch(() => undefined)
  }
  await clean()
  await manager.streams.add({ name: bareStream, subjects: ['bench-bare.>'] })
  const bus = await natsBus({ url })
  try {
    const bare: Measured[] = []
    const ours: Measured[] = []
    for (let round = 0; round <= rounds; round++) {
      const pair = [await measureBare(nc), await measureBus(bus)] as const
      // The first round warms both up.
      if (round > 0) {
        bare.push(pair[0])
        ours.push(pair[1])
      }
    }
    console.log(
      `bus on NATS against the bare client: a second, ${messages} of ${payload.length} bytes, ${inFlight} in flight`,
    )
    console.table(
      Object.fromEntries(
        (['publish', 'consume', 'request'] as const).map((what) => [
          what,
          {
            'bare/s': Math.round(median(bare.map((row) => row[what]))),
            'bus/s': Math.round(median(ours.map((row) => row[what]))),
            ratio: Number(median(ours.map((row, i) => row[what] / bare[i]![what])).toFixed(2)),
          },
        ]),
      ),
    )
    for (const what of ['publish', 'consume', 'request'] as const)
      report(
        `bus ${what} against the bare NATS client`,
        median(ours.map((row, i) => row[what] / bare[i]![what])),
        '×',
        what === 'consume' ? { least: 0.8 } : undefined,
      )
    const { events, queries } = await measureHops(bus)
    console.log('one hop, one at a time')
    console.table({
      'publish to handler (ordered)': {
        'p50 ms': percentile(events, 0.5).toFixed(2),
        'p99 ms': percentile(events, 0.99).toFixed(2),
      },
      'question to answer': {
        'p50 ms': percentile(queries, 0.5).toFixed(2),
        'p99 ms': percentile(queries, 0.99).toFixed(2),
      },
    })
    console.log(`events a second through one group, handlers of ${handlerMs} ms`)
    const table: Record<string, Record<string, number>> = {}
    for (const [name, order, maxInFlight] of [
      [`ordered, ${partitions} partitions`, 'key', 16],
      ['unordered, 1 in hand a member', 'none', 1],
      ['unordered, 16 in hand a member', 'none', 16],
    ] as const) {
      const row: Record<string, number> = {}
      for (const members of [1, 2, 4])
        row[`${members} members`] = Math.round(await measureGroup(url, members, order, maxInFlight))
      if (order === 'key')
        report('ordered events a second, 4 members against 1', row['4 members']! / row['1 members']!, '×', {
          least: 1.5,
        })
      table[name] = { ...row, '4 : 1': Number((row['4 members']! / row['1 members']!).toFixed(2)) }
    }
    console.table(table)
  } finally {
    await bus.close()
    await clean()
    await nc.close()
  }
}

if (import.meta.main) await bench()
