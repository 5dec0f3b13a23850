import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'

const console = useConsole()

const weapons = {
  name: 'No weapons',
  type: 'Topic Filter',
  mode: 'Pre-generation',
  priority: 10,
  config: { topics: [{ name: 'weapons', phrases: ['firearm'] }] },
}
const tone = (name: string, priority: number) => ({
  name,
  type: 'Tone Control',
  mode: 'Post-generation',
  priority,
  config: { tone: 'formal' },
})
async function create(api: OpenedConsole['api'], policy: object): Promise<string> {
  const { status, body } = await api.post('/api/policies', policy)
  expect(status).toBe(201)
  return body.id
}
const namesOf = async ({ page }: OpenedConsole) =>
  page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))

test('a policy is created, tried before it is saved, switched off at once, renamed in place, and deleted', async () => {
  const { page, api } = await console.open({ path: 'policies' })
  await page.getByText('No policies yet.').waitFor()
  await page.getByRole('button', { name: 'New policy' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('No weapons')
  await form.getByLabel('Name of the topic').fill('weapons')
  await form.getByLabel('Words and phrases').fill('firearm\nammunition')
  await form.getByRole('textbox', { name: 'Message', exact: true }).fill('Do you sell firearms?')
  await form.getByRole('button', { name: 'Try' }).click()
  await form.getByText('Blocked by “No weapons”').waitFor()
  expect((await api.get('/api/policies')).body.items).toEqual([])
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Create policy' }).click()
  const card = page.getByRole('article', { name: 'No weapons' })
  for (const text of ['Topic Filter', 'Pre-generation', 'weapons · 2 phrases']) await card.getByText(text).waitFor()

  const enabled = async () => (await api.get('/api/policies')).body.items[0]?.enabled
  const toggle = card.getByRole('switch')
  expect(await toggle.getAttribute('aria-checked')).toBe('true')
  await toggle.click()
  expect(await toggle.getAttribute('aria-checked')).toBe('false')
  await vi.waitFor(async () => expect(await enabled()).toBe(false))

  await card.getByLabel('Name of No weapons').fill('Nothing on weapons')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Nothing on weapons' }).waitFor()
  await page.getByRole('button', { name: 'Delete Nothing on weapons' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await vi.waitFor(async () => expect((await api.get('/api/policies')).body.items).toEqual([]))
})

test('policies stand in order of evaluation; keys, a number and the mouse change it', async () => {
  const opened = await console.open({ path: 'policies' })
  const { page, api, baseUrl } = opened
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await create(api, tone('Third', 30))
  await create(api, tone('Second', 20))
  await create(api, tone('First', 10))
  await create(api, weapons)
  await page.goto(`${baseUrl}/console/policies`)
  await page.getByRole('article').first().waitFor()
  const shows = (...names: string[]) => vi.waitFor(async () => expect(await namesOf(opened)).toEqual(names))
  const evaluated = () =>
    vi.waitFor(async () => {
      const { policies } = (await api.post('/api/simulate', { message: 'What does parking cost?' })).body
      expect(policies.map(({ name }: { name: string }) => name)).toEqual(await namesOf(opened))
    })
  await shows('No weapons', 'First', 'Second', 'Third')
  await page.getByRole('button', { name: 'Move Third' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await shows('No weapons', 'First', 'Third', 'Second')
  await page.getByText('Third is now 2 of 3').waitFor()
  expect(await page.getByRole('button', { name: 'Move Third' }).evaluate((it) => it === document.activeElement)).toBe(
    true,
  )
  await evaluated()
  await page.getByLabel('Priority of First').fill('40')
  await page.keyboard.press('Enter')
  await shows('No weapons', 'Third', 'Second', 'First')
  await page.getByRole('button', { name: 'Move First' }).dragTo(page.getByRole('article', { name: 'Third' }))
  await shows('No weapons', 'First', 'Third', 'Second')
  await evaluated()
})

test('a refused change comes back, says why, and can be tried again', async () => {
  const { page, api, baseUrl, expectFault } = await console.open()
  await create(api, weapons)
  await page.goto(`${baseUrl}/console/policies`)
  const toggle = page.getByRole('switch')
  await toggle.waitFor()
  // Where the system chooses the colours, its knob is still to be seen.
  await page.emulateMedia({ forcedColors: 'active' })
  const colours = await toggle.evaluate((it) =>
    [null, '::after'].map((part) => getComputedStyle(it, part).backgroundColor),
  )
  expect(colours[0]).not.toBe(colours[1])
  expectFault(/503/)
  const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable', detail: 'Not now.' }
  const isChange = (method: string) => method === 'PATCH'
  await page.route('**/api/policies/*', async (route) => {
    if (!isChange(route.request().method())) return route.continue()
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await toggle.click()
  await page.getByRole('alert').waitFor({ timeout: 30_000 })
  expect(await toggle.getAttribute('aria-checked')).toBe('true')
  await page.unroute('**/api/policies/*')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(async () => expect((await api.get('/api/policies')).body.items[0].enabled).toBe(false))
})

test('a read that is refused for a while is counted down and goes again by itself; its request id can be copied', async () => {
  const { page, api, baseUrl, expectFault } = await console.open()
  expectFault(/503/)
  await create(api, tone('Formal', 30))
  await page.clock.install()
  const problem = { status: 503, code: 'unavailable', title: 'Unavailable', detail: 'Busy', requestId: 'request-1' }
  const headers = { 'retry-after': '40' }
  await page.route('**/api/policies?*', (route) => route.fulfill({ status: 503, json: problem, headers }))
  await page.goto(`${baseUrl}/console/policies`)
  await page.getByText(/^Trying again in \d+ s$/).waitFor()
  expect(await page.getByLabel('Request ID').inputValue()).toBe('request-1')
  expect(await findBarriers(page)).toEqual([])
  await page.unroute('**/api/policies?*')
  await page.clock.runFor(40_000)
  await page.getByRole('article').waitFor()
})

test.each([
  ['in English, light', { colorScheme: 'light', locale: 'en-GB' }],
  ['in Swedish, dark, on a phone', { colorScheme: 'dark', locale: 'sv-SE', viewport: { width: 390, height: 844 } }],
] as const)('the policies are free of barriers that axe knows and fit the window %s', async (_, browser) => {
  const { page, api, baseUrl } = await console.open({ browser })
  await create(api, { ...weapons, name: 'لا أسلحة' })
  await create(api, tone('Formal', 30))
  await page.goto(`${baseUrl}/console/policies`)
  await page.getByRole('article').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
