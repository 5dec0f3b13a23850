import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from '../scenarios/api-client.ts'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const console = useConsole()

const atOnce = 12
/** Conversations that wait for people, of customers with these names. */
async function waitingFor(api: ApiClient, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  const left = [...names]
  const worker = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      ids.push((await api.ask('I want to talk to a human', { contact: { name } })).conversationId)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return ids
}

test('several conversations are selected by keys, tagged together, and the tag is taken back', async () => {
  const { page, api } = await console.open({ path: 'inbox/queue' })
  await page.getByText('Live').waitFor()
  await waitingFor(api, ['Ann', 'Bo', 'Cy'])
  await page.getByRole('option').nth(2).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByText('2 selected').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('l')
  await page.keyboard.type('vip')
  await page.keyboard.press('Enter')
  await page.getByText('2 conversations tagged').waitFor()
  await vi.waitFor(async () => expect((await api.get('/api/conversations?tag=vip')).body.items).toHaveLength(2))
  await page.keyboard.press('z')
  await vi.waitFor(async () => expect((await api.get('/api/conversations?tag=vip')).body.items).toHaveLength(0))
})

test('rows stay in their place under the pointer; the focus alone holds none back, and the open one leaves when it is closed', async () => {
  const { page, api } = await console.open({ path: 'inbox/queue' })
  await page.getByText('Live').waitFor()
  await waitingFor(api, ['Ann'])
  const list = page.getByRole('listbox')
  await list.focus()
  await waitingFor(api, ['Bo'])
  await page.getByRole('option', { name: /Bo/ }).waitFor()
  await list.hover()
  const [cy] = await waitingFor(api, ['Cy'])
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await page.getByRole('option').count()).toBe(2)
  await page.keyboard.press('j')
  const open = page.getByRole('option', { selected: true })
  const name = /Ann|Bo/.exec((await open.textContent())!)![0]
  const conversationId = (await open.getAttribute('id'))!.replace('row-', '')
  await api.send('PATCH', `/api/conversations/${conversationId}`, { body: { status: 'closed' } })
  await page.getByRole('option', { name: new RegExp(name) }).waitFor({ state: 'detached' })
  // The pointer still holds back what is new.
  expect(await page.locator(`#row-${cy}`).count()).toBe(0)
})

test('a list that is not read after a moment shows eight grey rows until it is', async () => {
  const { page } = await console.open()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/conversations?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${new URL(page.url()).origin}/console/inbox/queue`)
  const pending = page.getByRole('region', { name: 'Conversations' }).getByRole('status')
  await pending.waitFor()
  await vi.waitFor(async () => expect(await page.locator('[aria-hidden="true"]:visible').count()).toBeGreaterThan(7))
  release()
  await pending.waitFor({ state: 'detached' })
})

test('the next conversation is read ahead; a thread links its sources, and keeps the way to its earlier messages', async () => {
  const { page, api } = await console.open()
  await api.teach('Repairs', 'We repair lamps in our workshop within two weeks.')
  const { conversationId } = await api.ask('Do you repair lamps?', { contact: { name: 'Ann' } })
  const path = `/api/conversations/${conversationId}/messages`
  const { body: agents } = await api.get('/api/agents')
  const headers = { 'x-agent-id': agents.items[0].id }
  for (let n = 0; n < 51; n++) {
    const note = await api.send('POST', path, { headers, body: { kind: 'note', content: `Note ${n}` } })
    expect(note.status, JSON.stringify(note.body)).toBe(201)
  }
  await waitingFor(api, ['Bo'])
  await page.getByRole('link', { name: /^All/ }).click()
  await page.getByRole('option').nth(1).waitFor()
  const ahead = page.waitForRequest((request) => request.url().includes(path))
  await page.keyboard.press('j')
  await page.getByRole('option', { name: /Bo/, selected: true }).waitFor()
  await ahead
  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  for (const [key, who] of [
    ['j', /Ann/],
    ['k', /Bo/],
    ['j', /Ann/],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('option', { name: who, selected: true }).waitFor()
  }
  await earlier.click()
  await page.getByText('Sources (1)').click()
  const link = page.getByRole('link', { name: 'Repairs, version 1' })
  expect(new URL((await link.getAttribute('href'))!, page.url()).searchParams.get('quote')).toContain('two weeks')
  await vi.waitFor(async () => expect(await earlier.count()).toBe(0))
})

test('a whole view of more than 1,000 conversations is closed, and exported', async () => {
  const { page, api } = await console.open({ path: 'inbox/queue' })
  const customers = Array.from({ length: 1_050 }, (_, n) => `Customer ${n}`)
  await waitingFor(api, customers)
  await page.reload()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: /^Select all 1,000\+/ }).click()
  await page.getByText('All 1,000+ selected').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('option', { name: /CSV/ }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(customers.length + 1)
  expect(lines.filter((line) => line.startsWith('id,'))).toHaveLength(1)
  await page.getByText('1,050 conversations exported').waitFor()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: /^Select all 1,000\+/ }).click()
  await page.keyboard.press('e')
  await page.getByText('1,050 conversations closed').waitFor({ timeout: 60_000 })
  await page.getByText('No one is waiting.').waitFor()
  const { body } = await api.get('/api/conversations?status=open&status=escalated&limit=1')
  expect(body.items).toEqual([])
})

test('a filter stands in the address, is kept as a view for everyone, and the view is deleted', async () => {
  const { page, api } = await console.open({ path: 'inbox/all' })
  const [first, second] = await waitingFor(api, ['Ann', 'Bo'])
  await api.send('PATCH', `/api/conversations/${first}`, { body: { tags: ['shipping'] } })
  await page.getByRole('option').nth(1).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Tag').selectOption('shipping')
  await page.getByRole('button', { name: 'Done' }).click()
  await vi.waitFor(async () => expect(await page.getByRole('option').count()).toBe(1))
  expect(new URL(page.url()).searchParams.get('tag')).toBe('shipping')
  await page.reload()
  await page.getByRole('button', { name: 'Remove filter Tag: shipping' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  // What begins to fit comes by itself.
  await api.send('PATCH', `/api/conversations/${second}`, { body: { tags: ['shipping'] } })
  await vi.waitFor(async () => expect(await page.getByRole('option').count()).toBe(2))
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByLabel('Name').fill('Shipping')
  await page.getByLabel('Share with everyone').check()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Shipping\s*2/ }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Shipping' }).waitFor()
  expect((await api.get('/api/views')).body.items).toMatchObject([
    { name: 'Shipping', shared: true, filter: { tag: 'shipping' } },
  ])
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('option', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor()
  await vi.waitFor(async () => expect(await page.getByRole('link', { name: /Shipping/ }).count()).toBe(0))
})

test('one conversation is assigned to a team, tagged, snoozed and woken, each with a way back, and all of it is in its log', async () => {
  const { page, api, baseUrl } = await console.open()
  await api.post('/api/teams', { name: 'Repairs' })
  const [id] = await waitingFor(api, ['Ann'])
  const now = async () => (await api.get(`/api/conversations/${id}`)).body
  await page.goto(`${baseUrl}/console/inbox/all?c=${id}`)
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('a')
  await page.keyboard.type('rep')
  await page.getByRole('option', { name: 'Repairs' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Assign: Repairs' }).waitFor()
  await vi.waitFor(async () => expect(await now()).toMatchObject({ teamId: expect.any(String) }))
  await page.keyboard.press('z')
  await vi.waitFor(async () => expect(await now()).not.toHaveProperty('teamId'))
  await page.keyboard.press('h')
  await page.getByRole('option', { name: /Tomorrow morning/ }).click()
  await vi.waitFor(async () => expect(await now()).toHaveProperty('snoozedUntil'))
  await page.keyboard.press('z')
  await vi.waitFor(async () => expect(await now()).not.toHaveProperty('snoozedUntil'))
  await page.keyboard.press('l')
  await page.keyboard.type('repair')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove tag repair' }).waitFor()
  await page.getByText('Activity').click()
  await page.getByText('added repair').waitFor()
  expect(await page.getByText('gave it to Repairs').count()).toBe(1)
})
