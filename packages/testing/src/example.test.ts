import { createClient } from '@frontdesk/client'
import { type Frontdesk, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let frontdesk: Frontdesk
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  frontdesk = await startFrontdesk()
  client = createClient({ baseUrl: frontdesk.url, apiKey: frontdesk.apiKey })
  const text = 'Returns are free within 30 days. Bring the receipt.'
  const { id } = await client.post('/api/knowledge/sources', { body: { type: 'manual', title: 'Returns', text } })
  await vi.waitFor(async () => {
    const { status } = await client.get('/api/knowledge/sources/{sourceId}', { path: { sourceId: id } })
    expect(status).toBe('Ready')
  }, 20_000)
}, 60_000) // vitest gives a hook 10 s unless told otherwise
afterAll(() => frontdesk.stop())

test('our handbook answers the question that customers ask most', async () => {
  const answer = await client.post('/api/chat/message', { body: { message: 'Are returns free?' } })
  expect(answer).toMatchObject({ outcome: 'answered', sources: [{ title: 'Returns' }] })
})
