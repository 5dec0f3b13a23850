import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from '../scenarios/api-client.ts'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const console = useConsole()

const due = 'When is an invoice due?'
const parking = 'What does parking cost?'

/** Two sources, and a question that a customer asked about each. */
async function talk(api: ApiClient): Promise<{ id: string }> {
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  const source = await api.teach('Invoices', 'An invoice is due after 30 days.')
  await api.ask(parking)
  await api.ask(due)
  return source
}
/** A question is recorded soon after it was answered: until a rehearsal finds both. */
async function rehearse(api: ApiClient, body: object, questions: number): Promise<string> {
  return vi.waitFor(async () => {
    const { body: started } = await api.post('/api/rehearsals', body)
    expect(started.progress.total).toBe(questions)
    await vi.waitFor(async () =>
      expect((await api.get(`/api/rehearsals/${started.id}`)).body.finishedAt).toEqual(expect.any(String)),
    )
    return started.id
  })
}

test('a source and a policy are tried on real questions: what gets worse is found, read side by side and downloaded', async () => {
  const { page, api, baseUrl } = await console.open()
  await talk(api)
  await rehearse(api, { name: 'First', settings: { languages: ['en'] } }, 2)
  await page.goto(`${baseUrl}/console/testing`)
  await page.getByRole('link', { name: 'Rehearsals' }).click()
  await page.getByRole('link', { name: 'First' }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('button', { name: 'New rehearsal' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Change a source, a policy or a setting first.').waitFor()
  await page.getByLabel('Find a source').fill('invoi')
  await page.getByLabel('Source', { exact: true }).selectOption('Invoices')
  const text = page.getByLabel('Text', { exact: true })
  await vi.waitFor(async () => expect(await text.inputValue()).toContain('30 days'))
  await text.fill('An invoice is due after 90 days.')
  await page.getByRole('button', { name: 'Add policy' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('No parking')
  await page.getByRole('dialog').getByLabel('Name of the topic').first().fill('parking')
  await page
    .getByRole('dialog')
    .getByLabel(/phrases/i)
    .first()
    .fill('parking')
  await page.getByRole('button', { name: 'Use in rehearsal' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('new', { exact: true }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Longer terms')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Start' }).click()

  await page.getByText('Finished · 2 of 2 questions').waitFor()
  const row = (question: string) => page.getByRole('row').filter({ hasText: question })
  await row(due).getByText('Other words').waitFor()
  await row(parking).getByText('Blocked by a policy').first().waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Verdicts' }).getByRole('link', { name: 'Worse 1' }).click()
  await vi.waitFor(async () => expect(await row(due).count()).toBe(0))
  expect(new URL(page.url()).searchParams.get('verdict')).toBe('worse')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download JSON Lines' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).question)).toEqual([parking])
  await page.getByRole('link', { name: parking }).click()
  await page.getByRole('region', { name: 'Now' }).getByText('12 euros').waitFor()
  await page.getByRole('region', { name: 'With the change' }).getByText('Policies that acted: No parking').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Verdicts' }).getByRole('link', { name: 'All 2' }).click()
  await page.getByRole('link', { name: due }).click()
  expect(await page.getByRole('region', { name: 'Now' }).locator('del').textContent()).toContain('30')
  expect(await page.getByRole('region', { name: 'With the change' }).locator('ins').textContent()).toContain('90')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('region', { name: 'Now' }).getByText('12 euros').waitFor()
  expect((await api.get('/api/policies')).body.items).toEqual([])
  expect((await api.ask(due)).content).toContain('30 days')
})

test('an older version is tried from its source', async () => {
  const { page, api, baseUrl } = await console.open()
  const { id } = await talk(api)
  await api.send('PUT', `/api/knowledge/sources/${id}`, { body: { text: 'An invoice is due after 60 days.' } })
  await vi.waitFor(async () => expect((await api.get(`/api/knowledge/sources/${id}`)).body.liveVersion).toBe(2))
  await page.goto(`${baseUrl}/console/knowledge/${id}?tab=versions`)
  await page.getByRole('link', { name: 'Try version 1 on real questions' }).click()
  await vi.waitFor(async () => expect(await page.getByLabel('Version', { exact: true }).inputValue()).toBe('1'))
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Finished · 2 of 2 questions').waitFor()
  await page.getByRole('link', { name: due }).click()
  await page.getByRole('region', { name: 'With the change' }).getByText('30').first().waitFor()
})

test('on a phone, in Swedish and dark, rehearsals fit the window and have no barriers that axe knows', async () => {
  const browser = { colorScheme: 'dark', locale: 'sv-SE', viewport: { width: 390, height: 844 } } as const
  const { page, api, baseUrl } = await console.open({ browser })
  await page.goto(`${baseUrl}/console/testing/rehearsals`)
  await page.getByText('Inga provkörningar än.').waitFor()
  await talk(api)
  const id = await rehearse(api, { settings: { escalationThreshold: 1 } }, 2)
  const paths = ['testing/rehearsals', 'testing/rehearsals?start=true', `testing/rehearsals/${id}`]
  for (const path of [...paths, `testing/rehearsals/${id}?result=1`, `testing/rehearsals/${id}?verdict=better`]) {
    await page.goto(`${baseUrl}/console/${path}`)
    await page.getByRole('heading', { name: 'Tester' }).waitFor()
    await vi.waitFor(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0))
    expect(await findBarriers(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
  }
  await page.getByText('Inga sådana frågor.').waitFor()
})
