import { defaultSettings, type Settings } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

let settings: Settings
const clock = handClock()
const keeper = standIn({
  name: 'chat',
  handlers: {
    chat: {
      settingsRead: async () => settings,
    },
  },
})

const gateway = useGateway(() => {
  settings = { ...defaultSettings, allowedOrigins: ['https://shop.example'] }
  return { services: [keeper], clock }
})

const from = (origin: string, more: object = {}) => gateway.ask({ url: '/api/agents', headers: { origin }, ...more })

it('a page of an allowed origin may read the reply, a page of another may not, and a refusal it may read too', async () => {
  const allowed = await from('https://shop.example')
  expect(allowed.statusCode).toBe(200)
  expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': 'https://shop.example', vary: 'origin' })
  const refused = await from('https://shop.example', { url: '/api/agents?limit=0' })
  expect(refused.statusCode).toBe(422)
  expect(refused.headers['access-control-allow-origin']).toBe('https://shop.example')
  for (const origin of ['https://evil.example', 'http://shop.example', 'null']) {
    expect((await from(origin)).headers['access-control-allow-origin'], origin).toBeUndefined()
  }
  expect((await gateway.ask({ url: '/api/agents' })).headers.vary).toBeUndefined()
})

it('a changed list holds within seconds', async () => {
  await from('https://new.example')
  settings = { ...settings, allowedOrigins: ['*'] }
  clock.advance(5_001)
  expect((await from('https://new.example')).headers['access-control-allow-origin']).toBe('https://new.example')
})

it('a preflight is answered without a key', async () => {
  const reply = await from('https://shop.example', {
    method: 'OPTIONS',
    key: '',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type, x-api-key',
    },
  })
  expect(reply.statusCode).toBe(204)
  expect(reply.headers['access-control-allow-headers']).toBe('content-type, x-api-key')
  expect(reply.headers['access-control-allow-methods']).toContain('PATCH')
})

it('a new key lives no longer than the tenant allows', async () => {
  settings = { ...settings, keyExpiryDays: 30 }
  const create = (body: object) => gateway.ask({ method: 'POST', url: '/api/api-keys', body })
  const wanted = { name: 'k', scopes: ['chat'] }
  const inDays = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString()
  expect((await create(wanted)).json().expiresAt).toBe(inDays(30))
  expect((await create({ ...wanted, expiresAt: inDays(7) })).json().expiresAt).toBe(inDays(7))
  const refused = await create({ ...wanted, expiresAt: inDays(31) })
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: 'expiresAt' }] })
})

it('a rotated key gets its full time again where the tenant sets one; the old one works no longer than it would have', async () => {
  settings = { ...settings, keyExpiryDays: 30 }
  const dayMs = 86_400_000
  const scopes = ['settings']
  const made = (await gateway.ask({ method: 'POST', url: '/api/api-keys', body: { name: 'k', scopes } })).json()
  clock.advance(29 * dayMs)
  const body = { overlapSeconds: 7 * 86_400 }
  const rotated = (await gateway.ask({ method: 'POST', url: `/api/api-keys/${made.id}/rotate`, body })).json()
  expect(rotated.previousExpiresAt).toBe(made.expiresAt)
  expect(Date.parse(rotated.expiresAt)).toBe(clock.now() + 30 * dayMs)
  const statusWith = async (key: string) => (await gateway.ask({ url: '/api/api-keys', key })).statusCode
  expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([200, 200])
  clock.advance(dayMs)
  expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([401, 200])
})
