import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import {
  comeBack,
  cookiesFrom,
  providerOf,
  publicUrl,
  redirectUriOf,
  setProviders,
  signInAt,
  startAt,
} from '../../testing/oidc.ts'
import { browse, type Person, startTenant } from '../../testing/people.ts'
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

let identity: IdentityProvider
let other: IdentityProvider
let gateway: TestGateway
let mail: Awaited<ReturnType<typeof startMailServer>>
let ada: Person
beforeAll(async () => {
  identity = await startIdentityProvider()
  other = await startIdentityProvider()
  mail = await startMailServer()
})
afterAll(() => Promise.all([identity.stop(), other.stop(), mail.stop()]))
beforeEach(async () => {
  const env = { PUBLIC_URL: publicUrl, SMTP_URL: mail.url, MAIL_FROM: 'Frontdesk <desk@example.com>' }
  gateway = await startTestGateway({ env })
  ada = await startTenant(gateway)
  for (const { people, register } of [identity, other]) {
    register(redirectUriOf(ada.tenant))
    register(redirectUriOf(ada.tenant, 'other'))
    people.bo = { email: 'bo@example.com', email_verified: true, name: 'Bo' }
    people.eve = { email: 'eve@example.com', email_verified: true, name: 'Eve' }
  }
  await setProviders(gateway, ada, providerOf(identity))
})
afterEach(() => {
  identity.tamper(undefined)
  return gateway.stop()
})

const seen = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code]
const whoHas = async (reply: { headers: object }) =>
  (await browse(gateway, 'GET', '/api/session', { cookie: cookiesFrom(reply) })).json().agent
/** A sign-in that is back from the provider and not finished. */
async function underWay(sub: string, tenant = ada.tenant, id = 'work', at = identity) {
  const { location, cookie } = await startAt(gateway, tenant, { id })
  at.signIn(sub)
  return { back: await at.visit(location), cookie }
}
const expired = [410, 'sign_in_expired']

describe('what came back is worth nothing', () => {
  it('in another browser, and in none; the one that started it goes on', async () => {
    const eve = await underWay('eve')
    const bo = await underWay('bo')
    expect(seen(await comeBack(gateway, eve.back, ''))).toEqual(expired)
    expect(seen(await comeBack(gateway, eve.back, bo.cookie))).toEqual(expired)
    // Under the name of the cookie that it asks for, with another value.
    const name = eve.cookie.split('=')[0]
    expect(seen(await comeBack(gateway, eve.back, `${name}=${bo.cookie.split('=')[1]}`))).toEqual(expired)
    expect((await whoHas(await comeBack(gateway, eve.back, eve.cookie))).name).toBe('Eve')
  })

  it('a second time, also when both come at once', async () => {
    const { back, cookie } = await underWay('bo')
    const both = await Promise.all([comeBack(gateway, back, cookie), comeBack(gateway, back, cookie)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([302, 410])
    expect(seen(await comeBack(gateway, back, cookie))).toEqual(expired)
  })

  it('with another state, without one, and with the code of another sign-in', async () => {
    const eve = await underWay('eve')
    const bo = await underWay('bo')
    const change = (url: string, name: string, value: string) => {
      const changed = new URL(url)
      if (value) changed.searchParams.set(name, value)
      else changed.searchParams.delete(name)
      return changed.href
    }
    expect(seen(await comeBack(gateway, change(bo.back, 'state', 'A'.repeat(43)), bo.cookie))).toEqual(expired)
    expect(seen(await comeBack(gateway, change(bo.back, 'state', ''), bo.cookie))).toEqual(expired)
    const code = new URL(eve.back).searchParams.get('code')!
    const injected = await comeBack(gateway, change(bo.back, 'code', code), bo.cookie)
    expect(seen(injected)).toEqual([401, 'identity_unverified'])
    expect(cookiesFrom(injected)).toBe('')
  })

  it('after ten minutes, and when the provider has become another one', async () => {
    const late = await underWay('bo')
    const { oidcSignIns } = gateway.context.collections
    const { items } = await oidcSignIns.find(ada.tenant, {})
    await oidcSignIns.put(ada.tenant, items[0]!.id, { ...items[0]!.body, expiresAt: Date.now() - 1 })
    expect(seen(await comeBack(gateway, late.back, late.cookie))).toEqual(expired)
    const { back, cookie } = await underWay('bo')
    await setProviders(gateway, ada, providerOf(other))
    expect(seen(await comeBack(gateway, back, cookie))).toEqual(expired)
  })

  it('with an ID token for another nonce, or signed with a key that the provider does not have', async () => {
    const first = await underWay('bo')
    const { oidcSignIns } = gateway.context.collections
    const { items } = await oidcSignIns.find(ada.tenant, {})
    await oidcSignIns.put(ada.tenant, items[0]!.id, { ...items[0]!.body, nonce: 'another nonce' })
    expect(seen(await comeBack(gateway, first.back, first.cookie))).toEqual([401, 'identity_unverified'])
    const second = await underWay('bo')
    const keys = identity.otherKeys()
    identity.tamper(({ url }, response) => {
      if (url !== '/jwks') return false
      response.setHeader('content-type', 'application/json').end(keys)
      return true
    })
    expect(seen(await comeBack(gateway, second.back, second.cookie))).toEqual([401, 'identity_unverified'])
  })
})

describe('providers are not taken for one another', () => {
  it('neither of one tenant, by the path or by `iss`', async () => {
    const second = providerOf(other, { id: 'other', name: 'Other' })
    await setProviders(gateway, ada, providerOf(identity), second)
    const { back, cookie } = await underWay('bo')
    expect(seen(await comeBack(gateway, back.replace('/work/', '/other/'), cookie))).toEqual(expired)
    const mixed = await underWay('bo')
    const url = new URL(mixed.back)
    expect(url.searchParams.get('iss')).toBe(identity.issuer)
    url.searchParams.set('iss', other.issuer)
    expect(seen(await comeBack(gateway, url.href, mixed.cookie))).toEqual([401, 'identity_unverified'])
  })

  it('nor of another tenant: nobody of it signs in here', async () => {
    const mallory = await startTenant(gateway, 'mallory@example.com')
    await setProviders(gateway, mallory, providerOf(other))
    other.register(redirectUriOf(mallory.tenant))
    other.people.fake = { email: ada.email, email_verified: true, name: 'Ada, says Mallory' }
    const reply = await signInAt(gateway, other, { tenant: mallory.tenant, sub: 'fake' })
    const session = await browse(gateway, 'GET', '/api/session', { cookie: cookiesFrom(reply) })
    expect(session.json().tenant.id).toBe(mallory.tenant)
    expect(session.json().agent.id).not.toBe(ada.agentId)
    // Mallory's provider has no say in Ada's tenant, also under an id of hers.
    expect((await startAt(gateway, ada.tenant, { id: 'other' })).reply.statusCode).toBe(404)
  })

  it('also where another tenant’s provider sends people on to ours, to get the code that ours answers', async () => {
    const mallory = await startTenant(gateway, 'mallory@example.com')
    await setProviders(gateway, mallory, providerOf(other))
    // Mallory starts at Ada's, and has the victim get a code that fits that: by a sign-in of Mallory's own tenant.
    const own = await startAt(gateway, ada.tenant)
    const victim = await startAt(gateway, mallory.tenant)
    const sentOn = new URL(own.location)
    sentOn.searchParams.set('state', new URL(victim.location).searchParams.get('state')!)
    identity.signIn('bo')
    const back = new URL(await identity.visit(sentOn.href))
    expect(back.href).toContain(redirectUriOf(ada.tenant))
    back.searchParams.delete('iss')
    const sent: string[] = []
    other.tamper(({ method, url }) => {
      sent.push(`${method} ${url}`)
      return false
    })
    expect(seen(await comeBack(gateway, back.href, victim.cookie))).toEqual(expired)
    expect(sent).toEqual([])
    other.tamper(undefined)
  })

  it('and the same subject of two issuers is two people', async () => {
    const second = providerOf(other, { id: 'other', name: 'Other' })
    await setProviders(gateway, ada, providerOf(identity), second)
    const bo = await whoHas(await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'bo' }))
    other.people.bo = { email: 'robert@example.com', email_verified: true, name: 'Robert' }
    const robert = await whoHas(await signInAt(gateway, other, { tenant: ada.tenant, id: 'other', sub: 'bo' }))
    expect([bo.name, robert.name]).toEqual(['Bo', 'Robert'])
    expect(robert.id).not.toBe(bo.id)
  })
})

it('an address that was given to somebody else at the provider is not the agent who had it', async () => {
  const bo = await whoHas(await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'bo' }))
  identity.people.successor = { email: 'bo@example.com', email_verified: true }
  const reply = await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'successor' })
  expect(seen(reply)).toEqual([403, 'sign_in_refused'])
  expect((await whoHas(await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'bo' }))).id).toBe(bo.id)
})

it('another site starts no sign-in, so nobody ends up in somebody else’s account', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    const reply = await browse(gateway, 'GET', `/api/session/oidc/work?tenant=${ada.tenant}`, { headers })
    expect(seen(reply)).toEqual([403, 'cross_site'])
  }
})

it('a session that was there before is another one afterwards, and the cookie of the sign-in is taken away', async () => {
  const { back, cookie } = await underWay('bo')
  const planted = `fd_session=${'A'.repeat(43)}`
  const reply = await comeBack(gateway, back, `${planted}; ${cookie}`)
  const [session, kept] = [reply.headers['set-cookie']].flat() as string[]
  expect(session).toMatch(/^fd_session=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax$/)
  expect(session).not.toContain(planted)
  expect(kept).toMatch(/^fd_oidc_[\w-]{12}=; Path=\/; Max-Age=0/)
})

it('the secret of the client is never shown, stands sealed in the store, and goes to no other issuer', async () => {
  const secret = 'the secret of the client of the tests'
  const read = await gateway.ask({ url: '/api/settings', key: ada.apiKey })
  expect(read.json().signIn.oidc.providers[0]).toMatchObject({ id: 'work', hasClientSecret: true })
  const stored = await gateway.context.collections.signInSettings.find(ada.tenant, {})
  for (const text of [read.body, JSON.stringify(stored)]) expect(text).not.toContain(secret)
  const { clientSecret: _, ...without } = providerOf(identity)
  expect((await setProviders(gateway, ada, { ...without, name: 'Renamed' })).statusCode).toBe(200)
  expect((await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'bo' })).statusCode).toBe(302)
  const moved = await setProviders(gateway, ada, { ...without, issuer: other.issuer })
  expect([moved.statusCode, moved.json().detail]).toEqual([422, expect.stringContaining('clientSecret')])
})

it('providers are set with the scope admin alone', async () => {
  const body = { name: 'settings', scopes: ['settings'] }
  const { key } = (await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: ada.apiKey })).json()
  expect((await setProviders(gateway, { ...ada, apiKey: key }, providerOf(other))).statusCode).toBe(403)
})

it('who starts sign-ins and finishes none is slowed down, who finishes them is not', async () => {
  for (let i = 0; i < 3; i++)
    expect((await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'bo' })).statusCode).toBe(302)
  const start = () => startAt(gateway, ada.tenant)
  for (let i = 0; i < 99; i++) expect((await start()).reply.statusCode).toBe(302)
  const { cookie, location } = await start()
  expect(seen((await start()).reply)).toEqual([429, 'rate_limited'])
  identity.signIn('bo')
  expect((await comeBack(gateway, await identity.visit(location), cookie)).statusCode).toBe(302)
  await vi.waitFor(async () => expect((await start()).reply.statusCode).toBe(302))
}, 60_000)

it('a person whom the provider alone lets in gets no link for a password by themselves', async () => {
  await signInAt(gateway, identity, { tenant: ada.tenant, sub: 'bo' })
  for (const email of ['bo@example.com', ada.email])
    await browse(gateway, 'POST', '/api/password/forgot', { body: { email } })
  await vi.waitFor(() => expect(mail.mails.map(({ to }) => to)).toContain(ada.email))
  expect(mail.mails.map(({ to }) => to)).not.toContain('bo@example.com')
})
