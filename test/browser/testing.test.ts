import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const console = useConsole()

const weapons = {
  name: 'No weapons',
  type: 'Topic Filter',
  mode: 'Pre-generation',
  priority: 10,
  config: { topics: [{ name: 'weapons', phrases: ['firearm'] }] },
}
const ask = 'Ask as a customer would'

test('a question shows its cited answer, what was found, the policies and the steps; a blocked one shows why', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await api.post('/api/policies', weapons)
  await page.goto(`${baseUrl}/console/testing`)
  await page.getByLabel('Question').fill('What does parking cost?')
  await page.keyboard.press('Enter')
  await page.getByText(/% sure/).waitFor()
  for (const text of ['Answered', 'Parking, version 1', '1 passage found', 'Would not be passed on', 'Find passages'])
    await page.getByText(text).first().waitFor()
  await page.getByText('No weapons').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('What does parking cost?')
  expect(await findBarriers(page)).toEqual([])

  await page.getByLabel('Question').fill('Do you sell firearms?')
  await page.keyboard.press('Enter')
  await page.getByText('Blocked by “No weapons”').waitFor()
  await page.getByText('Before the answer: the topic "weapons"').waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect((await api.get('/api/conversations')).body.items).toEqual([])
})

test('a follow-up is asked in the same conversation', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(`${baseUrl}/console/testing`)
  const bodies: { history?: unknown[] }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/simulate')) bodies.push(request.postDataJSON())
  })
  await page.getByPlaceholder(ask).fill('What does parking cost?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start over' }).waitFor()
  await page.getByPlaceholder(ask).fill('And a day?')
  await page.keyboard.press('Enter')
  await page.getByText('Earlier in this conversation').waitFor()
  expect(bodies.map(({ history }) => history?.length ?? 0)).toEqual([0, 2])
  await page.getByRole('button', { name: 'Start over' }).click()
  await vi.waitFor(async () => expect(await page.getByText('Earlier in this conversation').count()).toBe(0))
})

test('two settings are compared side by side', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Firearms', 'Firearms are not sold here.')
  await api.post('/api/policies', weapons)
  await page.goto(`${baseUrl}/console/testing?tab=compare`)
  await page.getByLabel('Question').fill('Are firearms sold here?')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: /Outcome/ })
  await row.waitFor()
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['Blocked by a policy', 'Answered'])
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('Policies').last().selectOption('live')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('Both settings give the same result.').waitFor()
})

test('a question becomes a scenario; the suite runs, fails after a change, and shows what came instead', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(`${baseUrl}/console/testing`)
  await page.getByLabel('Question').fill('What does parking cost?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save as scenario' }).click()
  await page.getByLabel('Name of the suite').fill('Visits')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved in “Visits”.').waitFor()

  await page.getByRole('link', { name: 'Suites' }).click()
  await page.getByRole('link', { name: /Visits/ }).click()
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText('1 passed · 0 failed').waitFor()
  expect(page.url()).toContain('run=')

  await page.getByText('What does parking cost?').first().click()
  await page.getByRole('button', { name: 'Edit What does parking cost?' }).click()
  await page.getByLabel('Contains, one phrase per line').fill('13 euros')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText('0 passed · 1 failed').waitFor()
  await page.getByText('Contains: 13 euros').waitFor()
  await page.getByText(/Came: .*12 euros/).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('on a phone, in Swedish and dark, the tests fit the window and have no barriers that axe knows', async () => {
  const browser = { colorScheme: 'dark', locale: 'sv-SE', viewport: { width: 390, height: 844 } } as const
  const { page, api, baseUrl } = await console.open({ browser })
  const scenarios = [{ name: 'أين أنتم', turns: [{ message: 'أين أنتم؟' }] }]
  const { body } = await api.post('/api/suites', { name: 'Svit', scenarios })
  for (const path of ['testing', 'testing?tab=compare', 'testing?tab=suites', `testing/suites/${body.id}`]) {
    await page.goto(`${baseUrl}/console/${path}`)
    await page.getByRole('heading', { name: 'Tester' }).waitFor()
    await vi.waitFor(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0))
    expect(await findBarriers(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
  }
})
