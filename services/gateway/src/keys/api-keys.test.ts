import { describe, expect, it } from 'vitest'
import { adminToken, bootstrapKey, handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { looksLikeApiKey } from './api-key-format.ts'
import { ensureBootstrap } from './ensure-bootstrap.ts'

const clock = handClock()

const gateway = useGateway(() => ({ clock }))

async function makeKey(body: object = { name: 'ci', scopes: ['settings'] }, key = bootstrapKey) {
  const reply = await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<{ id: string; key: string; hint: string }>()
}
const statusWith = async (key: string, app = gateway.app) =>
  (await app.inject({ url: '/api/api-keys', headers: { 'x-api-key': key } })).statusCode

it('both forms of sending a key work, and neither is a 401 that says how', async () => {
  const url = '/api/api-keys'
  for (const headers of [{ 'x-api-key': bootstrapKey }, { authorization: `Bearer ${bootstrapKey}` }]) {
    expect((await gateway.app.inject({ url, headers })).statusCode).toBe(200)
  }
  for (const headers of [{}, { 'x-api-key': 'wrong' }, { authorization: 'Basic abc' }, { authorization: 'Bearer' }]) {
    const reply = await gateway.app.inject({ url, headers: headers as Record<string, string> })
    expect(reply.statusCode).toBe(401)
    expect(reply.json().code).toBe('unauthenticated')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  }
})

it('a key is shown once and stored only as a hash', async () => {
  const made = await makeKey()
  expect(looksLikeApiKey(made.key)).toBe(true)
  const list = await gateway.ask({ url: '/api/api-keys' })
  expect(list.json().items).toHaveLength(2)
  expect(list.body).not.toContain(made.key)
  expect(list.json().items.map(({ hint }: { hint: string }) => hint)).toContain(made.key.slice(-4))
  const stored = await gateway.context.collections.apiKeys.find('default', {})
  expect(JSON.stringify(stored)).not.toContain(made.key)
})

it('a key opens only what its scopes name', async () => {
  const { key } = await makeKey({ name: 'shop', scopes: ['chat'] })
  const refused = await gateway.ask({ url: '/api/api-keys', key })
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'forbidden', detail: 'This needs the scope settings.' })
})

it('no key makes or rotates a stronger one than itself', async () => {
  const { key } = await makeKey({ name: 'settings', scopes: ['settings', 'chat'] })
  const ask = (scopes: string[]) =>
    gateway.ask({ method: 'POST', url: '/api/api-keys', key, body: { name: 'x', scopes } })
  expect((await ask(['chat'])).statusCode).toBe(201)
  expect((await ask(['chat', 'knowledge'])).statusCode).toBe(403)
  expect((await ask(['admin'])).statusCode).toBe(403)
  const rotated = await gateway.ask({ method: 'POST', url: '/api/api-keys/key_bootstrap/rotate', key })
  expect(rotated.statusCode).toBe(403)
  expect(await statusWith(bootstrapKey)).toBe(200)
})

it('no key removes one that may do more than itself', async () => {
  const { key } = await makeKey({ name: 'settings', scopes: ['settings'] })
  const other = await makeKey({ name: 'knowledge', scopes: ['knowledge'] })
  const remove = (id: string) => gateway.ask({ method: 'DELETE', url: `/api/api-keys/${id}`, key })
  expect((await remove('key_bootstrap')).statusCode).toBe(403)
  expect((await remove(other.id)).statusCode).toBe(403)
  expect(await statusWith(bootstrapKey)).toBe(200)
  expect((await remove((await makeKey()).id)).statusCode).toBe(204)
})

it('a key ends at its expiry, to the millisecond', async () => {
  const expiresAt = new Date(clock.now() + 60_000).toISOString()
  const { key } = await makeKey({ name: 'short', scopes: ['settings'], expiresAt })
  clock.advance(59_999)
  expect(await statusWith(key)).toBe(200)
  clock.advance(1)
  expect(await statusWith(key)).toBe(401)
})

describe('a key that ends', () => {
  const inHours = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString()
  const make = (key: string, body: object = {}) =>
    gateway.ask({ method: 'POST', url: '/api/api-keys', key, body: { name: 'made', scopes: ['settings'], ...body } })
  const rotate = (id: string, key: string, body: object = {}) =>
    gateway.ask({ method: 'POST', url: `/api/api-keys/${id}/rotate`, key, body })

  it('makes none that ends later', async () => {
    const expiresAt = inHours(2)
    const { key } = await makeKey({ name: 'short', scopes: ['admin'], expiresAt })
    const refused = await make(key, { expiresAt: inHours(3) })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual([{ path: 'expiresAt', message: expect.stringContaining(expiresAt) }])
    expect((await make(key, { expiresAt: inHours(1) })).json().expiresAt).toBe(inHours(1))
    const made = await make(key)
    expect(made.json().expiresAt).toBe(expiresAt)
    clock.advance(2 * 3_600_000)
    expect([await statusWith(key), await statusWith(made.json().key)]).toEqual([401, 401])
  })

  it('rotates none that ends later, and itself to its own end', async () => {
    const expiresAt = inHours(2)
    const short = await makeKey({ name: 'short', scopes: ['admin'], expiresAt })
    const later = await makeKey({ name: 'later', scopes: ['settings'], expiresAt: inHours(3) })
    for (const id of [later.id, 'key_bootstrap']) expect((await rotate(id, short.key)).statusCode).toBe(403)
    expect(await statusWith(bootstrapKey)).toBe(200)
    expect((await rotate(short.id, short.key)).json().expiresAt).toBe(expiresAt)
  })

  it('by rotation ends too: in its overlap it makes and rotates none that lasts', async () => {
    const old = await makeKey({ name: 'old', scopes: ['admin'] })
    expect((await rotate(old.id, old.key, { overlapSeconds: 3_600 })).json().expiresAt).toBeNull()
    expect((await rotate(old.id, old.key)).statusCode).toBe(403)
    expect((await make(old.key)).json().expiresAt).toBe(inHours(1))
  })
})

it('an expiry in the past is refused', async () => {
  const body = { name: 'late', scopes: ['chat'], expiresAt: '2020-01-01T00:00:00Z' }
  const reply = await gateway.ask({ method: 'POST', url: '/api/api-keys', body })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().errors).toEqual([{ path: 'expiresAt', message: 'Must be in the future.' }])
})

it('rotation gives a new key under the same id; the old one works through the overlap and not after', async () => {
  const { id, key: old } = await makeKey()
  const reply = await gateway.ask({
    method: 'POST',
    url: `/api/api-keys/${id}/rotate`,
    body: { overlapSeconds: 60 },
  })
  expect(reply.statusCode).toBe(201)
  const { id: sameId, key } = reply.json()
  expect(sameId).toBe(id)
  expect(key).not.toBe(old)
  expect([await statusWith(old), await statusWith(key)]).toEqual([200, 200])
  clock.advance(60_000)
  expect([await statusWith(old), await statusWith(key)]).toEqual([401, 200])
})

it('rotation without an overlap ends the old key at once', async () => {
  const { id, key } = await makeKey()
  expect(await statusWith(key)).toBe(200)
  await gateway.ask({ method: 'POST', url: `/api/api-keys/${id}/rotate`, body: { overlapSeconds: 0 } })
  expect(await statusWith(key)).toBe(401)
})

it('a revoked key ends here at once, in every other gateway within 2 s, and its predecessor with it', async () => {
  const { id, key: old } = await makeKey()
  const { key } = (await gateway.ask({ method: 'POST', url: `/api/api-keys/${id}/rotate` })).json()
  for (const each of [old, key]) expect(await statusWith(each, gateway.other)).toBe(200)
  expect((await gateway.ask({ method: 'DELETE', url: `/api/api-keys/${id}` })).statusCode).toBe(204)
  for (const each of [old, key]) expect(await statusWith(each)).toBe(401)
  clock.advance(1_999)
  for (const each of [old, key]) expect(await statusWith(each, gateway.other)).toBe(401)
  expect((await gateway.ask({ method: 'DELETE', url: `/api/api-keys/${id}` })).statusCode).toBe(404)
  expect((await gateway.ask({ url: '/api/api-keys' })).json().items).toHaveLength(1)
})

it('a key of one tenant is not there for another', async () => {
  const admin = { authorization: `Bearer ${adminToken}` }
  const made = await gateway.ask({
    method: 'POST',
    url: '/admin/tenants',
    body: { name: 'B' },
    headers: admin,
    key: '',
  })
  expect(made.statusCode).toBe(201)
  const { tenant, apiKey } = made.json()
  const { id } = await makeKey()
  for (const [method, url] of [
    ['DELETE', `/api/api-keys/${id}`],
    ['POST', `/api/api-keys/${id}/rotate`],
  ] as const) {
    expect((await gateway.ask({ method, url, key: apiKey })).statusCode).toBe(404)
  }
  expect((await gateway.ask({ url: '/api/api-keys', key: apiKey })).json().items).toHaveLength(1)
  const listed = await gateway.ask({ url: '/admin/tenants', headers: admin, key: '' })
  expect(
    listed
      .json()
      .items.map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(['default', tenant].sort())
})

it('the admin token alone opens /admin/tenants', async () => {
  for (const headers of [{}, { authorization: 'Bearer nope' }, { authorization: `Bearer ${bootstrapKey}` }]) {
    const reply = await gateway.app.inject({ url: '/admin/tenants', headers: headers as Record<string, string> })
    expect(reply.statusCode).toBe(401)
  }
  expect((await gateway.ask({ url: '/admin/tenants' })).statusCode).toBe(401)
})

it('without an admin token /admin/tenants is closed and says why', async () => {
  const config = { ...gateway.context.config, ADMIN_TOKEN: undefined }
  const { buildApp } = await import('../server/build-app.ts')
  const app = await buildApp({ ...gateway.context, config } as typeof gateway.context)
  const reply = await app.inject({ url: '/admin/tenants', headers: { authorization: 'Bearer ' } })
  expect(reply.statusCode).toBe(403)
  expect(reply.json().detail).toContain('ADMIN_TOKEN')
  await app.close()
})

it('a bootstrap key that was revoked stays revoked, and another value takes its place', async () => {
  const { context } = gateway
  const restarted = (key: string | undefined) =>
    ensureBootstrap({ ...context, config: { ...context.config, BOOTSTRAP_API_KEY: key } } as typeof context)

  expect(await restarted(bootstrapKey)).toEqual({})
  await gateway.ask({ method: 'DELETE', url: '/api/api-keys/key_bootstrap' })
  await restarted(bootstrapKey)
  expect(await statusWith(bootstrapKey)).toBe(401)
  expect(await restarted(undefined)).toEqual({})
  const another = 'another-bootstrap-key-of-more-than-32-characters'
  expect(await restarted(another)).toEqual({})
  expect(await statusWith(another)).toBe(200)
})

it('without a setting the bootstrap key is generated once and told once', async () => {
  const { context } = gateway
  await context.collections.apiKeys.eraseTenant('default')
  const unset = { ...context, config: { ...context.config, BOOTSTRAP_API_KEY: undefined } } as typeof context
  const { apiKey } = await ensureBootstrap(unset)
  expect(looksLikeApiKey(apiKey!)).toBe(true)
  expect(await statusWith(apiKey!)).toBe(200)
  expect(await ensureBootstrap(unset)).toEqual({})
})
