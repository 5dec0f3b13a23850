import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const consoles = useConsole()

/** As a question names its customer. */
const tomLind = { name: 'Tom Lind', email: 'tom@example.com' }

const people = [
  { name: 'Anna Berg', email: 'anna@example.com', tags: ['vip'] },
  { ...tomLind, tags: [] },
  { name: 'Julia Ek', email: 'julia@example.com', tags: [] },
]

test.each(['light', 'dark'] as const)('the pages of contacts are free of barriers, %s', async (colorScheme) => {
  const { page, api, baseUrl } = await consoles.open({ path: 'contacts', browser: { colorScheme } })
  await page.getByText('No contacts yet.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const { id } = (await api.post('/api/contacts', people[0])).body
  await page.reload()
  await page.getByLabel('Select Anna Berg').check()
  expect(await findBarriers(page)).toEqual([])
  await page.goto(`${baseUrl}/console/contacts/${id}`)
  await page.getByText('No conversations.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('contacts are searched and filtered, and the search stands in the address', async () => {
  const { page, api } = await consoles.open({ path: 'contacts' })
  for (const each of people) await api.post('/api/contacts', each)
  await page.reload()
  await page.getByRole('link', { name: 'Tom Lind' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('julia')
  await page.getByRole('link', { name: 'Tom Lind' }).waitFor({ state: 'detached' })
  expect(page.url()).toContain('q=julia')
  await page.reload()
  expect(await page.getByRole('searchbox').inputValue()).toBe('julia')
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Tom Lind' }).waitFor()
  await page.getByLabel('Tag').selectOption('vip')
  await page.getByRole('link', { name: 'Tom Lind' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('rowheader').count()).toBe(1)
})

test('several contacts are tagged, exported with chosen fields, and deleted after their list was shown', async () => {
  const { page, api } = await consoles.open({ path: 'contacts' })
  for (const each of people) await api.post('/api/contacts', each)
  await page.reload()
  await page.getByLabel('Select Tom Lind').check()
  await page.getByLabel('Select Julia Ek').check()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('dialog').getByLabel('Tag').fill('new')
  await page.keyboard.press('Enter')
  await page.getByText('2 done').waitFor()
  expect((await api.get('/api/contacts?tag=new')).body.items).toHaveLength(2)
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByLabel('Email', { exact: true }).uncheck()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const stream = await (await downloading).createReadStream()
  const csv = Buffer.concat(await stream.toArray()).toString()
  expect(csv).toContain('Tom Lind')
  expect(csv).not.toContain('tom@example.com')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByLabel('Select Tom Lind').check()
  await page.getByLabel('Select Julia Ek').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const list = page.getByRole('dialog').getByRole('listitem')
  await list.first().waitFor()
  expect((await list.allTextContents()).sort()).toEqual(['Julia Ek, julia@example.com', 'Tom Lind, tom@example.com'])
  expect((await api.get('/api/contacts')).body.items).toHaveLength(3)
  await page.getByRole('button', { name: 'Delete 2' }).click()
  await page.getByText('2 done').waitFor()
  expect((await api.get('/api/contacts')).body.items).toEqual([expect.objectContaining({ name: 'Anna Berg' })])
})

test('a contact is changed, blocked and merged, and its conversation opens', async () => {
  const { page, api, baseUrl } = await consoles.open()
  const { conversationId } = await api.ask('I want to talk to a human', { contact: tomLind })
  const other = (await api.post('/api/contacts', { name: 'Thomas Lind', phone: '+46701740605' })).body
  await vi.waitFor(async () => expect((await api.get('/api/contacts?q=tom@')).body.items).toHaveLength(1))
  const [tom] = (await api.get('/api/contacts?q=tom@')).body.items
  await page.goto(`${baseUrl}/console/contacts/${tom.id}`)
  await page.getByLabel('Tags').fill('vip, Stockholm')
  await page.keyboard.press('Enter')
  await page.getByText('✓ Saved').waitFor()
  await page.getByRole('button', { name: 'Block' }).click()
  await page.getByText('The AI does not answer, and nobody is told.').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByLabel('Which contact is the same person?').fill('Thomas')
  await page.getByLabel('Thomas Lind').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await vi.waitFor(async () => expect((await api.get(`/api/contacts/${other.id}`)).status).toBe(404))
  await vi.waitFor(async () => expect(await page.getByLabel('Phone').inputValue()).toBe('+46701740605'))
  expect((await api.get(`/api/contacts/${tom.id}`)).body).toMatchObject({ tags: ['vip', 'Stockholm'], blocked: true })
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').click()
  await page.waitForURL(new RegExp(`c=${conversationId}`))
})

test('a contact is erased with everything about it', async () => {
  const { page, api, baseUrl } = await consoles.open()
  const { conversationId } = await api.ask('I want to talk to a human', { contact: tomLind })
  await vi.waitFor(async () => expect((await api.get('/api/contacts')).body.items).toHaveLength(1))
  const [tom] = (await api.get('/api/contacts')).body.items
  await page.goto(`${baseUrl}/console/contacts/${tom.id}`)
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByText('Erased. This was removed:').waitFor()
  expect((await api.get(`/api/conversations/${conversationId}`)).status).toBe(404)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('No contacts yet.').waitFor()
})

test('a file is imported after a dry run that names duplicates and refused rows, and undone', async () => {
  const { page, api, expectFault } = await consoles.open({ path: 'contacts' })
  expectFault(/404/)
  await api.post('/api/contacts', people[0])
  await page.getByRole('link', { name: 'Import' }).click()
  const csv =
    'E-mail;Name;Plan\nanna@example.com;Anna;Gold\nnew@example.com;"Nils; Nilsson";Silver\nnot an address;Nobody;\n'
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('people.csv: 3 rows').waitFor()
  expect(await page.getByLabel('What E-mail becomes').inputValue()).toBe('email')
  await page.getByLabel('What Plan becomes').selectOption({ label: 'Attribute “Plan”' })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Nothing is written yet.').waitFor()
  await page.getByRole('button', { name: 'New 1' }).waitFor()
  await page.getByRole('button', { name: 'Duplicates 1' }).click()
  await page.getByRole('link', { name: 'The same as this contact' }).waitFor()
  await page.getByRole('button', { name: 'Refused 1' }).click()
  await page.getByRole('row', { name: /^3 / }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect((await api.get('/api/contacts')).body.items).toHaveLength(1)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Done.', { exact: true }).waitFor()
  expect((await api.get('/api/contacts')).body.items).toContainEqual(
    expect.objectContaining({ name: 'Nils; Nilsson', attributes: { Plan: 'Silver' } }),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect((await api.get('/api/contacts')).body.items).toEqual([expect.objectContaining({ name: 'Anna Berg' })])
})

test('a file with more rows than an import can have is refused before it is sent', async () => {
  const { page } = await consoles.open({ path: 'contacts/import' })
  const rows = Array.from({ length: 10_001 }, (_, i) => `p${i}@example.com`)
  const buffer = Buffer.from(`email\n${rows.join('\n')}\n`)
  await page.getByLabel('CSV file').setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('alert').filter({ hasText: 'A file can have 10,000 rows at most.' }).waitFor()
})
