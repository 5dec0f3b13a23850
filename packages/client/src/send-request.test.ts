import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createClient } from './create-client.ts'
import { FrontdeskError } from './frontdesk-error.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
const seen: Seen[] = []
let answers: ((response: ServerResponse) => void)[] = []
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
  ;(answers.shift() ?? json(200, {}))(response)
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen.length = 0
  answers = []
})
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const client = (options = {}) => createClient({ baseUrl: `${baseUrl()}/`, apiKey: 'key', ...options })

const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const problem = (status: number, code: string, headers = {}) =>
  json(status, { code, detail: `It is ${code}`, requestId: 'req_1', status }, headers)
const cut = (response: ServerResponse) => void response.destroy()
const failureOf = (asking: Promise<unknown>): Promise<FrontdeskError> =>
  asking.then(
    () => expect.unreachable(),
    (error) => error,
  )

it('sends the key, the query, the body, and a new idempotency key for each POST', async () => {
  await client().post('/api/policies', { body: { name: 'A' } as any, agentId: 'agent_1' })
  await client().post('/api/policies', { body: { name: 'A' } as any })
  await client().get('/api/knowledge/sources', { query: { q: 'å & b', limit: 5 } })
  const [first, second, third] = seen as [Seen, Seen, Seen]
  expect(first).toMatchObject({ method: 'POST', url: '/api/policies', body: '{"name":"A"}' })
  expect(first.headers).toMatchObject({ authorization: 'Bearer key', 'x-agent-id': 'agent_1' })
  expect(first.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(second.headers['idempotency-key']).not.toBe(first.headers['idempotency-key'])
  expect(third.headers['idempotency-key']).toBeUndefined()
  expect(third.url).toBe('/api/knowledge/sources?q=%C3%A5+%26+b&limit=5')
})

it('parameters of a path are escaped, and none may be left out', async () => {
  await client().get('/api/policies/{policyId}', { path: { policyId: '../a b' } })
  expect(seen[0]!.url).toBe('/api/policies/..%2Fa%20b')
  expect(() => client().get('/api/policies/{policyId}', { path: {} as any })).toThrow('policyId')
})

it('what is refused for a moment goes again, under the same idempotency key', async () => {
  answers = [
    problem(429, 'rate_limited', { 'retry-after': '0' }),
    problem(503, 'overloaded', { 'retry-after': new Date(0).toUTCString() }),
    problem(409, 'request_in_flight', { 'retry-after': '0' }),
    json(200, { ok: true }),
  ]
  const body = { message: 'Hi' }
  expect(await client().post('/api/chat/message', { body, idempotencyKey: 'mine' })).toEqual({ ok: true })
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine', 'mine', 'mine'])
})

it('it goes again only so often, and never waits longer than it may', async () => {
  answers = Array.from({ length: 9 }, () => problem(503, 'unavailable', { 'retry-after': '0' }))
  expect(await failureOf(client({ maxRetries: 2 }).get('/api/agents'))).toMatchObject({ code: 'unavailable' })
  expect(seen).toHaveLength(3)
  answers = [problem(429, 'rate_limited', { 'retry-after': '3600' })]
  expect(await failureOf(client().get('/api/agents'))).toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
  expect(seen).toHaveLength(4)
})

it('what would be refused again does not go again', async () => {
  for (const status of [400, 401, 403, 404, 409, 422, 500, 501]) {
    answers = [problem(status, 'some_code')]
    const error = await failureOf(client().post('/api/agents', { body: {} as any }))
    expect(error).toBeInstanceOf(FrontdeskError)
    expect(error).toMatchObject({ status, code: 'some_code', message: 'It is some_code', requestId: 'req_1' })
  }
  expect(seen).toHaveLength(8)
})

it('a cut connection is taken up where that can do nothing twice', async () => {
  const half = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"ok":')
    setImmediate(() => response.destroy())
  }
  answers = [cut, half, json(200, { ok: true })]
  expect(await client().post('/api/chat/message', { body: { message: 'Hi' } })).toEqual({ ok: true })
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  answers = [cut, json(200, {})]
  const patching = client().patch('/api/settings', { body: {} })
  expect(await failureOf(patching)).toMatchObject({ status: 0, code: 'unreachable' })
  expect(seen).toHaveLength(4)
})

it('a signal ends a request, and a wait, with its own reason', async () => {
  const reason = new Error('enough')
  const hanging = new AbortController()
  answers = [() => hanging.abort(reason)]
  await expect(client().get('/api/agents', { signal: hanging.signal })).rejects.toBe(reason)
  const waiting = new AbortController()
  answers = [
    (response) => {
      problem(503, 'unavailable', { 'retry-after': '20' })(response)
      setImmediate(() => waiting.abort(reason))
    },
  ]
  await expect(client().get('/api/agents', { signal: waiting.signal })).rejects.toBe(reason)
})

it('what is not from a Frontdesk is said to be that', async () => {
  answers = [(response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')]
  expect(await failureOf(client().get('/api/agents'))).toMatchObject({ status: 502, code: 'unexpected_reply' })
  answers = [(response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{')]
  expect(await failureOf(client().get('/api/agents'))).toMatchObject({ status: 200, code: 'unexpected_reply' })
  answers = [(response) => void response.writeHead(204).end()]
  expect(await client().delete('/api/agents/{agentId}', { path: { agentId: 'a' } })).toBeUndefined()
})

it('a rate limit of a stream, which is a stream itself, is a refusal like any other', async () => {
  const limited = (response: ServerResponse) => {
    const data = JSON.stringify({ type: 'error', message: 'Rate limit exceeded', code: 'rate_limited' })
    response.writeHead(429, { 'content-type': 'text/event-stream', 'retry-after': '3600' })
    response.end(`event: error\nid: 0\ndata: ${data}\n\n`)
  }
  answers = [limited]
  const events = client().chat.stream({ message: 'Hi' })
  const error = await failureOf(events.next())
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', detail: 'Rate limit exceeded' })
})
