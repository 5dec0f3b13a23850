import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSmtpFake } from '../../services/channels/testing/fakes/smtp-fake.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const secret = 'the secret of the mail server'
const ours = 'support@shop.example'
const login = { user: 'shop', pass: 'let me in' }
const patient = { timeout: 30_000, interval: 50 }

let smtp: Awaited<ReturnType<typeof startSmtpFake>>
let channelId: string
/** The Message-ID of our newest mail. */
let newest: string
beforeAll(async () => {
  smtp = await startSmtpFake({ auth: login })
  const smtpUrl = `smtp://${login.user}:${encodeURIComponent(login.pass)}@127.0.0.1:${smtp.port}?requireTLS=false`
  const channel = { kind: 'email', provider: 'raw', address: ours, name: 'The Shop', secrets: { secret, smtpUrl } }
  const made = await platform.api.post('/api/channels', channel)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  channelId = made.body.id
  await platform.api.teach('Delivery', 'Delivery takes three working days. Parcels leave Gothenburg every morning.')
}, 60_000)
afterAll(() => smtp.close())

/** A mail of a customer's, as their mail server passes it on. */
async function mail(headers: Record<string, string>, text: string) {
  const head = { From: 'Anna <anna@home.example>', To: ours, Date: new Date().toUTCString(), ...headers }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const raw = [...lines, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n')
  const t = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')
  const reply = await fetch(`${platform.baseUrl}/api/webhooks/email/${channelId}`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', 'x-signature': `t=${t},v1=${v1}` },
    body: raw,
  })
  expect(reply.status).toBe(200)
}

/** Headers of a mail that went out, unfolded, by names in lower case; and its text. */
function read(raw: string): { headers: Record<string, string>; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, text: rest.join('\r\n\r\n').replaceAll('=\r\n', '') }
}
const sent = (count: number) =>
  vi.waitFor(() => {
    expect(smtp.taken).toHaveLength(count)
    return read(smtp.taken.at(-1)!.raw)
  }, patient)
async function conversations(): Promise<any[]> {
  return (await platform.api.get('/api/conversations?channel=email')).body.items
}
const messagesOf = async (id: string) =>
  (await platform.api.get(`/api/conversations/${id}/messages`)).body.items.reverse()

test('an answer goes back by mail, threaded, and the customer’s next mail goes on with it', async () => {
  // What it goes on with was between them and others.
  const References = '<old1@home.example> <old2@home.example>'
  const first = { Subject: 'My order', 'Message-ID': '<1@home.example>', References }
  await mail(first, 'How long does delivery take?')
  const { headers, text } = await sent(1)
  expect(smtp.taken[0]).toMatchObject({ from: ours, to: ['anna@home.example'], user: login.user })
  expect(headers).toMatchObject({
    subject: 'Re: My order',
    to: 'anna@home.example',
    'in-reply-to': '<1@home.example>',
    references: `${References} <1@home.example>`,
    'auto-submitted': 'auto-replied',
  })
  expect(headers.from).toMatch(/The Shop.*<support@shop\.example>/)
  expect(headers['reply-to']).toMatch(/^support\+[a-z2-7]{42}@shop\.example$/)
  expect(headers['message-id']).toMatch(/^<[^<>\s]+@shop\.example>$/)
  expect(text).toContain('three working days')
  const [conversation] = await conversations()
  expect(conversation).toMatchObject({ subject: 'My order', contact: { email: 'anna@home.example' } })

  // Only the reply address ties this one to the conversation.
  await mail(
    { Subject: 'Something else', 'Message-ID': '<2@home.example>', To: headers['reply-to']! },
    'When do parcels leave?',
  )
  const next = await sent(2)
  expect(next.headers['in-reply-to']).toBe('<2@home.example>')
  expect(next.headers.references).toContain(headers['message-id'])
  newest = next.headers['message-id']!
  expect(await conversations()).toHaveLength(1)
  await vi.waitFor(async () => {
    const deliveries = (await messagesOf(conversation.id)).map(({ delivery }: any) => delivery?.state)
    expect(deliveries).toEqual([undefined, 'sent', undefined, 'sent'])
  }, patient)
}, 60_000)

test('an agent’s reply is a person’s mail', async () => {
  const agent = (await platform.api.post('/api/agents', { name: 'Cia', email: 'cia@shop.example' })).body
  const [conversation] = await conversations()
  const reply = { kind: 'reply', content: 'Hej Anna, it left today. /Cia', agentId: agent.id }
  expect((await platform.api.post(`/api/conversations/${conversation.id}/messages`, reply)).status).toBe(201)
  const { headers, text } = await sent(3)
  expect(headers).not.toHaveProperty('auto-submitted')
  expect(headers['in-reply-to']).toBe('<2@home.example>')
  expect(headers.references!.split(/\s+/).slice(-2)).toEqual(['<2@home.example>', newest])
  expect(text).toContain('Hej Anna, it left today. /Cia')
}, 60_000)

test('a reply in Markdown is a mail in HTML and in text', async () => {
  const agent = (await platform.api.post('/api/agents', { name: 'Dag', email: 'dag@shop.example' })).body
  const [conversation] = await conversations()
  const content = 'Hej **Anna**, see [your order](https://shop.example/orders).'
  const reply = { kind: 'reply', content, format: 'markdown', agentId: agent.id }
  const before = smtp.taken.length
  expect((await platform.api.post(`/api/conversations/${conversation.id}/messages`, reply)).status).toBe(201)
  const { headers, text } = await sent(before + 1)
  expect(headers['content-type']).toMatch(/^multipart\/alternative/)
  expect(text).toContain('Hej Anna, see your order (https://shop.example/orders).')
  expect(text).toContain('<p>Hej <strong>Anna</strong>, see <a href=3D"https://shop.example/orders"')
  const { body } = await platform.api.get(`/api/conversations/${conversation.id}`)
  expect(body.preview.text).toBe('Hej Anna, see your order (https://shop.example/orders).')
}, 60_000)

test('a mail server that refuses the address shows as failed, with what it said', async () => {
  smtp.failures['RCPT TO'] = '550 5.1.1 No such user'
  const [conversation] = await conversations()
  const agents = (await platform.api.get('/api/agents')).body.items
  const reply = { kind: 'reply', content: 'Are you there?', agentId: agents[0].id }
  expect((await platform.api.post(`/api/conversations/${conversation.id}/messages`, reply)).status).toBe(201)
  await vi.waitFor(async () => {
    expect((await messagesOf(conversation.id)).at(-1).delivery).toMatchObject({ state: 'failed', code: '5.1.1' })
    const { items } = (await platform.api.get(`/api/conversations/${conversation.id}/activity`)).body
    expect(items[0]).toMatchObject({
      action: 'delivery',
      to: 'failed',
      detail: expect.stringContaining('No such user'),
    })
  }, patient)
}, 60_000)
