import { standIn } from '@frontdesk/service/testing'

import { expect, it } from 'vitest'
import { bootstrapKey, type TestGateway } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { routes } from '../routes/index.ts'
import { problem } from './problem.ts'

/** Answers for the policy engine, and breaks on demand. */
const breakable = standIn({
  name: 'policy-engine',
  handlers: {
    'policy-engine': {
      async policyRead() {
        throw new Error('the secret innards at /var/lib/frontdesk')
      },
      async policyList() {
        return { items: [], nextCursor: null }
      },
    },
  },
})

const gateway = useGateway(() => ({ services: [breakable] }), { shared: true })

type Reply = Awaited<ReturnType<TestGateway['ask']>>

function expectProblem(reply: Reply, status: number, code: string) {
  expect(reply.statusCode, reply.body).toBe(status)
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const body = problem.strict().parse(reply.json())
  expect(body).toMatchObject({ status, code, type: `/problems/${code}`, requestId: reply.headers['x-request-id'] })
  expect(reply.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  return body
}

const json = { 'content-type': 'application/json' }
const post = (payload: string, headers: Record<string, string> = json) =>
  gateway.app.inject({
    method: 'POST',
    url: '/api/chat/message',
    payload,
    headers: { 'x-api-key': bootstrapKey, ...headers },
  })

it('what is not JSON is 400', async () => {
  for (const body of ['{"message":"hi"', '{', 'nope', '{"message":"hi"}}', '[', '\u0000']) {
    expectProblem(await post(body), 400, 'malformed_request')
  }
  expectProblem(await post('{"__proto__":{"isAdmin":true},"message":"hi"}'), 400, 'malformed_request')
})

it('every fault is told at once, unknown fields among them', async () => {
  const body = { message: '', colour: 'red', channel: 'fax', contact: { email: 'nobody', shoe: 44 } }
  const { errors } = expectProblem(await post(JSON.stringify(body)), 422, 'invalid_request')
  expect(errors!.map(({ path }) => path).sort()).toEqual([
    'channel',
    'colour',
    'contact.email',
    'contact.shoe',
    'message',
  ])
})

it('a problem lists at most 100 faults', async () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 1]))
  const reply = await post(JSON.stringify(body))
  const { errors, detail } = expectProblem(reply, 422, 'invalid_request')
  expect(errors).toHaveLength(100)
  expect(detail).toBe('At least 100 fields are not valid; `errors` names the first 100.')
  expect(reply.body.length).toBeLessThan(16_000)
  const withoutBody = await gateway.ask({ url: '/api/api-keys/key_1/rotate', method: 'POST', body })
  expect((withoutBody.json().errors ?? []).length).toBeLessThanOrEqual(100)
})

it('a message has 1 to 8,000 characters', async () => {
  const faultOf = async (message: string) => (await post(JSON.stringify({ message }))).json().errors?.[0]?.path
  expect(await faultOf('')).toBe('message')
  expect(await faultOf('x'.repeat(8_001))).toBe('message')
  expect(await faultOf('x'.repeat(8_000))).toBeUndefined()
})

it('a missing body, an array, a number and null are 422', async () => {
  expectProblem(await post('', {}), 422, 'invalid_request')
  expectProblem(await post(''), 422, 'invalid_request')
  for (const body of ['[]', '1', 'null', '"hi"']) expectProblem(await post(body), 422, 'invalid_request')
})

it('faults of the query are told too, and an unknown parameter is one', async () => {
  const { errors } = expectProblem(
    await gateway.ask({ url: `/api/policies?limit=101&colour=red&cursor=${'x'.repeat(1_025)}` }),
    422,
    'invalid_request',
  )
  expect(errors!.map(({ path }) => path).sort()).toEqual(['colour', 'cursor', 'limit'])
  expectProblem(await gateway.ask({ url: '/api/policies/pol_1?verbose=1' }), 422, 'invalid_request')
})

it('a route without a body takes none', async () => {
  const reply = await gateway.ask({ method: 'POST', url: '/api/dead-letters/x/retry', body: { force: true } })
  expect(expectProblem(reply, 422, 'invalid_request').errors).toEqual([
    { path: 'force', message: 'This field is not known here.' },
  ])
})

it('an unknown address is 404, a known one with another method 405 that says which', async () => {
  expectProblem(await gateway.ask({ url: '/api/unknown' }), 404, 'not_found')
  expectProblem(await gateway.ask({ url: '/api/policies/' }), 404, 'not_found')
  const reply = await gateway.ask({ method: 'DELETE', url: '/api/policies' })
  expectProblem(reply, 405, 'method_not_allowed')
  expect(reply.headers.allow).toBe('GET, POST')
  expectProblem(await gateway.ask({ method: 'OPTIONS', url: '/api/policies/abc' }), 405, 'method_not_allowed')
  // Not those of /api/contacts/:contactId too.
  expect((await gateway.ask({ method: 'OPTIONS', url: '/api/contacts/import' })).headers.allow).toBe('POST')
})

it('an id or a number that nothing can have is 404', async () => {
  expectProblem(await gateway.ask({ url: `/api/policies/${'x'.repeat(129)}` }), 404, 'not_found')
  expectProblem(await gateway.ask({ url: `/api/policies/${'x'.repeat(5_000)}` }), 404, 'not_found')
  expectProblem(await gateway.ask({ url: '/api/knowledge/sources/src_1/versions/one' }), 404, 'not_found')
  expectProblem(await gateway.ask({ url: '/api/policies/%E0%A4%A' }), 400, 'malformed_request')
})

it('a type of content that is not taken is 415, a JSON body above 1 MB is 413', async () => {
  expectProblem(await post('hi', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type')
  expectProblem(await post('hi', { 'content-type': 'multipart/form-data; boundary=x' }), 415, 'unsupported_media_type')
  const large = JSON.stringify({ message: 'x'.repeat(1024 * 1024) })
  expectProblem(await post(large), 413, 'payload_too_large')
})

it('what breaks inside is 500 without a word of the inside', async () => {
  const reply = await gateway.ask({ url: '/api/policies/pol_1' })
  const body = expectProblem(reply, 500, 'internal')
  expect(body.detail).toBe('Something went wrong on our side.')
  expect(reply.body).not.toContain('innards')
})

it('a request that needs a part that is down is 503, without waiting for its deadline, and names no insides', async () => {
  const reply = await gateway.ask({ url: '/api/conversations' })
  // Waiting would end as `deadline_exceeded`.
  expectProblem(reply, 503, 'unavailable')
  expect(reply.body).not.toContain('query.')
  expect(reply.headers['retry-after']).toBe('1')
  expectProblem(
    await gateway.ask({ method: 'POST', url: '/api/chat/stream', body: { message: 'hi' } }),
    503,
    'unavailable',
  )
})

it('every reply carries a request id: the given one when it is sane, a new one otherwise', async () => {
  const idFor = async (given?: string) =>
    (await gateway.ask({ url: '/healthz', ...(given && { headers: { 'x-request-id': given } }) })).headers[
      'x-request-id'
    ]
  expect(await idFor('abc-123')).toBe('abc-123')
  for (const bad of ['a b', 'x'.repeat(129), '<script>', undefined]) {
    expect(await idFor(bad)).toMatch(/^req_[0-9a-f]{32}$/)
  }
})

it('the type of a problem explains its code', async () => {
  const reply = await gateway.ask({ url: '/problems/rate_limited', key: '' })
  expect(reply.json()).toEqual({ code: 'rate_limited', status: 429, title: 'Rate limit exceeded', retryable: true })
  expectProblem(await gateway.ask({ url: '/problems/toString', key: '' }), 404, 'not_found')
})

const withKeys = routes.filter(({ access }) => !['provider', 'public', 'visitor', 'widget'].includes(access))

it.each(withKeys)('$method $url refuses no key with 401 and a key without its scope with 403', async (route) => {
  const { method, access } = route
  const url = route.url.replace(/:\w+/g, '1')
  const others = ['chat', 'knowledge', 'policies', 'conversations', 'contacts', 'analytics', 'settings']
  const scopes = others.filter((scope) => scope !== access)
  const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body: { name: 'without', scopes } })
  expectProblem(await gateway.ask({ method, url, key: '' }), 401, 'unauthenticated')
  const reply = await gateway.ask({ method, url, key: made.json().key })
  if (access === 'admin-token') expectProblem(reply, 401, 'unauthenticated')
  else expectProblem(reply, 403, 'forbidden')
})
