import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { usePlatform } from './platform.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status?: { code?: number }
  attributes: { key: string; value: { stringValue?: string } }[]
}
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]))

const spans: Span[] = []
/** What an OpenTelemetry collector is to the platform: takes spans as OTLP in JSON. */
const collector = createServer(async (request, response) => {
  let body = ''
  for await (const text of request.setEncoding('utf8')) body += text
  for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
    for (const scope of scopeSpans) spans.push(...scope.spans)
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

/** Takes webhooks of any kind. */
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})

const platform = usePlatform(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  return { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } }
})
afterAll(() => {
  for (const server of [collector, receiver]) {
    server.close()
    server.closeAllConnections()
  }
})

it('one trace leads from the HTTP request over every hop of the bus to the model, and on to the subscribers', async () => {
  const api = await platform.newTenant('traced')
  await api.teach('Returns', 'An order can be returned within 30 days. The refund is paid within five days.')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  expect((await api.post('/api/webhook-endpoints', { url, events: ['message.sent'] })).status).toBe(201)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const root = '00f067aa0ba902b7'
  const answer = await api.ask('Within how many days can an order be returned?', {
    headers: { traceparent: `00-${traceId}-${root}-01`, 'x-request-id': 'order-4711' },
  })
  expect(answer.outcome).toBe('answered')

  const wanted = [
    'POST /api/chat/message',
    'stream.chat.message.answer.v1',
    'query.policy-engine.message.screen.v1',
    'query.retrieval.chunks.find.v1',
    'model answer',
    'query.policy-engine.answer.filter.v1',
    'event.chat.message.received.v1',
    'event.chat.message.sent.v1',
    'webhook delivery',
  ]
  const ours = () => spans.filter((span) => span.traceId === traceId)
  const pathsOf = (spans: Span[]) => {
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const pathOf = (span: Span): string[] => {
      const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined
      return parent ? [...pathOf(parent), span.name] : [span.name]
    }
    return { byId, paths: spans.map(pathOf) }
  }
  const asked = ['POST /api/chat/message', 'stream.chat.message.answer.v1'] // by the gateway
  const served = [...asked, 'stream.chat.message.answer.v1'] // by chat
  const found = [...served, 'query.retrieval.chunks.find.v1', 'query.retrieval.chunks.find.v1']
  // Each process exports its own spans in its own time.
  await vi.waitFor(() => {
    expect(ours().map(({ name }) => name)).toEqual(expect.arrayContaining(wanted))
    const { byId, paths } = pathsOf(ours())
    for (const span of ours()) {
      const isRoot = span.parentSpanId === root
      expect(isRoot || byId.has(span.parentSpanId ?? ''), `${span.name} hangs in the air`).toBe(true)
    }
    expect(paths).toContainEqual([...served, 'model answer'])
    expect(paths).toContainEqual(found)
    for (const span of ours()) {
      const common = { 'frontdesk.tenant': api.tenant, 'frontdesk.correlation_id': 'order-4711' }
      expect(attributesOf(span), span.name).toMatchObject(common)
    }
  })
})

it('the measurements of each subject are there for Prometheus', async () => {
  // Each process counts what it handled itself, and where there are two, the next request is the other one's.
  const replies = [await platform.api.get('/metrics'), await platform.api.get('/metrics')]
  const body = replies.map((reply) => reply.body).join('\n')
  expect(body).toMatch(
    /frontdesk_message_duration_seconds_count\{[^}]*subject="query\.retrieval\.chunks\.find\.v1"[^}]*\} [1-9]/,
  )
  expect(body).toMatch(
    /frontdesk_message_duration_seconds_count\{[^}]*subject="event\.chat\.message\.sent\.v1",outcome="done"[^}]*\} [1-9]/,
  )
  // Of two processes one tells it, so that a sum over both counts each event once.
  const tellers = replies.filter((reply) => /^frontdesk_events_waiting\{/m.test(reply.body))
  if (process.env.SCENARIOS === 'distributed') expect(tellers).toHaveLength(1)
  expect(body).toMatch(/frontdesk_events_waiting\{group="[^"]+"\} \d/)
  expect(body).toContain('frontdesk_http_request_duration_seconds_count')
})
