import { readFile } from 'node:fs/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { startMailServer } from '../../services/gateway/testing/mail-server.ts'
import { begin, userToken } from '../scenarios/visitor-client.ts'
import { findBarriers } from './find-barriers.ts'
import { useWidget } from './open-widget.ts'
import { answer, ask, fieldOf, logOf, parking, question } from './widget-parts.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const widgets = useWidget({
  env: { SMTP_URL: mail.url, MAIL_FROM: 'support@frontdesk.example', PUBLIC_URL: 'https://desk.example.com/' },
})

test('the launcher looks as the line says, and from the first opening on as the settings say', async () => {
  const { page, launcher, requests } = await widgets.open({
    settings: { launcher: { icon: 'lifebuoy', label: 'Help' } },
    site: { attributes: 'data-label="Ask us" data-icon="question" data-accent="#ffd400" data-on-accent="#000000"' },
  })
  const button = launcher()
  const drawn = () => button.locator('path').getAttribute('d')
  expect(await button.getAttribute('aria-label')).toBe('Ask us')
  expect(await button.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
  const question = await drawn()
  expect(requests).toEqual([])
  await button.click()
  // A panel that is closed before it is drawn reads no settings.
  await fieldOf(page).waitFor()
  await vi.waitFor(async () => {
    await page.keyboard.press('Escape')
    expect(await button.getAttribute('aria-label')).toBe('Help')
  })
  expect(await drawn()).not.toBe(question)
  expect(await button.textContent()).toBe('Help')
})

test('what the page says of the visit reaches the people who answer, and nobody before the visitor writes', async () => {
  const { page, api, launcher, requests } = await widgets.open()
  // A page that goes away before it heard that its context was taken tells it again.
  let taken = 0
  page.on('requestfinished', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith('/api/widget/visitor')) taken++
  })
  const tell = (context: object) =>
    page.evaluate((context) => (globalThis as any).Frontdesk('context', context), context)
  await tell({ order: 'A-1042', items: 3 })
  await launcher().click()
  await fieldOf(page).waitFor()
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  await ask(page, 'Where is it?')
  const fields = async () => (await api.get('/api/conversations')).body.items[0]?.visitor?.fields
  await vi.waitFor(async () => expect(await fields()).toEqual({ order: 'A-1042', items: '3' }))
  await tell({ order: 'A-1043' })
  await vi.waitFor(async () => expect(await fields()).toEqual({ order: 'A-1043', items: '3' }))
  const told = () => requests.filter((request) => request === 'PATCH /api/widget/visitor').length
  expect(told()).toBe(2)
  await vi.waitFor(() => expect(taken).toBe(2))
  await page.reload()
  await tell({ order: 'A-1043', items: 3 })
  await logOf(page).getByText('Where is it?').waitFor()
  expect(told()).toBe(2)
})

test('messages before the newest hundred are read page by page, and what one reads stays where it is', async () => {
  const { page, api, launcher } = await widgets.open()
  const agent = (await api.post('/api/agents', { name: 'Maja Berg', email: 'maja@example.com' })).body
  await launcher().click()
  await ask(page, 'The very first message')
  const [{ id }] = await vi.waitFor(async () => {
    const { items } = (await api.get('/api/conversations')).body
    expect(items).toHaveLength(1)
    return items
  })
  for (let n = 1; n <= 120; n++) {
    const reply = { kind: 'reply', content: `Reply ${n}`, agentId: agent.id }
    expect((await api.post(`/api/conversations/${id}/messages`, reply)).status).toBeLessThan(300)
  }
  await page.reload()
  await logOf(page).getByText('Reply 120', { exact: true }).waitFor()
  expect(await logOf(page).getByText('The very first message').count()).toBe(0)
  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  await earlier.scrollIntoViewIfNeeded()
  expect(await findBarriers(page)).toEqual([])
  const first = logOf(page).locator('[data-author=agent]').first()
  const read = await first.locator('.bubble').textContent()
  const topOf = (text: string) =>
    logOf(page)
      .getByText(text, { exact: true })
      .evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await topOf(read!)
  await earlier.click()
  await logOf(page).getByText('The very first message').waitFor()
  expect(Math.abs((await topOf(read!)) - before)).toBeLessThan(60)
  expect(await earlier.count()).toBe(0)
})

test('a user whose address the site vouches for gets the conversation by mail; nobody else is offered it', async () => {
  const { page, browser, widget, launcher, openTab } = await widgets.open({
    settings: { identity: { mode: 'optional' } },
  })
  await launcher().click()
  await ask(page, 'Do you deliver to Norway?')
  await logOf(page).locator('[data-author=ai]').first().waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'End conversation' }).waitFor()
  expect(await page.getByRole('button', { name: 'Email me this conversation' }).count()).toBe(0)

  const claims = { sub: 'anna', email: 'anna@example.com', email_verified: true }
  await browser.exposeFunction('askUserToken', () => userToken(widget.secret, widget.id, claims))
  await browser.addInitScript(() => {
    const site = window as any
    site.Frontdesk = { q: [['identify', { getUserToken: () => site.askUserToken() }]] }
  })
  const tab = await openTab()
  await launcher(tab).click()
  await logOf(tab).getByText('Do you deliver to Norway?').waitFor()
  await tab.getByRole('button', { name: 'More' }).click()
  await tab.getByRole('button', { name: 'Email me this conversation' }).click()
  await tab.getByText('The conversation is on its way to your inbox.').waitFor()
  await vi.waitFor(() => {
    expect(mail.mails).toHaveLength(1)
    expect(JSON.stringify(mail.mails[0])).toContain('Do you deliver to Norway?')
    expect(JSON.stringify(mail.mails[0])).toContain('anna@example.com')
  })
})

test('a visitor deletes their conversations, and nothing of them is left in any tab or on the platform', async () => {
  const { page, api, clock, launcher, openTab } = await widgets.open({
    settings: { features: { deleteConversations: true } },
  })
  await launcher().click()
  await ask(page, 'Where is my order?')
  await logOf(page).getByText('Where is my order?').waitFor()
  await vi.waitFor(async () => expect((await api.get('/api/conversations')).body.items).toHaveLength(1))
  const tab = await openTab()
  await launcher(tab).click()
  await logOf(tab).getByText('Where is my order?').waitFor()

  const choose = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Delete my conversations' }).click()
  }
  await choose()
  expect(await findBarriers(page)).toEqual([])
  await page.getByText('can’t be restored').waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByText('can’t be restored').count()).toBe(0)
  expect(await logOf(page).getByText('Where is my order?').count()).toBe(1)

  await choose()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const each of [page, tab]) await logOf(each).getByText('Where is my order?').waitFor({ state: 'detached' })
  await vi.waitFor(async () => {
    await clock.advance({ minutes: 1 })
    expect((await api.get('/api/conversations')).body.items).toEqual([])
  })
  await page.reload()
  await page.getByText('How can we help?').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  expect(await page.getByRole('button', { name: 'Delete my conversations' }).count()).toBe(0)
})

test('a person’s writing and files are shown, and once the conversation is handed back the AI answers again', async () => {
  const { page, browser, api, launcher } = await widgets.open()
  await api.teach('Parking', parking)
  const agent = (await api.post('/api/agents', { name: 'Maja Berg', email: 'maja@example.com' })).body
  await launcher().click()
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await page.getByText(/A colleague will take over/).waitFor()
  const [{ id }] = (await api.get('/api/conversations')).body.items
  const asAgent = (path: string, body: object) =>
    api.send('POST', path, { body, headers: { 'x-agent-id': agent.id } }).then((reply) => {
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body
    })
  const say = (content: string, more: object = {}) =>
    asAgent(`/api/conversations/${id}/messages`, { kind: 'reply', content, ...more })

  const writing = logOf(page).getByText('Maja Berg is writing…')
  const write = (state: string) => asAgent('/api/presence', { conversationId: id, state })
  await write('replying')
  await writing.waitFor()
  await write('viewing')
  await writing.waitFor({ state: 'detached' })
  await write('replying')
  await writing.waitFor()
  const upload = async (name: string, content: string | Buffer) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
    return (await api.send('POST', '/api/attachments', { body })).body.id as string
  }
  const files = [
    await upload('terms.txt', 'No overnight parking.'),
    await upload('prices.csv', 'hours,euros\n1,2\n'),
    await upload('map.png', await page.screenshot()),
  ]
  await say('Here you are.', { attachments: files })
  await logOf(page).getByText('Here you are.').waitFor()
  expect(await writing.count()).toBe(0)

  const open = (name: string) => logOf(page).getByRole('button', { name }).click()
  const opened = async (name: string) => {
    const [tab] = await Promise.all([browser.waitForEvent('page'), open(name)])
    await tab.waitForLoadState()
    return tab
  }
  expect(await (await opened('terms.txt')).locator('body').textContent()).toBe('No overnight parking.')
  const picture = (await opened('map.png')).locator('img')
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
  const [download] = await Promise.all([page.waitForEvent('download'), open('prices.csv')])
  expect(download.suggestedFilename()).toBe('prices.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe('hours,euros\n1,2\n')

  await page.getByText('You’re talking to Maja Berg').waitFor()
  await asAgent(`/api/conversations/${id}/handback`, {})
  await page.getByText('You’re talking to Maja Berg').waitFor({ state: 'detached' })
  await ask(page, question)
  await logOf(page).getByText(answer).first().waitFor()
  await page.getByRole('button', { name: 'Talk to a person' }).waitFor()
  expect((await api.get('/api/conversations')).body.items).toMatchObject([{ id, status: 'open' }])
})

test('outside of business hours the start says when people are back; the AI answers, and a hand-over says so too', async () => {
  const { page, api, launcher } = await widgets.open({ browser: { timezoneId: 'UTC' } })
  await api.teach('Parking', parking)
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const today = new Date().getUTCDay()
  const all = [{ from: '00:00', to: '24:00' }]
  // Closed today and tomorrow.
  const days = Object.fromEntries([2, 3, 4, 5].map((later) => [names[(today + later) % 7], all]))
  const businessHours = { timeZone: 'UTC', days }
  expect((await api.send('PATCH', '/api/settings', { body: { businessHours } })).status).toBe(200)
  await vi.waitFor(async () => expect((await api.get('/api/settings/hours')).body.open).toBe(false))
  await launcher().click()
  await page.getByText(/^Our team is back \w+ at 12:00\sAM\. The AI answers now\.$/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await ask(page, question)
  await logOf(page).getByText(answer).first().waitFor()
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await page.getByText(/^A colleague will take over \w+ at 12:00\sAM\./).waitFor()
})

test('a visitor from whose network many come works for the session without noticing, and is answered', async () => {
  const { page, api, baseUrl, widget, site, launcher, requests, expectFault } = await widgets.open()
  const fromPage = { origin: site.origin }
  expectFault(/status of 403/)
  await api.teach('Parking', parking)
  // Half of what a network may open in an hour.
  for (let n = 0; n < 15; n++) expect((await begin(() => baseUrl, widget.id, {}, undefined, fromPage)).status).toBe(201)
  const replies: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/session')) replies.push(response.status())
  })
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText(answer).first().waitFor()
  expect(replies).toEqual([403, 201])
  expect(requests.filter((each) => each === 'POST /api/widget/messages')).toHaveLength(1)
  expect(await page.getByRole('alert').count()).toBe(0)
})
