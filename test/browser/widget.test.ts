import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useWidget } from './open-widget.ts'

const widgets = useWidget()

test('before somebody turns to the widget, its page asks for the loader and for nothing else', async () => {
  const { page, launcher, requests } = await widgets.open()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload()
  await launcher().waitFor()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => url.includes('/widget')).map((url) => new URL(url).pathname)).toEqual(['/widget.js'])
  expect(requests).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
  await launcher().hover()
  await page.waitForLoadState('networkidle')
  expect(loaded.some((url) => url.includes('/widget/panel-'))).toBe(true)
  expect(requests).toEqual([])
})

test('it opens and closes by keyboard, and gives the focus back; what is stored before a message is nothing', async () => {
  const { page, launcher } = await widgets.open({
    settings: { texts: { en: { greeting: 'Welcome to the shop', suggestions: ['How long do returns take?'] } } },
  })
  await launcher().focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Chat with us' })
  await panel.getByText('Welcome to the shop').waitFor()
  expect(await launcher().getAttribute('aria-expanded')).toBe('true')
  await vi.waitFor(async () =>
    expect(await panel.getByRole('textbox').evaluate((field) => field.matches(':focus'))).toBe(true),
  )
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await panel.isVisible()).toBe(false)
  expect(await launcher().evaluate((button) => button.matches(':focus'))).toBe(true)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('a site cannot break it with its styles', async () => {
  const { page, launcher } = await widgets.open({ site: { isHostile: true } })
  await launcher().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox').waitFor()
  const box = (await panel.boundingBox())!
  expect([box.width, box.height]).toEqual([400, 680])
  const styleOf = (selector: string) =>
    panel.locator(selector).evaluate((element) => {
      const { color, visibility, transform, fontSize } = getComputedStyle(element)
      return { color, visibility, transform, fontSize }
    })
  expect(await styleOf('textarea')).toMatchObject({ visibility: 'visible', transform: 'none', fontSize: '15px' })
  expect(await styleOf('h1')).not.toMatchObject({ color: 'rgb(255, 0, 0)' })
})

test('its own page is a panel alone, in the language of the browser', async () => {
  const { page } = await widgets.open({ asPage: true, browser: { locale: 'de-DE' } })
  await page.getByRole('heading', { name: 'Schreiben Sie uns' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a widget that is turned off says so in one sentence, and asks no more', async () => {
  const { page, launcher, requests, expectFault } = await widgets.open({ settings: { enabled: false } })
  // The reply has no CORS header, so that the page can't tell it from none.
  expectFault(/status of 404|CORS policy|ERR_FAILED/)
  await launcher().click()
  await page.getByText(/isn’t available here at the moment|can’t be reached right now/).waitFor()
  expect(requests.length).toBe(1)
})

test('a launcher can be hidden from the start, or by the settings; the site opens the panel itself', async () => {
  const { page } = await widgets.open({
    site: { attributes: 'data-launcher="hidden"' },
  })
  const button = page.locator('frontdesk-widget button.launcher')
  await button.waitFor({ state: 'attached' })
  expect(await button.isVisible()).toBe(false)
  await page.evaluate(() => (window as any).Frontdesk('open'))
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  const other = await widgets.open({ settings: { launcher: { hidden: true } } })
  await other.launcher().click()
  await other.page.getByRole('dialog').getByRole('textbox').waitFor()
  await vi.waitFor(async () =>
    expect(await other.page.locator('frontdesk-widget button.launcher').isVisible()).toBe(false),
  )
})
