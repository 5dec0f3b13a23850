import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'
import { signInAgent } from './sign-in-agent.ts'

const console = useConsole()

test('the customer’s other conversations are beside this one, and the customer is blocked and unblocked', async () => {
  const { page, api, baseUrl } = await console.open()
  const contact = { name: 'Tom Lind', email: 'tom@example.com' }
  const { body: made } = await api.post('/api/contacts', contact)
  const { conversationId: earlier } = await api.ask('Where is my parcel? I want to talk to a human', { contact })
  const { conversationId } = await api.ask('I want to talk to a human', { contact })
  await vi.waitFor(async () =>
    expect((await api.get(`/api/conversations?contactId=${made.id}`)).body.items).toHaveLength(2),
  )
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  await page.getByRole('tab', { name: 'Customer' }).click()
  await page.getByText('tom@example.com').waitFor()
  const blocked = async () => (await api.get(`/api/contacts/${made.id}`)).body.blocked === true
  await page.getByRole('button', { name: 'Block customer' }).click()
  await page.getByText('Customer blocked').waitFor()
  expect(await blocked()).toBe(true)
  await page.getByText('What they write is kept').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('z')
  await vi.waitFor(async () => expect(await blocked()).toBe(false))
  await page.getByRole('tabpanel').getByRole('listitem').getByRole('link').first().click()
  await vi.waitFor(() => expect(new URL(page.url()).searchParams.get('c')).toBe(earlier))
})

test('what policies changed in an answer stands at it', async () => {
  const { page, api, baseUrl } = await console.open()
  const filter = { name: 'No addresses', type: 'PII Filter', mode: 'Post-generation', config: { kinds: ['email'] } }
  expect((await api.post('/api/policies', filter)).status).toBe(201)
  await api.teach('Repairs', 'We repair lamps. Write to workshop@example.com about a lamp.')
  const { conversationId } = await api.ask('Whom do I write to about a lamp?')
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  await page.getByText('What policies did (1)').click()
  await page.getByText('Changed by No addresses').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a copilot that finds nothing offers nothing to insert', async () => {
  const { page, api, baseUrl } = await console.open()
  const { conversationId } = await api.ask('Do you repair lamps? I want to talk to a human')
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  await page.getByRole('log').getByText('Do you repair lamps?').waitFor()
  await page.keyboard.press('c')
  await page.keyboard.press('2')
  await page.getByText('Nothing in the knowledge base answers this.').waitFor()
  expect(await page.getByRole('button', { name: /^Insert/ }).count()).toBe(0)
  await api.teach('Repairs', 'We repair lamps in our workshop within two weeks.')
  await page.getByRole('button', { name: 'Suggest reply' }).click()
  await page.getByRole('button', { name: /^Insert/ }).waitFor()
  await page.keyboard.press('Control+.')
  await vi.waitFor(async () =>
    expect(await page.getByLabel('Write to the customer').inputValue()).toContain('two weeks'),
  )
  const link = page.getByRole('tabpanel').getByRole('link', { name: 'Repairs, version 1' })
  expect(new URL((await link.getAttribute('href'))!, baseUrl).searchParams.get('quote')).toContain('two weeks')
})

test('an agent’s reply becomes a source after review, and the AI answers from it', async () => {
  const { page, api, baseUrl } = await console.open()
  const { conversationId } = await api.ask('Do you deliver to Norway?', { contact: { name: 'Tom Lind' } })
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  const field = page.getByLabel('Write to the customer')
  await field.fill('Dear Tom, we deliver to Norway within five working days.')
  await field.press('Control+Enter')
  await page.getByRole('button', { name: 'Answer this next time' }).click()
  await page.getByRole('dialog').getByLabel('Answer').fill('We deliver to Norway within five working days.')
  expect(await page.getByRole('dialog').getByLabel('Question').inputValue()).toBe('Do you deliver to Norway?')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published. The AI agent uses it in a moment.').waitFor()
  await vi.waitFor(async () => {
    const { items } = (await api.get('/api/knowledge/sources')).body
    expect(items).toMatchObject([{ status: 'Ready' }])
  })
  const answer = await api.ask('Do you deliver to Norway?')
  expect(answer).toMatchObject({ outcome: 'answered', content: expect.stringContaining('five working days') })
})

test('an agent proposes an answer, also as a change of a source, and somebody else publishes it', async () => {
  const opened = await console.open({ path: 'analytics/suggestions' })
  const { page, api, baseUrl } = opened
  await api.teach('Delivery', 'We deliver to Sweden within two days.')
  const { conversationId } = await api.ask('Do you repair old clocks?')
  const maja = await signInAgent(opened, 'Maja Ek', `inbox/all?c=${conversationId}`)
  await maja.page.getByText('Do you repair old clocks?').first().waitFor()
  const propose = async (answer: string) => {
    await maja.page.getByLabel('Write to the customer').fill(answer)
    await maja.page.getByLabel('Write to the customer').press('Control+Enter')
    await maja.page.getByRole('button', { name: 'Answer this next time' }).last().click()
  }
  await propose('Yes, we repair old clocks for 40 euros.')
  await maja.page.getByRole('dialog').getByLabel('Question').fill('Repair of clocks')
  expect(await maja.page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
  expect(await findBarriers(maja.page)).toEqual([])
  await maja.page.getByRole('button', { name: 'Propose for review' }).click()
  await maja.page.getByText('Proposed. Somebody').waitFor()

  const { body } = await api.get('/api/knowledge/sources')
  expect(body.items).toHaveLength(1)
  await page.reload()
  const card = page.getByRole('article', { name: /clocks/ })
  await card.getByText('Proposed by Maja Ek').waitFor()
  expect(await card.getByLabel('Text').inputValue()).toBe('Yes, we repair old clocks for 40 euros.')
  expect(await findBarriers(page)).toEqual([])
  await card.getByRole('button', { name: 'Accept' }).click()
  await vi.waitFor(
    async () =>
      expect(await api.ask('Do you repair old clocks?')).toMatchObject({
        outcome: 'answered',
        content: expect.stringContaining('40 euros'),
      }),
    { timeout: 20_000 },
  )

  const other = await api.ask('Do you deliver furniture to Norway?')
  await maja.page.goto(`${baseUrl}/console/inbox/all?c=${other.conversationId}`)
  await maja.page.getByRole('log').getByText('Do you deliver furniture to Norway?').waitFor()
  await propose('We deliver furniture to Norway within ten days.')
  await maja.page.getByLabel('Where it belongs').selectOption('Delivery')
  const field = maja.page.getByRole('dialog').getByLabel('Answer')
  await vi.waitFor(async () =>
    expect(await field.inputValue()).toBe(
      'We deliver to Sweden within two days.\n\nWe deliver furniture to Norway within ten days.',
    ),
  )
  await maja.page.getByRole('button', { name: 'Propose for review' }).click()
  await maja.page.getByText('Proposed. Somebody').waitFor()
  await page.reload()
  await page
    .getByRole('article', { name: /Norway/ })
    .getByRole('link', { name: 'Open the source' })
    .waitFor()
  await page
    .getByRole('article', { name: /Norway/ })
    .getByRole('button', { name: 'Accept' })
    .click()
  await vi.waitFor(
    async () => {
      const { items } = (await api.get('/api/knowledge/sources?q=Delivery')).body
      expect(items).toMatchObject([{ title: 'Delivery', version: 2, liveVersion: 2 }])
    },
    { timeout: 20_000 },
  )
  expect(await api.ask('Do you deliver furniture to Norway?')).toMatchObject({ outcome: 'answered' })
})

test('on a phone there is one column at a time, and the details and the navigation lie over it', async () => {
  const { page, api, baseUrl } = await console.open({
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await page.goto(`${baseUrl}/console/inbox/queue`)
  const row = page.getByRole('option', { name: /Tom Lind/ })
  await row.tap()
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  expect(await row.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Copilot and details' }).tap()
  await page.getByRole('tab', { name: 'Copilot' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Close the details' }).tap()
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await row.waitFor()
  const fits = await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')
  expect(fits).toBe(true)
  await page.getByRole('button', { name: 'Main' }).tap()
  await page.getByRole('link', { name: /^Resolved/ }).tap()
  await page.getByRole('heading', { level: 1, name: 'Resolved' }).waitFor()
  await vi.waitFor(async () => expect(await page.getByRole('link', { name: /^Resolved/ }).isVisible()).toBe(false))
})

test('without single-key shortcuts a letter does nothing, and F6 still leads from part to part', async () => {
  const { page, api, baseUrl } = await console.open()
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await page.goto(`${baseUrl}/console/inbox/queue?c=${conversationId}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  const focused = () => page.evaluate<string>('document.activeElement.closest("nav, section, aside")?.tagName ?? ""')
  const seen: string[] = []
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press('F6')
    seen.push(await focused())
  }
  expect(seen).toEqual(['NAV', 'SECTION', 'SECTION', 'ASIDE'])
  await page.keyboard.press(']')
  await vi.waitFor(async () => expect(await page.getByRole('complementary').count()).toBe(0))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('single-key shortcuts off')
  await page.keyboard.press('Enter')
  await vi.waitFor(async () =>
    expect((await page.request.get(`${baseUrl}/api/me`).then((reply) => reply.json())).preferences).toMatchObject({
      shortcuts: false,
    }),
  )
  await page.keyboard.press(']')
  await page.keyboard.press('e')
  expect(await page.getByRole('complementary').count()).toBe(0)
  expect((await api.get(`/api/conversations/${conversationId}`)).body.status).not.toBe('closed')
})

test('from the queue to a closed conversation and back without a pointer', async () => {
  const { page, api, baseUrl } = await console.open({ path: 'inbox/all' })
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await api.ask('I want to talk to a human', { contact: { name: 'Ann' } })
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('human')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await vi.waitFor(() => expect(new URL(page.url()).searchParams.get('q')).toBe('human'))
  await page.goto(`${baseUrl}/console/inbox/queue`)
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await vi.waitFor(() => expect(new URL(page.url()).searchParams.get('c')).toBe(conversationId))
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Assign: Ada Admin' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('Done.')
  await page.keyboard.press('Control+Shift+Enter')
  const status = async () => (await api.get(`/api/conversations/${conversationId}`)).body.status
  await vi.waitFor(async () => expect(await status()).toBe('closed'))
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+E')
  await vi.waitFor(async () => expect(await status()).toBe('open'))
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await vi.waitFor(() => expect(new URL(page.url()).searchParams.has('c')).toBe(false))
})

test('what a visitor of a chat widget says of themselves stands beside the conversation, as theirs', async () => {
  const { page, api, baseUrl } = await console.open()
  const widget = (await api.post('/api/widgets', { name: 'Shop' })).body
  const visit = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const init = { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    return fetch(`${baseUrl}/api/widget/${path}`, init)
  }
  const { token } = (await (await visit('POST', `${widget.id}/session`, {})).json()) as { token: string }
  const authorization = `Bearer ${token}`
  const message = {
    message: 'Where is my parcel?',
    clientId: 'c-1',
    page: { url: 'https://shop.example.com/orders', title: 'Your orders' },
  }
  await (await visit('POST', 'messages', message, { authorization, 'idempotency-key': 'k-1' })).text()
  const said = { name: 'Anna Berg', fields: { order: 'A-1042' }, consent: true }
  expect((await visit('PATCH', 'visitor', said, { authorization })).status).toBe(200)
  const [{ id }] = (await api.get('/api/conversations')).body.items
  await page.goto(`${baseUrl}/console/inbox/all?c=${id}`)
  await page.getByRole('tab', { name: 'Customer' }).click()
  const visitor = page.getByRole('region', { name: 'Says of themselves' })
  await visitor.getByText('Anna Berg').waitFor()
  await visitor.getByText('A-1042').waitFor()
  expect(await visitor.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe(message.page.url)
  expect(await findBarriers(page)).toEqual([])
  await visit('PATCH', 'visitor', { fields: { order: 'A-1043' } }, { authorization })
  await visitor.getByText('A-1043').waitFor()
})
