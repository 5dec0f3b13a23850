import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { notificationFor, signedNotification, startMetaFake } from '../../services/channels/testing/fakes/meta-fake.ts'
import { messageFields, signedForm, startTwilioFake } from '../../services/channels/testing/fakes/twilio-fake.ts'
import { usePlatform } from './platform.ts'

const publicUrl = 'https://desk.example'
const account = { accountSid: 'AC00000000000000000000000000000003', authToken: 'the token of the account' }
const meta = { appSecret: 'the secret of the app', verifyToken: 'any text', accessToken: 'a token of the API' }
const phoneNumberId = '106540352242933'
const smsNumber = '+46766861005'
const mailSecret = 'a-secret-of-the-mail-server'
const support = 'help@example.com'

let metaFake: Awaited<ReturnType<typeof startMetaFake>>
let twilioFake: Awaited<ReturnType<typeof startTwilioFake>>
const platform = usePlatform(async () => {
  metaFake = await startMetaFake({ phoneNumberId, accessToken: meta.accessToken })
  twilioFake = await startTwilioFake(account)
  const urls = { meta: metaFake.url, twilio: twilioFake.url }
  return { env: { PUBLIC_URL: publicUrl, CHANNEL_PROVIDER_URLS: JSON.stringify(urls) } }
})
const received: any[] = []
const subscriber = createServer(async (request, response) => {
  received.push(JSON.parse(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')))
  response.writeHead(204).end()
})
const patient = { timeout: 30_000, interval: 50 }
let agent: { id: string }

beforeAll(async () => {
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
  const { api } = platform
  const channels = [
    { kind: 'whatsapp', provider: 'meta', address: phoneNumberId, secrets: meta },
    { kind: 'sms', provider: 'twilio', address: smsNumber, secrets: account },
    { kind: 'email', provider: 'raw', address: support, secrets: { secret: mailSecret } },
  ]
  for (const channel of channels) expect((await api.post('/api/channels', channel)).status).toBe(201)
  await api.teach('Delivery', 'Delivery takes three working days.')
  agent = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body
  const url = `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}/`
  await api.post('/api/webhook-endpoints', { url })
}, 60_000)
afterAll(() => Promise.all([metaFake.close(), twilioFake.close(), void subscriber.close()]))

async function post(target: string, { body, headers }: { body: Uint8Array; headers: Record<string, string> }) {
  const reply = await fetch(platform.baseUrl + target, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(reply.status, await reply.text()).toBe(200)
}
function mail(from: string, subject: string, text: string) {
  const at = Math.floor(Date.now() / 1_000)
  const body = Buffer.from([`From: ${from}`, `To: ${support}`, `Subject: ${subject}`, '', text].join('\r\n'))
  const signature = createHmac('sha256', mailSecret).update(`${at}.`).update(body).digest('hex')
  return post('/api/webhooks/email', {
    body,
    headers: { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` },
  })
}
let sent = 0
/** One question on each channel, from the same person. */
const ways: Record<string, (name: string, phone: string, question: string) => Promise<unknown>> = {
  api: (name, _, message) =>
    platform.api.post('/api/chat/message', { message, contact: { email: `${name}@example.com` } }),
  email: (name, _, message) => mail(`${name}@example.com`, `Question ${sent++}`, message),
  whatsapp: (_, phone, body) => {
    const message = {
      from: phone.slice(1),
      id: `wamid.b${sent++}`,
      timestamp: '1795255200',
      type: 'text',
      text: { body },
    }
    const notification = notificationFor(phoneNumberId, { messages: [message] })
    return post('/api/webhooks/whatsapp', signedNotification(notification, meta.appSecret))
  },
  sms: (_, phone, body) => {
    const fields = messageFields(account.accountSid, phone, smsNumber, body)
    return post('/api/webhooks/sms', signedForm(`${publicUrl}/api/webhooks/sms`, fields, account.authToken))
  },
}
const listed = async (query: string): Promise<any[]> => {
  const { status, body } = await platform.api.send('GET', `/api/conversations?${query}`, {
    headers: { 'x-agent-id': agent.id },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const messagesOf = async (id: string): Promise<any[]> =>
  (await platform.api.get(`/api/conversations/${id}/messages`)).body.items.toReversed()
async function block(contactId: string, action: 'block' | 'unblock' = 'block') {
  const headers = { 'x-agent-id': agent.id }
  const reply = await platform.api.post(`/api/contacts/${contactId}/${action}`, undefined, headers)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}

test.each([
  ['api', '+46701100001'],
  ['email', '+46701100002'],
  ['whatsapp', '+46701100003'],
  ['sms', '+46701100004'],
] as const)(
  '%s: a new conversation of a blocked contact is kept, and nobody is told',
  async (channel, phone) => {
    const { api } = platform
    const name = `new-${channel}`
    const { body: contact } = await api.post('/api/contacts', { name, email: `${name}@example.com`, phone })
    expect(await block(contact.id)).toMatchObject({ id: contact.id, blocked: true })
    expect((await api.get('/api/contacts?blocked=true&limit=100')).body.items).toContainEqual(
      expect.objectContaining({ id: contact.id }),
    )
    // Chat is told of the block a moment later.
    await vi.waitFor(async () => {
      const asked = await api.post('/api/chat/message', {
        message: 'Are you there?',
        contact: { email: `${name}@example.com` },
      })
      expect(asked.body).toMatchObject({ outcome: 'waiting', content: '' })
    }, patient)
    await ways[channel]!(name, phone, 'How long does delivery take?')
    const conversation = await vi.waitFor(async () => {
      const [found] = (await listed(`contactId=${contact.id}&channel=${channel}&blocked=true`)).filter(
        ({ preview }) => preview.text === 'How long does delivery take?',
      )
      expect(found).toBeDefined()
      return found
    }, patient)
    expect(conversation).toMatchObject({ blocked: true, unread: false, status: 'closed', assignee: null })
    expect(conversation).not.toHaveProperty('waitingSince')
    expect(await messagesOf(conversation.id)).toMatchObject([{ author: { kind: 'customer' }, sequence: 1 }])
    expect(await listed(`contactId=${contact.id}&channel=${channel}&blocked=false`)).toMatchObject([])
    const ofIt = () => received.filter(({ key }) => key === conversation.id)
    await vi.waitFor(() => expect(ofIt()).not.toHaveLength(0), patient)
    expect(ofIt()).toMatchObject([{ type: 'message.received', data: { conversation: { blocked: true } } }])
  },
  60_000,
)

test('who is blocked in the midst is not answered, reopens nothing, and is answered again once unblocked', async () => {
  const { api } = platform
  const asked = await api.post('/api/chat/message', {
    message: 'How long does delivery take?',
    contact: { email: 'middle@example.com' },
  })
  const { conversationId } = asked.body
  const { contactId } = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/conversations/${conversationId}`)
    expect(body.contactId).toBeDefined()
    return body
  }, patient)
  await block(contactId)
  const shows = (fields: object) =>
    vi.waitFor(async () => expect(await listed(`ids=${conversationId}`)).toMatchObject([fields]), patient)
  await shows({ blocked: true, unread: false, status: 'open' })
  await api.send('PATCH', `/api/conversations/${conversationId}`, { body: { status: 'resolved' } })
  const again = await api.post('/api/chat/message', { message: 'How long does delivery take?', conversationId })
  expect(again.body).toMatchObject({ outcome: 'waiting', content: '' })
  await shows({ blocked: true, unread: false, status: 'resolved', messageCount: 3 })
  expect((await messagesOf(conversationId)).map(({ author }) => author.kind)).toEqual(['customer', 'ai', 'customer'])

  await block(contactId, 'unblock')
  await vi.waitFor(async () => {
    expect((await listed(`ids=${conversationId}`))[0]).not.toHaveProperty('blocked')
  }, patient)
  const third = await api.post('/api/chat/message', { message: 'How long does delivery take?', conversationId })
  expect(third.body).toMatchObject({ outcome: 'answered' })
  await shows({ unread: true, status: 'open' })
  const { body: activity } = await api.get(`/api/conversations/${conversationId}/activity`)
  const by = { kind: 'agent', id: agent.id }
  expect(activity.items.filter(({ action }: any) => action.endsWith('block'))).toMatchObject([
    { action: 'unblock', actor: by },
    { action: 'block', actor: by },
  ])
  await vi.waitFor(async () => {
    const { body: log } = await api.get('/api/analytics/log?limit=100')
    const lines = log.items.filter(({ targetId }: any) => targetId === contactId)
    expect(lines).toMatchObject([
      { kind: 'contact', action: 'unblock', actor: by },
      { kind: 'contact', action: 'block', actor: by },
    ])
  }, patient)
}, 60_000)

test('a block survives a merge in either direction, stands in the export, and ends with the contact', async () => {
  const { api } = platform
  const make = async (name: string) =>
    (await api.post('/api/contacts', { name, email: `${name}@example.com` })).body as { id: string }
  const [bad, good] = [await make('merge-bad'), await make('merge-good')]
  const talk = async (name: string) =>
    (
      await api.post('/api/chat/message', {
        message: 'How long does delivery take?',
        contact: { email: `${name}@example.com` },
      })
    ).body
  const { conversationId } = await talk('merge-good')
  await block(bad.id)
  const merged = await api.post('/api/contacts/merge', { into: good.id, from: bad.id })
  expect(merged.body).toMatchObject({ id: good.id, blocked: true })
  await vi.waitFor(
    async () => expect(await listed(`ids=${conversationId}`)).toMatchObject([{ blocked: true, contactId: good.id }]),
    patient,
  )
  // A second one is merged into the blocked one, and its conversation follows.
  const other = await make('merge-other')
  const { conversationId: theirs } = await talk('merge-other')
  await vi.waitFor(async () => expect((await listed(`ids=${theirs}`))[0].contactId).toBe(other.id), patient)
  expect((await api.post('/api/contacts/merge', { into: good.id, from: other.id })).status).toBe(200)
  await vi.waitFor(async () => expect(await listed(`ids=${theirs}`)).toMatchObject([{ blocked: true }]), patient)

  const { body: csv } = await api.get('/api/contacts/export?fields=id,blocked&blocked=true')
  expect(csv).toContain(`${good.id},true`)
  const { body: data } = await api.get(`/api/contacts/${good.id}/data`)
  expect(data.contact).toMatchObject({ blocked: true })
  expect(data.conversations.map(({ conversation }: any) => conversation.blocked)).toEqual([true, true])

  expect((await api.delete(`/api/contacts/${good.id}`)).status).toBe(204)
  expect((await listed(`ids=${theirs}`))[0]).not.toHaveProperty('blocked')
  expect(await talk('merge-good')).toMatchObject({ outcome: 'answered' })
}, 60_000)
