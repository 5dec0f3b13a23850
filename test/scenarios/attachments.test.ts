import { createHmac, randomUUID } from 'node:crypto'
import { exif, look, makePicture, pictureBomb, withJpegExif } from '@frontdesk/pictures/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { notificationFor, signedNotification, startMetaFake } from '../../services/channels/testing/fakes/meta-fake.ts'
import { startSmtpFake } from '../../services/channels/testing/fakes/smtp-fake.ts'
import { messageFields, signedForm, startTwilioFake } from '../../services/channels/testing/fakes/twilio-fake.ts'
import { usePlatform } from './platform.ts'

const publicUrl = 'https://desk.example'
const account = { accountSid: 'AC00000000000000000000000000000003', authToken: 'the token of the account' }
const metaSecrets = { appSecret: 'the secret of the app', verifyToken: 'any text', accessToken: 'a token of the API' }
const phoneNumberId = '106540352242923'
const [whatsapp, sms, anna] = ['+46766861005', '+46766861006', '+46701234568']
const mailSecret = 'the secret of the mail server'
const ours = 'files@shop.example'
const patient = { timeout: 30_000, interval: 50 }

let meta: Awaited<ReturnType<typeof startMetaFake>>
let twilio: Awaited<ReturnType<typeof startTwilioFake>>
let smtp: Awaited<ReturnType<typeof startSmtpFake>>
const platform = usePlatform(async () => {
  meta = await startMetaFake({ phoneNumberId, accessToken: metaSecrets.accessToken })
  twilio = await startTwilioFake(account)
  smtp = await startSmtpFake({ auth: { user: 'shop', pass: 'pass' } })
  const urls = { meta: meta.url, twilio: twilio.url }
  return { env: { PUBLIC_URL: publicUrl, CHANNEL_PROVIDER_URLS: JSON.stringify(urls) } }
})
afterAll(() => Promise.all([meta, twilio, smtp].map((fake) => fake.close())))

const targets: Record<string, string> = {}
let agentId: string
beforeAll(async () => {
  const smtpUrl = `smtp://shop:pass@127.0.0.1:${smtp.port}?requireTLS=false`
  const channels = {
    email: { kind: 'email', provider: 'raw', address: ours, secrets: { secret: mailSecret, smtpUrl } },
    meta: { kind: 'whatsapp', provider: 'meta', address: phoneNumberId, secrets: metaSecrets },
    twilio: { kind: 'whatsapp', provider: 'twilio', address: whatsapp, secrets: account },
    sms: { kind: 'sms', provider: 'twilio', address: sms, secrets: account },
  }
  for (const [name, channel] of Object.entries(channels)) {
    const made = await platform.api.post('/api/channels', channel)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    targets[name] = `/api/webhooks/${channel.kind}/${made.body.id}`
  }
  agentId = (await platform.api.post('/api/agents', { name: 'Cia', email: 'cia@shop.example' })).body.id
}, 60_000)

/** A JPEG in form: an Exif segment that says where it was taken, and a scan. */
const jpeg = Buffer.concat(
  [
    Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 30]),
    Buffer.from('Exif\0\0taken at 59.33, 18.06', 'latin1').subarray(0, 28).toString('latin1').padEnd(28, '.'),
  ]
    .map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
    .concat([Buffer.from([0xff, 0xda, 0, 4, 1, 2, 0x12, 0xff, 0x00, 0x34, 0xff, 0xd9])]),
)
const text = 'Returns are free within 30 days.'

async function upload(name: string, content: Uint8Array | string, headers?: Record<string, string>) {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return platform.api.send('POST', '/api/attachments', { body: form, ...(headers && { headers }) })
}
const uploaded = async (name: string, content: Uint8Array | string): Promise<string> => {
  const { status, body } = await upload(name, content)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const reply = (conversationId: string, more: object) =>
  platform.api.post(`/api/conversations/${conversationId}/messages`, {
    ...{ kind: 'reply', content: 'Here it is.', agentId },
    ...more,
  })
const newTalk = async (): Promise<string> =>
  (await platform.api.post('/api/chat/message', { message: 'Can I see it?' })).body.conversationId
const download = async (conversationId: string, id: string) => {
  const answer = await platform.api.request('GET', `/api/conversations/${conversationId}/attachments/${id}`)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const conversationOf = (channel: string, is: (contact: any) => boolean): Promise<string> =>
  vi.waitFor(async () => {
    const { items } = (await platform.api.get(`/api/conversations?channel=${channel}`)).body
    const found = items.find(({ contact }: any) => contact && is(contact))
    expect(found).toBeDefined()
    const { body } = await platform.api.get(`/api/conversations/${found.id}/messages`)
    expect(body.items.length).toBeGreaterThan(1)
    return found.id
  }, patient)

test('an upload has the type of its content and no metadata; one message gets it, and shows it', async () => {
  const picture = await upload('photo.txt', jpeg)
  expect(picture.body).toMatchObject({
    filename: 'photo.txt',
    contentType: 'image/jpeg',
    expiresAt: expect.any(String),
  })
  const other = await uploaded('returns.png', text)
  const conversationId = await newTalk()
  expect((await download(conversationId, picture.body.id)).status).toBe(404)

  const sent = await reply(conversationId, { attachments: [picture.body.id, other] })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  expect(sent.body.attachments).toMatchObject([
    { id: picture.body.id, filename: 'photo.txt', contentType: 'image/jpeg' },
    { id: other, filename: 'returns.png', contentType: 'text/plain', bytes: text.length },
  ])
  const clean = await download(conversationId, picture.body.id)
  expect(clean).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(clean.bytes.includes('taken at')).toBe(false)
  expect(clean.bytes.length).toBe(picture.body.bytes)
  expect((await download(conversationId, other)).bytes.toString()).toBe(text)
  const listed = await platform.api.get(`/api/conversations/${conversationId}/messages`)
  expect(listed.body.items[0].attachments).toHaveLength(2)

  // It is this message's; and one of nobody's is named.
  for (const attachments of [[other], ['att_unknown']]) {
    const refused = await reply(await newTalk(), { attachments })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'attachments.0' }] } })
  }
  expect((await reply(conversationId, { attachments: Array.from({ length: 11 }, () => other) })).status).toBe(422)
})

test('a preview is a small WebP without metadata; what is not a picture, or a bomb, has none', async () => {
  const large = withJpegExif(makePicture({ width: 1_500, height: 1_000, kind: 'jpeg' }), exif(6, 'taken at home'))
  const names = { large, text, bomb: pictureBomb(30_000, 30_000) }
  const ids: Record<string, string> = {}
  for (const [name, content] of Object.entries(names)) ids[name] = await uploaded(`${name}.png`, content)
  const conversationId = await newTalk()
  expect((await reply(conversationId, { attachments: Object.values(ids) })).status).toBe(201)
  const preview = async (id: string) => {
    const path = `/api/conversations/${conversationId}/attachments/${id}?preview=true`
    const answer = await platform.api.request('GET', path)
    const { status, headers } = answer
    return { status, type: headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const first = await preview(ids.large!)
  expect(first, first.bytes.toString()).toMatchObject({ status: 200, type: 'image/webp' })
  expect(await look(first.bytes, 0.9, 0.5)).toEqual({ width: 427, height: 640, colour: 'red' })
  expect(first.bytes.includes('taken at')).toBe(false)
  expect((await preview(ids.large!)).bytes.equals(first.bytes)).toBe(true)
  expect(await preview(ids.text!)).toMatchObject({ status: 415, type: expect.stringContaining('problem+json') })
  const bomb = await preview(ids.bomb!)
  expect([bomb.status, JSON.parse(bomb.bytes.toString()).code]).toEqual([422, 'document_too_complex'])
  expect((await preview('att_unknown')).status).toBe(404)
  expect((await download(conversationId, ids.large!)).type).toBe('image/jpeg')
})

test('the same upload and the same message under a key are one; a message that is refused leaves its files free', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await upload('a.txt', text, key)
  expect((await upload('a.txt', text, key)).body).toEqual(first.body)
  const conversationId = await newTalk()
  const attachments = [first.body.id]
  expect(await reply(conversationId, { attachments, sawSequence: 0 })).toMatchObject({
    status: 409,
    body: { code: 'conversation_moved' },
  })
  const note = await reply(conversationId, { kind: 'note', attachments })
  expect(note).toMatchObject({ status: 201, body: { kind: 'note', attachments: [{ filename: 'a.txt' }] } })
})

test('what is empty, too large, or a picture whose metadata can not be removed, is refused', async () => {
  expect((await upload('a.txt', '')).body.code).toBe('empty_document')
  expect((await upload('a.bin', Buffer.alloc(25 * 1024 * 1024 + 1))).status).toBe(413)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  expect(await upload('a.jpg', heic)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  expect(await upload('a.jpg', jpeg.subarray(0, -2))).toMatchObject({ status: 422, body: { code: 'damaged_document' } })
})

test('by e-mail the files are parts of the mail', async () => {
  const raw = [`From: Anna <anna@home.example>`, `To: ${ours}`, 'Subject: Returns', 'Message-ID: <f1@home.example>']
  const body = [...raw, 'Content-Type: text/plain', '', 'May I see the form?'].join('\r\n')
  const t = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', mailSecret).update(`${t}.${body}`).digest('hex')
  const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${t},v1=${v1}` }
  expect((await fetch(platform.baseUrl + targets.email, { method: 'POST', headers, body })).status).toBe(200)
  const conversationId = await conversationOf('email', ({ email }) => email === 'anna@home.example')
  const attachments = [await uploaded('form å.txt', text), await uploaded('photo.jpg', jpeg)]
  const before = smtp.taken.length
  expect((await reply(conversationId, { attachments })).status).toBe(201)
  const mail = await vi.waitFor(() => {
    const found = smtp.taken.slice(before).find(({ raw }) => raw.includes('Here it is.'))
    expect(found).toBeDefined()
    return found!.raw
  }, patient)
  expect(mail).toContain('multipart/mixed')
  expect(mail.replaceAll('\r\n', '')).toContain(Buffer.from(text).toString('base64'))
  expect(mail).toMatch(/Content-Type: image\/jpeg/)
  expect(mail).toMatch(/filename\*0?\*?=utf-8''form%20%C3%A5\.txt/i)
  expect(smtp.taken.filter(({ raw }) => raw.includes('Here it is.'))).toHaveLength(1)
}, 60_000)

test('by WhatsApp each file follows the text: uploaded to Meta, fetched by Twilio from a signed address', async () => {
  const message = { from: '46701234568', id: 'wamid.f1', timestamp: String(Math.floor(Date.now() / 1_000)) }
  const asked = { messages: [{ ...message, type: 'text', text: { body: 'May I see it?' } }] }
  const signed = signedNotification(notificationFor(phoneNumberId, asked), metaSecrets.appSecret)
  const post = ({ body, headers }: { body: Uint8Array; headers: Record<string, string> }, target: string) =>
    fetch(platform.baseUrl + target, { method: 'POST', headers, body: new Uint8Array(body) })
  expect((await post(signed, targets.meta!)).status).toBe(200)
  const byMeta = await conversationOf('whatsapp', ({ phone }) => phone === anna)
  await vi.waitFor(() => expect(meta.taken.length).toBeGreaterThan(0), patient)
  const attachments = [await uploaded('form.txt', text), await uploaded('photo.jpg', jpeg)]
  const before = meta.taken.length
  expect((await reply(byMeta, { attachments })).status).toBe(201)
  await vi.waitFor(() => expect(meta.taken.slice(before)).toHaveLength(3), patient)
  expect(meta.taken.slice(before)).toMatchObject([
    { text: 'Here it is.' },
    { text: '', file: { type: 'document', filename: 'form.txt', contentType: 'text/plain', bytes: Buffer.from(text) } },
    { text: '', file: { type: 'image', contentType: 'image/jpeg' } },
  ])

  const other = '+46701234569'
  const form = messageFields(account.accountSid, `whatsapp:${other}`, `whatsapp:${whatsapp}`, 'May I see it?')
  expect((await post(signedForm(publicUrl + targets.twilio, form, account.authToken), targets.twilio!)).status).toBe(
    200,
  )
  const byTwilio = await conversationOf('whatsapp', ({ phone }) => phone === other)
  const sent = await reply(byTwilio, { attachments: [await uploaded('form.txt', text)] })
  const { mediaUrl } = await vi.waitFor(() => {
    const found = twilio.taken.find(({ mediaUrl }) => mediaUrl !== undefined)
    expect(found).toMatchObject({ text: '', to: `whatsapp:${other}` })
    return found!
  }, patient)
  const path = mediaUrl!.slice(publicUrl.length)
  const fetched = await fetch(platform.baseUrl + path)
  expect([fetched.status, fetched.headers.get('content-type'), await fetched.text()]).toEqual([200, 'text/plain', text])
  expect((await fetch(`${platform.baseUrl}${path}x`)).status).toBe(401)
  await vi.waitFor(async () => {
    const { items } = (await platform.api.get(`/api/conversations/${byTwilio}/messages`)).body
    expect(items.find(({ id }: any) => id === sent.body.id).delivery).toMatchObject({ state: 'sent' })
  }, patient)
}, 90_000)

test('by SMS no file goes, which is said at once', async () => {
  const form = messageFields(account.accountSid, anna!, sms!, 'May I see it?')
  const { body, headers } = signedForm(publicUrl + targets.sms, form, account.authToken)
  const taken = await fetch(platform.baseUrl + targets.sms, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(taken.status).toBe(200)
  const conversationId = await conversationOf('sms', ({ phone }) => phone === anna)
  const attachments = [await uploaded('form.txt', text)]
  const refused = await reply(conversationId, { attachments })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path: 'attachments' }] } })
  expect(refused.body.detail).toContain('SMS')
  expect((await reply(conversationId, { kind: 'note', attachments })).status).toBe(201)
}, 60_000)
