import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailgunEvent, mailgunForm, startMailgunFake } from '../../services/channels/testing/fakes/mailgun-fake.ts'
import { type FormPart, multipart } from '../../services/channels/testing/fakes/multipart.ts'
import { postmarkHook, startPostmarkFake } from '../../services/channels/testing/fakes/postmark-fake.ts'
import { sendgridKeys, sendgridSigned, startSendgridFake } from '../../services/channels/testing/fakes/sendgrid-fake.ts'
import { usePlatform } from './platform.ts'

const keys = { parse: sendgridKeys(), events: sendgridKeys() }
const secretsOf = {
  mailgun: { signingKey: 'signs what comes', apiKey: 'key-1', domain: 'mg.shop.example' },
  sendgrid: { publicKey: `${keys.parse.publicKey},${keys.events.publicKey}`, apiKey: 'SG.1' },
  postmark: { username: 'desk', password: 'a long password', serverToken: 'token-1' },
}
type Name = keyof typeof secretsOf
const names = Object.keys(secretsOf) as Name[]
const addressOf = (name: Name) => `${name}@shop.example`
const customer = (name: Name) => `anna@${name}.example`
const patient = { timeout: 30_000, interval: 50 }
const seconds = () => Math.floor(Date.now() / 1_000)

let mailgun: Awaited<ReturnType<typeof startMailgunFake>>
let sendgrid: Awaited<ReturnType<typeof startSendgridFake>>
let postmark: Awaited<ReturnType<typeof startPostmarkFake>>
const platform = usePlatform(async () => {
  mailgun = await startMailgunFake(secretsOf.mailgun)
  sendgrid = await startSendgridFake(secretsOf.sendgrid)
  postmark = await startPostmarkFake({ ...secretsOf.postmark, inactive: [customer('postmark')] })
  const urls = { mailgun: mailgun.url, sendgrid: sendgrid.url, postmark: postmark.url }
  return { env: { CHANNEL_PROVIDER_URLS: JSON.stringify(urls) } }
})
afterAll(() => Promise.all([mailgun, sendgrid, postmark].map((fake) => fake.close())))

const targets = {} as Record<Name, string>
beforeAll(async () => {
  for (const name of names) {
    const channel = { kind: 'email', provider: name, address: addressOf(name), secrets: secretsOf[name] }
    const made = await platform.api.post('/api/channels', channel)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    targets[name] = `/api/webhooks/email/${made.body.id}`
  }
  await platform.api.teach('Delivery', 'Delivery takes three working days. Parcels leave Gothenburg every morning.')
}, 60_000)

type Signed = { headers: Record<string, string>; body: Uint8Array }
const post = async (target: string, { headers, body }: Signed): Promise<number> => {
  const reply = await fetch(platform.baseUrl + target, { method: 'POST', headers, body: new Uint8Array(body) })
  await reply.arrayBuffer()
  return reply.status
}
const question = 'Hej! How long does delivery take?'
const picture = Buffer.from([0xff, 0xd8, 0xff, 0, 13, 10, 0x80])

/** The customer's mail with a picture, as each provider posts it. */
const mails: Record<Name, (text?: string, token?: string) => Signed> = {
  mailgun(text = question, token = 'c0ffee'.repeat(8)) {
    const headers = [
      ['From', `Åsa <${customer('mailgun')}>`],
      ['Subject', 'My order'],
      ['Message-Id', '<1@mailgun.example>'],
    ]
    const parts: FormPart[] = [
      { name: 'recipient', value: addressOf('mailgun') },
      { name: 'sender', value: customer('mailgun') },
      { name: 'body-plain', value: text },
      { name: 'message-headers', value: JSON.stringify(headers) },
      { name: 'attachment-1', value: picture, filename: 'bild å.jpg', contentType: 'image/jpeg' },
    ]
    return mailgunForm(parts, { signingKey: secretsOf.mailgun.signingKey, timestamp: seconds(), token })
  },
  sendgrid(text = question) {
    const headers = `From: Åsa <${customer('sendgrid')}>\nSubject: My order\nMessage-ID: <1@sendgrid.example>\n`
    const parts: FormPart[] = [
      { name: 'headers', value: Buffer.from(headers, 'latin1') },
      { name: 'text', value: Buffer.from(text, 'latin1') },
      { name: 'charsets', value: '{"text":"iso-8859-1"}' },
      { name: 'envelope', value: JSON.stringify({ to: [addressOf('sendgrid')], from: customer('sendgrid') }) },
      { name: 'attachment1', value: picture, filename: 'bild å.jpg', contentType: 'image/jpeg' },
    ]
    return sendgridSigned(multipart(parts), keys.parse.privateKey, seconds())
  },
  postmark(text = question) {
    const hook = {
      FromFull: { Email: customer('postmark'), Name: 'Åsa' },
      ToFull: [{ Email: addressOf('postmark'), Name: '' }],
      OriginalRecipient: 'abc@inbound.postmarkapp.com',
      Subject: 'My order',
      MessageID: 'pm-1',
      TextBody: text,
      Headers: [{ Name: 'Message-ID', Value: '<1@postmark.example>' }],
      Attachments: [{ Name: 'bild å.jpg', ContentType: 'image/jpeg', Content: picture.toString('base64') }],
    }
    return postmarkHook(hook, secretsOf.postmark)
  },
}

const conversationOf = (name: Name): Promise<any> =>
  vi.waitFor(async () => {
    const { items } = (await platform.api.get('/api/conversations?channel=email')).body
    const own = items.filter(({ contact }: any) => contact?.email === customer(name))
    expect(own).toHaveLength(1)
    return own[0]
  }, patient)
const messagesOf = async (id: string): Promise<any[]> =>
  (await platform.api.get(`/api/conversations/${id}/messages`)).body.items.toReversed()
/** What became of the answer to the mail. */
const becomes = (name: Name, delivery: object) =>
  vi.waitFor(async () => {
    const messages = await messagesOf((await conversationOf(name)).id)
    expect(messages).toHaveLength(2)
    expect(messages[1].delivery).toMatchObject(delivery)
  }, patient)

test('what is not signed as each provider does is refused', async () => {
  const now = seconds()
  const form = multipart([{ name: 'text', value: question }])
  const forged: [Name, Signed][] = [
    ['mailgun', mailgunForm([{ name: 'body-plain', value: 'x' }], { signingKey: 'another' })],
    ['mailgun', mailgunForm([{ name: 'body-plain', value: 'x' }], { ...secretsOf.mailgun, timestamp: now - 3_600 })],
    ['mailgun', form],
    ['sendgrid', sendgridSigned(form, sendgridKeys().privateKey, now)],
    ['sendgrid', sendgridSigned(form, keys.parse.privateKey, now - 3_600)],
    ['sendgrid', { ...sendgridSigned(form, keys.parse.privateKey, now), body: Buffer.from('another') }],
    ['sendgrid', form],
    ['postmark', postmarkHook({}, { ...secretsOf.postmark, password: 'another' })],
    ['postmark', { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }],
    ['postmark', mails.mailgun()],
    ['mailgun', mails.postmark()],
  ]
  for (const [name, request] of forged) expect(await post(targets[name], request), name).toBe(401)
  expect((await platform.api.get('/api/conversations')).body.items).toEqual([])
})

test.each(names)('a mail by %s becomes a conversation with its file, once', async (name) => {
  const request = mails[name]()
  // First without the channel in the URL: the recipient finds it.
  expect(await post('/api/webhooks/email', request)).toBe(200)
  expect(await post(targets[name], request)).toBe(200)
  const { id, subject, contact } = await conversationOf(name)
  expect({ subject, contact }).toMatchObject({ subject: 'My order', contact: { name: 'Åsa' } })
  const [message] = await messagesOf(id)
  expect(message).toMatchObject({ content: question, attachments: [{ filename: 'bild å.jpg', bytes: 7 }] })
})

test('a token of Mailgun’s lets no second mail in', async () => {
  expect(await post(targets.mailgun, mails.mailgun('Send me the money.'))).toBe(401)
})

test('the answer goes back by Mailgun, threaded, and what became of it is told', async () => {
  await becomes('mailgun', { state: 'sent' })
  const [form] = mailgun.forms()
  expect(form).toMatchObject({
    to: customer('mailgun'),
    subject: 'Re: My order',
    text: expect.stringContaining('three working days'),
    'h:In-Reply-To': '<1@mailgun.example>',
    'h:Auto-Submitted': 'auto-replied',
  })
  const message = { headers: { 'message-id': form!['h:Message-ID']!.slice(1, -1) } }
  const tell = (event: object) => post(targets.mailgun, mailgunEvent({ message, ...event }, secretsOf.mailgun))
  expect(await tell({ event: 'delivered' })).toBe(200)
  await becomes('mailgun', { state: 'delivered' })

  // Its server took it, and sent it back later.
  const bounce = { event: 'failed', severity: 'permanent', reason: 'bounce', 'delivery-status': { code: 550 } }
  expect(await tell(bounce)).toBe(200)
  await becomes('mailgun', { state: 'failed', code: '550' })
  const { id } = await conversationOf('mailgun')
  await vi.waitFor(async () => {
    const { items } = (await platform.api.get(`/api/conversations/${id}/activity`)).body
    expect(items[0]).toMatchObject({ action: 'delivery', from: 'delivered', to: 'failed' })
  }, patient)
  const [, answer] = await messagesOf(id)
  const again = await platform.api.post(`/api/conversations/${id}/messages/${answer.id}/resend`, {})
  expect(again.status, JSON.stringify(again.body)).toBeLessThan(300)
  await becomes('mailgun', { state: 'sent' })
  expect(mailgun.forms().map(({ text }) => text)).toEqual([form!.text, form!.text])
})

test('the answer goes back by SendGrid, and the Event Webhook tells of it by its own key', async () => {
  await becomes('sendgrid', { state: 'sent' })
  expect(sendgrid.mails()).toMatchObject([
    {
      personalizations: [{ to: [{ email: customer('sendgrid') }] }],
      content: [{ value: expect.stringContaining('three working days') }],
      headers: { 'In-Reply-To': '<1@sendgrid.example>' },
    },
  ])
  const [id] = sendgrid.taken
  const of = { sg_message_id: `${id}.recvd-1-2-3.0`, timestamp: seconds() }
  const events = [
    { event: 'delivered', ...of },
    { event: 'bounce', status: '5.1.1', ...of },
  ]
  const body = Buffer.from(JSON.stringify(events))
  const request = { headers: { 'content-type': 'application/json' }, body }
  expect(await post(targets.sendgrid, sendgridSigned(request, keys.events.privateKey, seconds()))).toBe(200)
  await becomes('sendgrid', { state: 'failed', code: '5.1.1' })
})

test('an answer that Postmark refuses shows as failed, with its code', async () => {
  await becomes('postmark', { state: 'failed', code: '406' })
  expect(postmark.mails()).toHaveLength(1)
})
