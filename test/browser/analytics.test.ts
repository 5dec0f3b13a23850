import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'

const consoles = useConsole()

/** A question that nothing answers, and one that a source answers. */
async function askSomething(api: OpenedConsole['api']) {
  const source = { type: 'manual', title: 'Parking', text: 'Parking costs 12 euros a day.' }
  const { id } = (await api.post('/api/knowledge/sources', source)).body
  await vi.waitFor(
    async () => expect((await api.get(`/api/knowledge/sources/${id}`)).body).toMatchObject({ status: 'Ready' }),
    { timeout: 20_000 },
  )
  await api.ask('What does parking cost?')
  return api.ask('Do you deliver furniture to Norway?')
}

test.each(['light', 'dark'] as const)('the pages of analytics are free of barriers, %s', async (colorScheme) => {
  const { page, api, baseUrl } = await consoles.open({ path: 'analytics', browser: { colorScheme } })
  await page.getByText('Nothing in this period.').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  await askSomething(api)
  await vi.waitFor(async () => expect((await api.get('/api/analytics/suggestions')).body.items).toHaveLength(1))
  for (const path of ['analytics', 'analytics/rows?metric=questions', 'analytics/suggestions', 'analytics/log']) {
    await page.goto(`${baseUrl}/console/${path}`)
    await page.locator('main :is(dl, article, tbody tr)').first().waitFor()
    expect(await findBarriers(page), path).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('a number and a bar open their rows, which open the conversation and are saved as CSV', async () => {
  const { page, api, baseUrl } = await consoles.open()
  const { conversationId } = await askSomething(api)
  await vi.waitFor(async () => expect((await api.get('/api/analytics/overview')).body).toMatchObject({ escalated: 1 }))
  await page.goto(`${baseUrl}/console/analytics`)
  await page.getByRole('region', { name: 'Why questions were passed on' }).getByRole('link').click()
  await page.getByRole('heading', { name: 'Passed on to people', exact: true }).waitFor()
  expect(page.url()).toContain('reason=low_confidence')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV', exact: true }).click()
  const csv = Buffer.concat(await (await (await downloading).createReadStream()).toArray()).toString()
  expect(csv).toMatch(/^at,conversationId/)
  expect(csv).toContain(conversationId)
  await page.getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(new RegExp(`c=${conversationId}`))
  await page.goBack()
  await page.getByRole('link', { name: '← Analytics' }).click()
  await page.getByRole('definition').first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Conversations' }).waitFor()
  await page.getByRole('row').nth(2).waitFor()
  await page.goto(`${baseUrl}/console/analytics?by=tag`)
  await page
    .getByRole('link', { name: /^No tag/ })
    .first()
    .click()
  await page.getByRole('row').nth(2).waitFor()
  await page.getByText('· No tag').waitFor()
})

test('a gap is closed with an edited draft, and another is dismissed', async () => {
  const { page, api } = await consoles.open({ path: 'analytics/suggestions' })
  await page.getByText('No gaps').waitFor()
  await askSomething(api)
  await vi.waitFor(async () => expect((await api.get('/api/analytics/suggestions')).body.items).toHaveLength(1))
  await page.reload()
  await page.getByLabel('Title').fill('Delivery to Norway')
  await page
    .getByLabel('Text')
    .fill('We deliver furniture to Norway within ten days. Delivery to Norway costs 90 euros.')
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('No gaps').waitFor()
  const { items } = (await api.get('/api/knowledge/sources?q=Norway')).body
  expect(items).toEqual([expect.objectContaining({ title: 'Delivery to Norway' })])
  await api.ask('How many people work in your office?')
  await vi.waitFor(async () =>
    expect((await api.get('/api/analytics/suggestions?status=open')).body.items).toContainEqual(
      expect.objectContaining({ count: 1, title: expect.stringContaining('office') }),
    ),
  )
  await page.reload()
  await page
    .getByRole('article', { name: /office/ })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await page.getByRole('article', { name: /office/ }).waitFor({ state: 'detached' })
  await page.getByLabel('Status').selectOption('Dismissed')
  await page.getByRole('article', { name: /office/ }).waitFor()
})

test('the log names who changed what, and bulk actions', async () => {
  const { page, api, admin, baseUrl } = await consoles.open({ path: 'settings/security' })
  await page.getByLabel('New keys expire after days').fill('90')
  await page.keyboard.press('Enter')
  await page.getByText('✓ Saved').waitFor()
  const { conversationId } = await api.ask('I want to talk to a human')
  await api.post('/api/conversations/bulk', { action: 'tag', ids: [conversationId], tag: 'late' })
  await vi.waitFor(async () => {
    await page.goto(`${baseUrl}/console/analytics/log`)
    await page.getByRole('row', { name: /Bulk action: tag late/ }).waitFor({ timeout: 2_000 })
    await page
      .getByRole('row', { name: new RegExp(`${admin.name} Settings: update keyExpiryDays`) })
      .waitFor({ timeout: 2_000 })
  })
  await page.getByLabel('Kind').selectOption('Bulk action')
  await page.getByRole('row', { name: /keyExpiryDays/ }).waitFor({ state: 'detached' })
  expect(page.url()).toContain('kind=bulk')
})

test('topics and the calibration open their rows, and are saved as CSV', async () => {
  const { page, api, baseUrl } = await consoles.open()
  const { conversationId } = await askSomething(api)
  const messageId = await vi.waitFor(async () => {
    const { items } = (await api.get('/api/analytics/rows?metric=answered')).body
    expect(items).toHaveLength(1)
    return items[0].messageId as string
  })
  await api.post('/api/conversations/bulk', { action: 'tag', ids: [conversationId], tag: 'delivery' })
  const rated = await api.post('/api/chat/feedback', { messageId, helpful: true })
  expect(rated.status, JSON.stringify(rated.body)).toBeLessThan(300)
  await vi.waitFor(async () => {
    expect((await api.get('/api/analytics/overview')).body.calibration).toMatchObject({ judged: 1 })
    expect((await api.get('/api/analytics/topics')).body.topics).toMatchObject([{ key: 'delivery', count: 1 }])
  })
  await page.goto(`${baseUrl}/console/analytics`)
  const topics = page.getByRole('region', { name: 'Topics over time' }).first()
  await topics
    .getByRole('row', { name: /delivery/ })
    .getByRole('link')
    .nth(1)
    .click()
  await page.getByRole('heading', { name: 'Conversations' }).waitFor()
  expect(page.url()).toMatch(/tag=delivery/)
  await page.getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(new RegExp(`c=${conversationId}`))
  await page.goto(`${baseUrl}/console/analytics`)
  await topics.getByRole('combobox').selectOption('Sources of answers')
  await topics.getByRole('row', { name: /Parking/ }).waitFor()
  expect(page.url()).toContain('topics=source')
  const calibration = page.getByRole('region', { name: 'Is the AI as sure as it is right?' }).first()
  const downloading = page.waitForEvent('download')
  await calibration.getByRole('button', { name: /Download CSV/ }).click()
  const csv = Buffer.concat(await (await (await downloading).createReadStream()).toArray()).toString()
  expect(csv.split('\r\n')[0]).toBe('from,to,answers,right,wrong,predicted,rightShare')
  expect(csv.split('\r\n')).toHaveLength(12)
  await calibration.getByRole('row').nth(1).getByRole('link').nth(1).click()
  await page.getByRole('heading', { name: 'Answers known to be right or wrong' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})
