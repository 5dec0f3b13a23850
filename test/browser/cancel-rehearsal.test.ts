import { startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterAll, expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const model = await startOpenAiEndpoint()
afterAll(() => model.close())
const console = useConsole({ model })

test('a rehearsal that waits for its model is cancelled, and deleted', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Invoices', 'An invoice is due after 30 days.')
  await api.ask('When is an invoice due?')
  model.script(...Array.from({ length: 20 }, () => ({ after: { parts: 0, fault: 'stall' as const } })))
  await vi.waitFor(async () => {
    const { body } = await api.post('/api/rehearsals', { settings: { languages: ['en'] } })
    expect(body.progress.total).toBe(1)
    await page.goto(`${baseUrl}/console/testing/rehearsals/${body.id}`)
  })
  await page.getByText('Running · 0 of 1 question').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel rehearsal' }).click()
  await page.getByText('Cancelled · 0 of 1 question').waitFor()
  const path = new URL(page.url()).pathname.replace('/console/testing', '/api')
  await vi.waitFor(async () => expect((await api.get(path)).body.finishedAt).toEqual(expect.any(String)))
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await vi.waitFor(() => expect(new URL(page.url()).pathname).toBe('/console/testing/rehearsals'))
  expect((await api.get(path)).status).toBe(404)
})
