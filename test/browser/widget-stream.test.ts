import { type FakeModel, startFakeModel } from '@frontdesk/testing'
import { afterAll, expect, test, vi } from 'vitest'
import type { ApiClient } from '../scenarios/api-client.ts'
import { useWidget } from './open-widget.ts'

const model: FakeModel = await startFakeModel()
const widgets = useWidget({ model })
afterAll(() => model.stop())

const parts = ['Parking costs 12 euros ', 'a day. ', 'The car park closes ', 'at midnight.']

/** A widget whose question is being answered: the second half waits for `goOn`. */
async function openWhileAnswering() {
  const { page, api, launcher } = await widgets.open()
  await api.teach('Parking', parts.join(''))
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  model.script({ parts, pause: { parts: 3, until } })
  await launcher().click()
  const field = page.getByRole('textbox')
  await field.fill('What does parking cost?')
  await field.press('Enter')
  const log = page.getByRole('log')
  await log.getByText(/Parking costs 12 euros/).waitFor()
  return { page, api, launcher, field, log, goOn }
}

/** The answer of the only conversation, as the API has it when it is stored. */
const readAnswer = (api: ApiClient) =>
  vi.waitFor(async () => {
    const [conversation] = (await api.get('/api/conversations')).body.items
    const { items } = (await api.get(`/api/conversations/${conversation.id}/messages`)).body
    expect(items.map((message: any) => message.author.kind)).toEqual(['ai', 'customer'])
    return items[0]
  })

test('an answer that is being written when the page is reloaded goes on, and is there once', async () => {
  const { page, api, log, goOn } = await openWhileAnswering()
  expect(await log.getByText(/at midnight/).count()).toBe(0)
  await page.reload()
  await log.getByText(/Parking costs 12 euros/).waitFor()
  expect(await log.getByText(/at midnight/).count()).toBe(0)
  goOn()
  await log.getByText(/at midnight/).waitFor()
  await readAnswer(api)
  await log.getByRole('button', { name: 'This helped' }).waitFor()
  expect(await log.locator('[data-author=ai]').count()).toBe(1)
  expect(await log.locator('[data-author=customer]').count()).toBe(1)
})

test('a visitor stops an answer, keeps what came of it, and asks again', async () => {
  const { page, api, field, log, goOn } = await openWhileAnswering()
  await log.getByRole('button', { name: 'Stop' }).click()
  await log.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  expect(await field.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true)
  expect(await log.getByText(/Parking costs 12 euros/).count()).toBe(1)
  goOn()
  expect(await readAnswer(api)).toMatchObject({ outcome: 'failed', error: { code: 'cancelled' } })

  await page.reload()
  await log.getByText(/Parking costs 12 euros/).waitFor()
  expect(await log.getByText(/at midnight/).count()).toBe(0)
  model.script({ parts })
  await field.fill('And when does it close?')
  await field.press('Enter')
  await log.getByText(/at midnight/).waitFor()
  expect(await log.getByRole('button', { name: 'Stop' }).count()).toBe(0)
})
