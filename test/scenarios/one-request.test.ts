import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serversOf, startDistributed } from '../processes/start-distributed.ts'
import { freePort, startNodeProcess } from '../processes/start-node-process.ts'
import { type ApiClient, apiClient } from './api-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'one-request-'))
const logFile = join(folder, 'log')
const key = 'one-request-bootstrap-key-0123456789'

const soon = { timeout: 30_000, interval: 100 }

type Line = { correlationId?: string; traceId?: string; subject?: string; route?: string; message: string }
/** What the processes have logged so far. Lines that others share the file with stand behind the name of their process. */
const logged = (): Line[] =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .map((line) => /^[^{]*: (\{.*\})$/.exec(line)?.[1])
    .flatMap((json) => (json ? [JSON.parse(json)] : []))
/** Waits for lines about these routes and subjects that name this id. A line is written after the work that it tells of. */
const untilLogged = (correlationId: string, wanted: string[]) =>
  vi.waitFor(() => {
    const lines = logged().filter((line) => line.correlationId === correlationId)
    expect(lines.map(({ subject, route }) => subject ?? route)).toEqual(expect.arrayContaining(wanted))
  }, soon)

type Delivery = { requestId: string; traceparent: string; id: string; type: string; key: string }
const delivered: Delivery[] = []
const refused = new Set<string>()
/** A subscriber that is away when an answer is first delivered, and a site of one page. */
const subscriber = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const isPage = request.url === '/page'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
    response.end(isPage ? '<title>Hours</title><p>The shop opens at nine.</p>' : '')
    return
  }
  const { id, type, key } = JSON.parse(
    Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString(),
  )
  if (type === 'message.sent' && !refused.has(id)) {
    refused.add(id)
    response.writeHead(503, { 'retry-after': '1' }).end()
    return
  }
  const { 'x-request-id': requestId, traceparent } = request.headers as Record<string, string>
  delivered.push({ requestId: requestId!, traceparent: traceparent!, id, type, key })
  response.writeHead(204).end()
})

let api: ApiClient
let baseUrl: string
let stop: () => Promise<unknown>
beforeAll(async () => {
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('PROCESS_LOG', logFile)
  const env = { BOOTSTRAP_API_KEY: key, OUTBOUND_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'info' }
  if (process.env.SCENARIOS === 'distributed') {
    const both = [
      ['gateway', 'chat', 'crawler', 'contacts', 'channels', 'analytics'],
      ['ingest', 'retrieval', 'policy-engine', 'copilot', 'webhook-dispatcher', 'contacts'],
    ]
    const platform = await startDistributed({ servers: serversOf()!, processes: both, env })
    baseUrl = platform.gateways[0]!
    stop = platform.stop
  } else {
    const port = await freePort()
    const entry = join(import.meta.dirname, '../../apps/frontdesk/src/main.ts')
    const servers = { NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }
    const all = { ...env, ...servers, DATA_DIR: join(folder, 'data') }
    const platform = await startNodeProcess({ name: 'frontdesk', entry, args: ['start'], port, env: all })
    baseUrl = platform.baseUrl
    stop = platform.stop
  }
  api = apiClient(baseUrl, key)
})
afterAll(async () => {
  await stop?.()
  subscriber.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const deliveriesOf = (type: string, key: string) => delivered.filter((each) => each.type === type && each.key === key)

test('one id leads from the upload over the index, a question and a job to webhooks that are delivered later', async () => {
  const { port } = subscriber.address() as AddressInfo
  await api.post('/api/webhook-endpoints', { url: `http://127.0.0.1:${port}/` })

  const upload = await api.upload('returns.txt', 'Shoes can be returned within 30 days.', {
    'x-request-id': 'upload:1',
  })
  expect(upload.headers.get('x-request-id')).toBe('upload:1')
  const source = await api.untilReady(upload.body.id)
  await untilLogged('upload:1', [
    '/api/knowledge/sources',
    'query.ingest.source.add.v1',
    'event.ingest.version.accepted.v1',
    'event.ingest.version.extracted.v1',
    'event.retrieval.version.indexed.v1',
  ])
  await vi.waitFor(() => expect(deliveriesOf('knowledge.updated', source.id)).not.toEqual([]), soon)
  for (const { requestId } of deliveriesOf('knowledge.updated', source.id)) expect(requestId).toBe('upload:1')

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const question = await api.send('POST', '/api/chat/message', {
    body: { message: 'Within how many days can shoes be returned?' },
    headers: { 'x-request-id': 'question:1', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  expect(question.body.outcome).toBe('answered')
  expect(question.headers.get('x-request-id')).toBe('question:1')
  expect(question.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  await untilLogged('question:1', [
    '/api/chat/message',
    'stream.chat.message.answer.v1',
    'query.retrieval.chunks.find.v1',
    'event.chat.message.received.v1',
    'event.chat.message.sent.v1',
  ])
  await vi.waitFor(() => expect(deliveriesOf('message.sent', question.body.conversationId)).toHaveLength(1), soon)
  expect(refused.size).toBe(1)
  expect(deliveriesOf('message.sent', question.body.conversationId)[0]).toMatchObject({
    requestId: 'question:1',
    traceparent: expect.stringContaining(traceId),
  })

  const url = `http://127.0.0.1:${port}/page`
  const site = await api.post('/api/knowledge/sources', { type: 'url', url }, { 'x-request-id': 'crawl:1' })
  expect(site.status).toBe(202)
  await api.untilReady(site.body.id)
  await untilLogged('crawl:1', ['event.crawler.crawl.finished.v1'])
  await vi.waitFor(() => expect(deliveriesOf('knowledge.updated', site.body.id)).not.toEqual([]), soon)
  expect(deliveriesOf('knowledge.updated', site.body.id)[0]!.requestId).toBe('crawl:1')
})

test('a request without an id gets one, and an id or a traceparent that is not valid is replaced', async () => {
  const forged = 'two words'
  const reply = await api.get('/api/conversations', { 'x-request-id': forged, traceparent: '00-0-0-01' })
  const id = reply.headers.get('x-request-id')!
  expect(id).toMatch(/^req_[0-9a-f]{32}$/)
  const traceparent = reply.headers.get('traceparent')!
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  await untilLogged(id, ['/api/conversations'])
  expect(logged().find(({ correlationId }) => correlationId === id)?.traceId).toBe(traceparent.slice(3, 35))
  const refused = await api.get('/api/conversations/none', { 'x-request-id': 'refused:1' })
  expect(refused.body).toMatchObject({ requestId: 'refused:1' })
})

test('what no route answers has its id in the log as well', async () => {
  const unknown = await api.get('/nowhere', { 'x-request-id': 'unknown:1' })
  expect(unknown.status).toBe(404)
  await untilLogged('unknown:1', ['unknown'])

  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => void socket.write('nonsense\r\n\r\n'))
  const [id] = /(?<=x-request-id: )\S+/.exec(await text(socket))!
  await vi.waitFor(() => expect(logged().map(({ correlationId }) => correlationId)).toContain(id), soon)
})

test('every line about a message or a request names what it belongs to', () => {
  const lines = logged().filter(({ subject, route }) => subject !== undefined || route !== undefined)
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) {
    expect(line, JSON.stringify(line)).toMatchObject({
      correlationId: expect.stringMatching(/^\S+$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  }
})

test('the log has neither a key nor a link that makes an admin', () => {
  const lines = readFileSync(logFile, 'utf8')
  expect(lines).toContain('"port":')
  expect(lines).not.toMatch(/fd_live_|welcome#/)
  expect(lines).not.toContain(key)
})
