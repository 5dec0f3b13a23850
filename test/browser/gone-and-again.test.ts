import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'

const console = useConsole()

const gone = /^This is no longer there/
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
  await page.getByText(gone).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByText(gone).waitFor({ state: 'detached' })
})

test('a source that is deleted while it is open says so, and closes', async () => {
  const { page, api, baseUrl } = await opened()
  const { id } = await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(`${baseUrl}/console/knowledge/${id}`)
  await page.getByText('Parking costs 12 euros a day.').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await api.send('DELETE', `/api/knowledge/sources/${id}`)
  await page.getByText(gone).waitFor()
  expect(await page.getByText('Parking costs 12 euros a day.').count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText(gone).waitFor({ state: 'detached' })
})

test.each([
  ['testing/suites/ste_none', '← All suites'],
  ['testing/rehearsals/reh_none', '← All rehearsals'],
  ['settings/widget?open=wgt_none', 'All widgets'],
])('what is opened at %s and is not there leads back', async (path, back) => {
  const { page } = await opened(path)
  await page.getByText(gone).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByRole('link', { name: back }).click()
  await page.getByText(gone).waitFor({ state: 'detached' })
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
  await form.getByText(gone).waitFor()
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
