import { expect, test, vi } from 'vitest'
import { useConsole } from './open-console.ts'
import { signInAgent } from './sign-in-agent.ts'

/** The journeys of the inbox once more, where two agents are at two gateways and everything goes over the bus. */
const console = useConsole({ onServers: true })

test('two agents at two gateways see each other, and only one answers', async () => {
  const opened = await console.open({ path: 'inbox/queue' })
  const { page, api, baseUrl, gateways, expectFault } = opened
  expectFault(/409/)
  await page.getByText('Live').waitFor()
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await page.getByRole('option', { name: /Tom Lind/ }).waitFor()
  const maja = await signInAgent(opened, 'Maja Holm', `inbox/queue?c=${conversationId}`, gateways[1])
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
  const { items } = (await api.get(`/api/conversations/${conversationId}/messages`)).body
  expect(items.filter(({ author }: any) => author.kind === 'agent')).toHaveLength(1)
})

test('a mention, a shared view and a bulk action reach a colleague at the other gateway', async () => {
  const opened = await console.open()
  const { page, api, baseUrl, gateways } = opened
  const asked = await Promise.all(
    ['Ann', 'Bo', 'Cy'].map((name) => api.ask('I want to talk to a human', { contact: { name } })),
  )
  const maja = await signInAgent(opened, 'Maja Holm', 'inbox/queue', gateways[1])
  await maja.page.getByRole('option').nth(2).waitFor()
  await page.goto(`${baseUrl}/console/inbox/queue?c=${asked[0].conversationId}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Can you help, @Maja Holm?')
  await page.keyboard.press('Control+Enter')
  await vi.waitFor(async () => expect(await maja.page.title()).toBe('(1) Frontdesk'))
  await page.goto(`${baseUrl}/console/inbox/queue?status=escalated`)
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByLabel('Name').fill('Passed on')
  await page.getByLabel('Share with everyone').check()
  await page.keyboard.press('Enter')
  await maja.page.getByRole('link', { name: /Passed on\s*3/ }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Passed on' }).waitFor()
  await page.getByRole('option').nth(2).waitFor()
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('e')
  await page.getByText('3 conversations closed').waitFor()
  await maja.page.getByText('No one is waiting.').waitFor()
  await page.keyboard.press('z')
  await vi.waitFor(async () => expect((await api.get('/api/conversations?status=open')).body.items).toHaveLength(3))
})

test('what is sent without a connection goes in order when it is back', async () => {
  const { page, api, baseUrl, browser, expectFault } = await console.open()
  expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  const field = page.getByLabel('Write to the customer')
  await page.getByText('Live').waitFor()
  await browser.setOffline(true)
  await page.getByText(/Offline since/).waitFor()
  for (const text of ['First', 'Second']) {
    await field.fill(text)
    await field.press('Control+Enter')
  }
  await vi.waitFor(async () => expect(await page.getByText('Waiting for a connection.').count()).toBe(2))
  await browser.setOffline(false)
  await vi.waitFor(async () => {
    const { items } = (await api.get(`/api/conversations/${conversationId}/messages`)).body
    const sent = items.filter(({ author }: any) => author.kind === 'agent').map(({ content }: any) => content)
    expect(sent.reverse()).toEqual(['First', 'Second'])
  })
})
