import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'

const console = useConsole()

const gone = 'This is no longer there. Perhaps a colleague has removed it.'
const never = 'This doesn’t exist, or not any more.'
/** Read out by screen readers as it appears. */
const alertOf = (where: Page | Locator, text: string) => where.getByRole('alert').getByText(text, { exact: true })
const tone = { name: 'Formal', type: 'Tone Control', mode: 'Post-generation', config: { tone: 'formal' } }
const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable', detail: 'Not now.' }

/** Opens a console whose requests are answered 404 where nothing is. */
async function opened(path?: string): Promise<OpenedConsole> {
  const own = await console.open(path === undefined ? {} : { path })
  own.expectFault(/404/)
  return own
}

test('a conversation that is erased while it is open says so, and leads back to the list', async () => {
  const { page, api, baseUrl } = await opened()
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { email: 'tom@example.com' } })
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const { contactId } = (await api.get(`/api/conversations/${conversationId}`)).body
  await api.send('POST', `/api/contacts/${contactId}/erase`)
  await alertOf(page, gone).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await alertOf(page, gone).waitFor({ state: 'detached' })
})

test('a source that is deleted while it is open says so, and closes', async () => {
  const { page, api, baseUrl } = await opened()
  const { id } = await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(`${baseUrl}/console/knowledge/${id}`)
  await page.getByText('Parking costs 12 euros a day.').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await api.send('DELETE', `/api/knowledge/sources/${id}`)
  await alertOf(page, gone).waitFor()
  expect(await page.getByText('Parking costs 12 euros a day.').count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await alertOf(page, gone).waitFor({ state: 'detached' })
})

test.each([
  ['contacts/ctc_none', 'This contact is gone: deleted, or merged into another.', 'Contacts'],
  ['contacts/import/imp_none', never, 'Contacts'],
  ['testing/suites/ste_none', never, '← All suites'],
  ['testing/rehearsals/reh_none', never, '← All rehearsals'],
  ['settings/widget?open=wgt_none', never, 'All widgets'],
  ['no/such/page', never, 'Inbox'],
])('what is opened at %s and is not there leads back', async (path, text, back) => {
  const { page } = await opened(path)
  const alert = alertOf(page, text)
  await alert.waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: back }).click()
  await alert.waitFor({ state: 'detached' })
})

test.each([
  ['policies?edit=pol_none', 'Policies'],
  ['settings/teams?open=tea_none', 'Teams'],
  ['inbox/vew_none', 'Waiting'],
  ['testing/rehearsals?source=src_none', 'Testing'],
])('a list that is opened at %s says that it has no such thing, and stays', async (path, heading) => {
  const { page } = await opened(path)
  await alertOf(page, never).waitFor()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a run or a version that is not there is said beside what is', async () => {
  const { page, api, baseUrl } = await opened()
  const scenarios = [{ name: 'Parking', turns: [{ message: 'What does it cost?', expect: { outcome: 'answered' } }] }]
  const suite = (await api.post('/api/suites', { name: 'Prices', scenarios })).body
  await page.goto(`${baseUrl}/console/testing/suites/${suite.id}?run=run_none`)
  await alertOf(page, never).waitFor()
  await page.getByRole('heading', { name: 'Prices' }).waitFor()
  const { id } = await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(`${baseUrl}/console/knowledge/${id}?v=9`)
  await alertOf(page, never).waitFor()
  await page.getByRole('link', { name: 'Versions' }).click()
  await alertOf(page, never).waitFor({ state: 'detached' })
})

test('an entry of the settings that a colleague removes while it is open says so; one’s own removal needs no word', async () => {
  const { page, api, baseUrl } = await opened()
  const returns = page.locator('summary', { hasText: 'Returns' })
  const made = []
  for (const name of ['Billing', 'Returns']) made.push((await api.post('/api/teams', { name })).body)
  await page.goto(`${baseUrl}/console/settings/teams?open=${made[0].id}`)
  await page.getByRole('button', { name: 'Delete' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await api.send('DELETE', `/api/teams/${made[0].id}`)
  await alertOf(page, gone).waitFor()
  await returns.click()
  await alertOf(page, gone).waitFor({ state: 'detached' })
  await page.evaluate(() => {
    const alerts: string[] = []
    Object.assign(window, { alerts })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=alert]')) alerts.push(textContent)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await returns.waitFor({ state: 'detached' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => (window as unknown as { alerts: string[] }).alerts)).toEqual([])
  expect(page.url()).not.toContain('open=')
})

test('a policy of a colleague appears by itself; one that goes while it is edited keeps what was typed', async () => {
  const { page, api } = await opened('policies')
  await page.getByText('No policies yet.').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const { id } = (await api.post('/api/policies', tone)).body
  const card = page.getByRole('article', { name: 'Formal' })
  await card.waitFor()
  await card.getByRole('button', { name: 'Edit Formal' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Very formal')
  await api.send('DELETE', `/api/policies/${id}`)
  await alertOf(form, gone).waitFor()
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Very formal')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('No policies yet.').waitFor()
})

test.each([
  ['inbox/queue', '**/api/views', 'Big accounts'],
  ['testing/suites/', '**/api/suites/*/runs*', 'Not run yet.'],
])('at %s, what could not be read is asked for again: %s', async (path, asked, text) => {
  const { page, api, baseUrl, expectFault } = await console.open()
  expectFault(/503/)
  await api.post('/api/views', { name: 'Big accounts', filter: { tag: 'vip' }, shared: true })
  const scenarios = [{ name: 'Parking', turns: [{ message: 'What does it cost?', expect: { outcome: 'answered' } }] }]
  const suite = (await api.post('/api/suites', { name: 'Prices', scenarios })).body
  await page.route(asked, (route) => route.fulfill({ status: 503, json: problem }))
  await page.goto(`${baseUrl}/console/${path === 'inbox/queue' ? path : `${path}${suite.id}`}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor({ timeout: 30_000 })
  expect(await page.getByText(text).count()).toBe(0)
  await page.unroute(asked)
  await again.click()
  await page.getByText(text).first().waitFor()
  expect(await again.count()).toBe(0)
})

test('a part of a page that went away under it says so, with no offer to try again', async () => {
  const { page, api, baseUrl } = await opened()
  const { id } = await api.teach('Parking', 'Parking costs 12 euros a day.')
  const missing = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }
  await page.route(`**/api/knowledge/sources/${id}/versions*`, (route) => route.fulfill({ status: 404, json: missing }))
  await page.goto(`${baseUrl}/console/knowledge/${id}`)
  await page.getByRole('link', { name: 'Versions' }).click()
  await alertOf(page, never).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('who reaches the messages by keys sees their exact times, with no stop of the Tab key more', async () => {
  const { page, api, baseUrl } = await console.open()
  const { conversationId } = await api.ask('I want to talk to a human')
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  const log = page.getByRole('log')
  const time = log.locator('time').first()
  await time.waitFor()
  const shown = () => time.evaluate((it) => getComputedStyle(it, '::after').content)
  expect(await shown()).toBe('none')
  await page.keyboard.press('Tab')
  await log.focus()
  const exact = await time.getAttribute('title')
  await vi.waitFor(async () => expect(await shown()).toContain(exact))
  expect(await log.locator('time[tabindex]').count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
})
