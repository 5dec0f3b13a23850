import { connect } from 'node:net'
import { limits } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'

import { expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { problem } from '../answer/problem.ts'
import { routes } from '../routes/index.ts'
import { bodySchemaOf } from '../routes/route.ts'

const policies = standIn({
  name: 'policy-engine',
  handlers: {
    'policy-engine': {
      policyList: async () => ({ items: [], nextCursor: null }),
    },
  },
})

const gateway = useGateway(() => ({ services: [policies] }), { listens: true, shared: true })

/** What the server sends before it ends the connection, or `until` stands in it. */
function exchange(sent: string, until?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = ''
    const socket = connect(gateway.port(), '127.0.0.1', () => void socket.write(sent, 'latin1'))
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      got += text
      if (until && got.includes(until)) socket.destroy()
    })
    socket.on('close', () => resolve(got))
    socket.on('error', reject)
  })
}

function expectProblem(reply: string, status: number, code: string) {
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.toLowerCase()).toContain('content-type: application/problem+json; charset=utf-8')
  const requestId = /x-request-id: (\S+)/i.exec(head)?.[1]
  expect(head).toMatch(/\r\ntraceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-01\r\n/i)
  expect(problem.strict().parse(JSON.parse(body))).toMatchObject({ status, code, type: `/problems/${code}`, requestId })
  return head.toLowerCase()
}

it.each([
  ['no HTTP at all', 'nonsense\r\n\r\n', 400, 'malformed_request'],
  ['a method that there is not', 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'malformed_request'],
  ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400, 'malformed_request'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\na: \0\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an address of 20 kB', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'headers_too_large'],
])('%s is answered with a problem document, and the connection ends', async (_, sent, status, code) => {
  expect(expectProblem(await exchange(sent), status, code)).toContain('connection: close')
})

it('a body whose chunks break off the form is answered like that too, not with half a reply', async () => {
  const head = `POST /api/policies HTTP/1.1\r\nhost: x\r\nx-api-key: ${bootstrapKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
  expectProblem(await exchange(`${head}nonsense\r\n`), 400, 'malformed_request')
  const long = `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`
  expectProblem(await exchange(head + long), 413, 'payload_too_large')
})

it('a request that does not arrive in time is 408', async () => {
  // Node looks for late ones each `connectionsCheckingInterval`, 30 s, which can't be waited for here.
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  gateway.app.server.once('connection', (socket) => gateway.app.server.emit('clientError', late, socket))
  expectProblem(await exchange('GET / HTT'), 408, 'request_timeout')
})

it('HTTP/1.1 without a Host is a problem document, HTTP/1.0 needs none', async () => {
  expectProblem(await exchange('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'), 400, 'malformed_request')
  expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
})

it('an expectation that nobody knows is passed over', async () => {
  expect(await exchange('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1.1 200 /,
  )
})

it('a method that a route does not take is 405 whatever its body is', async () => {
  const send = (method: string, headers: object, payload?: string) =>
    gateway.app.inject({
      method: method as 'GET',
      url: '/api/policies',
      headers: { ...headers },
      ...(payload && { payload }),
    })
  for (const reply of [
    await send('QUERY', {}),
    await send('PUT', { 'content-type': 'text/plain' }, 'x'),
    await send('PATCH', { 'content-type': 'application/json' }, '{'),
    await send('DELETE', { 'content-type': 'application/json' }, 'x'.repeat(2_000_000)),
  ]) {
    expect(reply.statusCode, reply.body).toBe(405)
    expect(reply.headers.allow).toBe('GET, POST')
    expect(reply.json().code).toBe('method_not_allowed')
  }
})

const ask = (url: string, payload?: string | Buffer) =>
  gateway.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { 'x-api-key': bootstrapKey, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })

it.each([
  ['{"message":"a\\u0000b"}', 'message'],
  ['{"message":"\\ud800"}', 'message'],
  ['{"message":"x","contact":{"name":"\\udc00 Bo"}}', 'contact.name'],
])('%s is refused as no text, and the field is named', async (body, path) => {
  const reply = await ask('/api/chat/message', body)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().errors).toEqual([{ path, message: expect.stringContaining('Must be text') }])
})

it('a body that is not UTF-8 is 400', async () => {
  const reply = await ask('/api/chat/message', Buffer.from([...Buffer.from('{"message":"'), 0xff, 0x22, 0x7d]))
  expect(reply.json()).toMatchObject({ status: 400, code: 'malformed_request', detail: 'The body is not UTF-8.' })
})

it('a query is text in UTF-8, a path too', async () => {
  expect((await ask('/api/contacts?q=%ff')).json()).toMatchObject({ status: 400, code: 'malformed_request' })
  expect((await ask('/api/contacts?q=%00')).json()).toMatchObject({ status: 422, errors: [{ path: 'q' }] })
  expect((await ask('/api/contacts/%00')).json()).toMatchObject({ status: 404, code: 'not_found' })
  expect((await ask('/api/contacts/%ff')).json()).toMatchObject({ status: 400, code: 'malformed_request' })
  expect((await ask('/api/policies?limit=%31')).statusCode).toBe(200)
})

it.each(['constructor', 'toString_1', '__proto__', 'hasOwnProperty'])(
  'a job %s is looked for, not in every object',
  async (id) => {
    // Nobody answers for ingest here: that it was asked is what shows.
    expect((await ask(`/api/jobs/${id}`)).json()).toMatchObject({ status: 503, code: 'unavailable' })
  },
)

const many = (count: number, written: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => written(i)).join()
/** Bodies just within a limit, and just above it. Brackets and signs in strings count for nothing. */
const costly: [string, string, string][] = [
  ['values', `[${many(49_998, () => '0')},"[,{\\",:"]`, `[${many(49_999, () => '{}')}]`],
  ['fields', `{${many(10_000, (i) => `"k${i}":"${i}:"`)}}`, `{${many(10_001, (i) => `"k${i}":1`)}}`],
  ['levels', `${'['.repeat(64)}${']'.repeat(64)}`, `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
  ['levels', '[]', '['.repeat(1_000_000)],
]
it.each(costly)(
  'a body with as many %s as a body may have is read, one with more is not parsed',
  async (what, fits, more) => {
    expect((await ask('/api/policies', fits)).statusCode).toBe(422)
    const reply = await ask('/api/policies', more)
    expect(reply.json()).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      detail: expect.stringContaining(what),
    })
  },
)

it('configurations that fill their bytes with short fields are not refused for the number of those', async () => {
  const topics = Array.from({ length: 100 }, () => ({ name: 'a', phrases: [], examples: ['b'] }))
  const policy = { name: 'a', type: 'Topic Filter', mode: 'Pre-generation', config: { topics } }
  const body = (count: number) =>
    JSON.stringify({ configurations: [{ name: 'a', policies: Array(count).fill(policy) }] })
  const count = Array.from({ length: 200 }, (_, i) => i).findLast((i) => body(i).length < limits.configurationBytes)!
  // Nobody answers for chat here: that it was asked is what shows.
  expect((await ask('/api/suites/suite_1/run', body(count))).json()).toMatchObject({ status: 503, code: 'unavailable' })
})

const taking = routes.filter((route) => bodySchemaOf(route) !== undefined)
it.each(taking.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s reads no body of a caller who may not use it, and none that is too large for it',
  async (_, { method, url, access }) => {
    const send = (payload: string, headers: object) =>
      gateway.app.inject({
        method: method as 'POST',
        url: url.replaceAll(/:\w+/g, 'x'),
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
    if (access === 'public' || access === 'widget') {
      const reply = await send(`"${'x'.repeat(64 * 1024)}"`, {})
      expect(reply.json()).toMatchObject({ status: 413, detail: expect.stringContaining('64 kB') })
    } else {
      expect((await send('[', { 'x-api-key': 'x', authorization: 'Bearer x' })).statusCode).toBe(401)
    }
  },
)
