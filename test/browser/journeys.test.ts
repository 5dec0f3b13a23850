import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const console = useConsole()

const parking = {
  name: 'parking.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Parking\n\nParking costs 12 euros a day.\n'),
}

test('from the setup link to a cited answer from one’s own document', async () => {
  const { page, baseUrl, setupUrl, admin, expectFault } = await console.open({ isSetUp: false, isSignedIn: false })
  // Whether somebody has signed in is asked; the browser writes the refusal into its console.
  expectFault(/401 .*\/api\/session/)
  await page.goto(new URL(setupUrl, baseUrl).href)
  await page.getByLabel('Your name').fill(admin.name)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByText('No sources yet.').waitFor()
  await page.locator('input[type=file]').setInputFiles(parking)
  await page.locator('[data-status=Ready]').waitFor()
  await page.getByLabel('Ask as a customer would').fill('What does parking cost?')
  await page.keyboard.press('Enter')
  await page.getByText('Parking costs 12 euros a day.').first().waitFor()
  expect(await page.getByText('Parking, version 1').isVisible()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Put the chat on your website' }).click()
  await page.getByRole('heading', { level: 1, name: 'Widget' }).waitFor()
  await page.goBack()
  await page.getByLabel('Ask as a customer would').fill('What does parking cost?')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Invite a colleague' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
})

test('of 50 files the one that is too large is named before it is sent, and the others go', async () => {
  const { page } = await console.open({ path: 'knowledge' })
  const large = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(20 * 1024 * 1024 + 1, 'a') }
  const small = Array.from({ length: 48 }, (_, i) => ({
    name: `floor-${i}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`Floor ${i} has ${i} places.`),
  }))
  await page.locator('input[type=file]').setInputFiles([...small, large, parking])
  await page.getByText(/large\.txt: The file is 20\D*MB/).waitFor()
  await vi.waitFor(async () => expect(await page.locator('[data-status=Ready]').count()).toBe(49), { timeout: 30_000 })
  expect(await page.getByRole('row').count()).toBe(50)
})

test('a question that the AI passes on appears by itself, and is answered by keys alone', async () => {
  const { page, api } = await console.open({ path: 'inbox/queue' })
  await page.getByText('No one is waiting.').waitFor()
  await page.getByText('Live').waitFor()
  const asked = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind', email: 'tom@example.com' } })
  await page.getByRole('option', { name: /Tom Lind/ }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('Hello Tom, how can I help?')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('log').getByText('Hello Tom, how can I help?').waitFor()
  await vi.waitFor(async () => {
    const { items } = (await api.get(`/api/conversations/${asked.conversationId}/messages`)).body
    expect(items[0]).toMatchObject({ author: { kind: 'agent' }, content: 'Hello Tom, how can I help?' })
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByText('No one is waiting.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/conversations/${asked.conversationId}`)
    expect(body).toMatchObject({ status: 'open' })
  })
})

test('the command menu does what shortcuts do, and finds settings, conversations, sources and contacts', async () => {
  const { page, api, baseUrl, expectFault } = await console.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  const contact = { name: 'Tom Lind', email: 'tom@example.com' }
  const { conversationId } = await api.ask('I want to talk to a human', { contact })
  await page.goto(`${baseUrl}/console/inbox/queue?c=${conversationId}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  const menu = page.getByRole('dialog', { name: 'Commands' })
  const choose = async (words: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    await menu.getByRole('option', { name: option }).waitFor()
    while (!(await menu.getByRole('option', { name: option, selected: true }).count())) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
  }
  // Closed, it gives the focus to the field that the action means.
  await choose('reply', /^Reply R$/)
  await page.keyboard.type('Hello Tom')
  expect(await page.getByLabel('Write to the customer').inputValue()).toBe('Hello Tom')
  await choose('close conv', /^Close conversation E$/)
  await vi.waitFor(async () =>
    expect((await api.get(`/api/conversations/${conversationId}`)).body).toMatchObject({ status: 'closed' }),
  )
  // What can't be done is not offered.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('conversation')
  await menu.getByRole('option', { name: 'Reopen conversation' }).waitFor()
  expect(await menu.getByRole('option', { name: 'Close conversation' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await choose('webh', /^Webhooks Settings$/)
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await choose('parking', /^Parking Knowledge$/)
  await page.waitForURL(/knowledge\/\w+/)
  await choose('tom lind', /^Tom Lind Contacts$/)
  await page.getByRole('heading', { name: 'Tom Lind' }).waitFor()
  await choose('talk to a human', /^Tom Lind · .* Inbox$/)
  await page.waitForURL(`**/inbox/all?c=${conversationId}`)

  // What can't be searched is said, beside what was found.
  expectFault(/503/)
  const body = JSON.stringify({ status: 503, code: 'unavailable', detail: 'Away.' })
  const refusal = { status: 503, contentType: 'application/problem+json', body }
  await page.route(/\/api\/contacts/, (route) => route.fulfill(refusal))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('parkin')
  await menu.getByRole('option', { name: /^Parking/ }).waitFor()
  await menu.getByText('Frontdesk is not ready.').waitFor()
})

test('what is typed survives a reload, and another tab of the same agent shows it', async () => {
  const { page, api, openTab } = await console.open()
  const { conversationId } = await api.ask('I want to talk to a human')
  await page.goto(page.url().replace(/\/console.*/, `/console/inbox/queue?c=${conversationId}`))
  await page.getByLabel('Write to the customer').fill('Half a sentence')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await page.reload()
  await vi.waitFor(async () =>
    expect(await page.getByLabel('Write to the customer').inputValue()).toBe('Half a sentence'),
  )
  const tab = await openTab(`inbox/queue?c=${conversationId}`)
  await vi.waitFor(async () =>
    expect(await tab.getByLabel('Write to the customer').inputValue()).toBe('Half a sentence'),
  )
})

test('a reply to what has moved on is not sent, and nothing of it is lost', async () => {
  const { page, api, expectFault } = await console.open()
  expectFault(/409/)
  const { conversationId } = await api.ask('I want to talk to a human')
  await page.goto(page.url().replace(/\/console.*/, `/console/inbox/queue?c=${conversationId}`))
  const field = page.getByLabel('Write to the customer')
  await field.fill('My answer')
  await api.ask('One more thing: I am in a hurry', { conversationId })
  await page.getByText(/\d new messages? while you were typing/).waitFor()
  expect(await field.inputValue()).toBe('My answer')
  await field.press('Control+Enter')
  await page.getByRole('button', { name: 'Send anyway' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await page.getByRole('log').getByText('My answer').waitFor()
  expect(await field.inputValue()).toBe('')
})

test('a session that ends in the middle asks to sign in over the page, and what was typed stays', async () => {
  const { page, api, browser, admin, expectFault } = await console.open()
  expectFault(/401/)
  const { conversationId } = await api.ask('I want to talk to a human')
  await page.goto(page.url().replace(/\/console.*/, `/console/inbox/queue?c=${conversationId}`))
  const field = page.getByLabel('Write to the customer')
  await field.fill('Still here')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await browser.clearCookies()
  await page.getByRole('link', { name: 'Knowledge' }).focus()
  await page.keyboard.press('i')
  await page.getByRole('dialog').getByLabel('Email').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('dialog').getByLabel('Email').fill(admin.email)
  await page.getByRole('dialog').getByLabel('Password').fill(admin.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('Still here')
})

test('without a connection the page says since when, and follows again by itself', async () => {
  const { page, api, browser, expectFault } = await console.open({ path: 'inbox/queue' })
  expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page.getByText('Live').waitFor()
  await browser.setOffline(true)
  await page.getByText(/Offline since/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await browser.setOffline(false)
  await page.getByRole('option', { name: /Tom Lind/ }).waitFor()
  expect(await page.getByText(/Offline since/).isVisible()).toBe(false)
})

test.each([
  ['in English, light', { colorScheme: 'light', locale: 'en-GB' }],
  ['in Swedish, dark', { colorScheme: 'dark', locale: 'sv-SE' }],
] as const)('every screen is free of barriers that axe knows %s', async (_, browser) => {
  const { page, api, baseUrl } = await console.open({ browser })
  const isStill = async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0)
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await api.ask('What does parking cost?', { contact: { name: 'سارة' } })
  const { conversationId } = await api.ask('أريد التحدث إلى إنسان. I want to talk to a human', {
    contact: { name: 'Sara' },
  })
  for (const path of [
    'inbox/queue',
    'inbox/ai',
    `inbox/all?c=${conversationId}`,
    'inbox/snoozed',
    'knowledge',
    'sign-in',
    'invite#x',
  ]) {
    await page.goto(`${baseUrl}/console/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await vi.waitFor(isStill)
    expect(await findBarriers(page), path).toEqual([])
  }
  await page.goto(`${baseUrl}/console/inbox/all`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  expect(await findBarriers(page), 'the command menu').toEqual([])
})
