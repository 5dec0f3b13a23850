import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'

const console = useConsole()

const root = (page: Page, attribute: string) => page.locator('html').getAttribute(attribute)

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(command)
  await page.keyboard.press('Enter')
}

test('another browser of the same person shows their language and theme from the first picture on', async () => {
  const { page, admin, baseUrl, openBrowser } = await console.open({ path: 'inbox/queue' })
  await page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor()
  await run(page, 'dark')
  await vi.waitFor(async () => expect(await root(page, 'data-theme')).toBe('dark'))
  await run(page, 'svenska')
  await page.getByRole('heading', { level: 1, name: 'Väntar' }).waitFor()
  await vi.waitFor(async () => {
    const { preferences } = await (await page.request.get(`${baseUrl}/api/me`)).json()
    expect(preferences).toMatchObject({ theme: 'dark', language: 'sv' })
  })

  const other = await openBrowser()
  await other.page.goto(`${baseUrl}/console/sign-in`)
  await other.page.getByLabel('Email').fill(admin.email)
  await other.page.getByLabel('Password').fill(admin.password)
  // What the page ever said once somebody had signed in.
  await other.page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seenHeadings: seen })
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent
      if (text && document.querySelector('nav')) seen.push(text)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('heading', { level: 1, name: 'Väntar' }).waitFor()
  expect(await root(other.page, 'data-theme')).toBe('dark')
  expect(await root(other.page, 'lang')).toBe('sv')
  expect(await other.page.evaluate('window.seenHeadings')).not.toContain('Waiting')
})

/** An e-mail of a customer, as a mail server would deliver it. */
async function receiveMail({ api, baseUrl }: OpenedConsole): Promise<string> {
  const secret = 'a secret of the mail server'
  const channel = { kind: 'email', provider: 'raw', address: 'help@shop.example', secrets: { secret } }
  const made = await api.post('/api/channels', channel)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const lines = ['From: Tom Lind <tom@home.example>', 'To: help@shop.example', 'Subject: Lamp', 'Message-ID: <1@home>']
  const body = [...lines, 'Content-Type: text/plain', '', 'I want to talk to a human'].join('\r\n')
  const t = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${t},v1=${v1}` }
  const sent = await fetch(`${baseUrl}/api/webhooks/email/${made.body.id}`, { method: 'POST', headers, body })
  expect(sent.status).toBe(200)
  return vi.waitFor(
    async () => {
      const { items } = (await api.get('/api/conversations?channel=email')).body
      expect(items).toHaveLength(1)
      return items[0].id
    },
    { timeout: 20_000 },
  )
}

test('a reply by email has its writer’s signature, which is shown before; others have none', async () => {
  const opened = await console.open({ path: 'settings/profile' })
  const { page, api, baseUrl } = opened
  await page.getByLabel('Signature').fill('Ada Admin\nLampo')
  await page.getByLabel('Signature').blur()
  await page.getByText('✓ Saved').waitFor()
  const byMail = await receiveMail(opened)
  const { conversationId: byChat } = await api.ask('I want to talk to a human')
  const replies = async (conversationId: string) => {
    const { items } = (await api.get(`/api/conversations/${conversationId}/messages`)).body
    return items
      .filter(({ author }: { author: { kind: string } }) => author.kind === 'agent')
      .map(({ content }: { content: string }) => content)
  }
  for (const [conversationId, expected] of [
    [byMail, 'Hello Tom.\n\nAda Admin\nLampo'],
    [byChat, 'Hello Tom.'],
  ] as const) {
    await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
    await page.getByRole('log').getByText('I want to talk to a human').waitFor()
    expect(await page.getByTitle('Your signature, added when you send').count()).toBe(conversationId === byMail ? 1 : 0)
    await page.getByLabel('Write to the customer').fill('Hello Tom.')
    if (conversationId === byMail) expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await vi.waitFor(async () => expect(await replies(conversationId)).toEqual([expected]))
  }
})

test('a shortcut gets other keys, which its hints show, and which work in another browser too', async () => {
  const { page, api, admin, baseUrl, openBrowser } = await console.open()
  const { conversationId } = await api.ask('I want to talk to a human')
  await page.goto(`${baseUrl}/console/inbox/queue?c=${conversationId}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Close conversation: E. Change' }).click()
  // Another shortcut has it, or begins with it.
  await page.keyboard.press('j')
  await page.getByText('J already means “Next conversation”').waitFor()
  await page.keyboard.press('w')
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Close conversation: W W. Change' }).waitFor()
  await page.getByRole('button', { name: 'Send: Ctrl ↵. Change' }).click()
  await page.keyboard.press('m')
  await page.getByText('it needs Ctrl or ⌘').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  // Escape left the recording alone, not the list.
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await vi.waitFor(async () => {
    const { preferences } = await (await page.request.get(`${baseUrl}/api/me`)).json()
    expect(preferences.shortcutKeys).toEqual({ close: 'w w' })
  })
  await page.keyboard.press('Escape')
  const status = async (id: string) => (await api.get(`/api/conversations/${id}`)).body.status
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Close', exact: true }).getAttribute('aria-keyshortcuts')).toBe('W W')

  const other = await openBrowser()
  await other.page.goto(`${baseUrl}/console/sign-in?to=/console/inbox/queue?c=${conversationId}`)
  await other.page.getByLabel('Email').fill(admin.email)
  await other.page.getByLabel('Password').fill(admin.password)
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await vi.waitFor(async () =>
    expect(await other.page.getByRole('button', { name: 'Close', exact: true }).getAttribute('aria-keyshortcuts')).toBe(
      'W W',
    ),
  )
  expect(await status(conversationId)).not.toBe('closed')
  await other.page.keyboard.press('w')
  await other.page.keyboard.press('w')
  await vi.waitFor(async () => expect(await status(conversationId)).toBe('closed'))

  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Reset the keys of “Close conversation”' }).click()
  await page.getByRole('button', { name: 'Close conversation: E. Change' }).waitFor()
})
