import { afterAll, expect, test, vi } from 'vitest'
import { startMailServer } from '../../services/gateway/testing/mail-server.ts'
import { useConsole } from './open-console.ts'
import { signInAgent } from './sign-in-agent.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const console = useConsole({
  env: { SMTP_URL: mail.url, MAIL_FROM: 'Frontdesk <desk@example.com>', PUBLIC_URL: 'https://desk.example.com' },
})
const digestsTo = (email: string) =>
  mail.mails.filter(({ to, text }) => to === email && text.includes('Your week in Frontdesk'))

test('who wants it gets the figures of the week by mail, with links to the rows that they count', async () => {
  const opened = await console.open({ path: 'settings/profile', workspace: 'Lampo' })
  const { page, api, admin, clock, baseUrl } = opened
  const colleague = await signInAgent(opened, 'Bo Berg', 'settings/profile')
  // Figures are not shown to everybody, so they are not mailed to everybody.
  await colleague.page.getByRole('switch', { name: 'Email me about what I have not read' }).waitFor()
  expect(await colleague.page.getByRole('switch', { name: 'Email me the figures of the week' }).count()).toBe(0)
  await colleague.page.close()

  // A week is longer than a session.
  const signIn = async () => {
    const { email, password } = admin
    const reply = await page.request.post(`${baseUrl}/api/session`, { data: { email, password } })
    expect(reply.ok(), await reply.text()).toBe(true)
  }

  await page.getByRole('switch', { name: 'Email me the figures of the week' }).click()
  await vi.waitFor(async () => {
    const { preferences } = await (await page.request.get(`${baseUrl}/api/me`)).json()
    expect(preferences.digest).toEqual({ timeZone: expect.any(String) })
  })
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  const { conversationId, messageId } = await api.ask('What does parking cost?')
  await api.post('/api/chat/feedback', { messageId, helpful: true })
  await api.ask('Do you deliver furniture to Norway?')
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/overview')
    expect(body).toMatchObject({ conversations: 2, resolvedBy: { ai: 1, agent: 0 }, escalated: 1 })
    expect((await api.get('/api/analytics/suggestions')).body.items).toHaveLength(1)
  })
  expect(digestsTo(admin.email)).toEqual([])
  await page.goto('about:blank')
  await clock.advance({ days: 7 })
  await vi.waitFor(() => expect(digestsTo(admin.email)).toHaveLength(1), { timeout: 20_000 })
  const { text } = digestsTo(admin.email)[0]!
  expect(text).toContain('(Lampo)')
  expect(text).toContain('Conversations: 2 (the week before: 0)')
  expect(text).toContain('Resolved by the AI agent: 1 ')
  expect(text).toContain('Passed on to people: 1 ')
  expect(text).toContain('Open gaps in the knowledge base: 1')
  expect(text).not.toContain('Norway')
  const link = /https:\/\/desk\.example\.com(\/console\/analytics\/rows\?metric=resolved_ai\S+)/.exec(text)![1]!
  await signIn()
  await page.goto(`${baseUrl}${link}`)
  await page.getByRole('heading', { name: 'Resolved by AI' }).waitFor()
  await page.getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(new RegExp(`c=${conversationId}`))

  await page.goto('about:blank')
  await clock.advance({ days: 7 })
  await vi.waitFor(() => expect(digestsTo(admin.email)).toHaveLength(2), { timeout: 20_000 })
  expect(digestsTo(admin.email)[1]!.text).toContain('Conversations: 0 (the week before: 2)')
  await signIn()
  await page.goto(`${baseUrl}/console/settings/profile`)
  await page.getByRole('switch', { name: 'Email me the figures of the week', checked: true }).click()
  await vi.waitFor(async () => {
    const { preferences } = await (await page.request.get(`${baseUrl}/api/me`)).json()
    expect(preferences.digest).toBeNull()
  })
  await page.goto('about:blank')
  await clock.advance({ days: 8 })
  expect(digestsTo(admin.email)).toHaveLength(2)
})
