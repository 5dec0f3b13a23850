import {
  apart,
  type Distributed,
  noServers,
  serversOf,
  startDistributed,
  together,
} from '../processes/start-distributed.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { leaveOut, report, sized } from './figures/report.ts'
import { until } from './figures/until.ts'
import { metric } from './knowledge/fill-platform.ts'

const questions = sized(60, 8)
const warmUps = sized(15, 2)
/** The ratio is of so many pairs of runs. */
const rounds = sized(5, 1)
const text = 'A parcel to Norway takes two to five working days and costs 99 kronor. Tracking comes by e-mail.'
const question = 'How long does a parcel to Norway take?'

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

/** A way to ask a platform that knows the answer: ms from the question to the whole answer. */
async function prepare({ gateways, apiKey }: Distributed): Promise<() => Promise<number>> {
  const call = apiClient(gateways[0]!, apiKey)
  const { body } = await call.post('/api/knowledge/sources', { type: 'manual', title: 'Shipping', text })
  await until('the source is Ready', { everyMs: 50, limitMs: 60_000 }, async () =>
    (await call.get(`/api/knowledge/sources/${body.id}`)).body.status === 'Ready' ? true : undefined,
  )
  const ask = async () => {
    const started = performance.now()
    const reply = await call.post('/api/chat/message', { message: question })
    if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
    return performance.now() - started
  }
  for (let i = 0; i < warmUps; i++) await ask()
  return ask
}

/** Processor seconds of all processes of a platform together. */
const cpuSeconds = async ({ members }: Distributed): Promise<number> => {
  const each = await Promise.all(members.map(({ process }) => metric(process.baseUrl, 'process_cpu_seconds_total')))
  return each.reduce((sum, seconds) => sum + seconds, 0)
}

/**
 * What a process for each service adds to the time of one question, against all services in one process on the same NATS,
 * MongoDB and Elasticsearch. Both platforms run; questions go to one and the other in turns.
 */
export async function bench(): Promise<void> {
  if (noServers) return leaveOut('all of it', noServers)
  const servers = serversOf()!
  const platforms: Distributed[] = []
  try {
    for (const processes of [together(1), apart(1)]) platforms.push(await startDistributed({ servers, processes }))
    const asking: (() => Promise<number>)[] = []
    for (const platform of platforms) asking.push(await prepare(platform))
    const cpuBefore = await Promise.all(platforms.map(cpuSeconds))
    const p50: number[][] = [[], []]
    const times: number[][] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const ofRound: number[][] = [[], []]
      for (let i = 0; i < questions; i++) for (const [k, ask] of asking.entries()) ofRound[k]!.push(await ask())
      for (const [k, own] of ofRound.entries()) {
        p50[k]!.push(at(own, 0.5))
        times[k]!.push(...own)
      }
    }
    const cpuAfter = await Promise.all(platforms.map(cpuSeconds))
    const cpuMs = cpuAfter.map((seconds, k) => ((seconds - cpuBefore[k]!) * 1_000) / (rounds * questions))
    const ratio = at(
      p50[1]!.map((many, round) => many / p50[0]![round]!),
      0.5,
    )
    report('one question, a process for each service against one process, p50', ratio, '×', { most: 3 }, cpuMs[1])
    report('one question, all services in one process on servers, p50', at(times[0]!, 0.5), 'ms', undefined, cpuMs[0])
    report('one question, a process for each service, p50', at(times[1]!, 0.5), 'ms', undefined, cpuMs[1])
    console.table(
      ['one process', 'a process for each service'].map((name, k) => ({
        'one question, on servers': name,
        'p50 ms': at(times[k]!, 0.5).toFixed(1),
        'p95 ms': at(times[k]!, 0.95).toFixed(1),
        'processor ms': cpuMs[k]!.toFixed(1),
      })),
    )
    console.log(`p50, median of ${rounds} paired ratios: ${ratio.toFixed(2)}×`)
  } finally {
    await Promise.all(platforms.map((platform) => platform.stop()))
  }
}

if (import.meta.main) await bench()
