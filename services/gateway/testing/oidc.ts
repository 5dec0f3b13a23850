import { clientId, clientSecret, type IdentityProvider } from './identity-provider.ts'
import { browse, type Person } from './people.ts'
import type { TestGateway } from './start-test-gateway.ts'

export const publicUrl = 'http://localhost:8080'
export const redirectUriOf = (tenant: string, id = 'work'): string =>
  `${publicUrl}/api/session/oidc/${id}/callback/${tenant}`

/** A provider as an admin sets it. */
export const providerOf = ({ issuer }: IdentityProvider, more: object = {}) => ({
  id: 'work',
  name: 'Work',
  issuer,
  clientId,
  clientSecret,
  defaultRole: 'agent',
  createsAgents: true,
  emailDomains: ['example.com'],
  ...more,
})

/** Sets the providers of a tenant. */
export async function setProviders(gateway: TestGateway, admin: Person, ...providers: object[]) {
  const body = { signIn: { oidc: { providers } } }
  return gateway.ask({ method: 'PATCH', url: '/api/settings', body, key: admin.apiKey })
}

/** Starts to sign in: where the browser is sent, and the cookie that it keeps. */
export async function startAt(gateway: TestGateway, tenant: string, { id = 'work', query = '' } = {}) {
  const reply = await browse(gateway, 'GET', `/api/session/oidc/${id}?tenant=${tenant}${query}`)
  return { reply, location: String(reply.headers.location ?? ''), cookie: cookiesFrom(reply) }
}

/** All cookies that a reply sets and does not take away, as a browser sends them. */
export const cookiesFrom = ({ headers }: { headers: object }): string =>
  [(headers as Record<string, string | string[]>)['set-cookie'] ?? []]
    .flat()
    .filter((each) => !each.includes('Max-Age=0'))
    .map((each) => each.split(';', 1)[0]!)
    .join('; ')

/** Comes back from the provider, as another site's redirect does. */
export const comeBack = (gateway: TestGateway, url: string, cookie: string, accept?: string) =>
  browse(gateway, 'GET', url.slice(publicUrl.length), {
    headers: { 'sec-fetch-site': 'cross-site', ...(accept && { accept }) },
    ...(cookie && { cookie }),
  })

type At = { tenant: string; sub: string; id?: string; query?: string; accept?: string }

/** All of it: starts, signs in there as a person, comes back. */
export async function signInAt(
  gateway: TestGateway,
  provider: IdentityProvider,
  { tenant, sub, id = 'work', query = '', accept }: At,
) {
  const { location, cookie } = await startAt(gateway, tenant, { id, query })
  provider.signIn(sub)
  return comeBack(gateway, await provider.visit(location), cookie, accept)
}
