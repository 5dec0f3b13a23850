import { type Policy, ServiceError } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it, vi } from 'vitest'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { eraseCopies } from '../erasure/erase-copies.ts'
import { keptMs, leaseMs, sweepReplies } from './idempotency.ts'

const clock = handClock()
/** Operations that were asked for, in order. */
let operations: string[]
/** What the policy engine does with the next one. */
let next: () => Promise<void>

/** Makes policies, as the test tells it to. */
const policyEngine = standIn({
  name: 'policy-engine',
  handlers: {
    'policy-engine': {
      async policyCreate({ operationId, policy }) {
        operations.push(operationId)
        await next()
        const at = new Date(clock.now()).toISOString()
        return { ...policy, id: `pol_${operationId}`, createdAt: at, updatedAt: at } as Policy
      },
    },
  },
})

/** Deletes every source that it is told to. */
const ingest = standIn({
  name: 'ingest',
  handlers: {
    ingest: {
      async sourceBulkRun({ operationId, bulk: { action, ids } }) {
        operations.push(operationId)
        const results = ids.map((id) => ({ id, ok: true }))
        return { action, requested: ids.length, succeeded: ids.length, failed: 0, results }
      },
    },
  },
})

const gateway = useGateway(() => {
  operations = []
  next = async () => {}
  return { clock, services: [policyEngine, ingest] }
})

const policy = { name: 'short', type: 'Length Limit', mode: 'Post-generation', config: { maxTokens: 50 } }
const create = (key: string, body: object = policy, app = gateway.app, apiKey?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/policies',
    payload: body,
    headers: { 'x-api-key': apiKey ?? gateway.context.config.BOOTSTRAP_API_KEY!, 'idempotency-key': key },
  })

it('the same key and body gets the stored reply, from any gateway, and nothing is done twice', async () => {
  const first = await create('a')
  expect(first.statusCode).toBe(201)
  const again = await create('a')
  const elsewhere = await create('a', { ...policy, priority: 100 }, gateway.other)
  for (const reply of [again, elsewhere]) {
    expect(reply.statusCode).toBe(201)
    expect(reply.body).toBe(first.body)
    expect(reply.headers['idempotency-replayed']).toBe('true')
  }
  expect(operations).toHaveLength(1)
})

it('the same key with another body is 422', async () => {
  await create('a')
  const reply = await create('a', { ...policy, name: 'long' })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().code).toBe('idempotency_key_reused')
  expect(operations).toHaveLength(1)
})

it('a key belongs to one API key and one route', async () => {
  await create('a')
  const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body: { name: 'x', scopes: ['policies'] } })
  expect((await create('a', { ...policy, name: 'other' }, gateway.app, made.json().key)).statusCode).toBe(201)
  const elsewhere = await gateway.ask({
    method: 'POST',
    url: '/api/api-keys',
    body: { name: 'y', scopes: ['chat'] },
    headers: { 'idempotency-key': 'a' },
  })
  expect(elsewhere.statusCode).toBe(201)
  expect(new Set(operations).size).toBe(2)
})

it('while the first is in flight the second is 409, in every gateway', async () => {
  let finish!: () => void
  next = () => new Promise((resolve) => (finish = resolve))
  const first = create('a')
  await vi.waitFor(() => expect(operations).toHaveLength(1))
  for (const app of [gateway.app, gateway.other]) {
    const reply = await create('a', policy, app)
    expect(reply.statusCode).toBe(409)
    expect(reply.json().code).toBe('request_in_flight')
    expect(reply.headers['retry-after']).toBe('1')
  }
  finish()
  expect((await first).statusCode).toBe(201)
  expect((await create('a')).statusCode).toBe(201)
  expect(operations).toHaveLength(1)
})

it('of twenty at once one does the work', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create('a', policy, i % 2 ? gateway.app : gateway.other)),
  )
  expect(operations).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThanOrEqual(1)
  for (const { statusCode } of replies) expect([201, 409]).toContain(statusCode)
})

it('a gateway that died frees the key after its lease, and the retry is the same operation', async () => {
  let isDead = false
  const { replies } = gateway.context.collections
  const replace = replies.replace.bind(replies)
  // From here on the first request's gateway writes nothing any more, as if it had been killed.
  replies.replace = async (...args) => {
    if (isDead) throw new ServiceError('unavailable')
    return replace(...args)
  }
  isDead = true
  await create('a')
  isDead = false
  expect((await create('a')).statusCode).toBe(409)
  clock.advance(leaseMs)
  expect((await create('a')).statusCode).toBe(201)
  expect(operations).toHaveLength(2)
  expect(new Set(operations).size).toBe(1)
})

it('what may pass is not kept: a retry does the work, as the same operation', async () => {
  for (const code of ['unavailable', 'overloaded', 'version_conflict'] as const) {
    operations = []
    next = async () => {
      throw new ServiceError(code)
    }
    const failed = await create(code)
    expect(failed.json().code).toBe(code)
    next = async () => {}
    expect((await create(code)).statusCode).toBe(201)
    expect(operations).toHaveLength(2)
    expect(new Set(operations).size).toBe(1)
  }
})

it('what was refused for good is kept like any reply', async () => {
  next = async () => {
    throw new ServiceError('conflict', { detail: 'There are too many policies.' })
  }
  const first = await create('a')
  next = async () => {}
  const again = await create('a')
  expect(first.statusCode).toBe(409)
  expect(again.statusCode).toBe(409)
  expect(again.body).toBe(first.body)
  expect(again.headers['content-type']).toContain('application/problem+json')
  expect(operations).toHaveLength(1)
})

it('input that was never understood takes no key', async () => {
  expect((await create('a', { ...policy, name: '' })).statusCode).toBe(422)
  expect((await create('a')).statusCode).toBe(201)
})

it('a key that is none is refused', async () => {
  for (const key of ['', 'x'.repeat(256), 'two words', 'é']) {
    const reply = await create(key)
    expect(reply.statusCode, key).toBe(422)
    expect(reply.json().errors[0].path).toBe('Idempotency-Key')
  }
})

it('after a day the key means a new operation, and the sweep forgets the old reply', async () => {
  await create('a')
  await create('b')
  clock.advance(keptMs)
  expect((await create('a', { ...policy, name: 'another' })).statusCode).toBe(201)
  expect(new Set(operations).size).toBe(3)
  clock.advance(1)
  await sweepReplies(gateway.context)
  const { items } = await gateway.context.collections.replies.find('default', {})
  expect(items).toHaveLength(1)
})

it('a reply that shows a secret is stored sealed, and opens for the key that asked', async () => {
  const ask = () =>
    gateway.ask({
      method: 'POST',
      url: '/api/api-keys',
      body: { name: 'x', scopes: ['chat'] },
      headers: { 'idempotency-key': 'secret' },
    })
  const first = await ask()
  const { items } = await gateway.context.collections.replies.find('default', {})
  expect(JSON.stringify(items)).not.toContain('fd_live_')
  expect((await ask()).body).toBe(first.body)

  const { id } = (await gateway.context.collections.apiKeys.find('default', { where: { name: 'bootstrap' } })).items[0]!
  const rotated = await gateway.ask({ method: 'POST', url: `/api/api-keys/${id}/rotate` })
  const withNew = await gateway.ask({
    method: 'POST',
    url: '/api/api-keys',
    body: { name: 'x', scopes: ['chat'] },
    headers: { 'idempotency-key': 'secret' },
    key: rotated.json().key,
  })
  expect(withNew.statusCode).toBe(409)
  expect(withNew.json().code).toBe('conflict')
})

it('a reply that was erased is 404 from then on, under the id of the request that asks', async () => {
  const { id } = (await create('a')).json()
  const tenant = 'default'
  const context = gateway.context.forTenant(tenant)
  const erase = () => eraseCopies({ subject: { kind: 'source', sourceId: id } }, context)
  expect((await erase()).removed).toContainEqual({ what: 'stored replies', count: 1 })
  expect((await erase()).removed).toContainEqual({ what: 'stored replies', count: 0 })
  const reply = await create('a')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'not_found', requestId: reply.headers['x-request-id'] })
  expect(reply.json().requestId).toMatch(/^req_/)
  expect(operations).toHaveLength(1)
})

it('the result of a bulk action stays where what it deleted is erased before its retry comes', async () => {
  const remove = () =>
    gateway.app.inject({
      method: 'POST',
      url: '/api/knowledge/sources/bulk',
      payload: { action: 'delete', ids: ['src_1', 'src_2'] },
      headers: { 'x-api-key': gateway.context.config.BOOTSTRAP_API_KEY!, 'idempotency-key': 'bulk' },
    })
  const first = await remove()
  expect(first.json()).toMatchObject({ succeeded: 2 })
  const context = gateway.context.forTenant('default')
  await eraseCopies({ subject: { kind: 'source', sourceId: 'src_1' } }, context)
  const again = await remove()
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect(operations).toHaveLength(1)
})
