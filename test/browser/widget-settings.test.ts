import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { startSite } from './host-site.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'
import { noWidget } from './widget-files.ts'

const consoles = useConsole()

const parts = ['Install', 'Look', 'Texts', 'Visitors', 'Messages', 'Features']

/** A console with a widget whose page is open. */
async function openWidget(options: Parameters<typeof consoles.open>[0] = {}, settings: object = {}) {
  const opened = await consoles.open({ path: 'settings/widget', ...options })
  const { body } = await opened.api.post('/api/widgets', { name: 'Shop', ...settings })
  await opened.page.goto(`${opened.baseUrl}/console/settings/widget?open=${body.id}`)
  await opened.page.getByRole('heading', { name: 'Shop' }).waitFor()
  const read = async () => (await opened.api.get(`/api/widgets/${body.id}`)).body
  return { ...opened, id: body.id as string, read }
}
const openPart = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const saved = (page: Page) => page.getByText('✓ Saved').first().waitFor()
const preview = (page: Page) => page.getByRole('figure', { name: 'Preview' })

test('a widget is made, its secret is shown once, and its line works on a site', async (context) => {
  if (noWidget) context.skip(noWidget)
  const { page, baseUrl, api, openBrowser, expectFault } = await consoles.open({ path: 'settings/widget' })
  const site = await startSite(baseUrl)
  try {
    await page.getByText('No widgets yet.').waitFor()
    await page.getByRole('button', { name: 'New widget' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('Sites that may show it').fill(site.origin)
    await page.getByRole('button', { name: 'Create' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^wgs_[\w-]{43}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    expect(await page.content()).not.toContain(secret)

    await openPart(page, 'Look')
    const accent = page.getByLabel('Accent colour', { exact: true })
    await accent.fill('#ffd400')
    await accent.press('Enter')
    await saved(page)
    await openPart(page, 'Texts')
    await page.getByLabel('Title', { exact: true }).fill('Ask the shop')
    await page.getByLabel('Title', { exact: true }).press('Enter')
    await saved(page)

    await openPart(page, 'Install')
    const line = (await page.getByRole('region', { name: 'Line for your pages' }).textContent())!
    const [, widget, attributes] = /data-widget="(\w+)" (.*) async/.exec(line)!
    expect(line).toContain(`<script src="${baseUrl}/widget.js" `)
    expect(attributes).toBe('data-accent="#ffd400" data-on-accent="#000000"')
    expectFault(new RegExp(site.origin))
    const visitor = await openBrowser()
    await visitor.page.addInitScript(() => {
      const { attachShadow } = Element.prototype
      Element.prototype.attachShadow = function (init) {
        return attachShadow.call(this, { ...init, mode: 'open' })
      }
    })
    await visitor.page.goto(site.add('/shop', { widget: widget!, attributes: attributes! }))
    const launcher = visitor.page.getByRole('button', { name: 'Open chat' })
    const background = () => launcher.evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(await background()).toBe('rgb(255, 212, 0)')
    await launcher.click()
    await visitor.page.getByRole('dialog', { name: 'Ask the shop' }).waitFor()
    expect((await api.get(`/api/widgets/${widget}`)).body.theme).toMatchObject({
      accent: '#ffd400',
      onAccent: '#000000',
    })
  } finally {
    await site.stop()
  }
})

test.each(['light', 'dark'] as const)('every part of a widget is free of barriers, %s', async (colorScheme) => {
  const { page, baseUrl } = await openWidget(
    { browser: { colorScheme } },
    {
      allowedOrigins: ['https://shop.example.com'],
      identity: { mode: 'optional' },
      preChat: { when: 'always', fields: [{ name: 'email', kind: 'email', required: true }] },
    },
  )
  for (const part of parts) {
    await openPart(page, part)
    await page
      .locator('summary')
      .first()
      .click({ timeout: 1_000 })
      .catch(() => {})
    expect(await findBarriers(page), part).toEqual([])
  }
  await page.goto(`${baseUrl}/console/settings/widget`)
  await page.getByRole('link', { name: /Shop/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('texts show in the preview while they are typed, and are saved for their language alone', async () => {
  const { page, baseUrl, id, read } = await openWidget()
  await openPart(page, 'Texts')
  await page.getByLabel('Language').selectOption('sv')
  await vi.waitFor(() => expect(page.url()).toContain('lang=sv'))
  await preview(page).getByText('Vi svarar oftast direkt').waitFor()
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Fråga butiken')
  await preview(page).getByText('Fråga butiken').waitFor()
  expect((await read()).texts).toEqual({})
  // Two fields, one right after the other: neither loses what the other saved.
  await title.press('Tab')
  await page.keyboard.type('Hela dagen')
  await page.keyboard.press('Tab')
  await vi.waitFor(async () =>
    expect((await read()).texts).toEqual({ sv: { title: 'Fråga butiken', subtitle: 'Hela dagen' } }),
  )
  await page.getByLabel('Questions to start with').fill('Var är min order?\n\nKan jag byta, eller lämna tillbaka?')
  await page.getByLabel('Questions to start with').blur()
  await preview(page).getByText('Kan jag byta, eller lämna tillbaka?').waitFor()
  const config = () => fetch(`${baseUrl}/api/widget/${id}/config?lang=sv`).then((reply) => reply.json())
  await vi.waitFor(async () =>
    expect((await config()).texts.suggestions).toEqual(['Var är min order?', 'Kan jag byta, eller lämna tillbaka?']),
  )
  await page.getByLabel('Language').selectOption('ar')
  await preview(page).locator('[dir=rtl]').waitFor()
  expect(await title.inputValue()).toBe('')
  await page.reload()
  await preview(page).locator('[dir=rtl]').waitFor()
})

test('a color that is none is refused beside its field, and the preview follows what is typed', async () => {
  const { page, expectFault, read } = await openWidget()
  expectFault(/422/)
  await openPart(page, 'Look')
  const accent = page.getByLabel('Accent colour', { exact: true })
  await accent.fill('green')
  await accent.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Must be a color' }).waitFor()
  expect(await accent.inputValue()).toBe('green')
  await accent.fill('#0b6b3a')
  await accent.press('Enter')
  await saved(page)
  await page.getByLabel('Label').fill('Help')
  await preview(page).getByText('Help', { exact: true }).waitFor()
  await page.getByLabel('Label').press('Enter')
  await vi.waitFor(async () =>
    expect(await read()).toMatchObject({
      theme: { accent: '#0b6b3a', onAccent: '#ffffff' },
      launcher: { label: 'Help' },
    }),
  )
  await page.getByLabel('Symbol').selectOption('lifebuoy')
  await vi.waitFor(async () => expect((await read()).launcher.icon).toBe('lifebuoy'))
  await page.getByLabel('Label').fill('')
  await page.getByLabel('Label').press('Enter')
  await vi.waitFor(async () => expect((await read()).launcher).toEqual({ icon: 'lifebuoy', hidden: false }))
})

const base64url = (text: string) => Buffer.from(text).toString('base64url')

test('users of the site are recognised by the new secret, and the sample names the widget', async () => {
  const { page, baseUrl, id, read } = await openWidget()
  await openPart(page, 'Visitors')
  await page.getByRole('combobox', { name: 'Visitors' }).selectOption('optional')
  await saved(page)
  expect(await read()).toMatchObject({ identity: { mode: 'optional' } })
  const code = page.getByRole('region', { name: 'On your server' })
  expect(await code.textContent()).toContain(`.setAudience('${id}')`)
  await page.getByLabel('Server written in').selectOption('Python')
  expect(await code.textContent()).toContain(`"aud": "${id}"`)
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const now = Math.floor(Date.now() / 1_000)
  const claims = { aud: id, sub: 'u1', iat: now, exp: now + 600, name: 'Anna' }
  const signed = `${base64url('{"alg":"HS256"}')}.${base64url(JSON.stringify(claims))}`
  const userToken = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  const session = await fetch(`${baseUrl}/api/widget/${id}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userToken }),
  })
  expect(await session.json()).toMatchObject({ visitor: { verified: true, name: 'Anna' } })
})

async function askFor(page: OpenedConsole['page'], what: string, more: Record<string, string> = {}) {
  await page.getByRole('button', { name: 'Ask for more' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ask for', { exact: true }).selectOption({ label: what })
  for (const [label, text] of Object.entries(more)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('switch', { name: 'Required' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('what visitors are asked is added, moved and removed', async () => {
  const { page, read } = await openWidget()
  await openPart(page, 'Visitors')
  await page.getByLabel('When', { exact: true }).selectOption({ label: 'Before the first message' })
  await askFor(page, 'Email')
  await askFor(page, 'Something else', { 'Label in English': 'Order number', 'Label in Swedish': 'Ordernummer' })
  const asked = page.getByRole('list', { name: 'What visitors are asked' }).getByRole('listitem')
  await vi.waitFor(async () => expect(await asked.count()).toBe(2))
  await page.getByRole('button', { name: 'Move Order number up' }).click()
  const orderNumber = {
    name: 'orderNumber',
    kind: 'text',
    label: { en: 'Order number', sv: 'Ordernummer' },
    required: true,
  }
  await vi.waitFor(async () =>
    expect((await read()).preChat).toEqual({
      when: 'always',
      fields: [orderNumber, { name: 'email', kind: 'email', required: true }],
    }),
  )
  await page.getByRole('button', { name: 'Delete Email' }).click()
  await page.getByLabel('Text to agree to').fill('We keep this for a month.')
  await page.getByLabel('Text to agree to').blur()
  await vi.waitFor(async () =>
    expect((await read()).preChat).toEqual({
      when: 'always',
      fields: [orderNumber],
      consent: { en: 'We keep this for a month.' },
    }),
  )
})

test('features and limits are saved, and an empty budget is none', async () => {
  const { page, read } = await openWidget({}, { limits: { tokensPerDay: 5_000 } })
  await openPart(page, 'Features')
  await page.getByRole('switch', { name: 'Visitors can send files' }).click()
  await page.getByLabel('AI answers per hour').fill('20')
  await page.getByLabel('Model tokens per day').fill('')
  await page.getByLabel('Model tokens per day').press('Enter')
  await vi.waitFor(async () =>
    expect(await read()).toMatchObject({
      features: { attachments: false, rating: true },
      limits: { answersPerHour: 20, tokensPerDay: null },
    }),
  )
})

test('a widget that is removed asks before, and is gone from the list', async () => {
  const { page, api } = await openWidget()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Shop”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await api.get('/api/widgets')).body.items).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No widgets yet.').waitFor()
  expect((await api.get('/api/widgets')).body.items).toEqual([])
})

test('a widget that is gone says so, and the way back to the list stays', async () => {
  const { page, baseUrl, expectFault } = await consoles.open({ path: 'settings/profile' })
  expectFault(/404/)
  await page.goto(`${baseUrl}/console/settings/widget?open=wgt_gone`)
  await page.getByRole('alert').getByText('This doesn’t exist, or not any more.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'All widgets' }).click()
  await page.getByText('No widgets yet.').waitFor()
})

test('on a phone, every part can be used without scrolling sideways, in Swedish too', async () => {
  const { page, baseUrl, id } = await openWidget(
    { browser: { viewport: { width: 390, height: 844 } } },
    { identity: { mode: 'required' } },
  )
  const widths = () =>
    page.evaluate(() => {
      const main = document.querySelector('main')!
      return { page: document.documentElement.scrollWidth, main: main.scrollWidth - main.clientWidth }
    })
  for (const part of parts) {
    await openPart(page, part)
    expect(await widths(), part).toEqual({ page: 390, main: 0 })
  }
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'sv'))
  for (const part of ['setup', 'look', 'texts', 'visitors', 'features']) {
    await page.goto(`${baseUrl}/console/settings/widget?open=${id}&part=${part}`)
    await page.getByRole('link', { name: 'Alla widgetar' }).waitFor()
    expect(await widths(), part).toEqual({ page: 390, main: 0 })
  }
})

test('a message is added, changed and deleted, and the line says that there is one', async () => {
  const { page, read } = await openWidget()
  await openPart(page, 'Messages')
  await page.getByRole('button', { name: 'Add a message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Delivery')
  await dialog.getByLabel('Message in English').fill('Questions about delivery?')
  await dialog.getByLabel('On pages whose path begins with').fill('/cart')
  await dialog.getByLabel('To', { exact: true }).selectOption('new')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Change Delivery' }).click()
  const message = {
    name: 'Delivery',
    message: { en: 'Questions about delivery?' },
    when: { path: '/cart', secondsOnPage: 10, returning: false },
    oncePer: 'session',
  }
  expect((await read()).proactive).toEqual([message])
  await dialog.getByLabel('Message in Swedish').fill('Frågor om leverans?')
  await dialog.getByLabel('How often').selectOption('day')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await read()).proactive).toEqual([
    { ...message, message: { ...message.message, sv: 'Frågor om leverans?' }, oncePer: 'day' },
  ])
  const lineOf = () => page.getByRole('region', { name: 'Line for your pages' }).textContent()
  await openPart(page, 'Install')
  expect(await lineOf()).toContain(' data-proactive async>')
  await openPart(page, 'Messages')
  await page.getByRole('button', { name: 'Delete Delivery' }).click()
  await vi.waitFor(async () => expect((await read()).proactive).toEqual([]))
  await openPart(page, 'Install')
  expect(await lineOf()).not.toContain('data-proactive')
})
