import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../scenarios/cutting-proxy.ts'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'
import { signInAgent } from './sign-in-agent.ts'

const console = useConsole()
const relays: CuttingProxy[] = []
afterAll(() => Promise.all(relays.map((relay) => relay.close())))

test('two agents in one conversation see each other, and only one answers', async () => {
  const opened = await console.open({ path: 'inbox/queue' })
  const { page, api, baseUrl, expectFault } = opened
  expectFault(/409/)
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  const maja = await signInAgent(opened, 'Maja Holm', `inbox/queue?c=${conversationId}`)
  await page.getByRole('option', { name: /Maja Holm is viewing/ }).waitFor()
  await page.goto(`${baseUrl}/console/inbox/queue?c=${conversationId}`)
  await maja.page.getByLabel('Write to the customer').fill('Hello Tom, I am Maja')
  await page.getByRole('status').filter({ hasText: 'Maja Holm is replying' }).waitFor()
  const field = page.getByLabel('Write to the customer')
  await field.fill('Hello Tom, I am Ada')
  await maja.page.getByLabel('Write to the customer').press('Control+Enter')
  await page.getByText('Written while you typed').waitFor()
  await field.press('Control+Enter')
  await page.getByRole('button', { name: 'Send anyway' }).waitFor()
  expect(await field.inputValue()).toBe('Hello Tom, I am Ada')
  const { items } = (await api.get(`/api/conversations/${conversationId}/messages`)).body
  expect(items.filter(({ author }: any) => author.kind === 'agent')).toHaveLength(1)
})

test('a mention is a notification at once, in the title too, and leads to the conversation', async () => {
  const opened = await console.open()
  const { page, api, baseUrl } = opened
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  const maja = await signInAgent(opened, 'Maja Holm', 'notifications')
  await maja.page.getByText('Nothing new.').waitFor()
  await maja.page.getByText('Live').waitFor()
  expect(await findBarriers(maja.page)).toEqual([])
  await page.goto(`${baseUrl}/console/inbox/queue?c=${conversationId}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Can you help, @Maja Holm?')
  await page.keyboard.press('Control+Enter')
  const told = maja.page.getByRole('link', { name: /Ada Admin mentioned you.*Tom Lind/ })
  await told.waitFor()
  await vi.waitFor(async () => expect(await maja.page.title()).toBe('(1) Frontdesk'))
  expect(await findBarriers(maja.page)).toEqual([])
  await told.click()
  await maja.page.getByRole('log').getByText('Can you help, @Maja Holm?').waitFor()
  await vi.waitFor(async () => expect(await maja.page.title()).toBe('Frontdesk'))
})

/** Holds the page's stream until the returned function is called; `asked` resolves when the page has asked for it. */
async function holdStream(page: Page) {
  const released = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/events/stream*', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => released.resolve() }
}

test('what happens while one tab takes over the stream from another reaches every tab', async () => {
  const { page, api, openTab } = await console.open({ path: 'inbox/queue' })
  await page.getByText('Live').waitFor()
  const [second, third] = [await openTab('inbox/queue'), await openTab('knowledge')]
  for (const tab of [second, third]) await tab.getByText('Live').waitFor()
  const stream = await holdStream(second)
  await third.getByText('No sources yet').waitFor()
  await page.close()
  await stream.asked
  await api.teach('Returns', 'Unused lamps can be returned within 30 days.')
  await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  stream.release()
  await second.getByRole('option', { name: /Tom Lind/ }).waitFor()
  await third.getByRole('rowheader', { name: /Returns/ }).waitFor()
})

test('what happens between the first read of a list and the start of the stream is shown in every tab', async () => {
  const { page, api, openTab, baseUrl } = await console.open({ path: 'settings/profile' })
  await page.getByText('Live').waitFor()
  const stream = await holdStream(page)
  await page.goto(`${baseUrl}/console/knowledge`)
  await stream.asked
  const second = await openTab('contacts')
  await page.getByText('No sources yet').waitFor()
  await second.getByText('No contacts yet').waitFor()
  await api.teach('Returns', 'Unused lamps can be returned within 30 days.')
  await api.post('/api/contacts', { name: 'Tom Lind' })
  stream.release()
  await page.getByRole('rowheader', { name: /Returns/ }).waitFor()
  await second.getByRole('link', { name: 'Tom Lind' }).waitFor()
})

test('a connection that is cut while one types costs nothing: what was missed comes, what was typed goes', async () => {
  const relay = await startCuttingProxy(console.url())
  relays.push(relay)
  const { page, api, expectFault } = await console.open({ at: relay.baseUrl })
  expectFault(/409|ERR_|Failed to fetch|net::/)
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await page.goto(`${relay.baseUrl}/console/inbox/queue?c=${conversationId}`)
  await page.getByText('Live').waitFor()
  const field = page.getByLabel('Write to the customer')
  await field.pressSequentially('Half of ')
  relay.cutAll()
  await field.pressSequentially('a sentence')
  await api.ask('One more thing', { conversationId })
  await page.getByRole('log').getByText('One more thing').waitFor()
  expect(await field.inputValue()).toBe('Half of a sentence')
  relay.cutAll()
  await field.press('Control+Enter')
  await page.getByRole('button', { name: 'Send anyway' }).waitFor()
  relay.cutAll()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await vi.waitFor(async () => {
    const { items } = (await api.get(`/api/conversations/${conversationId}/messages`)).body
    expect(items.filter(({ author }: any) => author.kind === 'agent')).toMatchObject([
      { content: 'Half of a sentence' },
    ])
  })
})
