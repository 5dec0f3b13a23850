import { createHmac } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const secret = 'the secret of the mail server'
/** An address belongs to one channel of the platform, which other files use too. */
const ours = 'filtered@shop.example'
const patient = { timeout: 30_000, interval: 50 }
let channelId: string
beforeAll(async () => {
  const channel = { kind: 'email', provider: 'raw', address: ours, name: 'The Shop', secrets: { secret } }
  const made = await platform.api.post('/api/channels', channel)
  expect(made.status).toBe(201)
  channelId = made.body.id
  await platform.api.teach('Delivery', 'Delivery takes three working days. Parcels leave Gothenburg every morning.')
}, 60_000)

let count = 0
/** A mail as a mail server passes it on. */
async function mail(from: string, headers: string[], text: string) {
  const head = [`From: ${from}`, `To: ${ours}`, `Message-ID: <m${++count}@home.example>`, ...headers]
  const raw = [...head, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n')
  const t = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')
  const sent = { 'content-type': 'message/rfc822', 'x-signature': `t=${t},v1=${v1}` }
  const url = `${platform.baseUrl}/api/webhooks/email/${channelId}`
  expect((await fetch(url, { method: 'POST', headers: sent, body: raw })).status).toBe(200)
  return raw
}
const conversationOf = (subject: string) =>
  vi.waitFor(async () => {
    const { body } = await platform.api.get('/api/conversations?channel=email')
    const found = body.items.find((each: any) => each.subject === subject)
    expect(found).toBeDefined()
    return found
  }, patient)
const filtered = (number: number) =>
  vi.waitFor(async () => {
    const { body } = await platform.api.get('/api/filtered-emails?limit=50')
    expect(body.items).toHaveLength(number)
    return body.items
  }, patient)

test('what asks for no automatic answer goes to people, and is shown whole to who asks', async () => {
  const raw = await mail('Pat <pat@own.example>', ['Subject: Delivery', 'X-Auto-Response-Suppress: All'], 'How long?')
  const { id, handler, status, messageCount } = await conversationOf('Delivery')
  expect({ handler, status, messageCount }).toEqual({ handler: 'queue', status: 'escalated', messageCount: 1 })
  const [message] = (await platform.api.get(`/api/conversations/${id}/messages`)).body.items
  expect(message).toMatchObject({ content: 'How long?', author: { kind: 'customer' } })
  const address = `/api/conversations/${id}/messages/${message.id}/original`
  const whole = await vi.waitFor(async () => {
    const reply = await platform.api.get(address)
    expect(reply.status).toBe(200)
    return reply
  }, patient)
  expect(whole.body).toBe(raw)
  expect(whole.headers.get('content-type')).toBe('message/rfc822')
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a notice of absence is listed, exported and brought back', async () => {
  await mail('Bo <bo@own.example>', ['Subject: Hello', 'Precedence: list'], 'I have a question.')
  await conversationOf('Hello')
  await mail('Bo <bo@own.example>', ['Subject: Away', 'Auto-Submitted: auto-replied'], 'I am on holiday.')
  await mail('Eva <eva@own.example>', ['Subject: Gone', 'X-Vacation: yes'], 'I am gone.')
  const [eva, bo] = await filtered(2)
  expect(bo).toMatchObject({ channelId, reason: 'auto_reply', sender: 'bo@own.example', subject: 'Away' })
  const { items } = (await platform.api.get('/api/contacts?email=bo@own.example')).body
  const data = await platform.api.get(`/api/contacts/${items[0].id}/data`)
  expect(data.body.filteredEmails).toMatchObject([{ id: bo.id }])
  const restored = await platform.api.post(`/api/filtered-emails/${bo.id}/restore`, undefined)
  expect(restored.status).toBe(200)
  const { conversationId, messageId } = restored.body.restored
  const conversation = (await platform.api.get(`/api/conversations/${conversationId}`)).body
  expect(conversation).toMatchObject({ subject: 'Away', handler: 'queue' })
  const messages = (await platform.api.get(`/api/conversations/${conversationId}/messages`)).body.items
  expect(messages).toMatchObject([{ id: messageId, content: 'I am on holiday.' }])
  expect((await platform.api.post(`/api/filtered-emails/${bo.id}/restore`, undefined)).body).toEqual(restored.body)
  expect((await platform.api.delete(`/api/filtered-emails/${eva.id}`)).status).toBe(204)
  await filtered(0)
  expect((await platform.api.get(`/api/filtered-emails/${eva.id}`)).status).toBe(404)
})
