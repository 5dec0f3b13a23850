import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useWidget } from './open-widget.ts'

const widgets = useWidget()
const line = 'data-proactive'

const messageOf = (when: object, oncePer = 'session', name = 'Help') => ({
  ...{ name, when, oncePer },
  message: { en: 'Need help with your umbrella?', sv: 'Behöver du hjälp med paraplyet?' },
})
const bubble = (page: Page) => page.locator('frontdesk-widget .proactive .words')
const settled = (page: Page) => page.waitForTimeout(1_500)
/** Of the widget's settings: the only request before a visitor turns to the launcher. */
const isOfSettings = (request: string) => /^GET \/api\/widget\/[^/]+\/config$/.test(request)

test('a message comes by itself, is read out, opens the chat with its words, and comes once', async () => {
  const { page, launcher, requests, openTab } = await widgets.open({
    settings: { proactive: [messageOf({}, 'ever')] },
    site: { attributes: line },
  })
  await bubble(page).getByText('Need help with your umbrella?').waitFor()
  expect(await page.locator('frontdesk-widget').getByRole('status').textContent()).toContain('Need help')
  expect(requests.every(isOfSettings), requests.join()).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await bubble(page).click()
  await page.getByRole('dialog').getByText('Need help with your umbrella?').waitFor()
  expect(await bubble(page).count()).toBe(0)
  await launcher().click()
  await page.reload()
  await settled(page)
  expect(await bubble(page).count()).toBe(0)
  const tab = await openTab()
  await settled(tab)
  expect(await bubble(tab).count()).toBe(0)
})

test('a closed message is the last of the session, by mouse or by Escape, and focus goes to the launcher', async () => {
  const { page, launcher, openTab } = await widgets.open({
    settings: { proactive: [messageOf({}), messageOf({}, 'session', 'Second')] },
    site: { attributes: line },
  })
  await bubble(page).waitFor()
  await page.getByRole('button', { name: 'Close message' }).click()
  await page.reload()
  await settled(page)
  expect(await bubble(page).count()).toBe(0)
  // Another tab is another session.
  const tab = await openTab()
  await bubble(tab).focus()
  await tab.keyboard.press('Escape')
  await vi.waitFor(async () => expect(await bubble(tab).count()).toBe(0))
  expect(await launcher(tab).evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button)).toBe(
    true,
  )
})

test('a message waits for its path and its time, and for a form that is being filled in', async () => {
  const { page } = await widgets.open({
    settings: {
      proactive: [messageOf({ path: '/nowhere' }, 'session', 'Elsewhere'), messageOf({ path: '/', secondsOnPage: 1 })],
    },
    site: { attributes: line, body: '<label>Email <input id="email"></label>' },
  })
  await page.locator('#email').focus()
  await page.waitForTimeout(2_500)
  expect(await bubble(page).count()).toBe(0)
  await page.locator('#email').blur()
  await bubble(page).waitFor()
})

test('a visitor who opens the chat first, or has never written, gets no message for others', async () => {
  const { page, launcher } = await widgets.open({
    settings: { proactive: [messageOf({ secondsOnPage: 2 }), messageOf({ returning: true }, 'session', 'Again')] },
    site: { attributes: line },
  })
  await launcher().click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(3_000)
  expect(await bubble(page).count()).toBe(0)
})

test('without the attribute, nothing is loaded and asked for; Arabic and Swedish pages have their words', async () => {
  const settings = { proactive: [messageOf({})] }
  const { page, requests } = await widgets.open({ settings })
  await settled(page)
  expect(requests).toEqual([])
  const swedish = await widgets.open({ settings, site: { attributes: line, language: 'sv' } })
  await bubble(swedish.page).getByText('Behöver du hjälp').waitFor()
  await swedish.page.getByRole('button', { name: 'Stäng meddelandet' }).waitFor()
  const arabic = await widgets.open({
    settings,
    site: { attributes: line, language: 'ar' },
    browser: { viewport: { width: 390, height: 844 } },
  })
  await bubble(arabic.page).getByText('Need help').waitFor()
  await arabic.page.getByRole('button', { name: 'إغلاق الرسالة' }).waitFor()
  const box = (await bubble(arabic.page).boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
})
