import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { browse, cookieFrom, goodPassword, type Person, signIn, startTenant } from '../../testing/people.ts'
import { adminToken, handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

let mail: Awaited<ReturnType<typeof startMailServer>>
let gateway: TestGateway
let clock: ReturnType<typeof handClock>
let ada: Person
beforeEach(async () => {
  mail = await startMailServer()
  clock = handClock()
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Frontdesk <desk@example.com>', PUBLIC_URL: 'https://desk.example.com/' }
  gateway = await startTestGateway({ env, clock })
  ada = await startTenant(gateway)
})
afterEach(async () => {
  await gateway.stop()
  await mail.stop()
})

const mailsOf = (count: number) => vi.waitFor(() => expect(mail.mails).toHaveLength(count), { timeout: 10_000 })
const tokenIn = ({ text }: { text: string }) => /https:\/\/desk\.example\.com\/console\/\w+#([\w-]{43})/.exec(text)![1]!
const forget = (email: string, headers: Record<string, string> = {}) =>
  browse(gateway, 'POST', '/api/password/forgot', { body: { email }, headers })
const reset = (token: string, password: string) =>
  browse(gateway, 'POST', '/api/password/reset', { body: { token, password } })

it('a forgotten password is chosen anew by a link in a mail, once, and ends every session', async () => {
  const unknown = await forget('nobody@example.com')
  // The link leads where the settings say, whatever the request calls this host.
  const known = await forget(' ADA@example.com', { host: 'evil.example' })
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  expect(known.statusCode).toBe(202)
  await mailsOf(1)
  expect(mail.mails[0]!.to).toBe(ada.email)
  const token = tokenIn(mail.mails[0]!)
  expect((await reset(token, 'qwerty123456')).statusCode).toBe(422)
  const reply = await reset(token, 'nine green bottles')
  expect([reply.statusCode, reply.json().agent.id]).toEqual([201, ada.agentId])
  expect((await reset(token, 'nine green bottles')).json().code).toBe('link_invalid')
  const me = async (cookie: string) => (await browse(gateway, 'GET', '/api/me', { cookie })).statusCode
  expect([await me(ada.cookie), await me(cookieFrom(reply))]).toEqual([401, 200])
  expect((await signIn(gateway, ada.email)).statusCode).toBe(401)
  expect((await signIn(gateway, ada.email, 'nine green bottles')).statusCode).toBe(201)
})

it('a link holds for 30 minutes; others may ask for links without taking the owner’s away or filling the mailbox', async () => {
  for (let i = 0; i < 8; i++) await forget(ada.email)
  await gateway.settle()
  await mailsOf(5)
  const first = tokenIn(mail.mails[0]!)
  expect((await reset(first, 'nine green bottles')).statusCode).toBe(201)
  clock.advance(16 * 60_000)
  await forget(ada.email)
  await mailsOf(6)
  clock.advance(30 * 60_000)
  expect((await reset(tokenIn(mail.mails[5]!), 'ten yellow bicycles')).json().code).toBe('link_invalid')
})

it.each(['an admin made', 'the owner asked for'])(
  'a link that %s holds however many strangers ask for',
  async (whose) => {
    const minutes = (count: number) => clock.advance(count * 60_000)
    for (let i = 0; i < 4; i++) await forget(ada.email)
    await mailsOf(4)
    minutes(14)
    const made = await browse(gateway, 'POST', `/api/agents/${ada.agentId}/reset-link`, { cookie: ada.cookie })
    await forget(ada.email)
    await mailsOf(5)
    const token = whose === 'an admin made' ? made.json().url.split('#')[1] : tokenIn(mail.mails[4]!)
    // Two more windows of mails begin before the link ends.
    for (const [pause, sent] of [
      [2, 10],
      [16, 15],
    ] as const) {
      minutes(pause)
      for (let i = 0; i < 8; i++) await forget(ada.email)
      await mailsOf(sent)
      await gateway.settle()
    }
    expect((await reset(token, 'nine green bottles')).statusCode).toBe(201)
  },
)

it('an invitation is mailed, and no stored document or log line has its token', async () => {
  const body = { name: 'Bo', email: 'bo@example.com', invite: true }
  const invited = await browse(gateway, 'POST', '/api/agents', { body, cookie: ada.cookie })
  await mailsOf(1)
  const token = tokenIn(mail.mails[0]!)
  expect(invited.json().inviteUrl).toBe(`https://desk.example.com/console/invite#${token}`)
  const stored: string[] = []
  for (const each of Object.values(gateway.context.collections))
    for await (const document of each.all()) stored.push(JSON.stringify(document))
  expect(stored.join()).not.toContain(token)
  expect(stored.join()).not.toContain(ada.cookie.split('=')[1])
  expect(stored.join()).not.toContain(goodPassword)
})

it('with a tenant its people are out, and nothing of them is left', async () => {
  await forget(ada.email)
  await mailsOf(1)
  const headers = { authorization: `Bearer ${adminToken}` }
  await gateway.ask({ method: 'DELETE', url: `/admin/tenants/${ada.tenant}`, key: '', headers })
  clock.advance(1_000)
  expect((await browse(gateway, 'GET', '/api/me', { cookie: ada.cookie })).statusCode).toBe(401)
  expect((await signIn(gateway, ada.email)).json().code).toBe('wrong_credentials')
  expect((await reset(tokenIn(mail.mails[0]!), 'nine green bottles')).json().code).toBe('link_invalid')
})

it('what is over is swept: sessions, links and counters', async () => {
  await signIn(gateway, ada.email, 'not the password at all')
  await forget(ada.email)
  await mailsOf(1)
  const { sweepSignIn } = await import('./sessions.ts')
  const { sessions, signInLinks, tries } = gateway.context.collections
  const count = async () => {
    let all = 0
    for (const each of [sessions, signInLinks, tries]) for await (const _ of each.all()) all++
    return all
  }
  expect(await count()).toBeGreaterThan(3)
  await sweepSignIn(gateway.context)
  expect((await browse(gateway, 'GET', '/api/me', { cookie: ada.cookie })).statusCode).toBe(200)
  clock.advance(13 * 3_600_000)
  await sweepSignIn(gateway.context)
  expect(await count()).toBe(0)
})
