import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addPerson, browse, cookieFrom, goodPassword, type Person, signIn, startTenant } from '../../testing/people.ts'
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
let ada: Person
const begin = async (env: Record<string, string> = {}, clock?: { now(): number }) => {
  gateway = await startTestGateway({ env, ...(clock && { clock }) })
  ada = await startTenant(gateway)
}
beforeEach(() => begin())
afterEach(() => gateway.stop())

const again = async (env: Record<string, string>) => {
  await gateway.stop()
  await begin(env)
}
/** What other work of the machine makes slower is left out. */
const lowerQuartile = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 4)]!
const shown = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const { requestId: _, ...problem } = JSON.parse(body)
  return [statusCode, problem]
}

it('a wrong password and an unknown address get the same reply', async () => {
  const replies = [
    await signIn(gateway, ada.email, 'not the password at all'),
    await signIn(gateway, 'nobody@example.com', 'not the password at all'),
    await signIn(gateway, ada.email, goodPassword, { tenant: 'ten_another' }),
    await signIn(gateway, 'not an address', 'x'),
  ]
  for (const reply of replies) {
    expect(shown(reply)).toEqual(shown(replies[0]!))
    expect(Object.keys(reply.headers)).toEqual(Object.keys(replies[0]!.headers))
  }
  expect(replies[0]!.statusCode).toBe(401)
})

it('they take the same time, also where two tenants know the address', async () => {
  await again({ INSECURE_COOKIES: '1' })
  await startTenant(gateway, ada.email, 'another password of hers')
  const tries = { known: ada.email, unknown: 'nobody@example.com' }
  const times: Record<keyof typeof tries, number[]> = { known: [], unknown: [] }
  // In turn, so that whatever else the machine does falls on both; from ever new networks, so that none is refused.
  for (let i = 0; i < 40; i++)
    for (const [name, email] of Object.entries(tries) as [keyof typeof tries, string][]) {
      const started = performance.now()
      const reply = await signIn(gateway, email, 'not the password at all', { ip: `10.1.${i}.1` })
      times[name].push(performance.now() - started)
      expect(reply.statusCode).toBe(401)
    }
  // A hash more or less would be a factor of two or of fifty.
  const ratio = lowerQuartile(times.known) / lowerQuartile(times.unknown)
  expect(ratio).toBeGreaterThan(2 / 3)
  expect(ratio).toBeLessThan(3 / 2)
}, 60_000)

it('guesses from many networks leave the owner able to sign in; many from one are refused there alone', async () => {
  await again({ INSECURE_COOKIES: '1' })
  const guess = (ip: string, i: number) => signIn(gateway, ada.email, `a guess of number ${i}`, { ip })
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(`10.2.${i}.1`, i)))
  expect(new Set(guesses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await guess('10.3.0.1', i)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  // Right, but too late from there; the owner is let in at home and on the road.
  const late = await signIn(gateway, ada.email, goodPassword, { ip: '10.3.0.1' })
  expect([late.statusCode, Number(late.headers['retry-after']) > 600]).toEqual([429, true])
  expect((await signIn(gateway, ada.email)).statusCode).toBe(201)
  expect((await signIn(gateway, ada.email, goodPassword, { ip: '10.4.0.1' })).statusCode).toBe(201)
  // One network is a /64.
  for (let i = 0; i < 10; i++) await guess(`2001:db8:1:2::${i + 1}`, i)
  expect((await guess('2001:db8:1:2:ffff::1', 11)).statusCode).toBe(429)
  expect((await guess('2001:db8:1:3::1', 12)).statusCode).toBe(401)
}, 60_000)

it('refusals stand in the log, ever fewer of them, and unknown addresses in no tenant’s', async () => {
  await again({ INSECURE_COOKIES: '1' })
  const entries = async () => {
    const { items } = await gateway.context.collections.changes.find(ada.tenant, { limit: 1_000 })
    return items.filter(({ body }) => body.action === 'refuse')
  }
  for (let i = 0; i < 14; i++) await signIn(gateway, ada.email, `a guess of number ${i}`, { ip: `10.5.${i}.1` })
  await signIn(gateway, 'nobody@example.com', 'not the password at all')
  await gateway.settle()
  expect((await entries()).map(({ body }) => body.failed).sort((a, b) => a! - b!)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
})

it('an account of one’s own with the victim’s address tells nothing of the victim’s password', async () => {
  const mallory = await startTenant(gateway, 'mallory@example.com')
  const guess = 'a guess at her password'
  await addPerson(gateway, mallory, { role: 'agent', email: ada.email, password: guess })
  const refusals = async () => {
    await gateway.settle()
    const { items } = await gateway.context.collections.changes.find(ada.tenant, { limit: 1_000 })
    return items.filter(({ body }) => body.action === 'refuse').length
  }
  // Where a tenant is named, only its agents are asked.
  for (let i = 0; i < 12; i++)
    expect((await signIn(gateway, ada.email, guess, { tenant: mallory.tenant })).statusCode).toBe(201)
  expect(await refusals()).toBe(0)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await signIn(gateway, ada.email, guess)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
  expect(await refusals()).toBe(10)
}, 60_000)

it('a token that was there before sign-in is no session after it', async () => {
  const planted = `fd_session=${'A'.repeat(43)}`
  const reply = await browse(gateway, 'POST', '/api/session', {
    cookie: planted,
    body: { email: ada.email, password: goodPassword },
  })
  expect(cookieFrom(reply)).not.toBe(planted)
  for (const cookie of [planted, `fd_session=; ${planted}`, `__Host-fd_session=${ada.cookie.split('=')[1]}`])
    expect((await browse(gateway, 'GET', '/api/session', { cookie })).statusCode, cookie).toBe(401)
  // Two that contradict each other are none; which one a browser sends first is another host's choice.
  const both = `${planted}; ${ada.cookie}`
  expect((await browse(gateway, 'GET', '/api/session', { cookie: both })).statusCode).toBe(401)
})

it('other sites change nothing with a session, and begin none', async () => {
  const patch = (headers: Record<string, string>) =>
    gateway.app.inject({
      method: 'PATCH',
      url: '/api/me',
      headers: { cookie: ada.cookie, host: 'desk.example:8080', ...headers },
      payload: { name: 'Mallory' },
    })
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'http://desk.example:8080' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://evil.example' },
    { origin: 'http://desk.example' },
    { origin: 'http://desk.example:8080.evil.example' },
    { origin: 'null' },
    { origin: 'http://desk.example:8080, http://evil.example' },
    {},
  ]
  for (const headers of refused) expect((await patch(headers)).json().code, JSON.stringify(headers)).toBe('cross_site')
  expect((await browse(gateway, 'GET', '/api/me', { cookie: ada.cookie })).json().agent.name).toBe('Ada Admin')
  const own: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://desk.example:8080' }]
  for (const headers of own) expect((await patch(headers)).statusCode).toBe(200)

  const others: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]
  for (const headers of others) {
    const reply = await signIn(gateway, ada.email, goodPassword, { headers })
    expect([reply.json().code, cookieFrom(reply)]).toEqual(['cross_site', ''])
  }
  // A form of another site can't send JSON, and what it can send is not taken.
  const form = await browse(gateway, 'POST', '/api/session', {
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ email: ada.email, password: goodPassword }),
  })
  expect(form.statusCode).toBe(415)
})

it('no reply to a session lets pages of other origins read it', async () => {
  const origin = 'https://shop.example'
  const asked = { headers: { origin, 'sec-fetch-site': 'cross-site' }, cookie: ada.cookie }
  const reply = await browse(gateway, 'GET', '/api/me', asked)
  const preflight = await gateway.app.inject({
    method: 'OPTIONS',
    url: '/api/me',
    headers: { origin, 'access-control-request-method': 'PATCH' },
  })
  for (const { headers } of [reply, preflight]) expect(headers['access-control-allow-credentials']).toBeUndefined()
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
})

it('over plain http from elsewhere nobody signs in, over a trusted proxy’s https they do', async () => {
  const far = await signIn(gateway, ada.email, goodPassword, { ip: '192.0.2.9' })
  expect([far.json().code, cookieFrom(far)]).toEqual(['insecure_connection', ''])
  expect((await browse(gateway, 'GET', '/api/me', { cookie: ada.cookie, ip: '192.0.2.9' })).statusCode).toBe(401)
  const claims = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
  expect((await signIn(gateway, ada.email, goodPassword, { ip: '192.0.2.9', headers: claims })).statusCode).toBe(403)

  await again({ TRUSTED_PROXIES: '10.9.0.0/16' })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.9' }
  const reply = await signIn(gateway, ada.email, goodPassword, { ip: '10.9.0.1', headers })
  const cookie = cookieFrom(reply)
  expect(reply.headers['set-cookie']).toBe(`${cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`)
  expect(cookie).toMatch(/^__Host-fd_session=/)
  const read = async (name: string) =>
    (
      await browse(gateway, 'GET', '/api/me', {
        cookie: cookie.replace('__Host-fd_session', name),
        ip: '10.9.0.1',
        headers,
      })
    ).statusCode
  // The name without the prefix could come from a subdomain, so https does not read it.
  expect([await read('__Host-fd_session'), await read('fd_session')]).toEqual([200, 401])

  await again({ INSECURE_COOKIES: '1' })
  expect((await signIn(gateway, ada.email, goodPassword, { ip: '192.0.2.9' })).statusCode).toBe(201)
}, 30_000)

it('no spelling of x-agent-id acts in the name of another', async () => {
  const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
  const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const { port, host } = new URL(address)
  /** Sends header lines as they stand and answers the status. */
  const send = (lines: string[]) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const own = ['GET /api/agents HTTP/1.1', `Host: ${host}`, `Cookie: ${bo.cookie}`, 'Connection: close', ...lines]
        socket.write(`${own.join('\r\n')}\r\n\r\n`)
      })
      socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))![1])))
      socket.once('error', reject)
    })
  expect(await send([])).toBe(200)
  expect(await send([`x-agent-id: ${bo.agentId}`])).toBe(200)
  for (const lines of [
    [`x-agent-id: ${ada.agentId}`],
    [`X-AGENT-ID: ${ada.agentId}`],
    [`x-agent-id: ${bo.agentId}`, `x-agent-id: ${ada.agentId}`],
    [`x-agent-id: ${ada.agentId}`, `X-Agent-Id: ${bo.agentId}`],
    [`x-agent-id:\t${ada.agentId}`],
    [`x-agent-id: ${bo.agentId},${ada.agentId}`],
  ])
    expect(await send(lines), lines.join()).toBe(403)
  for (const lines of [[`x-agent-id : ${ada.agentId}`], [`x-agent-id: ${bo.agentId}\r\n ${ada.agentId}`]])
    expect([400, 403], lines.join()).toContain(await send(lines))
})

it('a link works once, also for two at the same moment, and only for what it is', async () => {
  const body = { name: 'Bo', email: 'bo@example.com', invite: true }
  const invited = (await browse(gateway, 'POST', '/api/agents', { body, cookie: ada.cookie })).json()
  const first = invited.inviteUrl.split('#')[1]
  const renewed = await browse(gateway, 'POST', `/api/agents/${invited.id}/invite`, { cookie: ada.cookie })
  const token = renewed.json().inviteUrl.split('#')[1]
  const accept = (token: string, url = '/api/invites/accept') =>
    browse(gateway, 'POST', url, { body: { token, password: goodPassword } })
  expect((await accept(first)).json().code).toBe('link_invalid')
  expect((await accept(token, '/api/password/reset')).json().code).toBe('link_invalid')
  const bad = await browse(gateway, 'POST', '/api/invites/accept', { body: { token, password: 'password1234' } })
  expect(bad.statusCode).toBe(422)
  const both = await Promise.all([accept(token), accept(token)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
  expect((await accept(token)).statusCode).toBe(410)
  expect((await browse(gateway, 'POST', `/api/agents/${invited.id}/invite`, { cookie: ada.cookie })).statusCode).toBe(
    409,
  )
})

it('two that set up a tenant at the same moment make one first admin', async () => {
  const { makeLink } = await import('./sign-in-links.ts')
  const own = gateway.context.forTenant('default')
  const links = [await makeLink('setup', undefined, own), await makeLink('setup', undefined, own)]
  const replies = await Promise.all(
    links.map(({ token }, i) =>
      browse(gateway, 'POST', '/api/setup', {
        body: { token, name: 'X', email: `x${i}@example.com`, password: goodPassword },
      }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
})

it('nobody makes or takes over an agent who may do more than they do', async () => {
  const scopes = ['settings', 'settings:read', 'chat', 'conversations', 'contacts', 'knowledge:read', 'policies:read']
  const { key } = (
    await gateway.ask({ method: 'POST', url: '/api/api-keys', body: { name: 'k', scopes }, key: ada.apiKey })
  ).json()
  const ask = async (method: string, url: string, body?: object) =>
    (await gateway.ask({ method, url, key, ...(body && { body }) })).statusCode
  const person = (role: string, invite: boolean) => ({ name: 'M', email: 'm@example.com', role, invite })
  expect(await ask('POST', '/api/agents', person('admin', true))).toBe(403)
  expect(await ask('POST', '/api/agents', person('agent', true))).toBe(201)
  const of = `/api/agents/${ada.agentId}`
  expect(await ask('PATCH', of, { email: 'mallory@example.com' })).toBe(403)
  expect(await ask('POST', `${of}/reset-link`)).toBe(403)
  expect(await ask('DELETE', of)).toBe(403)
  const label = { method: 'POST', url: '/api/agents', body: person('admin', false) }
  expect((await gateway.ask({ ...label, key })).statusCode).toBe(403)
  const { id } = (await gateway.ask({ ...label, key: ada.apiKey })).json()
  expect(await ask('PATCH', `/api/agents/${id}`, { name: 'Renamed' })).toBe(403)
  expect(await ask('POST', `/api/agents/${id}/invite`)).toBe(403)
  const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
  expect(await ask('PATCH', `/api/agents/${bo.agentId}`, { role: 'admin' })).toBe(403)
  expect(await ask('PATCH', `/api/agents/${bo.agentId}`, { available: false })).toBe(200)
})

it('a stolen cookie ends an open stream soon after sign-out', async () => {
  const { watchKey } = await import('../keys/watch-key.ts')
  const { makeAuthenticator } = await import('../keys/authenticate.ts')
  const authenticator = makeAuthenticator(gateway.context)
  const caller = await authenticator.sessions.read(ada.cookie.split('=')[1]!)
  const { ended, stop } = watchKey(caller, authenticator)
  await browse(gateway, 'DELETE', '/api/session', { cookie: ada.cookie })
  await vi.waitFor(() => expect(ended.aborted).toBe(true), { timeout: 10_000 })
  expect(ended.reason).toMatchObject({ code: 'unauthenticated' })
  stop()
})
