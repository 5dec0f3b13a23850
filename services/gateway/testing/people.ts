import { adminToken, type TestGateway } from './start-test-gateway.ts'

export const goodPassword = 'seven blue umbrellas'

/** What a browser on this host sends beside its cookies. */
const browser = { 'sec-fetch-site': 'same-origin', 'user-agent': 'A browser' }

type Sent = { body?: unknown; headers?: Record<string, string>; app?: TestGateway['app']; ip?: string }

/** Sends like a browser of this host, with a session or without. */
export async function browse(gateway: TestGateway, method: string, url: string, sent: Sent & { cookie?: string } = {}) {
  const { app = gateway.app, body, headers = {}, cookie, ip } = sent
  return app.inject({
    method: method as 'GET',
    url,
    headers: { ...browser, ...(cookie && { cookie }), ...headers },
    ...(body !== undefined && { payload: body as object }),
    ...(ip && { remoteAddress: ip }),
  })
}
export type Browsed = Awaited<ReturnType<typeof browse>>

/** `name=value` of the cookie that a reply sets; empty when it sets none. */
export const cookieFrom = ({ headers }: Browsed): string => String(headers['set-cookie'] ?? '').split(';', 1)[0]!

export type Person = { agentId: string; cookie: string; email: string; tenant: string; apiKey: string }

/** A new tenant with its first admin, who has signed in. */
export async function startTenant(
  gateway: TestGateway,
  email = 'ada@example.com',
  password = goodPassword,
): Promise<Person> {
  const made = await gateway.ask({
    method: 'POST',
    url: '/admin/tenants',
    body: { name: `Tenant of ${email}` },
    key: '',
    headers: { authorization: `Bearer ${adminToken}` },
  })
  const { tenant, apiKey, setupUrl } = made.json()
  const body = { token: setupUrl.split('#')[1], name: 'Ada Admin', email, password }
  const reply = await browse(gateway, 'POST', '/api/setup', { body })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return { agentId: reply.json().agent.id, cookie: cookieFrom(reply), email, tenant, apiKey }
}

/** An agent of a tenant who accepted an invitation. */
export async function addPerson(
  gateway: TestGateway,
  admin: Person,
  { role, email, password = goodPassword }: { role: string; email: string; password?: string },
): Promise<Person> {
  const body = { name: 'Somebody Else', email, role, invite: true }
  const invited = await browse(gateway, 'POST', '/api/agents', { body, cookie: admin.cookie })
  const token = invited.json().inviteUrl.split('#')[1]
  const reply = await browse(gateway, 'POST', '/api/invites/accept', { body: { token, password } })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return { ...admin, agentId: reply.json().agent.id, cookie: cookieFrom(reply), email }
}

export const signIn = (
  gateway: TestGateway,
  email: string,
  password = goodPassword,
  sent: Sent & { tenant?: string } = {},
) => {
  const { tenant, ...rest } = sent
  return browse(gateway, 'POST', '/api/session', { ...rest, body: { email, password, ...(tenant && { tenant }) } })
}
