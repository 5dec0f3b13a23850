import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { isFirefox } from './launch-browser.ts'
import { useWidget } from './open-widget.ts'
import { ask, fieldOf, logOf, panelOf, parking, question } from './widget-parts.ts'

const widgets = useWidget()

const ownBubbles = (page: Page) => logOf(page).locator('[data-author=customer] .bubble')
const textsOf = async (page: Page) => (await ownBubbles(page).allTextContents()).map((text) => text.trim())

test('a question gets an answer with the words of its source, and says whether it helped', async () => {
  const { page, api, launcher } = await widgets.open()
  await api.teach('Parking', parking)
  await launcher().click()
  await ask(page, question)
  const answer = logOf(page).locator('[data-author=ai]').last()
  await answer.getByText('Parking costs 12 euros a day.').first().waitFor()
  await answer.getByRole('button', { name: '1 source' }).click()
  await answer.locator('.sources').getByText('Parking', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await answer.getByRole('button', { name: 'This helped' }).click()
  await vi.waitFor(async () => {
    const { items } = (await api.get('/api/conversations')).body
    expect(items).toMatchObject([{ channel: 'widget', status: 'resolved' }])
  })
  await page.getByText('How did we do?').waitFor()
  await page.getByRole('radio', { name: 'Good', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText('How did we do?').waitFor({ state: 'detached' })
  const { items } = (await api.get('/api/conversations')).body
  expect(items[0].rating).toMatchObject({ score: 4 })
})

test('the conversation is there after a reload, on the next page and in a second tab', async () => {
  const { page, api, launcher, openTab } = await widgets.open()
  await api.teach('Parking', parking)
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  await page.reload()
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  const tab = await openTab()
  await launcher(tab).click()
  await logOf(tab).getByText(question).waitFor()
  await ask(tab, 'When does the car park close?')
  await logOf(tab).getByText('The car park closes at midnight.').first().waitFor()
  await logOf(page).getByText('When does the car park close?').waitFor()
  await logOf(page).getByText('The car park closes at midnight.').last().waitFor()
  for (const each of [page, tab]) expect(await textsOf(each)).toEqual([question, 'When does the car park close?'])
  expect((await api.get('/api/conversations')).body.items).toHaveLength(1)
})

test('messages that are written without a connection go in their order when it is back, each once', async () => {
  const { page, api, launcher, browser, expectFault } = await widgets.open()
  expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch|CORS request did not succeed/)
  await api.teach('Parking', parking)
  await launcher().click()
  await fieldOf(page).waitFor()
  await ask(page, question)
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  await browser.setOffline(true)
  await page.getByText(/You’re offline/).waitFor()
  const written = ['Is it guarded?', 'Is there a roof?', 'When does the car park close?']
  for (const text of written) await ask(page, text)
  await vi.waitFor(async () => expect(await textsOf(page)).toEqual([question, ...written]))
  await browser.setOffline(false)
  await vi.waitFor(async () => {
    const [conversation] = (await api.get('/api/conversations')).body.items
    const { items } = (await api.get(`/api/conversations/${conversation.id}/messages?limit=100`)).body
    const said = items.filter((message: any) => message.author.kind === 'customer').map((one: any) => one.content)
    expect(said.reverse()).toEqual([question, ...written])
  })
  await page.getByText(/You’re offline/).waitFor({ state: 'detached' })
  expect(await textsOf(page)).toEqual([question, ...written])
})

test('a person takes over, their reply appears by itself, and the launcher counts it when the panel is closed', async () => {
  const { page, api, launcher } = await widgets.open()
  const agent = (await api.post('/api/agents', { name: 'Maja Berg', email: 'maja@example.com' })).body
  await launcher().click()
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await page.getByText(/A colleague will take over/).waitFor()
  const [conversation] = (await api.get('/api/conversations')).body.items
  expect(conversation).toMatchObject({ status: 'escalated', channel: 'widget' })
  const reply = (content: string) =>
    api.post(`/api/conversations/${conversation.id}/messages`, { kind: 'reply', content, agentId: agent.id })
  expect((await reply('Hello, this is Maja.')).status).toBeLessThan(300)
  await logOf(page).getByText('Hello, this is Maja.').waitFor()
  await page.getByText('You’re talking to Maja Berg').waitFor()
  await page.getByRole('button', { name: 'Close chat' }).last().click()
  await reply('Are you still there?')
  await page.reload()
  await vi.waitFor(async () => expect(await launcher().getAttribute('aria-label')).toBe('Open chat, 1 unread'))
  await launcher().click()
  await logOf(page).getByText('Are you still there?').waitFor()
  await vi.waitFor(async () => {
    await page.keyboard.press('Escape')
    expect(await launcher().getAttribute('aria-label')).toBe('Open chat')
  })
})

test('by keyboard alone: open, ask, read the source, rate, end the conversation, close', async () => {
  const { page, api, launcher } = await widgets.open()
  await api.teach('Parking', parking)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await launcher().evaluate((button) => button.matches(':focus-visible'))).toBe(true)
  await page.keyboard.press('Enter')
  await vi.waitFor(async () => expect(await fieldOf(page).evaluate((field) => field.matches(':focus'))).toBe(true))
  await page.keyboard.type('What does parking')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('cost?')
  await page.keyboard.press('Enter')
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  const sources = logOf(page).getByRole('button', { name: '1 source' })
  await sources.waitFor()
  await vi.waitFor(async () => {
    await page.keyboard.press('Shift+Tab')
    expect(await sources.evaluate((button) => button.matches(':focus'))).toBe(true)
  })
  await page.keyboard.press('Enter')
  await logOf(page).locator('.sources').waitFor()
  const hasFocus = async (part: Locator) =>
    expect(await part.evaluate((element) => element.matches(':focus'))).toBe(true)
  const tabTo = (part: Locator, key = 'Tab') =>
    vi.waitFor(async () => {
      await page.keyboard.press(key)
      await hasFocus(part)
    })
  await tabTo(logOf(page).getByRole('button', { name: 'This helped' }))
  await page.keyboard.press('Enter')
  const rating = page.getByRole('group', { name: 'How did we do?' })
  await rating.waitFor()
  await tabTo(rating.getByRole('radio', { name: 'Very bad' }))
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await page.getByText('Good', { exact: true }).last().waitFor()
  await tabTo(page.getByRole('textbox', { name: 'Would you like to add something?' }))
  await page.keyboard.type('Quick.')
  await tabTo(page.getByRole('button', { name: 'Send rating' }))
  await page.keyboard.press('Enter')
  await rating.waitFor({ state: 'detached' })
  expect((await api.get('/api/conversations')).body.items[0].rating).toMatchObject({ score: 4, comment: 'Quick.' })
  // What had the focus is gone, but the visitor is still in the panel.
  await hasFocus(logOf(page))
  await tabTo(page.getByRole('button', { name: 'More' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'End conversation' }))
  await page.keyboard.press('Enter')
  await page.getByText('This conversation is closed.').waitFor()
  await hasFocus(logOf(page))
  await page.keyboard.press('Escape')
  expect(await panelOf(page).isVisible()).toBe(false)
  expect(await launcher().evaluate((button) => button.matches(':focus'))).toBe(true)
})

test('on a telephone the panel takes the whole screen, and focus stays in it', async () => {
  const { page, launcher } = await widgets.open({
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  // A tap of BiDi is no click in Firefox.
  await (isFirefox ? launcher().click() : launcher().tap())
  await fieldOf(page).waitFor()
  const { x, y, width, height } = (await panelOf(page).boundingBox())!
  expect([x, y, width, height].map(Math.round)).toEqual([0, 0, 390, 844])
  expect(await findBarriers(page)).toEqual([])
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    const where = await page.evaluate(() => document.activeElement?.tagName)
    expect(['FRONTDESK-WIDGET', 'BODY']).toContain(where)
  }
  await panelOf(page).getByRole('button', { name: 'Close chat' }).click()
  expect(await panelOf(page).isVisible()).toBe(false)
})

test('in Arabic everything runs from right to left, in the dark too', async () => {
  const { page, launcher } = await widgets.open({ site: { language: 'ar' }, browser: { colorScheme: 'dark' } })
  await launcher().click()
  const field = page.getByRole('textbox', { name: 'اكتب رسالتك…' })
  await field.waitFor()
  expect(await panelOf(page).evaluate((panel) => getComputedStyle(panel).direction)).toBe('rtl')
  await field.fill('أريد التحدّث مع موظف')
  await field.press('Enter')
  await logOf(page).getByText('أريد التحدّث مع موظف').waitFor()
  await logOf(page).locator('[data-author=ai], [data-author=system]').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('signed out, nothing of the visitor is left in any tab of this browser', async () => {
  const { page, api, launcher, openTab } = await widgets.open()
  await api.teach('Parking', parking)
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  const tab = await openTab()
  await launcher(tab).click()
  await logOf(tab).getByText(question).waitFor()
  await page.evaluate(() => (window as any).Frontdesk('logout'))
  for (const each of [page, tab]) await logOf(each).getByText(question).waitFor({ state: 'detached' })
  await vi.waitFor(async () => expect(await page.evaluate(() => localStorage.length)).toBe(0))
})

test('messages are sent also after the browser has taken their store away', async () => {
  const { page, api, launcher } = await widgets.open()
  await api.teach('Parking', parking)
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The connection was closed.', 'InvalidStateError')
    }
  })
  await ask(page, 'When does the car park close?')
  await vi.waitFor(async () => {
    const [conversation] = (await api.get('/api/conversations')).body.items
    const { items } = (await api.get(`/api/conversations/${conversation.id}/messages`)).body
    const said = items.filter((message: any) => message.author.kind === 'customer').map((one: any) => one.content)
    expect(said).toEqual(['When does the car park close?', question])
  })
  await vi.waitFor(async () => expect(await textsOf(page)).toEqual([question, 'When does the car park close?']))
})

test('consent alone is asked for before the first message, and the platform is told', async () => {
  const { page, launcher } = await widgets.open({
    settings: { preChat: { when: 'always', fields: [], consent: { en: 'I agree to the terms.' } } },
  })
  await launcher().click()
  const consent = page.getByRole('checkbox', { name: 'I agree to the terms.' })
  await consent.waitFor()
  expect(await fieldOf(page).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await consent.check()
  const told = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.locator('form.contact button[type=submit]').click()
  // BiDi shows no bodies of requests.
  if (!isFirefox) expect((await told).postDataJSON()).toMatchObject({ consent: true })
  expect((await (await told).response())!.status()).toBeLessThan(300)
  await fieldOf(page).waitFor()
})

test('a form before the first message keeps what was said in it with the visitor', async () => {
  const { page, api, launcher } = await widgets.open({
    settings: {
      preChat: {
        when: 'always',
        fields: [
          { name: 'name', kind: 'text', required: true },
          { name: 'email', kind: 'email', required: true },
          { name: 'order', kind: 'text', label: { en: 'Order number' }, required: false },
        ],
      },
    },
  })
  await launcher().click()
  const form = page.locator('form.contact')
  await form.getByLabel('Name').fill('Ana Lima')
  await form.getByLabel(/mail/i).fill('ana@example.com')
  await form.getByLabel('Order number').fill('A-17')
  expect(await findBarriers(page)).toEqual([])
  await form.locator('button[type=submit]').click()
  await ask(page, question)
  await logOf(page).locator('[data-author=ai], [data-author=system]').first().waitFor()
  const [conversation] = (await api.get('/api/conversations')).body.items
  expect(JSON.stringify(conversation)).toContain('Ana Lima')
  expect(JSON.stringify(conversation)).toContain('A-17')
})

test('a file goes with a message, and one that is too large is refused before it is sent', async () => {
  const { page, api, launcher, requests } = await widgets.open()
  await launcher().click()
  await fieldOf(page).waitFor()
  const picker = page.locator('frontdesk-widget input[type=file]')
  const uploads = () => requests.filter((each) => each === 'POST /api/widget/attachments').length
  await picker.setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10_000_001, 'a') })
  await page
    .getByRole('alert')
    .getByText(/large\.txt/)
    .waitFor()
  expect(uploads()).toBe(0)
  await picker.setInputFiles({ name: 'ticket.txt', mimeType: 'text/plain', buffer: Buffer.from('Ticket 17') })
  await page.getByRole('button', { name: /ticket\.txt/ }).waitFor()
  expect(uploads()).toBe(1)
  await ask(page, 'This is my ticket.')
  await logOf(page).getByText('ticket.txt').first().waitFor()
  await vi.waitFor(async () => {
    const [conversation] = (await api.get('/api/conversations')).body.items
    const { items } = (await api.get(`/api/conversations/${conversation.id}/messages`)).body
    expect(items.at(-1)).toMatchObject({ attachments: [{ filename: 'ticket.txt', bytes: 9 }] })
  })
})

test('an anonymous visitor whose session is over begins anew, and the message arrives', async () => {
  const { page, api, launcher, requests, expectFault, site } = await widgets.open()
  // The next visitor has no conversation of the one before.
  expectFault(/status of 40[14]/)
  await api.teach('Parking', parking)
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  // From a page without the widget, which could still be telling that the answer was read.
  const address = page.url()
  await page.goto(site.add('/elsewhere', { html: '<!doctype html><title>A shop</title>' }))
  await page.evaluate(() => {
    const [key] = Object.keys(localStorage)
    const stored = JSON.parse(localStorage.getItem(key!)!)
    localStorage.setItem(key!, JSON.stringify({ ...stored, token: `${stored.token}x` }))
  })
  await page.goto(address)
  await ask(page, 'When does the car park close?')
  await vi.waitFor(async () => expect((await api.get('/api/conversations')).body.items).toHaveLength(2))
  await logOf(page).getByText('The car park closes at midnight.').last().waitFor()
  expect(requests.filter((each) => each.endsWith('/session'))).toHaveLength(2)
})
