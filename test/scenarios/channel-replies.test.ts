import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  messageFields,
  signedForm,
  startTwilioFake,
  twilioError,
} from '../../services/channels/testing/fakes/twilio-fake.ts'
import { readEvents } from './api-client.ts'
import { usePlatform } from './platform.ts'

const accountSid = 'AC00000000000000000000000000000001'
const authToken = 'the token of the account'
const publicUrl = 'https://desk.example'
const [ours, anna, bo] = ['+46700000001', '+46701234567', '+46707654321']

let twilio: Awaited<ReturnType<typeof startTwilioFake>>
const platform = usePlatform(async () => {
  twilio = await startTwilioFake({ accountSid, authToken })
  return { env: { PUBLIC_URL: publicUrl, CHANNEL_PROVIDER_URLS: JSON.stringify({ twilio: twilio.url }) } }
})
afterAll(() => twilio.close())

const patient = { timeout: 30_000, interval: 50 }
let channelId: string

/** What Twilio tells the platform, signed for the address that the outside knows. */
async function tell(fields: [string, string][]) {
  const target = `/api/webhooks/sms/${channelId}`
  const { body, headers } = signedForm(`${publicUrl}${target}`, fields, authToken)
  const reply = await fetch(`${platform.baseUrl}${target}`, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(reply.status).toBe(200)
}
const text = (from: string, words: string) => tell(messageFields(accountSid, from, ours!, words))
const receipt = (sid: string, status: string, more: [string, string][] = []) =>
  tell([
    ['MessageSid', sid],
    ['MessageStatus', status],
    ['AccountSid', accountSid],
    ['From', ours!],
    ['To', anna!],
    ...more,
  ])

/** What went out to a number, oldest first. */
const sentTo = (number: string) =>
  twilio.received.map(({ body }) => new URLSearchParams(body.toString())).filter((form) => form.get('To') === number)
/** The only conversation with a number, and its messages, oldest first. */
async function conversationWith(number: string) {
  const { body } = await platform.api.get('/api/conversations?channel=sms')
  const [conversation] = body.items.filter(({ contact }: any) => contact?.phone === number)
  expect(conversation).toBeDefined()
  const messages = (await platform.api.get(`/api/conversations/${conversation.id}/messages`)).body.items.reverse()
  return { conversation, messages }
}
const becomes = (number: string, at: number, delivery: object) =>
  vi.waitFor(async () => {
    const { messages } = await conversationWith(number)
    expect(messages.at(at)?.delivery).toMatchObject(delivery)
    return messages.at(at)
  }, patient)

beforeAll(async () => {
  const made = await platform.api.post('/api/channels', {
    kind: 'sms',
    provider: 'twilio',
    address: ours,
    secrets: { accountSid, authToken },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  channelId = made.body.id
  await platform.api.teach('Delivery', 'Delivery takes three working days. Parcels leave Gothenburg every morning.')
}, 60_000)

test('an answer goes back by SMS, and its message says what became of it', async () => {
  await text(anna!, 'How long does delivery take?')
  const answer = await becomes(anna!, 1, { state: 'sent' })
  expect(answer).toMatchObject({ author: { kind: 'ai' }, outcome: 'answered' })
  const [sent] = sentTo(anna!)
  expect(Object.fromEntries(sent!)).toMatchObject({
    From: ours,
    To: anna,
    Body: answer.content,
    StatusCallback: `${publicUrl}/api/webhooks/sms/${channelId}`,
  })
  expect(answer.content).toContain('three working days')
  expect(sentTo(anna!)).toHaveLength(1)
}, 60_000)

/** The ids that Twilio gave to what it took, oldest first. */
const sids = () => twilio.taken.map(({ sid }) => sid)

test('a receipt moves it on, and whoever follows the tenant sees it', async () => {
  const { conversation, messages } = await conversationWith(anna!)
  const leaving = new AbortController()
  const following = await platform.api.request('GET', '/api/events/stream', {
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(45_000)]),
  })
  await receipt(sids()[0]!, 'delivered')
  await becomes(anna!, 1, { state: 'delivered' })
  for await (const { event, data } of readEvents(following)) {
    if (event !== 'message.delivery') continue
    expect(data).toMatchObject({ conversation: { id: conversation.id }, message: { id: messages[1].id } })
    if (data.message.delivery.state === 'delivered') break
  }
  leaving.abort()
  // An older one that comes late changes nothing.
  await receipt(sids()[0]!, 'sent')
  await receipt(sids()[0]!, 'delivered')
  await becomes(anna!, 1, { state: 'delivered' })
}, 60_000)

test('an agent’s reply goes out too; a note and what the customer wrote do not', async () => {
  const agent = (await platform.api.post('/api/agents', { name: 'Cia', email: 'cia@shop.example' })).body
  const { conversation } = await conversationWith(anna!)
  const write = (kind: string, content: string) =>
    platform.api.post(`/api/conversations/${conversation.id}/messages`, { kind, content, agentId: agent.id })
  expect((await write('note', 'Between us.')).status).toBe(201)
  expect((await write('reply', 'It is on its way, Anna.')).status).toBe(201)
  await becomes(anna!, -1, { state: 'sent' })
  expect(sentTo(anna!).map((form) => form.get('Body'))).toEqual([expect.any(String), 'It is on its way, Anna.'])
}, 60_000)

test('what the provider refuses fails visibly, and can be sent again', async () => {
  twilio.failNext(twilioError(400, 21610))
  await text(bo!, 'How long does delivery take?')
  const failed = await becomes(bo!, 1, { state: 'failed', code: '21610' })
  const { conversation } = await conversationWith(bo!)
  const log = async () => (await platform.api.get(`/api/conversations/${conversation.id}/activity`)).body.items
  await vi.waitFor(
    async () =>
      expect(await log()).toContainEqual(
        expect.objectContaining({ action: 'delivery', to: 'failed', messageId: failed.id }),
      ),
    patient,
  )
  const agents = (await platform.api.get('/api/agents')).body.items
  const path = `/api/conversations/${conversation.id}/messages/${failed.id}/resend`
  const again = await platform.api.post(path, {}, { 'x-agent-id': agents[0].id })
  expect(again).toMatchObject({ status: 202, body: { state: 'sending' } })
  await becomes(bo!, 1, { state: 'sent' })
  expect(sentTo(bo!).at(-1)!.get('Body')).toBe(failed.content)
  await vi.waitFor(
    async () =>
      expect(await log()).toContainEqual(
        expect.objectContaining({ action: 'resend', actor: { kind: 'agent', id: agents[0].id } }),
      ),
    patient,
  )
  // It went out, so there is nothing to send again; what is not the conversation's is not there.
  expect(await platform.api.post(path, {})).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const other = await conversationWith(anna!)
  const foreign = `/api/conversations/${other.conversation.id}/messages/${failed.id}/resend`
  expect((await platform.api.post(foreign, {})).status).toBe(404)
}, 60_000)

test('a channel without what sends says what to add', async () => {
  expect((await platform.api.send('PATCH', `/api/channels/${channelId}`, { body: { enabled: false } })).status).toBe(
    200,
  )
  const { conversation } = await conversationWith(bo!)
  const agents = (await platform.api.get('/api/agents')).body.items
  const reply = { kind: 'reply', content: 'Are you there?', agentId: agents[0].id }
  expect((await platform.api.post(`/api/conversations/${conversation.id}/messages`, reply)).status).toBe(201)
  await becomes(bo!, -1, { state: 'failed', code: 'channel_disabled' })
}, 60_000)

test('what came in and what left is counted', async () => {
  await vi.waitFor(async () => {
    const { body } = await platform.api.get('/api/usage')
    expect(body).toMatchObject({ channelMessages: 2, channelReplies: 3 })
  }, patient)
})
