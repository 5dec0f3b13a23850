import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { OpenedConsole } from './open-console.ts'

type Agent = { page: Page; id: string; name: string }

/** A colleague with a browser of their own, who has accepted the invitation and looks at a path of the console. */
export async function signInAgent(
  { api, baseUrl, openBrowser }: Pick<OpenedConsole, 'api' | 'baseUrl' | 'openBrowser'>,
  name: string,
  path: string,
  at = baseUrl,
): Promise<Agent> {
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}@example.com`
  const invited = await api.post('/api/agents', { name, email, invite: true })
  expect(invited.status, JSON.stringify(invited.body)).toBe(201)
  const { browser, page } = await openBrowser({}, at)
  const token = new URL(invited.body.inviteUrl, baseUrl).hash.slice(1)
  const accepted = await browser.request.post(`${at}/api/invites/accept`, {
    data: { token, password: 'seven blue umbrellas' },
  })
  expect(accepted.status(), await accepted.text()).toBe(201)
  await page.goto(`${at}/console/${path}`)
  return { page, id: invited.body.id, name }
}
