import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { notificationFor, signedNotification, startMetaFake } from '../../services/channels/testing/fakes/meta-fake.ts'
import { messageFields, signedForm, startTwilioFake } from '../../services/channels/testing/fakes/twilio-fake.ts'
import {
  messageParameters,
  signedParameters,
  startVonageFake,
} from '../../services/channels/testing/fakes/vonage-fake.ts'
import { usePlatform } from './platform.ts'

const publicUrl = 'https://desk.example'
const account = { accountSid: 'AC00000000000000000000000000000002', authToken: 'the token of the account' }
const metaSecrets = { appSecret: 'the secret of the app', verifyToken: 'any text', accessToken: 'a token of the API' }
const vonageSecrets = { signatureSecret: 'signs what comes', apiKey: 'abcd1234', apiSecret: 'opens the API' }
const phoneNumberId = '106540352242922'
const [ours, anna] = ['+46766861004', '+46701234567']
const picture = Buffer.from('not really a picture')

let meta: Awaited<ReturnType<typeof startMetaFake>>
let twilio: Awaited<ReturnType<typeof startTwilioFake>>
let vonage: Awaited<ReturnType<typeof startVonageFake>>
const platform = usePlatform(async () => {
  meta = await startMetaFake({ phoneNumberId, accessToken: metaSecrets.accessToken })
  twilio = await startTwilioFake(account)
  vonage = await startVonageFake(vonageSecrets)
  const urls = { meta: meta.url, twilio: twilio.url, vonage: vonage.url }
  return { env: { PUBLIC_URL: publicUrl, CHANNEL_PROVIDER_URLS: JSON.stringify(urls) } }
})
afterAll(() => Promise.all([meta, twilio, vonage].map((fake) => fake.close())))

const patient = { timeout: 30_000, interval: 50 }
const targets: Record<string, string> = {}
type Signed = { body: Uint8Array; headers: Record<string, string> }

const post = async (target: string, { body, headers }: Signed): Promise<number> => {
  const reply = await fetch(platform.baseUrl + target, { method: 'POST', headers, body: new Uint8Array(body) })
  await reply.arrayBuffer()
  return reply.status
}

async function conversationsOf(channel: string): Promise<any[]> {
  return (await platform.api.get(`/api/conversations?channel=${channel}`)).body.items
}
/** Messages of the only conversation with a number, oldest first, once there are so many. */
const messagesWith = (channel: string, number: string, count: number): Promise<any[]> =>
  vi.waitFor(async () => {
    const [conversation] = (await conversationsOf(channel)).filter(({ contact }) => contact?.phone === number)
    expect(conversation).toBeDefined()
    const { body } = await platform.api.get(`/api/conversations/${conversation.id}/messages`)
    expect(body.items).toHaveLength(count)
    return body.items.toReversed().map((message: any) => ({ ...message, conversation }))
  }, patient)
/** The answer to a conversation's first message, once it has been sent. */
const sentAnswer = (channel: string, number: string): Promise<any> =>
  vi.waitFor(async () => {
    const [, answer] = await messagesWith(channel, number, 2)
    expect(answer.delivery).toMatchObject({ state: 'sent' })
    return answer
  }, patient)
const becomes = (channel: string, number: string, delivery: object) =>
  vi.waitFor(async () => {
    const messages = await messagesWith(channel, number, 2)
    expect(messages[1].delivery).toMatchObject(delivery)
  }, patient)

beforeAll(async () => {
  const channels = {
    meta: { kind: 'whatsapp', provider: 'meta', address: phoneNumberId, secrets: metaSecrets },
    twilio: { kind: 'whatsapp', provider: 'twilio', address: ours, secrets: account },
    vonage: { kind: 'sms', provider: 'vonage', address: ours, secrets: vonageSecrets },
  }
  for (const [name, channel] of Object.entries(channels)) {
    const made = await platform.api.post('/api/channels', channel)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    targets[name] = `/api/webhooks/${channel.kind}/${made.body.id}`
  }
  await platform.api.teach('Delivery', 'Delivery takes three working days. Parcels leave Göteborg every morning.')
}, 60_000)

const fromMeta = (value: Record<string, unknown>) =>
  post(targets.meta!, signedNotification(notificationFor(phoneNumberId, value), metaSecrets.appSecret))

test('WhatsApp by Meta: a question with a name, an answer, its receipts, a picture', async () => {
  const contacts = [{ wa_id: '46701234567', profile: { name: 'Åsa 📦' } }]
  const message = { from: '46701234567', id: 'wamid.1', timestamp: '1795255200' }
  const question = { ...message, type: 'text', text: { body: 'How long does delivery take?' } }
  expect(await fromMeta({ contacts, messages: [question] })).toBe(200)
  const answer = await sentAnswer('whatsapp', anna!)
  expect(answer.conversation.contact).toMatchObject({ phone: anna, name: 'Åsa 📦' })
  expect(meta.taken).toEqual([{ id: expect.any(String), to: '46701234567', text: answer.content }])
  expect(answer.content).toContain('three working days')
  const receipt = (status: string) => ({ id: meta.taken[0]!.id, status, recipient_id: '46701234567' })
  expect(await fromMeta({ statuses: [receipt('read'), receipt('delivered')] })).toBe(200)
  await becomes('whatsapp', anna!, { state: 'read' })

  // The same message in another request is the same message.
  expect(await fromMeta({ contacts, messages: [question], note: 'again' })).toBe(200)
  meta.files.set('media-1', { contentType: 'image/jpeg', bytes: picture })
  const image = { id: 'media-1', mime_type: 'image/jpeg', caption: 'It came like this' }
  expect(await fromMeta({ contacts, messages: [{ ...message, id: 'wamid.2', type: 'image', image }] })).toBe(200)
  const seen = await vi.waitFor(async () => {
    const [conversation] = (await conversationsOf('whatsapp')).filter(({ contact }) => contact?.phone === anna)
    const { body } = await platform.api.get(`/api/conversations/${conversation.id}/messages`)
    const customers = body.items.toReversed().filter(({ author }: any) => author.kind === 'customer')
    expect(customers).toHaveLength(2)
    return customers
  }, patient)
  expect(seen[1]).toMatchObject({ content: 'It came like this', attachments: [{ contentType: 'image/jpeg' }] })
  const { id } = answer.conversation
  const file = await platform.api.send('GET', `/api/conversations/${id}/attachments/${seen[1].attachments[0].id}`)
  expect(file.body).toBe(picture.toString())
}, 60_000)

test('WhatsApp by Meta: a customer who keeps their number to themselves', async () => {
  const id = 'SE.13491208655302741918'
  const contacts = [{ user_id: id, profile: { username: 'cilla' } }]
  const message = { from_user_id: id, id: 'wamid.3', type: 'text', text: { body: 'How long does delivery take?' } }
  expect(await fromMeta({ contacts, messages: [message] })).toBe(200)
  await vi.waitFor(async () => {
    const known = (await conversationsOf('whatsapp')).map(({ contact }) => contact)
    expect(known).toContainEqual(expect.objectContaining({ externalId: id, name: 'cilla' }))
    expect(meta.taken.filter(({ to }) => to === id)).toHaveLength(1)
  }, patient)
}, 60_000)

test('WhatsApp by Twilio: the same number as another channel, found by its recipient', async () => {
  const target = '/api/webhooks/whatsapp'
  const [bo, to] = ['+46707654321', `whatsapp:${ours}`]
  const fields = messageFields(account.accountSid, `whatsapp:${bo}`, to, 'How long does delivery take?')
  const signed = signedForm(publicUrl + target, fields, account.authToken)
  expect(await post(targets.twilio!, signed)).toBe(401)
  expect(await post(target, signed)).toBe(200)
  const answer = await sentAnswer('whatsapp', bo)
  const [sent] = twilio.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString())))
  expect(sent).toMatchObject({ From: to, To: `whatsapp:${bo}`, Body: answer.content })
  expect(sent!.StatusCallback).toBe(publicUrl + targets.twilio)
  expect(await post(target, signed)).toBe(200)
  expect(await messagesWith('whatsapp', bo, 2)).toHaveLength(2)
}, 60_000)

test('SMS by Vonage: the parts of a long text in any order, an answer, its receipt; nothing forged or old', async () => {
  const now = Date.now()
  const parametersOf = (text: string, more: Record<string, string> = {}, at = Date.now()) => ({
    ...messageParameters(anna!.slice(1), ours!.slice(1), text, at),
    ...more,
  })
  const secret = vonageSecrets.signatureSecret
  const target = targets.vonage!
  expect(await post(target, signedParameters(parametersOf('Forged'), 'another secret'))).toBe(401)
  expect(await post(target, signedParameters(parametersOf('Old', {}, now - 3_600_000), secret))).toBe(401)
  expect(await post(targets.meta!, signedParameters(parametersOf('Elsewhere'), secret))).toBe(401)

  const part = (index: number, text: string) =>
    parametersOf(text, { concat: 'true', 'concat-ref': '8B', 'concat-total': '2', 'concat-part': String(index) })
  expect(await post(target, signedParameters(part(2, 'delivery take?'), secret, { as: 'json' }))).toBe(200)
  expect(await post(target, signedParameters(part(1, 'How long does '), secret, { method: 'md5hash' }))).toBe(200)
  const answer = await sentAnswer('sms', anna!)
  const [question] = await messagesWith('sms', anna!, 2)
  expect(question.content).toBe('How long does delivery take?')
  const [sent] = vonage.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString())))
  expect(sent).toMatchObject({ from: ours!.slice(1), to: anna!.slice(1), text: answer.content, type: 'text' })
  expect(sent!.callback).toBe(publicUrl + target)
  const failed = parametersOf('', { status: 'failed', 'err-code': '6', messageId: vonage.taken[0]!.id })
  expect(await post(target, signedParameters(failed, secret))).toBe(200)
  await becomes('sms', anna!, { state: 'failed', code: '6' })
}, 60_000)
