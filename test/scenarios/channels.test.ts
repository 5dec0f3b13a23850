import { createHash, createHmac } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'
import { sharedEnv } from './shared-env.ts'

const publicUrl = sharedEnv.PUBLIC_URL.replace(/\/$/, '')
const platform = usePlatform({ env: sharedEnv })

const accountSid = `AC${'0'.repeat(32)}`
const authToken = 'a-token-of-twilio-that-nobody-sees'
const mailSecret = 'a-secret-of-the-mail-server'
const desk = '+46701740605'
const anna = '+46701740606'
const support = 'support@example.com'

let owner: ApiClient
let stranger: ApiClient
let sms: any
let email: any

const make = async (client: ApiClient, channel: object): Promise<any> => {
  const reply = await client.post('/api/channels', channel)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}

beforeAll(async () => {
  owner = await platform.newTenant('owner')
  stranger = await platform.newTenant('stranger')
  sms = await make(owner, { kind: 'sms', provider: 'twilio', address: desk, secrets: { accountSid, authToken } })
  email = await make(owner, { kind: 'email', provider: 'raw', address: support, secrets: { secret: mailSecret } })
  await owner.teach('Parking', 'Parking is free for guests on weekends.')
})

type Provided = { path: string; body: string | Buffer; headers: Record<string, string> }

const post = ({ path, body, headers }: Provided) =>
  fetch(`${platform.baseUrl}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers,
  })

/** Signed over the URL and the sorted fields, as Twilio does. */
function text(body: string, { from = anna, path = '/api/webhooks/sms', token = authToken } = {}): Provided {
  const sid = `SM${createHash('md5').update(`${from} ${body}`).digest('hex')}`
  const fields: [string, string][] = [
    ...[['AccountSid', accountSid] as [string, string], ['Body', body] as [string, string]],
    ...[['From', from] as [string, string], ['MessageSid', sid] as [string, string]],
    ...[['NumMedia', '0'] as [string, string], ['To', desk] as [string, string]],
  ]
  const signed = publicUrl + path + fields.map(([name, value]) => name + value).join('')
  const signature = createHmac('sha1', token).update(signed).digest('base64')
  const form = 'application/x-www-form-urlencoded'
  return {
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': form, 'x-twilio-signature': signature },
  }
}

/** Signed over its bytes and the time. */
function mail(lines: string[], { path = '/api/webhooks/email', at = Math.floor(Date.now() / 1_000) } = {}): Provided {
  const body = Buffer.from(lines.join('\r\n'))
  const signature = createHmac('sha256', mailSecret).update(`${at}.`).update(body).digest('hex')
  return { path, body, headers: { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` } }
}

const letter = (from: string, subject: string, more: string[], ...text: string[]) => [
  `From: ${from}`,
  `To: ${support}`,
  `Subject: ${subject}`,
  ...more,
  '',
  ...text,
]

/** The conversations of a channel's kind, when there are so many. */
const conversations = (channel: string, count: number): Promise<any[]> =>
  vi.waitFor(
    async () => {
      const { body } = await owner.get(`/api/conversations?channel=${channel}`)
      expect(body.items).toHaveLength(count)
      return body.items
    },
    { timeout: 20_000, interval: 100 },
  )

const messagesOf = async (id: string): Promise<any[]> =>
  (await owner.get(`/api/conversations/${id}/messages`)).body.items.toReversed()

const answered = (id: string, count: number): Promise<any[]> =>
  vi.waitFor(
    async () => {
      const all = await messagesOf(id)
      expect(all.filter(({ author }) => author.kind === 'ai')).toHaveLength(count)
      return all
    },
    { timeout: 20_000, interval: 100 },
  )

test('a channel is shown without its secrets, and an address belongs to one tenant', async () => {
  const listed = await owner.get('/api/channels')
  const read = await owner.get(`/api/channels/${sms.id}`)
  for (const shown of [sms, listed.body, read.body]) {
    for (const secret of [authToken, mailSecret]) expect(JSON.stringify(shown)).not.toContain(secret)
  }
  expect(read.body).toMatchObject({ kind: 'sms', provider: 'twilio', address: desk, enabled: true, canSend: true })
  expect(read.body.secrets).toEqual(['accountSid', 'authToken'])
  const channel = { kind: 'sms', provider: 'vonage', address: desk, secrets: { signatureSecret: 'mine' } }
  expect(await stranger.post('/api/channels', channel)).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('secrets that are missing or unknown are each named', async () => {
  const channel = { kind: 'email', provider: 'postmark', address: 'a@example.com' }
  const reply = await owner.post('/api/channels', { ...channel, secrets: { username: 'me', passwort: 'x', key: 'y' } })
  expect(reply.status).toBe(422)
  const paths = reply.body.errors.map(({ path }: any) => path).sort()
  expect(paths).toEqual(['secrets.key', 'secrets.password', 'secrets.passwort'])
})

test('what does not verify is a 401 problem, and nothing else happens', async () => {
  const { baseUrl } = platform
  const requests = [
    text('Forged', { token: 'another' }),
    text('Elsewhere', { path: '/api/webhooks/sms/chn_00000000000000000000000000000000' }),
    { ...text('Another URL'), path: `/api/webhooks/sms/${sms.id}` },
    { ...text('Changed'), body: `${text('Changed').body}&Extra=1` },
    { ...text('No signature'), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    mail(letter('Anna <anna@example.org>', 'Old', [], 'Old'), { at: Math.floor(Date.now() / 1_000) - 3_600 }),
    { path: '/api/webhooks/whatsapp', body: '{}', headers: {} },
  ]
  for (const request of requests) {
    const reply = await post(request)
    expect(reply.status, request.path).toBe(401)
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(await reply.json()).toMatchObject({ status: 401, code: 'unverified' })
  }
  const challenge = `/api/webhooks/whatsapp/${sms.id}?hub.mode=subscribe&hub.verify_token=a&hub.challenge=1`
  expect((await fetch(`${baseUrl}${challenge}`)).status).toBe(401)
  expect((await owner.get('/api/conversations')).body.items).toEqual([])
})

test('a text becomes a conversation with an answer, once, however often it is delivered', async () => {
  const request = text('Is parking free for guests?')
  const replies = await Promise.all([post(request), post(request), post(request)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await replies[0]!.text()).toBe('<Response/>')
  const [conversation] = await conversations('sms', 1)
  expect(conversation).toMatchObject({ channel: 'sms', contact: { phone: anna } })
  const messages = await answered(conversation.id, 1)
  expect(messages[0]).toMatchObject({ author: { kind: 'customer' }, content: 'Is parking free for guests?' })
  expect(messages[1].content).toContain('weekends')
  expect((await post(request)).status).toBe(200)

  expect((await post(text('And on weekends?', { path: `/api/webhooks/sms/${sms.id}` }))).status).toBe(200)
  const all = await answered(conversation.id, 2)
  expect(all.filter(({ author }) => author.kind === 'customer')).toHaveLength(2)
  expect(await conversations('sms', 1)).toHaveLength(1)
})

test('a mail becomes a conversation with its files, and its answer goes on with it', async () => {
  const lines = letter(
    'Anna Berg <anna@example.org>',
    'Parking for guests',
    ['Message-ID: <1@example.org>', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    ...['--b', 'Content-Type: text/plain', '', 'Is parking free for guests?'],
    ...['--b', 'Content-Type: text/html; name="plan.html"', 'Content-Disposition: attachment; filename="plän.html"'],
    ...['Content-Transfer-Encoding: base64', '', Buffer.from('<script>').toString('base64'), '--b--', ''],
  )
  expect((await post(mail(lines))).status).toBe(200)
  const [conversation] = await conversations('email', 1)
  expect(conversation).toMatchObject({
    subject: 'Parking for guests',
    contact: { email: 'anna@example.org', name: 'Anna Berg' },
  })
  const [message] = await answered(conversation.id, 1)
  expect(message.content).toBe('Is parking free for guests?')
  expect(message.attachments).toMatchObject([{ contentType: 'text/html', bytes: 8 }])
  const path = `/api/conversations/${conversation.id}/attachments/${message.attachments[0].id}`
  const file = await owner.send('GET', path)
  expect(file.body).toBe('<script>')
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; filename=/),
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  expect((await stranger.send('GET', path)).status).toBe(404)

  const reply = ['Message-ID: <2@example.org>', 'In-Reply-To: <1@example.org>', 'References: <1@example.org>']
  const quoted = ['Thank you!', '', 'On Mon, 2 Mar 2026 at 10:00, Support <support@example.com> wrote:', '> Parking']
  const again = letter('Anna Berg <anna@example.org>', 'Re: Parking for guests', reply, ...quoted)
  expect((await post(mail(again, { path: `/api/webhooks/email/${email.id}` }))).status).toBe(200)
  await vi.waitFor(
    async () => {
      const customers = (await messagesOf(conversation.id)).filter(({ author }) => author.kind === 'customer')
      expect(customers.map(({ content }) => content)).toEqual(['Is parking free for guests?', 'Thank you!'])
    },
    { timeout: 20_000 },
  )
})

test('a large mail is taken in, and one beyond the limit is refused at once', async () => {
  const block = `${'A'.repeat(76)}\r\n`.repeat(13_000)
  const lines = letter(
    'Bo <bo@example.org>',
    'A large picture',
    ['Message-ID: <big@example.org>', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    ...['--b', 'Content-Type: text/plain', '', 'See the picture.'],
    ...['--b', 'Content-Type: image/png', 'Content-Disposition: attachment; filename="big.png"'],
    ...['Content-Transfer-Encoding: base64', '', `${block}--b--`, ''],
  )
  expect((await post(mail(lines))).status).toBe(200)
  const all = await conversations('email', 2)
  const { id } = all.find(({ subject }) => subject === 'A large picture')
  const [message] = await messagesOf(id)
  expect(message.attachments).toMatchObject([{ filename: 'big.png', bytes: 741_000 }])
  const tooLarge = { path: '/api/webhooks/sms', body: Buffer.alloc(1024 * 1024 + 1), headers: {} }
  expect((await post(tooLarge)).status).toBe(413)
})

test('a rotated secret holds, and a deleted channel frees its address and takes nothing more', async () => {
  const patched = await owner.send('PATCH', `/api/channels/${sms.id}`, {
    body: { secrets: { authToken: 'rotated' }, name: 'Desk' },
  })
  expect(patched).toMatchObject({ status: 200, body: { name: 'Desk' } })
  expect(JSON.stringify(patched.body)).not.toContain('rotated')
  expect((await post(text('Old'))).status).toBe(401)
  expect((await post(text('New', { token: 'rotated' }))).status).toBe(200)
  expect((await owner.send('PATCH', `/api/channels/${sms.id}`, { body: { enabled: false } })).status).toBe(200)
  expect((await post(text('Disabled', { token: 'rotated' }))).status).toBe(401)
  expect((await owner.delete(`/api/channels/${sms.id}`)).status).toBe(204)
  expect((await owner.get(`/api/channels/${sms.id}`)).status).toBe(404)
  await make(stranger, { kind: 'sms', provider: 'twilio', address: desk, secrets: { authToken } })
})

test('Meta’s challenge is answered with its own text', async () => {
  const secrets = { appSecret: 'an app secret', verifyToken: 'a verify token' }
  const { id } = await make(owner, { kind: 'whatsapp', provider: 'meta', address: '106540352242922', secrets })
  const ask = (token: string) => {
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' })
    return fetch(`${platform.baseUrl}/api/webhooks/whatsapp/${id}?${query}`)
  }
  const reply = await ask('a verify token')
  expect([reply.status, await reply.text()]).toEqual([200, '42'])
  expect((await ask('another')).status).toBe(401)
})
