import { type Frontdesk, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let frontdesk: Frontdesk
beforeAll(async () => {
  frontdesk = await startFrontdesk()
})
afterAll(() => frontdesk.stop())

test('our handbook answers the question that customers ask most', async () => {
  const { tenant, apiKey } = await frontdesk.tenant('shop')
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return (await fetch(`${frontdesk.baseUrl}${path}`, init)).json() as Promise<any>
  }
  const text = 'Returns are free within 30 days. Bring the receipt.'
  const source = await call('/api/knowledge/sources', { type: 'manual', title: 'Returns', text })
  const statusOf = async () => (await call(`/api/knowledge/sources/${source.id}`)).status
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('Ready')

  const answer = await call('/api/chat/message', { message: 'Are returns free?' })
  expect(answer, tenant).toMatchObject({ outcome: 'answered', sources: [{ title: 'Returns' }] })
})
