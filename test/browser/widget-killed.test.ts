import { services } from '@frontdesk/cli'
import { startFakeModel } from '@frontdesk/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { useWidget } from './open-widget.ts'

const model = await startFakeModel()
afterAll(() => model.stop())
const others = services.map(({ name }) => name).filter((name) => name !== 'gateway')
const widgets = useWidget({
  processes: [['gateway'], others],
  env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'any' },
})

test('a gateway that is killed while it streams an answer and comes back loses nothing and doubles nothing', async () => {
  const { page, api, launcher, members, baseUrl, expectFault } = await widgets.open()
  // What the browser says of requests to a gateway that is not there.
  expectFault(
    /ERR_(?:CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)|50[0-9]|Failed to load/,
  )
  await api.teach('Parking', 'Parking costs 12 euros a day. The car park closes at midnight.')
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  model.script({
    parts: ['Parking costs 12 euros ', 'a day. ', 'The car park closes ', 'at midnight.'],
    pause: { parts: 3, until },
  })
  await launcher().click()
  const field = page.getByRole('textbox')
  await field.fill('What does parking cost?')
  await field.press('Enter')
  const log = page.getByRole('log')
  await log.getByText(/Parking costs 12 euros/).waitFor()

  const gateway = members.find(({ process }) => process.baseUrl === baseUrl)!
  await gateway.process.kill()
  // Written while nothing answers.
  await field.fill('And on Sundays?')
  await field.press('Enter')
  await gateway.start()
  goOn()
  await log.getByText(/at midnight/).waitFor()
  await vi.waitFor(async () => {
    const [conversation] = (await api.get('/api/conversations')).body.items
    const { items } = (await api.get(`/api/conversations/${conversation.id}/messages`)).body
    expect(items.map((message: any) => message.author.kind)).toEqual(['ai', 'customer', 'ai', 'customer'])
  })
  await vi.waitFor(async () => {
    expect(await log.locator('[data-author=customer]').count()).toBe(2)
    expect(await log.locator('[data-author=ai]').count()).toBe(2)
  })
  expect(await log.getByText(/Parking costs 12 euros/).count()).toBe(1)
  expect((await api.get('/api/conversations')).body.items).toHaveLength(1)
})
