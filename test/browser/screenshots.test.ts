import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { type OpenedConsole, useConsole } from './open-console.ts'

const console = useConsole()

/** Where the README's pictures are; `SCREENSHOTS=write` writes them anew. */
const folder = join(import.meta.dirname, '../../docs/images')
const isWriting = process.env.SCREENSHOTS === 'write'

const sources = {
  'Returns and refunds':
    '# Returns and refunds\n\nYou can return an unused item within 30 days of delivery. Returns are free in every shop and cost 49 kronor by post. We send the refund within five working days of the day on which the parcel reaches us.',
  Shipping:
    '# Shipping\n\nA parcel within Sweden takes one to three working days and costs 59 kronor. A parcel to Norway takes two to five working days and costs 99 kronor. Orders above 500 kronor are sent free of charge.',
  Warranty:
    '# Warranty\n\nEvery lamp has a three-year warranty. The warranty covers faults of material and manufacture. It does not cover scratches from normal use or a broken light bulb.',
  'Opening hours':
    '# Opening hours\n\nThe shop in Malmö is open Monday to Friday from 10 to 18 and on Saturdays from 10 to 16.',
}

async function fillShop({ api }: OpenedConsole): Promise<string> {
  for (const [title, text] of Object.entries(sources))
    await api.post('/api/knowledge/sources', { type: 'manual', title, text })
  await vi.waitFor(async () => {
    const { items } = (await api.get('/api/knowledge/sources')).body
    expect(items.map(({ status }: { status: string }) => status)).toEqual(Object.keys(sources).map(() => 'Ready'))
  })
  await api.ask('What does a parcel to Norway cost?', { contact: { name: 'Ingrid Dahl', email: 'ingrid@example.com' } })
  await api.ask('Do you sell gift cards? I want to talk to a person.', {
    contact: { name: 'Tom Lind', email: 'tom@example.com' },
  })
  await api.ask('My order 4821 has not arrived, please let me talk to a human.', {
    contact: { name: 'Julia Ek', email: 'julia@example.com' },
  })
  const anna = { contact: { name: 'Anna Berg', email: 'anna@example.com' } }
  const { conversationId } = await api.ask('How long is the warranty of a lamp?', anna)
  await api.ask('The lamp flickers since yesterday. Can I talk to a person?', { conversationId })
  await api.post('/api/conversations/bulk', { action: 'tag', ids: [conversationId], tag: 'warranty' })
  return conversationId
}

async function show(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot()
  if (!isWriting) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), picture)
}

test('the pictures of the README show what the console shows', async () => {
  const opened = await console.open({
    workspace: 'Lampo',
    browser: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  })
  const { page, baseUrl } = opened
  const conversationId = await fillShop(opened)
  const go = (path: string) => page.goto(`${baseUrl}/console/${path}`)

  await go(`inbox/queue?c=${conversationId}`)
  await page.getByRole('log').getByText('The lamp flickers since yesterday.').waitFor()
  await page.getByRole('option', { name: /Tom Lind/ }).waitFor()
  await page.getByLabel('Write to the customer').fill('Hello Anna, that sounds like a fault that the warranty covers.')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await show(page, 'inbox')

  await go('knowledge')
  await page.getByRole('row').filter({ hasText: 'Warranty' }).waitFor()
  await show(page, 'knowledge')

  await go('testing')
  await page.getByRole('textbox').first().fill('How long is the warranty of a lamp?')
  await page.keyboard.press('Enter')
  await page.getByText('Every lamp has a three-year warranty.').first().waitFor()
  await show(page, 'testing')
})
