import { expect, test, vi } from 'vitest'
import type { ApiClient } from '../scenarios/api-client.ts'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const console = useConsole()

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function openThread(options: Parameters<typeof console.open>[0] = {}) {
  const opened = await console.open(options)
  const { api, page, baseUrl } = opened
  const { conversationId } = await api.ask('I want to talk to a human', { contact: { name: 'Tom Lind' } })
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  const field = page.getByLabel('Write to the customer')
  await field.waitFor()
  await page.getByText('Live').waitFor()
  return { ...opened, conversationId: conversationId as string, field }
}
const sentBy = async (api: ApiClient, conversationId: string): Promise<any[]> => {
  const { body } = await api.get(`/api/conversations/${conversationId}/messages`)
  return body.items.filter(({ author }: any) => author.kind === 'agent').reverse()
}

test('whoever signs out is told of drafts that only this browser has, and leaves none behind', async () => {
  const { page, conversationId, field, expectFault } = await openThread()
  expectFault(/500|401/)
  const problem = { status: 500, code: 'internal', title: 'Internal error', detail: 'Broken', requestId: 'request-1' }
  await page.route('**/drafts/*', (route) => route.fulfill({ status: 500, json: problem }))
  await field.fill('Half a sentence')
  await page.waitForResponse((response) => response.url().endsWith(`/${conversationId}/drafts/reply`))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: '1 draft is only in this browser' }).waitFor()
  await page.getByRole('button', { name: 'Sign out and discard' }).click()
  await page.getByLabel('Password').waitFor()
  const left = () =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('frontdesk')
      opening.onerror = reject
      opening.onsuccess = () => {
        const reading = opening.result.transaction('drafts').objectStore('drafts').getAllKeys()
        reading.onsuccess = () => resolve(reading.result)
      }
    })
  expect(await page.evaluate(left)).toEqual([])
})

test('a saved reply is found by its shortcut, filled in, sent, and changes what it says besides', async () => {
  const { page, api, conversationId, field } = await openThread()
  await api.post('/api/replies', {
    ...{ name: 'Delivery time', shortcut: 'delivery', actions: { tags: ['shipping'] } },
    content: 'Hello {{contact.name}}, delivery takes two days.',
  })
  await field.focus()
  await page.keyboard.type('/deli')
  await page.getByRole('option', { name: /Delivery time/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await vi.waitFor(async () => expect(await field.inputValue()).toBe('Hello Tom Lind, delivery takes two days.'))
  await page.getByText('Sending also sets: #shipping').waitFor()
  await page.getByRole('button', { name: 'Send and…' }).click()
  await page.getByRole('option', { name: 'Send and snooze…' }).click()
  await page.getByRole('option', { name: /Tomorrow morning/ }).click()
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/conversations/${conversationId}`)
    expect(body).toMatchObject({ tags: ['shipping'], snoozedUntil: expect.any(String) })
  })
  expect(await sentBy(api, conversationId)).toMatchObject([{ content: 'Hello Tom Lind, delivery takes two days.' }])
})

test('files go with a reply and are shown in the thread; one that is too large is named and left out', async () => {
  const { page, api, conversationId, field } = await openThread()
  await page.locator('input[type=file]').setInputFiles([
    { name: 'lamp.png', mimeType: 'image/png', buffer: pixel },
    { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(26 * 1024 * 1024, 1) },
  ])
  await page.getByText(/film\.bin is 26\s?MB\. A file can be up to 25 MB/).waitFor()
  await page.getByRole('button', { name: 'Remove lamp.png' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await field.fill('Here is a picture')
  await field.press('Control+Enter')
  await page.getByRole('log').getByRole('img', { name: 'lamp.png' }).waitFor()
  expect(await sentBy(api, conversationId)).toMatchObject([{ attachments: [{ filename: 'lamp.png' }] }])
  await vi.waitFor(async () => {
    const picture = page.getByRole('log').getByRole('img', { name: 'lamp.png' })
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })
})

test('a note mentions a colleague by @', async () => {
  const { page, api, conversationId } = await openThread()
  const { body: maja } = await api.post('/api/agents', { name: 'Maja Holm', email: 'maja@example.com' })
  await page.reload()
  await page.getByRole('log').getByText('I want to talk to a human').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Please look, @maj')
  await page.getByRole('option', { name: 'Maja Holm' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('today')
  await page.keyboard.press('Control+Enter')
  await vi.waitFor(async () =>
    expect(await sentBy(api, conversationId)).toMatchObject([
      { kind: 'note', content: 'Please look, @Maja Holm today', mentions: { agents: [maja.id] } },
    ]),
  )
})

test('what is sent without a connection waits, in order, can be taken back, and goes by itself', async () => {
  const { page, api, conversationId, field, browser, expectFault } = await openThread()
  expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await browser.setOffline(true)
  await page.getByText(/Offline since/).waitFor()
  for (const text of ['First', 'Second', 'Third']) {
    await field.fill(text)
    await field.press('Control+Enter')
  }
  await vi.waitFor(async () => expect(await page.getByText('Waiting for a connection.').count()).toBe(3))
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('article').filter({ hasText: 'Second' }).getByRole('button', { name: 'Cancel' }).click()
  expect(await field.inputValue()).toBe('Second')
  await field.fill('')
  await browser.setOffline(false)
  await vi.waitFor(async () =>
    expect((await sentBy(api, conversationId)).map(({ content }) => content)).toEqual(['First', 'Third']),
  )
  await vi.waitFor(async () => expect(await page.getByText('Waiting for a connection.').count()).toBe(0))
  await page.reload()
  await page.getByRole('log').getByText('Third').waitFor()
  expect(await field.inputValue()).toBe('')
})

test('a reply that is held back is taken back into the field', async () => {
  const { page, api, conversationId, field } = await openThread()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hold my')
  await page.keyboard.press('Enter')
  await vi.waitFor(async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('my replies at once')
    const isOn = await page.getByRole('option', { name: 'Send my replies at once' }).count()
    await page.keyboard.press('Escape')
    expect(isOn).toBe(1)
  })
  await field.fill('Too quick')
  await field.press('Control+Enter')
  await page.getByRole('article').filter({ hasText: 'Too quick' }).getByRole('button', { name: 'Undo' }).click()
  expect(await field.inputValue()).toBe('Too quick')
  await field.fill('Just right')
  await field.press('Control+Enter')
  await vi.waitFor(
    async () => expect((await sentBy(api, conversationId)).map(({ content }) => content)).toEqual(['Just right']),
    { timeout: 20_000 },
  )
})

test('a reply that is begun before the messages are on screen goes without a question', async () => {
  const { page, api, conversationId, field } = await openThread()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/conversations/${conversationId}/messages?**`, async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await field.fill('Hello Tom')
  expect(await page.getByRole('log').getByText('talk to a human').count()).toBe(0)
  release()
  await page.getByRole('log').getByText('talk to a human').waitFor()
  await field.press('Control+Enter')
  await vi.waitFor(async () =>
    expect((await sentBy(api, conversationId)).map(({ content }) => content)).toEqual(['Hello Tom']),
  )
})
