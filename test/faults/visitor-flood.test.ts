import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../scenarios/api-client.ts'
import { begin, origin, visitorClient } from '../scenarios/visitor-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { percentile } from './turns/watch-turns.ts'

/** Requests of the flood at the same time, each followed by the next one at once. */
const parallel = 32
/** Questions that are asked without the flood, and as many during it, each by a visitor of a network of its own. */
const questions = 30

let dataDir: string
let platform: PlatformProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-flood-'))
  // The tests are the proxy that says from which network a request comes.
  platform = await startProcess({ dataDir, port: await freePort(), env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const network = (address: string) => ({ 'x-forwarded-for': address })

/** Sends as much as it can from one network, until it is stopped: new sessions, messages, the settings of the widget. */
function flood(baseUrl: string, widgetId: string, token: string) {
  const statuses = new Map<number, number>()
  let isOn = true
  const headers = {
    ...network('198.51.100.66'),
    origin,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const message = JSON.stringify({ message: 'What does parking cost?', clientId: 'flood' })
  const kinds = [
    () => fetch(`${baseUrl}/api/widget/${widgetId}/session`, { method: 'POST', headers, body: '{}' }),
    () =>
      fetch(`${baseUrl}/api/widget/messages`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: message,
      }),
    () => fetch(`${baseUrl}/api/widget/${widgetId}/config`, { headers }),
  ]
  const sending = Array.from({ length: parallel }, async (_, place) => {
    for (let turn = place; isOn; turn++) {
      const reply = await kinds[turn % kinds.length]!()
      await reply.arrayBuffer()
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  })
  return {
    sent: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    async stop() {
      isOn = false
      await Promise.all(sending)
      return Object.fromEntries(statuses)
    },
  }
}

test('while one network floods the widget, the visitors of all others are answered', async () => {
  const { baseUrl } = platform
  const api = apiClient(baseUrl, apiKey)
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  const { id } = (await api.post('/api/widgets', { name: 'Shop', allowedOrigins: [origin] })).body
  let visitors = 0

  /** A visitor of a new network begins a session and asks. Answers after how many milliseconds the answer was complete. */
  async function ask(): Promise<number> {
    visitors++
    const from = network(`203.0.113.${visitors}`)
    const started = performance.now()
    const session = await begin(() => baseUrl, id, {}, undefined, from)
    expect(session.status, JSON.stringify(session.body)).toBe(201)
    const visitor = visitorClient(() => baseUrl, session.body.token, from)
    const { status, events } = await visitor.say('What does parking cost?')
    const tookMs = performance.now() - started
    expect([status, events.at(-1)?.event]).toEqual([200, 'done'])
    return tookMs
  }
  async function askAll(): Promise<number[]> {
    const times: number[] = []
    while (times.length < questions) times.push(await ask())
    return times
  }
  const said = (times: number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`

  // What is compiled and cached at first is not what the flood does.
  for (let first = 0; first < 10; first++) await ask()
  const quiet = await askAll()
  const { body } = await begin(() => baseUrl, id, {}, undefined, network('198.51.100.66'))
  const started = performance.now()
  const flooding = flood(baseUrl, id, body.token)
  await expect.poll(flooding.sent).toBeGreaterThan(1_000)
  const during = await askAll()
  const seconds = (performance.now() - started) / 1_000
  const statuses = await flooding.stop()
  const sent = flooding.sent()
  console.log(
    `a session and an answer of another network: ${said(quiet)} without the flood, ${said(during)} during ` +
      `${(sent / seconds).toFixed(0)} requests a second from one network: ${JSON.stringify(statuses)}`,
  )
  // The flood was one: nearly all of it was refused.
  expect(statuses[429]).toBeGreaterThan(sent * 0.9)
})
