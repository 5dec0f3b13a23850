import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const consoles = useConsole()

/** The code that an authenticator app shows now: RFC 6238 with SHA-1, 6 digits, 30 seconds. */
async function codeOf(secret: string, now: number): Promise<string> {
  const { createHmac } = await import('node:crypto')
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = digest.at(-1)! & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The page is there with what it read. */
const isShown = (page: Page) => page.locator('h1 + p + :not([role=status])').waitFor()

const sections = [
  ...['profile', 'people', 'teams', 'ai', 'hours', 'service-levels', 'replies', 'channels', 'widget', 'connectors'],
  ...['filtered-emails', 'api', 'webhooks', 'security', 'usage', 'dead-letters'],
]

test.each(['light', 'dark'] as const)('every page of the settings is free of barriers, %s', async (colorScheme) => {
  const { page, baseUrl } = await consoles.open({ path: 'settings/profile', browser: { colorScheme } })
  for (const section of sections) {
    await page.goto(`${baseUrl}/console/settings/${section}`)
    await isShown(page)
    expect(await findBarriers(page), section).toEqual([])
  }
})

test('a field is saved by itself, says who changed it, and another browser sees it', async () => {
  const { page, api, admin, openTab } = await consoles.open({ path: 'settings/security' })
  const tab = await openTab('settings/security')
  const field = page.getByLabel('New keys expire after days')
  await field.fill('90')
  await field.press('Enter')
  await page.getByText('✓ Saved').waitFor()
  expect((await api.get('/api/settings')).body).toMatchObject({ keyExpiryDays: 90 })
  await vi.waitFor(async () => expect(await tab.getByLabel('New keys expire after days').inputValue()).toBe('90'))
  await vi.waitFor(async () => {
    await page.reload()
    await page.getByText(`Changed by ${admin.name}`).waitFor({ timeout: 2_000 })
  })
})

test('a refused value says why beside its field, and stays to be mended', async () => {
  const { page, api, expectFault } = await consoles.open({ path: 'settings/security' })
  expectFault(/422/)
  const field = page.getByLabel('Sites that may call the API from a browser')
  await field.fill('example.com')
  await field.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Must be an origin' }).waitFor()
  expect(await field.inputValue()).toBe('example.com')
  await field.fill('https://example.com')
  await field.press('Enter')
  await page.getByText('✓ Saved').waitFor()
  expect((await api.get('/api/settings')).body).toMatchObject({ allowedOrigins: ['https://example.com'] })
})

test('somebody who is invited joins by the link that is shown once', async () => {
  const { page, openBrowser, expectFault } = await consoles.open({ path: 'settings/people' })
  expectFault(/401 .*\/api\/session/)
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Maja Lind')
  await dialog.getByLabel('Email').fill('maja@example.com')
  await dialog.getByLabel('Role').selectOption('manager')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Invited', { exact: true }).waitFor()
  const other = await openBrowser()
  await other.page.goto(link)
  await other.page.getByLabel('Password').fill('nine yellow raincoats')
  await other.page.keyboard.press('Enter')
  await other.page.getByText('No one is waiting.').waitFor()
  // A manager has a profile, canned replies, the e-mails that were left out and the usage, and no page for admins.
  await other.page.getByRole('link', { name: 'Settings' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  const list = other.page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  expect(await list.allTextContents()).toEqual(['Profile', 'Canned replies', 'Filtered e-mails', 'Usage'])
  await other.page.goto(other.page.url().replace('profile', 'security'))
  await other.page.getByText('Only admins can change this.').waitFor()
})

test('a key is shown once, works, and is refused when it is revoked', async () => {
  const { page, baseUrl } = await consoles.open({ path: 'settings/api' })
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Website')
  await page.getByLabel('Knowledge, read only').check()
  await page.getByRole('button', { name: 'Create' }).click()
  const key = await page.getByRole('textbox', { name: 'Website' }).inputValue()
  const ask = () => fetch(`${baseUrl}/api/knowledge/sources`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('rowheader', { name: /Website/ }).waitFor()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke Website' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await vi.waitFor(async () => expect((await ask()).status).toBe(401), { timeout: 5_000 })
})

test('a second factor is set up with its code, and its recovery codes are shown', async () => {
  const { page, api, clock, admin } = await consoles.open({ path: 'settings/profile' })
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = await page.getByLabel('Or type this key into the app').inputValue()
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('Code', { exact: true }).fill(await codeOf(secret, clock.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('Recovery codes left: 10.').waitFor()
  expect((await api.get('/api/agents')).body.items).toEqual([expect.objectContaining({ hasTotp: true })])
})

test('a session that is ended in the profile has to sign in again, and follows what happens from then on', async () => {
  const { page, api, admin, baseUrl, openBrowser, expectFault } = await consoles.open({ path: 'settings/profile' })
  expectFault(/401/)
  const { page: other } = await openBrowser()
  const signIn = async (at: Pick<Page, 'getByLabel'>) => {
    await at.getByLabel('Email').fill(admin.email)
    await at.getByLabel('Password').fill(admin.password)
    await other.keyboard.press('Enter')
  }
  await other.goto(`${baseUrl}/console/sign-in?to=/console/inbox/queue`)
  await signIn(other)
  await other.getByRole('link', { name: 'Analytics' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^End the session on/ }).click()
  await page.getByRole('button', { name: /^End the session on/ }).waitFor({ state: 'detached' })
  const dialog = other.getByRole('dialog')
  await dialog.getByText('Your session has ended.').waitFor()
  await signIn(dialog)
  await dialog.waitFor({ state: 'detached' })
  await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await other.getByText('Tom Lind').first().waitFor()
})

test('a webhook endpoint is made, its test is delivered, and the attempt is shown', async () => {
  const { page } = await consoles.open({ path: 'settings/webhooks' })
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('URL').fill('https://example.com/hooks')
  await page.getByRole('button', { name: 'Create' }).click()
  expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('https://example.com/hooks').click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('rowheader', { name: 'knowledge.updated' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a team, an escalation rule and a target are made and changed', async () => {
  const { page, api, baseUrl } = await consoles.open({ path: 'settings/teams' })
  await page.getByRole('button', { name: 'New team' }).click()
  await page.getByLabel('Name').fill('Billing')
  await page.getByLabel('Ada Admin').check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Billing').click()
  await page.getByLabel('Assignment').selectOption('round_robin')
  await page.getByText('✓ Saved').waitFor()
  const [team] = (await api.get('/api/teams')).body.items
  expect(team).toMatchObject({ name: 'Billing', assignment: 'round_robin', members: [expect.any(String)] })

  await page.goto(`${baseUrl}/console/settings/ai`)
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Invoices')
  await dialog.getByLabel('When').selectOption('keywords')
  await dialog.getByLabel('Words').fill('invoice, refund')
  await dialog.getByLabel('Assign to team').selectOption('Billing')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Invoices').waitFor()
  expect((await api.get('/api/escalation-rules')).body.items).toEqual([
    expect.objectContaining({
      when: { kind: 'keywords', keywords: ['invoice', 'refund'] },
      // biome-ignore lint/suspicious/noThenProperty: the name of the field in the API
      then: { teamId: team.id },
    }),
  ])

  await page.goto(`${baseUrl}/console/settings/service-levels`)
  await page.getByRole('button', { name: 'New policy' }).click()
  await dialog.getByLabel('Name').fill('Within the hour')
  await dialog.getByLabel('First answer by a person, minutes').fill('60')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Within the hour').waitFor()
  expect((await api.get('/api/sla-policies')).body.items).toEqual([
    expect.objectContaining({ targets: { firstResponse: 60 } }),
  ])
})

test('business hours are written as people write them, and texts replace the built-in ones', async () => {
  const { page, api } = await consoles.open({ path: 'settings/hours' })
  await page.getByRole('switch', { name: 'People answer only at certain times' }).click()
  const monday = page.getByLabel('Monday')
  await monday.fill('8-12, 13-16.30')
  await monday.press('Enter')
  await vi.waitFor(async () =>
    expect((await api.get('/api/settings')).body.businessHours.days.monday).toEqual([
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '16:30' },
    ]),
  )
  const refusal = page.getByLabel('A policy blocked the question or the answer')
  await refusal.fill('We can’t answer that here.')
  await refusal.blur()
  await page.getByText('Customers read: We can’t answer that here.').waitFor()
})

test('on a phone, a page of the settings can be reached and used without scrolling sideways', async () => {
  const { page } = await consoles.open({ path: 'settings/ai', browser: { viewport: { width: 390, height: 844 } } })
  await isShown(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const wide = await page.evaluate(() => {
    const main = document.querySelector('main')!
    return main.scrollWidth - main.clientWidth
  })
  expect(wide).toBe(0)
})

test('canned replies that are too long for one page are all read, page by page', async () => {
  const { page, api, baseUrl } = await consoles.open({ path: 'settings/profile' })
  const names = Array.from({ length: 20 }, (_, i) => `Reply ${String.fromCharCode(65 + i)}`)
  for (const name of names) {
    const made = await api.post('/api/replies', { name, shortcut: name.at(-1), content: '詳'.repeat(8_000) })
    expect(made.status).toBe(201)
  }
  await page.goto(`${baseUrl}/console/settings/replies`)
  const row = (name: string) => page.locator('summary', { hasText: name })
  await row('Reply A').waitFor()
  expect(await row('Reply T').count()).toBe(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await row('Reply T').waitFor()
  for (const name of names) expect(await row(name).count(), name).toBe(1)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})
