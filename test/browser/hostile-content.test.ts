import { expect, test, vi } from 'vitest'
import type { ApiClient } from '../scenarios/api-client.ts'
import { useConsole } from './open-console.ts'
import { useWidget } from './open-widget.ts'
import { ask, logOf } from './widget-parts.ts'

const consoles = useConsole()
const widgets = useWidget()

const tag = '<img src=x onerror=alert(1)>'
/** Text that breaks readers of Markdown, or leads elsewhere than it says. Each ends with its name. */
const texts: Record<string, string> = {
  tags: `${tag}<script>alert(1)</script><svg onload=alert(1)>`,
  links: '[a](javascript:alert(1)) [b](&#106;avascript:alert(1)) [c](data:text/html,x) ![d](//tracker.example/p.gif)',
  elsewhere: '[https://bank.example](https://evil.example/login) [here](https://bank.example@evil.example/)',
  quotes: `${'> '.repeat(3_000)}deep`,
  lists: `${'- '.repeat(3_000)}deep`,
  brackets: `${'['.repeat(3_500)}${'](x)'.repeat(900)}`,
  stars: '**a*'.repeat(1_900),
  code: `${'`'.repeat(3_900)} ${'`a'.repeat(1_500)}`,
  table: `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}`,
  items: '- a\n'.repeat(1_900),
}

/** Replies of an agent, as a program with an API key may send them. */
async function sendAll(api: ApiClient, conversationId: string): Promise<void> {
  const { id: agentId } = (await api.post('/api/agents', { name: `${tag}\u202E`, email: 'maja@example.com' })).body
  for (const [name, text] of Object.entries(texts)) {
    const reply = { kind: 'reply', content: `${text}\n\nend of ${name}`, agentId, format: 'markdown' }
    expect((await api.post(`/api/conversations/${conversationId}/messages`, reply)).status, name).toBe(201)
  }
}
const inPage = async (locator: ReturnType<typeof logOf>) => ({
  links: await locator
    .locator('a[target=_blank]')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.textContent])),
  made: await locator.locator('img[src=x], script, svg[onload], [onerror]').count(),
})
const expected = [['https://evil.example/login', 'https://bank.example (evil.example)']]

test('the console shows conversations, whatever their messages and names hold', async () => {
  const { page, api, baseUrl } = await consoles.open({ workspace: tag })
  const contact = { name: `${tag}\u202E`, email: 'a@shop.example' }
  const { conversationId } = (await api.post('/api/chat/message', { message: tag, contact })).body
  await api.send('PATCH', `/api/conversations/${conversationId}`, { body: { tags: [tag], subject: `${tag}\u202E` } })
  await sendAll(api, conversationId)
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  for (const name of Object.keys(texts)) await page.getByText(`end of ${name}`).first().waitFor({ state: 'attached' })
  expect(await inPage(page.locator('body'))).toEqual({ links: expected, made: 0 })
})

test('the panel shows messages, whatever they hold', async () => {
  const { page, api, launcher } = await widgets.open()
  await launcher().click()
  await ask(page, tag)
  const [{ id }] = await vi.waitFor(async () => {
    const { items } = (await api.get('/api/conversations')).body
    expect(items).toHaveLength(1)
    return items
  })
  await sendAll(api, id)
  await vi.waitFor(async () => expect((await logOf(page).textContent())?.slice(-300)).toContain('end of items'), 15_000)
  for (const name of Object.keys(texts)) expect(await logOf(page).textContent()).toContain(`end of ${name}`)
  expect(await inPage(logOf(page))).toEqual({ links: expected, made: 0 })
})
