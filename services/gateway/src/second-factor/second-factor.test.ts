import { openVault } from '@frontdesk/secrets'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChangeLog } from '../../testing/change-log.ts'
import { addPerson, browse, cookieFrom, goodPassword, type Person, signIn, startTenant } from '../../testing/people.ts'
import { handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'
import { agents } from '../agents/agent-document.ts'

let gateway: TestGateway
let clock: ReturnType<typeof handClock>
let log: ReturnType<typeof openChangeLog>
let ada: Person
beforeEach(async () => {
  clock = handClock()
  log = openChangeLog()
  gateway = await startTestGateway({ clock, services: [log.service], env: { INSECURE_COOKIES: '1' } })
  ada = await startTenant(gateway)
})
afterEach(() => gateway.stop())

const stepMs = 30_000
const as = (person: Person, method: string, url: string, body?: object) =>
  browse(gateway, method, url, { cookie: person.cookie, ...(body && { body }) })
const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: clock.now() })
const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')
const withCode = (person: Person, code: string, more: { ip?: string } = {}) =>
  browse(gateway, 'POST', '/api/session', {
    body: { email: person.email, password: goodPassword, code },
    ...(more.ip && { ip: more.ip }),
  })
const seen = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code]
const statusOf = async (cookie: string) => (await browse(gateway, 'GET', '/api/session', { cookie })).statusCode

async function enable(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await as(person, 'POST', '/api/me/totp', { password: goodPassword })
  expect(begun.statusCode).toBe(201)
  const { secret } = begun.json()
  const confirmed = await as(person, 'POST', '/api/me/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.statusCode).toBe(200)
  clock.advance(stepMs)
  return { secret, recoveryCodes: confirmed.json().recoveryCodes }
}

describe('once it is on', () => {
  it('a sign-in needs the password and a code, and only the right password learns that', async () => {
    expect((await as(ada, 'GET', '/api/me')).json().agent.hasTotp).toBe(false)
    const { secret } = await enable(ada)
    const me = (await as(ada, 'GET', '/api/me')).json()
    expect([me.agent.hasTotp, me.recoveryCodesLeft]).toEqual([true, 10])
    expect(seen(await signIn(gateway, ada.email))).toEqual([401, 'totp_required'])
    const body = { email: ada.email, password: 'not the password at all' }
    expect(seen(await browse(gateway, 'POST', '/api/session', { body }))).toEqual([401, 'wrong_credentials'])
    const guessed = { ...body, code: codeOf(secret) }
    expect(seen(await browse(gateway, 'POST', '/api/session', { body: guessed }))).toEqual([401, 'wrong_credentials'])
    expect(seen(await withCode(ada, wrongCode(secret)))).toEqual([401, 'wrong_code'])
    const reply = await withCode(ada, codeOf(secret))
    expect([reply.statusCode, await statusOf(cookieFrom(reply))]).toEqual([201, 200])
  })

  it('a code is accepted once, also when it comes twice at once, and none that is older', async () => {
    const { secret } = await enable(ada)
    const before = codeOf(secret)
    clock.advance(stepMs)
    const code = codeOf(secret)
    const both = await Promise.all([withCode(ada, code), withCode(ada, code), withCode(ada, code)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 401, 401])
    expect(seen(await withCode(ada, before))).toEqual([401, 'wrong_code'])
    clock.advance(stepMs)
    expect((await withCode(ada, codeOf(secret))).statusCode).toBe(201)
  })

  it('a code is accepted one step early or late, and not two', async () => {
    const { secret } = await enable(ada)
    clock.advance(10 * stepMs)
    const at = (steps: number) => new TOTP({ secret }).generate({ timestamp: clock.now() + steps * stepMs })
    for (const steps of [-2, 2]) expect(seen(await withCode(ada, at(steps)))).toEqual([401, 'wrong_code'])
    for (const steps of [-1, 1]) expect((await withCode(ada, at(steps))).statusCode).toBe(201)
  })

  it('the code that turned it on signs nobody in', async () => {
    const begun = await as(ada, 'POST', '/api/me/totp', { password: goodPassword })
    const code = codeOf(begun.json().secret)
    await as(ada, 'POST', '/api/me/totp/confirm', { code })
    expect(seen(await withCode(ada, code))).toEqual([401, 'wrong_code'])
  })

  it('a link for a new password needs a code too, and can be used again after a wrong one', async () => {
    const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
    const { secret } = await enable(bo)
    const { url } = (await as(ada, 'POST', `/api/agents/${bo.agentId}/reset-link`)).json()
    const reset = (more: object) =>
      browse(gateway, 'POST', '/api/password/reset', {
        body: { token: url.split('#')[1], password: 'nine green bottles', ...more },
      })
    expect(seen(await reset({}))).toEqual([401, 'totp_required'])
    expect(seen(await reset({ code: wrongCode(secret) }))).toEqual([401, 'wrong_code'])
    expect((await reset({ code: codeOf(secret) })).statusCode).toBe(201)
  })

  it('its secret and recovery codes are nowhere in the store as they are', async () => {
    const { secret, recoveryCodes } = await enable(ada)
    const stored = JSON.stringify(await gateway.context.collections.agents.get(ada.tenant, ada.agentId))
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })

  it('backups and the doctor know of its secret, which only the encryption key opens', async () => {
    const { secret } = await enable(ada)
    const stored = await gateway.context.collections.agents.get(ada.tenant, ada.agentId)
    const [found] = agents.refersTo!(stored!).secrets!
    const { purpose, owner, sealed } = found!
    expect(openVault('a key of the tests', purpose).open(sealed, owner)).toBe(secret)
    expect(() => openVault('another key', purpose).open(sealed, owner)).toThrow('ENCRYPTION_KEY')
  })
})

describe('setting it up', () => {
  it('needs the password, happens once, and is over after 15 minutes', async () => {
    expect((await as(ada, 'POST', '/api/me/totp', { password: 'not the password' })).statusCode).toBe(422)
    const { secret, uri } = (await as(ada, 'POST', '/api/me/totp', { password: goodPassword })).json()
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(ada.email)
    expect((await signIn(gateway, ada.email)).statusCode).toBe(201)
    clock.advance(15 * 60_000)
    expect(seen(await as(ada, 'POST', '/api/me/totp/confirm', { code: codeOf(secret) }))).toEqual([409, 'conflict'])
    await enable(ada)
    expect(seen(await as(ada, 'POST', '/api/me/totp', { password: goodPassword }))).toEqual([409, 'conflict'])
  })

  it('ends the other sessions, and so does turning it off, which needs password and code', async () => {
    const other = cookieFrom(await signIn(gateway, ada.email))
    const { secret } = await enable(ada)
    expect([await statusOf(other), await statusOf(ada.cookie)]).toEqual([401, 200])
    const another = cookieFrom(await withCode(ada, codeOf(secret)))
    clock.advance(stepMs)
    const disable = (body: object) => as(ada, 'POST', '/api/me/totp/disable', body)
    expect((await disable({ password: 'not the password', code: codeOf(secret) })).statusCode).toBe(422)
    expect(seen(await disable({ password: goodPassword, code: wrongCode(secret) }))).toEqual([401, 'wrong_code'])
    expect((await disable({ password: goodPassword, code: codeOf(secret) })).statusCode).toBe(204)
    expect([await statusOf(another), await statusOf(ada.cookie)]).toEqual([401, 200])
    expect((await signIn(gateway, ada.email)).statusCode).toBe(201)
  })

  it('stands in the log of changes, with every refusal, and no value', async () => {
    const { secret } = await enable(ada)
    await withCode(ada, wrongCode(secret))
    await as(ada, 'POST', '/api/me/totp/disable', { password: goodPassword, code: codeOf(secret) })
    await vi.waitFor(() => {
      const actions = log.entries.map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['enable_totp', 'refuse_code', 'disable_totp']))
    })
    expect(JSON.stringify(log.entries)).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  it('take the place of a code once each, however they are typed', async () => {
    const { recoveryCodes } = await enable(ada)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first, second] = recoveryCodes as [string, string]
    expect((await withCode(ada, first)).statusCode).toBe(201)
    expect(seen(await withCode(ada, first))).toEqual([401, 'wrong_code'])
    expect((await withCode(ada, second.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(201)
    expect((await as(ada, 'GET', '/api/me')).json().recoveryCodesLeft).toBe(8)
  })

  it('are replaced with password and code', async () => {
    const { secret, recoveryCodes } = await enable(ada)
    const body = { password: goodPassword, code: codeOf(secret) }
    const renewed = await as(ada, 'POST', '/api/me/totp/recovery-codes', body)
    expect(renewed.json().recoveryCodes).toHaveLength(10)
    expect(seen(await withCode(ada, recoveryCodes[0]!))).toEqual([401, 'wrong_code'])
    expect((await withCode(ada, renewed.json().recoveryCodes[9])).statusCode).toBe(201)
  })
})

describe('guesses at codes', () => {
  it('from many new networks are ten in 15 minutes together; from where the person signed in, nobody slows them', async () => {
    const { secret } = await enable(ada)
    expect((await withCode(ada, codeOf(secret), { ip: '10.1.0.1' })).statusCode).toBe(201)
    clock.advance(stepMs)
    const statuses: number[] = []
    for (let i = 0; i < 14; i++)
      statuses.push((await withCode(ada, wrongCode(secret), { ip: `10.9.${i}.1` })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429, 429, 429])
    expect((await withCode(ada, codeOf(secret), { ip: '10.8.0.1' })).statusCode).toBe(429)
    expect((await withCode(ada, codeOf(secret), { ip: '10.1.0.1' })).statusCode).toBe(201)
    clock.advance(15 * 60_000)
    expect((await withCode(ada, codeOf(secret), { ip: '10.8.0.1' })).statusCode).toBe(201)
  })

  it('from one network are ten in 15 minutes, whatever is right afterwards', async () => {
    const { secret } = await enable(ada)
    for (let i = 0; i < 10; i++) expect((await withCode(ada, wrongCode(secret))).statusCode).toBe(401)
    expect((await withCode(ada, codeOf(secret))).statusCode).toBe(429)
  })
})

describe('an admin', () => {
  it('turns it off for somebody else, whose sessions end; not for themselves', async () => {
    const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
    await enable(bo)
    expect(seen(await as(bo, 'POST', `/api/agents/${ada.agentId}/reset-totp`))).toEqual([403, 'forbidden'])
    const reply = await as(ada, 'POST', `/api/agents/${bo.agentId}/reset-totp`)
    expect([reply.statusCode, reply.json().hasTotp]).toEqual([200, false])
    expect(await statusOf(bo.cookie)).toBe(401)
    expect((await signIn(gateway, bo.email)).statusCode).toBe(201)
    await enable(ada)
    expect(seen(await as(ada, 'POST', `/api/agents/${ada.agentId}/reset-totp`))).toEqual([409, 'conflict'])
    await vi.waitFor(() => {
      const entry = { kind: 'agent', action: 'reset-totp', targetId: bo.agentId }
      expect(log.entries).toContainEqual(expect.objectContaining(entry))
    })
  })

  it('of another role’s scopes alone can’t: a key with `settings` leaves an admin’s as it is', async () => {
    await enable(ada)
    const body = { name: 'settings', scopes: ['settings'] }
    const { key } = (await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: ada.apiKey })).json()
    const url = `/api/agents/${ada.agentId}/reset-totp`
    expect((await gateway.ask({ method: 'POST', url, key })).statusCode).toBe(403)
    expect((await as(ada, 'GET', '/api/me')).json().agent.hasTotp).toBe(true)
  })
})

describe('where the tenant requires it', () => {
  const require = () => as(ada, 'PATCH', '/api/settings', { signIn: { requireTotp: true } })

  it('a session of somebody without one can set it up and nothing else', async () => {
    const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
    expect((await as(ada, 'GET', '/api/settings')).json().signIn.requireTotp).toBe(false)
    const changed = await require()
    expect([changed.statusCode, changed.json().signIn.requireTotp]).toEqual([200, true])
    clock.advance(2_000)
    const cookie = cookieFrom(await signIn(gateway, bo.email))
    for (const person of [bo, { ...bo, cookie }]) {
      expect(seen(await as(person, 'GET', '/api/agents'))).toEqual([403, 'totp_setup_required'])
      expect(seen(await as(person, 'GET', '/api/sessions'))).toEqual([403, 'totp_setup_required'])
      expect((await as(person, 'GET', '/api/me')).statusCode).toBe(200)
      expect(await statusOf(person.cookie)).toBe(200)
    }
    const { secret } = await enable({ ...bo, cookie })
    expect((await as({ ...bo, cookie }, 'GET', '/api/agents')).statusCode).toBe(200)
    const body = { password: goodPassword, code: codeOf(secret) }
    expect(seen(await as({ ...bo, cookie }, 'POST', '/api/me/totp/disable', body))).toEqual([409, 'conflict'])
    // API keys have no second factor.
    expect((await gateway.ask({ url: '/api/agents', key: ada.apiKey })).statusCode).toBe(200)
    await vi.waitFor(() =>
      expect(log.entries).toContainEqual(
        expect.objectContaining({ kind: 'settings', changed: ['signIn.requireTotp'] }),
      ),
    )
  })

  it('a change of it needs the scope admin, and is no other tenant’s', async () => {
    const body = { name: 'settings', scopes: ['settings'] }
    const { key } = (await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: ada.apiKey })).json()
    const patch = { method: 'PATCH', url: '/api/settings', body: { signIn: { requireTotp: true } } }
    expect((await gateway.ask({ ...patch, key })).statusCode).toBe(403)
    expect((await gateway.ask({ ...patch, key: ada.apiKey })).statusCode).toBe(200)
    expect((await gateway.ask({ url: '/api/settings' })).json().signIn.requireTotp).toBe(false)
  })
})

it('without ENCRYPTION_KEY the gateway does not start, and says why', async () => {
  await expect(startTestGateway({ env: { ENCRYPTION_KEY: '' } })).rejects.toThrow('ENCRYPTION_KEY')
})
