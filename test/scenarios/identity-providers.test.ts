import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  startIdentityProvider,
} from '../../services/gateway/testing/identity-provider.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let identity: IdentityProvider
beforeAll(async () => {
  identity = await startIdentityProvider()
  identity.people.bo = { email: 'bo@example.com', email_verified: true, name: 'Bo Lind', groups: ['leads'] }
})
afterAll(() => identity.stop())

/** As a browser of a person; where there are several gateways, at another one each time. */
const visit = (path: string, cookie = '', site = 'same-origin') =>
  fetch(`${platform.baseUrl}${path}`, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': site, ...(cookie && { cookie }) },
  })
const cookieFrom = (reply: Response) => reply.headers.getSetCookie()[0]!.split(';', 1)[0]!
const pathOf = (url: string) => url.slice(new URL(url).origin.length)

test('somebody of an identity provider becomes an agent, whichever gateway the sign-in starts and ends at', async () => {
  const api = await platform.newTenant('provider')
  const provider = {
    id: 'work',
    name: 'Work',
    issuer: identity.issuer,
    clientId,
    clientSecret,
    scopes: ['email', 'profile', 'groups'],
    emailDomains: ['example.com'],
    rolesClaim: 'groups',
    roles: { leads: 'manager' },
    createsAgents: true,
  }
  const changed = await api.send('PATCH', '/api/settings', { body: { signIn: { oidc: { providers: [provider] } } } })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const [shown] = changed.body.signIn.oidc.providers
  expect(shown).toMatchObject({ hasClientSecret: true, redirectPath: `/api/session/oidc/work/callback/${api.tenant}` })

  const listed = (await (await visit(`/api/session/providers?tenant=${api.tenant}`)).json()) as { items: any[] }
  const started = await visit(`${listed.items[0].url}&return=/console/inbox`)
  expect(started.status).toBe(302)
  const location = new URL(started.headers.get('location')!)
  identity.register(location.searchParams.get('redirect_uri')!)
  identity.signIn('bo')
  const back = pathOf(await identity.visit(location.href))
  const kept = cookieFrom(started)
  expect((await visit(back, '', 'cross-site')).status).toBe(410)
  const several = await Promise.all(Array.from({ length: 4 }, () => visit(back, kept, 'cross-site')))
  expect(several.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410])
  const finished = several.find(({ status }) => status === 302)!
  expect(finished.headers.get('location')).toBe('/console/inbox')
  const session = cookieFrom(finished)
  for (let i = 0; i < 4; i++) {
    const me = (await (await visit('/api/me', session)).json()) as { agent: object }
    expect(me.agent).toMatchObject({ name: 'Bo Lind', role: 'manager', hasPassword: false })
  }

  const disabled = { signIn: { oidc: { providers: [{ ...provider, enabled: false }] } } }
  expect((await api.send('PATCH', '/api/settings', { body: disabled })).status).toBe(200)
  await vi.waitFor(
    async () => {
      for (let i = 0; i < 4; i++) expect((await visit('/api/me', session)).status).toBe(401)
    },
    { timeout: 10_000, interval: 100 },
  )
  await vi.waitFor(
    async () => {
      const { items } = (await api.get('/api/analytics/log')).body
      const actions = items.map(({ kind, action }: any) => `${kind} ${action}`)
      expect(actions).toEqual(expect.arrayContaining(['agent create', 'session sign_in_oidc', 'settings update']))
    },
    { timeout: 20_000, interval: 100 },
  )
})
