import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { useWidget } from './open-widget.ts'
import { ask, fieldOf, logOf, panelOf } from './widget-parts.ts'

const widgets = useWidget()

type Opened = Awaited<ReturnType<typeof widgets.open>>

/** Listens to what the site is told. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    for (const event of ['message', 'unread'])
      (window as any).Frontdesk('on', event, (detail: any) => told.push([event, detail.content ?? detail.count]))
  })
const toldTo = (page: Page): Promise<unknown[]> => page.evaluate(() => (globalThis as any).told)

/** A visitor who waits for a person, and the person. */
async function waitForPerson({ page, api, launcher }: Opened) {
  const agent = (await api.post('/api/agents', { name: 'Maja Berg', email: 'maja@example.com' })).body
  await launcher().click()
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await page.getByText(/A colleague will take over/).waitFor()
  const conversation = await vi.waitFor(async () => {
    const [found] = (await api.get('/api/conversations')).body.items
    expect(found).toMatchObject({ status: 'escalated' })
    return found
  })
  const reply = async (content: string) => {
    const path = `/api/conversations/${conversation.id}/messages`
    expect((await api.post(path, { kind: 'reply', content, agentId: agent.id })).status).toBe(201)
  }
  return { reply }
}

const streamsOf = (requests: string[]) => requests.filter((request) => request === 'GET /api/widget/events').length
const nameOf = ({ launcher }: Opened, page?: Page) => launcher(page).getAttribute('aria-label')

test('a reply while the panel is closed is on the badge and told to the site, over one stream of all tabs', async () => {
  const opened = await widgets.open()
  const { page, requests, openTab, launcher } = opened
  const { reply } = await waitForPerson(opened)
  await listen(page)
  await page.getByRole('button', { name: 'Close chat' }).last().click()
  await vi.waitFor(() => expect(streamsOf(requests)).toBe(1))
  const tab = await openTab()
  await launcher(tab).waitFor()
  await reply('Hello, this is Maja.')
  await vi.waitFor(async () => expect(await nameOf(opened)).toBe('Open chat, 1 unread'))
  await vi.waitFor(async () => expect(await nameOf(opened, tab)).toBe('Open chat, 1 unread'))
  expect(await toldTo(page)).toEqual(
    expect.arrayContaining([
      ['message', 'Hello, this is Maja.'],
      ['unread', 1],
    ]),
  )
  // The tab that read is gone: the other one takes over.
  await page.close()
  await reply('Are you there?')
  await vi.waitFor(async () => expect(await nameOf(opened, tab)).toBe('Open chat, 2 unread'))
  expect(streamsOf(requests)).toBe(2)
  await launcher(tab).click()
  await logOf(tab).getByText('Are you there?').waitFor()
  await vi.waitFor(async () => expect(await nameOf(opened, tab)).toBe('Close chat'))
})

test('after ten minutes of waiting the stream ends, and polls tell what is new', async () => {
  const opened = await widgets.open()
  const { page, requests, launcher } = opened
  await page.clock.install()
  const { reply } = await waitForPerson(opened)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/widget/events'))
  await page.getByRole('button', { name: 'Close chat' }).last().click()
  await vi.waitFor(() => expect(streamsOf(requests)).toBe(1))
  await page.clock.fastForward('10:30')
  await page.clock.runFor(6_000)
  await ended
  const before = requests.length
  await reply('Sorry that you had to wait.')
  await page.clock.fastForward('01:01')
  await vi.waitFor(async () => expect(await nameOf(opened)).toBe('Open chat, 1 unread'))
  expect(requests[before]).toBe('GET /api/widget/conversations')
  await launcher().click()
  await logOf(page).getByText('Sorry that you had to wait.').waitFor()
})

test('the panel is open on the next page of its tab, and takes no focus from it', async () => {
  const { page, launcher, site, widget } = await widgets.open()
  const next = site.add('/next', { widget: widget.id, body: '<p><input id="search" autofocus></p>' })
  await launcher().click()
  await fieldOf(page).fill('Is there')
  await page.goto(next)
  await fieldOf(page).waitFor()
  expect(await fieldOf(page).inputValue()).toBe('Is there')
  await panelOf(page).getByText('Hi! How can we help?').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
  await page.getByRole('button', { name: 'Close chat' }).last().click()
  await page.reload()
  await launcher().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await panelOf(page).count()).toBe(0)
})

test('on a telephone the panel is open again after a reload and on the next page, not after an address was typed', async () => {
  const browser = { viewport: { width: 390, height: 844 } }
  const { page, launcher, site, widget } = await widgets.open({ browser })
  const next = site.add('/telephone', { widget: widget.id })
  await launcher().click()
  await fieldOf(page).waitFor()
  await page.reload()
  await fieldOf(page).waitFor()
  await page.evaluate((address) => location.assign(address), next)
  await page.waitForURL(next)
  await fieldOf(page).waitFor()
  await page.goto(next.replace('/telephone', '/1'))
  await launcher().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await panelOf(page).count()).toBe(0)
})

const hostile = [
  'body { transform: translateY(-40px) scale(0.9) }',
  'body { filter: blur(1px) } html { perspective: 400px }',
  '* { letter-spacing: 4px !important; text-transform: uppercase !important; line-height: 3 !important; word-spacing: 9px !important }',
  'body { zoom: 1.6 } * { text-indent: 30px !important; pointer-events: none }',
  'body { contain: paint; height: 100px; overflow: hidden; will-change: transform; opacity: 0.2; visibility: hidden }',
]

test.each(hostile)('the launcher and the panel look and work as anywhere under `%s`', async (styles) => {
  const { page, launcher, site, widget, api } = await widgets.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(site.add('/styled', { widget: widget.id, styles }))
  const button = (await launcher().boundingBox())!
  expect([button.x + button.width, button.y + button.height].map(Math.round)).toEqual([1260, 840])
  await launcher().click()
  const panel = panelOf(page)
  await fieldOf(page).waitFor()
  const box = (await panel.boundingBox())!
  expect([box.x, box.y, box.width, box.height].map(Math.round)).toEqual([860, 88, 400, 680])
  await ask(page, 'What does parking cost?')
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  for (const part of [panel.locator('[data-author=ai] .bubble').first(), panel.locator('h1'), launcher()])
    expect(
      await part.evaluate((element) => {
        const { letterSpacing, textTransform, wordSpacing, textIndent, visibility, pointerEvents } =
          getComputedStyle(element)
        return [letterSpacing, textTransform, wordSpacing, textIndent, visibility, pointerEvents]
      }),
    ).toEqual(['normal', 'none', '0px', '0px', 'visible', 'auto'])
})

test('whoever asks for a person sees at once that something happens', async () => {
  const { page, launcher, api, browser } = await widgets.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await launcher().click()
  await ask(page, 'What does parking cost?')
  await logOf(page).getByText('Parking costs 12 euros a day.').first().waitFor()
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  await browser.route('**/handover', async (route) => {
    await until
    await route.continue()
  })
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await page.getByText('Connecting…').waitFor()
  expect(await page.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0)
  goOn()
  await page.getByText(/A colleague will take over/).waitFor()
})

test('a picture is seen before it is sent, and in the conversation', async () => {
  const { page, launcher } = await widgets.open()
  await launcher().click()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } })
  await panelOf(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: picture })
  const sizeOf = async (selector: string) => {
    await page.locator(selector).waitFor()
    return page.locator(selector).evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])
  }
  expect(await sizeOf('.composer canvas')).toEqual([220, 138])
  await ask(page, 'It looks like this')
  expect(await sizeOf('.log canvas')).toEqual([220, 138])
  await page.reload()
  expect(await sizeOf('.log canvas')).toEqual([220, 138])
})

test('an open panel stays above an element of the page that fills the screen', async () => {
  const { page, launcher, site, widget } = await widgets.open()
  await page.goto(site.add('/film', { widget: widget.id, body: '<div id="film">A film</div>' }))
  await launcher().click()
  await fieldOf(page).fill('Is there')
  await page.evaluate(() => document.getElementById('film')!.requestFullscreen())
  await page.waitForFunction(() => document.fullscreenElement !== null)
  const isOnTop = () =>
    fieldOf(page).evaluate((field) => {
      const { x, y } = field.getBoundingClientRect()
      return document.elementFromPoint(x + 5, y + 5)?.localName === 'frontdesk-widget'
    })
  await vi.waitFor(async () => expect(await isOnTop()).toBe(true))
  await vi.waitFor(async () => expect(await fieldOf(page).evaluate((field) => field.matches(':focus'))).toBe(true))
  await page.evaluate(() => document.exitFullscreen())
  await page.waitForFunction(() => document.fullscreenElement === null)
  expect(await fieldOf(page).inputValue()).toBe('Is there')
})

test('a long message is counted before it is sent, and one that is too long stays where it is', async () => {
  const { page, launcher, requests } = await widgets.open()
  await launcher().click()
  await fieldOf(page).fill('a'.repeat(3_600))
  await page.getByText('3,600 / 4,000').waitFor()
  await fieldOf(page).fill('a'.repeat(4_001))
  await page.getByText('4,001 / 4,000').waitFor()
  await page.getByText('Please keep your message under 4,000 characters.').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
  await fieldOf(page).press('Enter')
  expect(await fieldOf(page).inputValue()).toHaveLength(4_001)
  expect(requests.filter((request) => request.endsWith('/messages'))).toEqual([])
})
