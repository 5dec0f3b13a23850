import { TOTP } from 'otpauth'
import { expect, test, vi } from 'vitest'
import { readEvents } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const password = 'seven blue umbrellas'
const browser = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** Sends like a browser that has this cookie; where there are several gateways, to another one each time. */
const browse = (method: string, path: string, cookie = '', body?: object) =>
  fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { ...browser, ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  })
const cookieFrom = (reply: Response) => reply.headers.getSetCookie()[0]!.split(';', 1)[0]!

test('somebody who was invited signs in, works at every gateway, and after signing out at none', async () => {
  const api = await platform.newTenant('people')
  const invited = await api.post('/api/agents', { name: 'Ann', email: 'ann@example.com', invite: true })
  expect(invited.body).toMatchObject({ status: 'invited', hasPassword: false })
  const token = invited.body.inviteUrl.split('#')[1]
  const accepted = await browse('POST', '/api/invites/accept', '', { token, password })
  expect(accepted.status).toBe(201)
  expect((await browse('POST', '/api/invites/accept', '', { token, password })).status).toBe(410)
  const signedIn = await browse('POST', '/api/session', '', { email: 'ANN@example.com', password, tenant: api.tenant })
  const cookie = cookieFrom(signedIn)
  expect(cookie).not.toBe(cookieFrom(accepted))
  expect(await signedIn.json()).toMatchObject({ agent: { id: invited.body.id }, tenant: { id: api.tenant } })

  const contact = await browse('POST', '/api/contacts', cookie, { name: 'Bo' })
  expect(contact.status).toBe(201)
  for (let i = 0; i < 4; i++) expect((await browse('GET', '/api/me', cookie)).status).toBe(200)
  expect((await browse('PATCH', '/api/settings', cookie, { languages: ['sv'] })).status).toBe(403)

  const stream = await browse('GET', '/api/events/stream', cookie)
  expect(stream.status).toBe(200)
  const ended = (async () => {
    for await (const { event, data } of readEvents(stream)) if (event === 'error') return data.code
    return 'closed'
  })()
  expect((await browse('DELETE', '/api/session', cookie)).status).toBe(204)
  await vi.waitFor(
    async () => {
      for (let i = 0; i < 4; i++) expect((await browse('GET', '/api/me', cookie)).status).toBe(401)
    },
    { timeout: 10_000, interval: 100 },
  )
  expect(await ended).toBe('unauthenticated')
  expect((await browse('GET', '/api/me', cookieFrom(accepted))).status).toBe(200)

  const log = await vi.waitFor(
    async () => {
      const { items } = (await api.get('/api/analytics/log?kind=session')).body
      expect(items).toHaveLength(3)
      return items as { action: string; actor: object }[]
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(log.map(({ action }) => action).sort()).toEqual(['accept_invite', 'sign_in', 'sign_out'])
  for (const { actor } of log) expect(actor).toEqual({ kind: 'agent', id: invited.body.id })
})

test('guesses are counted by all gateways together, and a removed agent is out', async () => {
  const api = await platform.newTenant('guesses')
  const email = 'guessed@example.com'
  const { body: agent } = await api.post('/api/agents', { name: 'Guessed', email, invite: true })
  const token = agent.inviteUrl.split('#')[1]
  const cookie = cookieFrom(await browse('POST', '/api/invites/accept', '', { token, password }))
  const statuses: number[] = []
  for (let i = 0; i < 12; i++)
    statuses.push((await browse('POST', '/api/session', '', { email, password: `a guess of number ${i}` })).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect((await api.delete(`/api/agents/${agent.id}`)).status).toBe(204)
  await vi.waitFor(
    async () => {
      for (let i = 0; i < 4; i++) expect((await browse('GET', '/api/me', cookie)).status).toBe(401)
    },
    { timeout: 10_000, interval: 100 },
  )
})

test('a second factor holds at every gateway, and a code signs in once', async () => {
  const api = await platform.newTenant('factor')
  const invited = await api.post('/api/agents', { name: 'Ann', email: 'ann@example.com', invite: true })
  const token = invited.body.inviteUrl.split('#')[1]
  const cookie = cookieFrom(await browse('POST', '/api/invites/accept', '', { token, password }))
  const { secret } = (await (await browse('POST', '/api/me/totp', cookie, { password })).json()) as { secret: string }
  const code = new TOTP({ secret }).generate()
  expect((await browse('POST', '/api/me/totp/confirm', cookie, { code })).status).toBe(200)
  const signIn = async (more: object) => {
    const body = { email: 'ann@example.com', password, tenant: api.tenant, ...more }
    const reply = await browse('POST', '/api/session', '', body)
    return reply.status === 201 ? 201 : ((await reply.json()) as { code: string }).code
  }
  for (let i = 0; i < 3; i++) expect(await signIn({})).toBe('totp_required')
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  const several = await Promise.all(Array.from({ length: 4 }, () => signIn({ code: next })))
  expect(several.sort()).toEqual([201, 'wrong_code', 'wrong_code', 'wrong_code'])

  const other = await api.post('/api/agents', { name: 'Bo', email: 'bo@example.com', invite: true })
  const accepted = { token: other.body.inviteUrl.split('#')[1], password }
  const limited = cookieFrom(await browse('POST', '/api/invites/accept', '', accepted))
  const stream = await browse('GET', '/api/events/stream', limited)
  expect(stream.status).toBe(200)
  const changed = await api.send('PATCH', '/api/settings', { body: { signIn: { requireTotp: true } } })
  expect(changed.body).toMatchObject({ signIn: { requireTotp: true } })
  // What is open ends too.
  const codes: string[] = []
  for await (const { event, data } of readEvents(stream)) if (event === 'error') codes.push(data.code)
  expect(codes).toEqual(['unauthenticated'])
  for (let i = 0; i < 4; i++) {
    expect((await browse('GET', '/api/me', limited)).status).toBe(200)
    expect((await browse('GET', '/api/conversations', limited)).status).toBe(403)
    expect((await browse('GET', '/api/conversations', cookie)).status).toBe(200)
  }
  await vi.waitFor(
    async () => {
      const { items } = (await api.get('/api/analytics/log')).body
      const actions = items.map(({ kind, action }: any) => `${kind} ${action}`)
      expect(actions).toEqual(expect.arrayContaining(['session enable_totp', 'session refuse_code', 'settings update']))
    },
    { timeout: 20_000, interval: 100 },
  )
})
