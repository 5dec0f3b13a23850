import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'

const console = useConsole()

const pages: Record<string, string> = {
  '/': '<title>Lighthouse</title><main><a href="/tickets">Tickets</a><p>The lighthouse was built in 1883 and is open.</p></main>',
  '/tickets': '<title>Tickets</title><main><p>A ticket for the lighthouse costs 8 euros for everybody.</p></main>',
}
const site = createServer(({ url = '' }, response) => {
  const body = pages[url]
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
  response.end(body && `<html lang="en">${body}</html>`)
})
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)))
afterAll(() => void site.close())

const titlesOf = ({ page }: Pick<OpenedConsole, 'page'>) => page.locator('tbody th a').allInnerTexts()
const sourcesOf = async ({ api }: Pick<OpenedConsole, 'api'>) =>
  (await api.get('/api/knowledge/sources')).body.items as Record<string, any>[]

test('the samples are one click away and one click gone', async () => {
  const opened = await console.open({ path: 'knowledge' })
  const { page } = opened
  await page.getByRole('button', { name: 'Try the samples' }).click()
  await vi.waitFor(async () => expect(await page.locator('[data-status=Ready]').count()).toBe(4))
  await page.getByRole('link', { name: 'Ready 4' }).click()
  await page.waitForURL(/status=Ready/)
  await page.goBack()
  await page.getByLabel('Ask as a customer would').fill('How long is the warranty of a lamp?')
  await page.keyboard.press('Enter')
  await page.getByText('Every lamp has a three-year warranty.').first().waitFor()
  await page.getByRole('button', { name: 'Remove the samples' }).click()
  await page.getByText('No sources yet.').waitFor()
  expect(await sourcesOf(opened)).toEqual([])
})

test('a citation opens its passage in the text of the source, with the quote marked', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Parking', `${'Nothing of note.\n\n'.repeat(200)}Parking costs 12 euros a day.\n\nMore.`)
  await page.goto(`${baseUrl}/console/testing`)
  await page.getByLabel('Question').fill('What does parking cost?')
  await page.keyboard.press('Enter')
  await page.locator('sup a').first().click()
  const mark = page.locator('mark')
  await mark.waitFor()
  expect(await mark.textContent()).toBe('Parking costs 12 euros a day.')
  await vi.waitFor(async () =>
    expect(await mark.evaluate((it) => it.getBoundingClientRect().top < innerHeight)).toBe(true),
  )
  expect(await findBarriers(page)).toEqual([])
  await page.goBack()
  await page.getByLabel('Question').waitFor()
})

test('a citation of a PDF opens its page, with the quote marked where it stands', async () => {
  const { page, api, baseUrl } = await console.open()
  const path = new URL('../bench/collections/cross-subject/hallam-annual-report-2024.pdf', import.meta.url)
  const added = await api.upload('report.pdf', await readFile(path))
  await api.untilReady(added.body.id)
  await page.goto(`${baseUrl}/console/testing`)
  await page.getByLabel('Question').fill('Who succeeded Marcus Ellery as finance director?')
  await page.keyboard.press('Enter')
  await page.locator('sup a').first().click()
  const canvas = page.getByRole('img', { name: /page 2 of 7/ })
  await canvas.waitFor({ timeout: 30_000 })
  await page.locator('[data-drawn=true]').waitFor({ timeout: 30_000 })
  const mark = page.locator('[data-mark]').first()
  await mark.waitFor()
  expect(await mark.evaluate((it) => it.getBoundingClientRect().top < innerHeight)).toBe(true)
  // What is under the marks is print, not paper.
  const darkest = await page.evaluate(() => {
    const drawn = document.querySelector('canvas')!
    const frame = drawn.getBoundingClientRect()
    const context = drawn.getContext('2d')!
    return [...document.querySelectorAll('[data-mark]')].map((each) => {
      const box = each.getBoundingClientRect()
      const scale = drawn.width / frame.width
      const area = [box.left - frame.left, box.top - frame.top, box.width, box.height].map((n) => Math.round(n * scale))
      const { data } = context.getImageData(area[0]!, area[1]!, area[2]!, area[3]!)
      let least = 255
      for (let at = 0; at < data.length; at += 4) least = Math.min(least, data[at]! + 255 - data[at + 3]!)
      return least
    })
  })
  expect(darkest.length).toBeGreaterThan(0)
  for (const value of darkest) expect(value).toBeLessThan(128)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('img', { name: /page 3 of 7/ }).waitFor()
  expect(await page.locator('[data-mark]').count()).toBe(0)
  // The same passage as text, and back.
  await page.getByRole('link', { name: 'Text', exact: true }).click()
  expect(await page.locator('mark').textContent()).toContain('Marcus Ellery retired as finance director')
  await page.getByRole('link', { name: 'Page', exact: true }).click()
  await canvas.waitFor({ timeout: 30_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a passage that the document does not have is shown as text', async () => {
  const { page, api, baseUrl } = await console.open()
  const path = new URL('../bench/collections/cross-subject/hallam-annual-report-2024.pdf', import.meta.url)
  const { id } = (await api.upload('report.pdf', await readFile(path))).body
  await api.untilReady(id)
  await page.goto(
    `${baseUrl}/console/knowledge/${id}?quote=${encodeURIComponent('Nobody ever wrote this sentence anywhere.')}`,
  )
  await page.getByText('The passage can’t be shown in the document itself').waitFor({ timeout: 30_000 })
  await page.getByText('Hallam makes and distributes bolts').waitFor()
})

test('a text is written, changed, compared side by side and restored', async () => {
  const opened = await console.open({ path: 'knowledge' })
  const { page, api } = opened
  await page.getByRole('button', { name: 'Write text' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Parking')
  await form.getByLabel('Text', { exact: true }).fill('# Parking\n\nParking costs 12 euros a day.')
  await form.getByLabel('Tags').fill('visit, car')
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Add' }).click()
  await page.locator('[data-status=Ready]').waitFor()
  await page.getByRole('link', { name: 'Parking' }).click()
  const drawer = page.getByRole('region', { name: 'Parking' })
  await drawer.getByRole('button', { name: 'Edit text' }).click()
  await drawer.getByLabel('Text', { exact: true }).fill('# Parking\n\nParking costs 15 euros a day.')
  await drawer.getByRole('button', { name: 'Save as new version' }).click()
  await drawer.getByRole('link', { name: 'Versions' }).click()
  await drawer.getByRole('button', { name: 'Compare 1 with 2' }).click()
  expect(await drawer.locator('del').textContent()).toBe('12')
  expect(await drawer.locator('ins').textContent()).toBe('15')
  expect(await findBarriers(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Restore version 1' }).click()
  await vi.waitFor(async () =>
    expect(await sourcesOf(opened)).toMatchObject([{ liveVersion: 3, tags: ['visit', 'car'] }]),
  )
  await drawer.getByText('Version 3', { exact: true }).waitFor()
  expect((await api.post('/api/simulate', { message: 'What does parking cost?' })).body.content).toContain('12 euros')
  for (const tab of ['Chunks', 'Used in', 'Text']) {
    await drawer.getByRole('link', { name: tab, exact: true }).first().click()
    await vi.waitFor(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0))
    expect(await findBarriers(page), tab).toEqual([])
  }
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: 'Parking' }).evaluate((it) => it === document.activeElement)).toBe(true)
})

test('filters stand in the address; selected sources are tagged and deleted together', async () => {
  const opened = await console.open()
  const { page, api, baseUrl } = opened
  for (const title of ['Parking', 'Returns', 'Delivery']) await api.teach(title, `${title} is explained here.`)
  await page.goto(`${baseUrl}/console/knowledge`)
  await page.getByLabel('Select Parking').check()
  await page.getByLabel('Select Returns').check()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('dialog').getByLabel('Tag').fill('shop')
  await page.keyboard.press('Enter')
  await page.getByText('Done for 2 sources.').waitFor()
  await page.getByLabel('Tag', { exact: true }).selectOption('shop')
  await vi.waitFor(async () => expect((await titlesOf(opened)).sort()).toEqual(['Parking', 'Returns']))
  await page.reload()
  await vi.waitFor(async () => expect((await titlesOf(opened)).sort()).toEqual(['Parking', 'Returns']))
  expect(new URL(page.url()).searchParams.get('tag')).toBe('shop')
  await page.getByLabel('Search sources').fill('nothing like it')
  await page.getByText('No source matches these filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await vi.waitFor(async () => expect(await titlesOf(opened)).toHaveLength(3))
  await page.getByLabel('Select all that are shown').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No sources yet.').waitFor()
  expect(await sourcesOf(opened)).toEqual([])
})

test('what is exported is imported by another tenant', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.teach('Parking', 'Parking costs 12 euros a day.')
  await page.goto(`${baseUrl}/console/knowledge`)
  await page.getByText('Export and more').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as ZIP' }).click(),
  ])
  const path = await download.path()
  const other = await console.open({ path: 'knowledge' })
  await other.page.getByText('Export and more').click()
  await other.page.getByRole('button', { name: 'Import' }).click()
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer: await readFile(path) }
  await other.page.getByLabel('File of an export').setInputFiles(file)
  await other.page.getByText('1 created · 0 updated · 0 skipped · 0 rejected').waitFor()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await vi.waitFor(async () => expect(await titlesOf(other)).toEqual(['Parking']))
})

test('two sources that say the same are shown as a pair, until both are kept on purpose', async () => {
  const { page, api, baseUrl } = await console.open()
  const text = 'Parking behind the shop costs 12 euros a day, and is free on Sundays for everybody who buys a lamp.'
  await api.teach('Parking', text)
  await api.teach('Where to park', text)
  await page.goto(`${baseUrl}/console/knowledge/duplicates`)
  await page.getByText('100% alike').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep both' }).click()
  await page.getByText('No two sources say the same.').waitFor()
})

test('what sources say against each other is listed with both, until it is dismissed', async () => {
  const { page, api, baseUrl } = await console.open({ path: 'knowledge' })
  await api.teach('Return policy', 'Unused goods can be returned within 30 days of delivery. Bring the receipt.')
  await page.getByText('Return policy').waitFor()
  expect(await page.getByText('Sources contradict each other').count()).toBe(0)
  await api.teach('Returns', 'You can return unused goods within 14 days. We pay the money back to your card.')
  await vi.waitFor(async () => {
    const { items } = (await api.get('/api/knowledge/contradictions')).body
    expect(items).toHaveLength(1)
  })
  await page.goto(`${baseUrl}/console/knowledge`)
  await page.getByText('Sources contradict each other').click()
  await page.getByText('You can return unused goods within 14 days.').waitFor()
  await page.getByText('Unused goods can be returned within 30 days of delivery.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Older: Return policy' }).click()
  await page.getByRole('heading', { name: 'Return policy' }).waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Sources contradict each other').waitFor({ state: 'detached' })
  expect((await api.get('/api/knowledge/contradictions')).body.items).toMatchObject([{ status: 'dismissed' }])
})

test('the table has the promised columns and follows the sources by itself; on a phone it fits the window', async () => {
  const browser = { colorScheme: 'dark', locale: 'sv-SE', viewport: { width: 390, height: 844 } } as const
  const opened = await console.open({ browser, path: 'knowledge' })
  const { page, api, baseUrl } = opened
  await page.getByText('Inga källor än.').waitFor()
  await api.teach('Parkering och en rubrik som är ganska lång', 'Parkering kostar 12 euro per dag.')
  await vi.waitFor(async () => expect(await titlesOf(opened)).toHaveLength(1))
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.map((head) => head.trim())).toEqual(['Källa', 'Typ', 'Status', 'Tillagd', 'Ta bort'])
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(await findBarriers(page)).toEqual([])
  expect(await fits()).toBe(true)
  const [{ id }] = (await sourcesOf(opened)) as [{ id: string }]
  await page.goto(`${baseUrl}/console/knowledge/${id}?tab=versions`)
  await page.getByText('Aktiv').waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await fits()).toBe(true)
})

test('web pages have a verdict a line before they are sent; the drawer lists the pages that were read', async () => {
  const { page } = await console.open({ path: 'knowledge' })
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const add = async (text: string) => {
    await page.getByRole('button', { name: 'Add web pages' }).click()
    await page.getByRole('dialog').getByLabel('One address per line').fill(text)
  }
  await add(`${address}\nno address`)
  await page.getByText('1 address to add').waitFor()
  await page.getByText('“no address” is not a web address.').waitFor()
  await page.getByLabel('Pages per address').fill('5')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('tbody [data-status=Ready]').waitFor({ timeout: 60_000 })
  await page.locator('tbody th a').click()
  await page.getByRole('link', { name: 'Pages' }).click()
  await page.getByText('Read 2 · Failed 0').waitFor()
  await page.getByRole('link', { name: `${address}tickets` }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await add(address)
  await page.getByText(`${address} is a source already.`).waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
})

test('a file of a type that cannot be read, or of a known name, is refused before it is sent; a file replaces another', async () => {
  const opened = await console.open({ path: 'knowledge' })
  const { page, api } = opened
  const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })
  const input = page.locator('header input[type=file]').first()
  await input.setInputFiles([file('movie.mp4', 'x'), file('parking.md', '# Parking\n\nParking costs 12 euros a day.')])
  await page.getByText(/movie\.mp4: Files of this type/).waitFor()
  await page.locator('[data-status=Ready]').waitFor()
  await input.setInputFiles([file('parking.md', '# Parking\n\nParking costs 14 euros a day.')])
  await page.getByText(/parking\.md: There is a source of this name/).waitFor()
  expect(await sourcesOf(opened)).toHaveLength(1)
  await page.locator('tbody th a').click()
  const replacement = file('parking.md', '# Parking\n\nParking costs 15 euros a day.')
  await page.getByLabel('Replace file').setInputFiles(replacement)
  await vi.waitFor(async () => expect(await sourcesOf(opened)).toMatchObject([{ liveVersion: 2 }]))
  expect((await api.post('/api/simulate', { message: 'What does parking cost?' })).body.content).toContain('15 euros')
  await page.getByText('Parking costs 15 euros a day.').waitFor()
})
