import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Bus, sqliteBus } from '@frontdesk/bus'
import { natsBus } from '@frontdesk/bus/nats'
import { type Policy, policyEngine } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { localModels } from '@frontdesk/models'
import { policyEngineService } from '@frontdesk/policy-engine'
import { type OpenPorts, openLog, removeNamespace, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { newTenant, startFrontdesk, startOpenAiEndpoint } from '@frontdesk/testing'
import { noServers, serversOf } from '../processes/start-distributed.ts'
import { freePort, startNodeProcess } from '../processes/start-node-process.ts'
import { apiClient, readEvents } from '../scenarios/api-client.ts'
import { leaveOut, report, sized } from './figures/report.ts'
import { until } from './figures/until.ts'

const warmUps = sized(5, 1)
const answers = sized(25, 3)
const streams = sized(12, 1)
/** How fast the endpoint writes: some 60 words a second. */
const everyMs = 16
const adminToken = 'an-admin-token-of-the-benchmark'
const sentences = [
  'A parcel to Norway takes two to five working days and costs 99 kronor. ',
  'If it has not come after a week, write to anna.berg@example.com or call +46 70 174 06 35 between nine and five. ',
  'You may return what you do not want within 30 days, e.g. at any of our shops. ',
  'Tracking comes by e-mail as soon as the parcel has left us. ',
]
const words = sentences.join('').match(/\S+\s*/g)!

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const post = { mode: 'Post-generation', priority: 1, enabled: true, ...times } as const
const kinds = ['email', 'phone', 'national_id', 'card', 'iban'] as const
const pii: Policy = {
  ...post,
  id: 'a',
  name: 'PII',
  type: 'PII Filter',
  config: { kinds: [...kinds], regions: ['SE'] },
}
const limit: Policy = { ...post, id: 'b', name: 'Length', type: 'Length Limit', config: { maxTokens: 200 } }
const topics = [{ name: 'gambling', phrases: ['gambling', 'casino', 'vapen'] }]
const topic: Policy = { ...post, id: 'c', name: 'Topic', type: 'Topic Filter', config: { topics } }
const tone: Policy = { ...post, id: 'd', name: 'Tone', type: 'Tone Control', config: { tone: 'formal' } }
const sets: Record<string, Policy[]> = {
  none: [],
  'PII Filter': [pii],
  'PII Filter, Length Limit': [pii, limit],
  'Topic Filter': [topic],
  'Tone Control (rules)': [tone],
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const sort = (values: number[]): number[] => values.toSorted((a, b) => a - b)

/** Asks about an answer that grows a sentence at a time, as chat does; how long each question took, in milliseconds, sorted. */
async function timeSegments(bus: Bus, own: { services: (typeof policyEngineService)[]; ports: Partial<OpenPorts> }) {
  let asking: StandInContext | undefined
  const asker = standIn({
    name: 'asker',
    handlers: {},
    async start(context) {
      asking = context.forTenant('bench')
      return { close: async () => {} }
    },
  })
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([...own.services, asker], { ...own.ports, bus } as OpenPorts, { env: {}, log })
  const found: Record<string, number[]> = {}
  try {
    for (const [name, policies] of Object.entries(sets)) {
      const took: number[] = []
      for (let i = 0; i < warmUps + answers; i++) {
        let text = `Answer ${i}. `
        for (const [n, sentence] of sentences.entries()) {
          text += sentence
          const started = performance.now()
          await asking!.ask(policyEngine.queries.answerFilter, { policies, text, final: n === sentences.length - 1 })
          if (i >= warmUps) took.push(performance.now() - started)
        }
      }
      found[name] = sort(took)
    }
  } finally {
    await running.stop()
  }
  return found
}

async function embedded() {
  const store = openSqlite(':memory:')
  const ports = { documents: sqliteDocuments(store), models: localModels() }
  try {
    return await timeSegments(sqliteBus(store), { services: [policyEngineService], ports })
  } finally {
    await store.close()
  }
}

/** The policy engine as a process of its own, asked over NATS. */
async function distributed() {
  const servers = serversOf()!
  const namespace = `bench${randomBytes(6).toString('hex')}`
  const env = {
    FRONTDESK_NAMESPACE: namespace,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
  }
  const entry = fileURLToPath(new URL('../../services/policy-engine/src/main.ts', import.meta.url))
  const engine = await startNodeProcess({ name: 'policy-engine', entry, port: await freePort(), env })
  const bus = await natsBus({ url: servers.natsUrl, namespace })
  const store = openSqlite(':memory:')
  try {
    return await timeSegments(bus, { services: [], ports: { documents: sqliteDocuments(store) } })
  } finally {
    await bus.close()
    await store.close()
    await engine.stop()
    await removeNamespace(namespace, servers)
  }
}

async function benchSegments() {
  const inOne = await embedded()
  const apart = noServers ? undefined : await distributed()
  for (const name of Object.keys(sets))
    if (name !== 'none')
      report(`policy work a segment, embedded, ${name}, p50`, at(inOne[name]!, 0.5) - at(inOne.none!, 0.5), 'ms', {
        most: 1,
      })
  if (noServers) leaveOut('distributed', noServers)
  console.table(
    Object.keys(sets).map((name) => ({
      'one segment, ms': name,
      'embedded p50': at(inOne[name]!, 0.5).toFixed(2),
      'embedded p99': at(inOne[name]!, 0.99).toFixed(2),
      'work p50': (at(inOne[name]!, 0.5) - at(inOne.none!, 0.5)).toFixed(2),
      ...(apart && {
        'distributed p50': at(apart[name]!, 0.5).toFixed(2),
        'distributed p99': at(apart[name]!, 0.99).toFixed(2),
      }),
    })),
  )
}

/** Streams one answer; when its first text came and when it ended, in milliseconds. */
async function timeStream(api: ReturnType<typeof apiClient>): Promise<{ first: number; total: number }> {
  const started = performance.now()
  let first: number | undefined
  const response = await api.request('POST', '/api/chat/stream', {
    body: { message: 'How long does a parcel to Norway take?' },
  })
  let last = ''
  for await (const { event } of readEvents(response)) {
    last = event
    if (event === 'delta') first ??= performance.now() - started
  }
  if (last !== 'done' || first === undefined) throw new Error(`the stream ended with ${last}`)
  return { first, total: performance.now() - started }
}

async function benchStreams() {
  const endpoint = await startOpenAiEndpoint()
  const env = { ADMIN_TOKEN: adminToken, OPENAI_BASE_URL: endpoint.url, CHAT_MODEL: 'bench' }
  const frontdesk = await startFrontdesk({ env })
  const rows = []
  let bare: { first: number; total: number } | undefined
  try {
    const { apiKey } = await newTenant(frontdesk.baseUrl, adminToken, 'bench')
    const api = apiClient(frontdesk.baseUrl, apiKey)
    const { body } = await api.post('/api/knowledge/sources', {
      type: 'manual',
      title: 'Shipping',
      text: sentences.join(''),
    })
    await until('the source is Ready', { everyMs: 50, limitMs: 60_000 }, async () =>
      (await api.get(`/api/knowledge/sources/${body.id}`)).body.status === 'Ready' ? true : undefined,
    )
    for (const [name, policies] of Object.entries(sets)) {
      // The endpoint is a model that writes; rules alone set the tone where there is none.
      if (name.startsWith('Tone')) continue
      const made = []
      for (const { name: called, type, mode, config } of policies) {
        made.push((await api.post('/api/policies', { name: called, type, mode, config })).body.id)
      }
      const took: { first: number; total: number }[] = []
      for (let i = 0; i < streams + 2; i++) {
        endpoint.script({ parts: words, everyMs })
        const one = await timeStream(api)
        if (i >= 2) took.push(one)
      }
      for (const id of made) await api.delete(`/api/policies/${id}`)
      const first = at(sort(took.map((one) => one.first)), 0.5)
      const total = at(sort(took.map((one) => one.total)), 0.5)
      bare ??= { first, total }
      if (name !== 'none') report(`delay of the first text by policies: ${name}`, first - bare.first, 'ms')
      rows.push({
        'a streamed answer, ms p50': name,
        'first text': first.toFixed(0),
        'delay of first text': (first - bare.first).toFixed(0),
        total: total.toFixed(0),
        'delay in total': (total - bare.total).toFixed(0),
        ratio: (total / bare.total).toFixed(2),
      })
    }
  } finally {
    await frontdesk.stop()
    await endpoint.close()
  }
  console.log(
    `The model writes ${words.length} words, one each ${everyMs} ms; its first sentence takes ${everyMs * 14} ms.`,
  )
  console.table(rows)
}

/** What policies cost: the work for one segment, and what they add to the first visible text and to a whole answer. */
export async function bench(): Promise<void> {
  await benchSegments()
  await benchStreams()
}

if (import.meta.main) await bench()
