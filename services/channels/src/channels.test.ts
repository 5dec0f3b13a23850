import { createHmac } from 'node:crypto'
import { type ChannelAccount, channelSecrets, channels as channelsContracts, newId } from '@frontdesk/contracts'
import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { messageFields, signedForm } from '../testing/fakes/twilio-fake.ts'
import { startTestChannels } from '../testing/start-test-channels.ts'
import { mailKeysOf } from './email/mail-keys.ts'
import { makeMessageId } from './email/reply-token.ts'
import { requeueRequests } from './inbound/requeue-requests.ts'
import { baseUrlsSetting } from './providers/base-urls.ts'
import { allProviders, findProvider } from './providers/index.ts'
import { purgeInboundData } from './retention/purge-inbound-data.ts'
import { mailIdOf } from './threads/record-thread.ts'

const accountSid = `AC${'0'.repeat(32)}`
const authToken = 'an-auth-token-that-nobody-may-see'
const desk = '+46701740605'
const anna = '+46701740606'

let channels: Awaited<ReturnType<typeof startTestChannels>>
let now = Date.parse('2026-03-01T12:00:00Z')
const bytes: Buffer[] = []
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  bytes.length = 0
  channels = await startTestChannels({ clock: { now: () => now }, onBytes: (each) => bytes.push(Buffer.from(each)) })
})
afterEach(() => channels.stop())

const makeSms = (tenant = 'acme', address = desk) =>
  channels.create({ kind: 'sms', provider: 'twilio', address }, { accountSid, authToken }, tenant)

/** A text as Twilio passes it on. */
function text(body: string, { from = anna, to = desk, path = '/api/webhooks/sms', token = authToken } = {}) {
  const { body: form, headers } = signedForm(
    `https://desk.example.com${path}`,
    messageFields(accountSid, from, to, body),
    token,
  )
  return () => channels.receive(path, { headers, body: form })
}

const mailSecret = 'a-secret-of-the-mail-server'
const address = 'support@example.com'
const makeMail = (tenant = 'acme') =>
  channels.create({ kind: 'email', provider: 'raw', address }, { secret: mailSecret }, tenant)

function mail(lines: string[], { path = '/api/webhooks/email', asBlob = false } = {}) {
  const body = lines.join('\r\n')
  return () => {
    const at = Math.floor(now / 1_000)
    const signature = createHmac('sha256', mailSecret).update(`${at}.${body}`).digest('hex')
    const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` }
    return channels.receive(path, { headers, body, asBlob })
  }
}
const letter = (subject: string, text: string, more: string[] = []) => [
  'From: Anna Berg <anna@example.org>',
  `To: ${address}`,
  `Subject: ${subject}`,
  ...more,
  '',
  text,
]

const taken = (count: number) =>
  vi.waitFor(() => {
    expect(channels.taken).toHaveLength(count)
    return channels.taken
  }, 5_000)

it('a text that verifies is stored, answered as its provider wants it, and becomes a message', async () => {
  await makeSms()
  expect(await text('Hello')()).toEqual({ status: 200, contentType: 'text/xml', body: '<Response/>' })
  expect(await taken(1)).toMatchObject([
    { tenant: 'acme', message: 'Hello', channel: 'sms', unread: true, contact: { phone: anna } },
  ])
})

it('a channel is found by the recipient or named, and its tenant follows from it alone', async () => {
  const one = await makeSms('acme')
  await makeSms('globex', '+46701740607')
  await text('By its number', { to: '+46701740607' })()
  await text('By its id', { path: `/api/webhooks/sms/${one.id}` })()
  const all = await taken(2)
  expect(all.map(({ tenant, message }) => [tenant, message]).sort()).toEqual([
    ['acme', 'By its id'],
    ['globex', 'By its number'],
  ])
})

const emailId = async () => (await makeMail()).id
it.each<[string, string, () => Promise<{ status: number }>]>([
  ['a wrong secret', 'wrong_signature', () => text('No', { token: 'another' })()],
  ['an unknown recipient', 'no_channel', () => text('No', { to: '+46701740699' })()],
  ['a channel that is none', 'no_channel', () => text('No', { path: '/api/webhooks/sms/chn_0' })()],
  ['one of another kind', 'no_channel', async () => text('No', { path: `/api/webhooks/sms/${await emailId()}` })()],
  ['nothing at all', 'no_channel', () => channels.receive('/api/webhooks/sms', {})],
])('%s is a 401 that leaves nothing but a count: %s', async (_, verdict, request) => {
  await makeSms()
  expect(await request()).toEqual({ status: 401 })
  const { requests, lanes, inbound } = channels.context().collections
  for (const kept of [requests, lanes, inbound]) expect(await kept.count('acme')).toBe(0)
  const counted = await channels.context().health.registry.metrics()
  expect(counted).toMatch(new RegExp(`^frontdesk_channel_requests_total\\{.*verdict="${verdict}"\\} 1$`, 'm'))
})

it('the same request twice is one message, and so is the same message in another request', async () => {
  await makeSms()
  const hello = text('Hello')
  expect([(await hello()).status, (await hello()).status]).toEqual([200, 200])
  await makeMail()
  const again = letter('Order', 'Where is it?', ['Message-ID: <1@example.org>'])
  await mail(again)()
  await mail([...again, 'A line that a mailing list added'])()
  await text('And another')()
  const all = await taken(3)
  expect(all.map(({ message }) => message).sort()).toEqual(['And another', 'Hello', 'Where is it?'])
})

it('texts of one number go on with its conversation, in order, until it was quiet for too long', async () => {
  await makeSms()
  for (const message of ['One', 'Two', 'Three']) await text(message)()
  await text('Bo here', { from: '+46701740609' })()
  const first = await taken(4)
  const [one, two, three] = first.filter(({ contact }) => contact?.phone === anna)
  expect([one, two, three].map((each) => each?.message)).toEqual(['One', 'Two', 'Three'])
  expect(two!.conversationId).toBe(one!.conversationId)
  expect(three!.conversationId).toBe(one!.conversationId)
  now += 15 * 86_400_000
  await text('Long after')()
  const last = (await taken(5)).at(-1)!
  expect(last.conversationId).not.toBe(one!.conversationId)
})

it('a message whose conversation was erased meanwhile begins another', async () => {
  await makeSms()
  await text('One')()
  const [first] = await taken(1)
  channels.erased.add(first!.conversationId)
  await text('Two')()
  const [, second] = await taken(2)
  expect(second!.conversationId).not.toBe(first!.conversationId)
})

it('while chat is away nothing is lost, and it goes on by itself', async () => {
  await makeSms()
  channels.chat.isAway = true
  expect((await text('Hello')()).status).toBe(200)
  await vi.waitFor(() => expect(channels.chat.turnedAway).toBeGreaterThan(0))
  channels.chat.isAway = false
  expect(await taken(1)).toMatchObject([{ message: 'Hello' }])
})

it('a mail becomes a message with its subject and its files, whether it came in a message or a blob', async () => {
  await makeMail()
  const lines = [
    ...letter('Where is my order?', '', ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b']),
    ...['--b', 'Content-Type: text/plain', '', 'It is late.'],
    ...['--b', 'Content-Type: image/png; name="a.png"', 'Content-Disposition: attachment; filename="a.png"'],
    ...['Content-Transfer-Encoding: base64', '', 'UE5H', '--b--', ''],
  ]
  await mail(lines, { asBlob: true })()
  const [message] = await taken(1)
  expect(message).toMatchObject({
    message: 'It is late.',
    channel: 'email',
    subject: 'Where is my order?',
    contact: { email: 'anna@example.org', name: 'Anna Berg' },
    attachments: [{ filename: 'a.png', contentType: 'image/png', bytes: 3 }],
  })
  const { conversationId, attachments } = message!
  const file = await vi.waitFor(() =>
    channels.ask(channelsContracts.queries.attachmentRead, { conversationId, attachmentId: attachments![0]!.id }),
  )
  expect(Buffer.from(await channels.ports.blobs.read('acme', file.blobId)).toString()).toBe('PNG')
  await expect(
    channels.ask(
      channelsContracts.queries.attachmentRead,
      { conversationId, attachmentId: attachments![0]!.id },
      'globex',
    ),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('answers to a mail go on with its conversation; what machines send becomes no message', async () => {
  await makeMail()
  await mail(letter('Order 12', 'Where is it?', ['Message-ID: <1@example.org>']))()
  const [first] = await taken(1)
  await mail(letter('Out of office', 'I am away', ['Message-ID: <2@example.org>', 'Auto-Submitted: auto-replied']))()
  await mail(letter('Re: Order 12', 'Hello?', ['Message-ID: <3@example.org>', 'In-Reply-To: <1@example.org>']))()
  const [, second] = await taken(2)
  expect(second).toMatchObject({ message: 'Hello?', conversationId: first!.conversationId })
  await vi.waitFor(async () => {
    const { items } = await channels.context().collections.inbound.find('acme', {})
    expect(items.map(({ body }: any) => body.dropped ?? body.state).sort()).toEqual(['auto_reply', 'done', 'done'])
  })
  expect(await channels.context().health.registry.metrics()).toContain('reason="auto_reply"} 1')
})

it('answers go to whom we wrote to, and to nobody who has only seen a Message-ID', async () => {
  const { id: channelId } = await makeMail()
  const { collections } = channels.context()
  const from = (who: string, lines: string[]) => [`From: ${who}@example.org`, ...lines.slice(1)]
  const addressOf = async () => (await collections.threads.get('acme', first!.conversationId))!.body.address
  await mail(letter('Order 12', 'Where is it?', ['Message-ID: <1@example.org>']))()
  const [first] = await taken(1)
  await mail(
    from(
      'mallory',
      letter('Re: Order 12', 'And mine?', ['Message-ID: <m@example.org>', 'In-Reply-To: <1@example.org>']),
    ),
  )()
  expect((await taken(2))[1]!.conversationId).toBe(first!.conversationId)
  await vi.waitFor(async () => expect(await collections.inbound.count('acme', { state: 'done' })).toBe(2))
  expect(await addressOf()).toBe('anna@example.org')
  // Nor is it theirs that an answer answers.
  const { lastMessageId } = (await collections.threads.get('acme', first!.conversationId))!.body
  expect(lastMessageId).toBe('<1@example.org>')
  const ours = makeMessageId('msg_1a', 'example.com', mailKeysOf(channels.context())[0])
  const { conversationId } = first!
  await collections.mailIds.put('acme', mailIdOf(channelId, ours), { conversationId })
  const more = [`In-Reply-To: ${ours}`]
  await mail(from('bo', letter('Re: Order 12', 'I take over.', more)))()
  expect((await taken(3))[2]!.conversationId).toBe(first!.conversationId)
  await vi.waitFor(async () => expect(await addressOf()).toBe('bo@example.org'))
})

it.each([
  ['failed', '5.1.1', 'sent', 'failed', 'bounced 5.1.1'],
  ['failed', '5.1.1', 'delivered', 'failed', 'bounced 5.1.1'],
  ['delayed', '4.4.1', 'sent', 'sent', undefined],
  ['delivered', '2.0.0', 'delivered', 'delivered', undefined],
] as const)('a report (%s, %s) of a mail of ours that was %s leaves it %s', async (...row) => {
  const [action, status, before, state, code] = row
  await makeMail()
  const context = channels.context()
  const at = new Date(now).toISOString()
  const parts = [{ text: '', state: before }]
  const rest = { author: 'ai' as const, text: '', round: 1, isTold: true, tries: 1, roundAt: now, createdAt: at, at }
  const ours = { conversationId: 'cnv_1', kind: 'email' as const, sequence: 2, parts, state: before, ...rest }
  await context.collections.outbound.put('acme', 'msg_1a', ours)
  const messageId = makeMessageId('msg_1a', 'example.com', mailKeysOf(context)[0])
  await mail([
    ...[
      'From: Mail Delivery <mailer-daemon@example.org>',
      `To: ${address}`,
      'Subject: Undelivered',
      'MIME-Version: 1.0',
    ],
    ...['Content-Type: multipart/report; report-type=delivery-status; boundary=b', '', '--b', '', 'Sorry.'],
    ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example.org', ''],
    ...['Final-Recipient: rfc822; anna@example.org', `Action: ${action}`, `Status: ${status}`],
    ...['--b', 'Content-Type: message/rfc822', '', `Message-ID: ${messageId}`, 'Subject: Re: Order', '', 'Hello'],
    ...['--b--', ''],
  ])()
  const isDone = async () => expect(await context.collections.inbound.count('acme', { state: 'dropped' })).toBe(1)
  await vi.waitFor(isDone)
  const { body } = (await context.collections.outbound.get('acme', 'msg_1a'))!
  expect([body.state, body.code]).toEqual([state, code])
  expect(channels.taken).toEqual([])
})

it('a sender that never stops is left to people', async () => {
  await makeMail()
  for (let i = 0; i < 8; i++) {
    now += 1_000
    await mail(letter(`Message number ${i} of many`, `Number ${i}`))()
    await taken(i + 1)
  }
  const all = await taken(8)
  expect(new Set(all.slice(-3).map(({ conversationId }) => conversationId)).size).toBe(1)
  expect(channels.handedOver).toEqual([all.at(-3)!.conversationId, all.at(-3)!.conversationId])
})

it('a long text is cut, and is there whole as a file', async () => {
  await makeMail()
  const long = 'A sentence that goes on. '.repeat(400)
  await mail(letter('Long', long))()
  const [message] = await taken(1)
  expect(message!.message.length).toBeLessThanOrEqual(8_000)
  expect(message!.message.endsWith('…')).toBe(true)
  expect(message!.attachments).toMatchObject([{ filename: 'message.txt', contentType: 'text/plain' }])
})

it('what verifies and can not be read is a dead letter, and the request is kept', async () => {
  await makeSms()
  const path = '/api/webhooks/sms'
  const fields: [string, string][] = [['To', desk]]
  const { body, headers } = signedForm(`https://desk.example.com${path}`, fields, authToken)
  expect((await channels.receive(path, { headers, body })).status).toBe(200)
  await vi.waitFor(async () => {
    const { items } = await channels.ports.bus.deadLetters.list('acme', { limit: 10 })
    expect(items).toMatchObject([{ reason: { code: 'invalid_request' } }])
  })
  const { items } = await channels.context().collections.requests.find('acme', {})
  expect(items).toMatchObject([{ body: { state: 'failed' } }])
})

it('erasing a contact removes what came in, and its redelivery brings nothing back', async () => {
  await makeMail()
  const request = mail(letter('Long', 'A sentence that goes on. '.repeat(400), ['Message-ID: <1@example.org>']))
  await request()
  const [message] = await taken(1)
  const { collections } = channels.context()
  const isDone = async () => expect(await collections.inbound.count('acme', { state: 'done' })).toBe(1)
  await vi.waitFor(isDone)
  // What the same person uploaded in a chat widget, and didn't send.
  const upload = { filename: 'me.txt', contentType: 'text/plain', bytes: 2, blobId: 'me', owner: 'vis_1' }
  await channels.ports.blobs.put('acme', upload.blobId, Buffer.from('me'))
  await collections.attachments.put('acme', 'att_me', { ...upload, expiresAt: new Date(now).toISOString() })
  const conversationIds = [message!.conversationId]
  const subject = { kind: 'contact', contactId: 'con_1', conversationIds, visitorIds: ['vis_1'] }
  const { removed } = await channels.ask(channelsContracts.queries.copiesErase, { subject })
  expect(removed).toEqual(expect.arrayContaining([{ what: 'attachments', count: 2 }]))
  for (const kept of [collections.attachments, collections.requests, collections.threads, collections.mailIds]) {
    expect(await kept.count('acme')).toBe(0)
  }
  expect(await Array.fromAsync(channels.ports.blobs.list('acme'))).toEqual([])
  now += 1_000
  // Chat forgot it, so nothing there would tell it from a new one.
  channels.taken.length = 0
  expect((await request()).status).toBe(200)
  await vi.waitFor(async () => expect(await collections.requests.count('acme', { state: 'done' })).toBe(1))
  expect(channels.taken).toEqual([])
})

it('what came in is forgotten in its time', async () => {
  await makeSms()
  await text('Hello')()
  await taken(1)
  const { collections } = channels.context()
  await vi.waitFor(async () => expect(await collections.requests.count('acme', { state: 'done' })).toBe(1))
  now += 6 * 86_400_000
  await purgeInboundData(channels.context())
  expect(await collections.requests.count('acme')).toBe(1)
  now += 2 * 86_400_000
  await purgeInboundData(channels.context())
  expect([await collections.requests.count('acme'), await collections.lanes.count('acme')]).toEqual([0, 0])
  expect(await collections.inbound.count('acme')).toBe(1)
  now += 30 * 86_400_000
  await purgeInboundData(channels.context())
  expect(await collections.inbound.count('acme')).toBe(0)
})

it('a request whose process died before it told of it is told of later, once', async () => {
  await makeSms()
  const request = text('Hello')
  await request()
  await taken(1)
  const { collections } = channels.context()
  await vi.waitFor(async () => expect(await collections.requests.count('acme', { state: 'done' })).toBe(1))
  // As that process would have left it.
  const { items } = await collections.requests.find('acme', {})
  const { id, body } = items[0]!
  const lane = (await collections.lanes.find('acme', {})).items[0]!.id
  await collections.requests.put('acme', id, { ...body, state: 'received', lanes: [lane] })
  await collections.inbound.eraseTenant('acme')
  channels.taken.length = 0
  await requeueRequests(channels.context())
  expect(channels.taken).toHaveLength(0)
  now += 11 * 60_000
  await requeueRequests(channels.context())
  expect(await taken(1)).toMatchObject([{ message: 'Hello' }])
})

it('an address belongs to one channel of one tenant, until that is deleted', async () => {
  const made = await makeSms('acme')
  await expect(makeSms('globex', '0046 70 174 06 05')).rejects.toMatchObject({ code: 'conflict' })
  await expect(makeSms('acme')).rejects.toMatchObject({ code: 'conflict' })
  await channels.ask(channelsContracts.queries.channelDelete, { channelId: made.id })
  expect((await makeSms('globex')).address).toBe(desk)
})

it('a rotated secret holds at once; what is missing or unknown is named', async () => {
  const { id } = await makeSms()
  await channels.rotate(id, { authToken: 'another-token' })
  expect((await text('Old')()).status).toBe(401)
  expect((await text('New', { token: 'another-token' })()).status).toBe(200)
  await expect(channels.rotate(id, { password: 'x' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'secrets.password' }],
  })
})

it('with another ENCRYPTION_KEY nothing verifies until all secrets are given anew', async () => {
  const store = openSqlite(':memory:')
  onTestFinished(() => store.close())
  await channels.stop()
  channels = await startTestChannels({ store })
  const { id } = await makeSms()
  await channels.stop()
  channels = await startTestChannels({ store, env: { ENCRYPTION_KEY: 'another key' } })
  await expect(text('Hello')()).rejects.toMatchObject({ code: 'internal' })
  await expect(channels.rotate(id, { accountSid })).rejects.toMatchObject({ code: 'invalid_request' })
  await channels.rotate(id, { authToken })
  expect((await text('Hello')()).status).toBe(200)
  await taken(1)
})

it('no secret is in a document, on the bus or in a reply', async () => {
  const made: ChannelAccount = await makeSms()
  await makeMail()
  const password = 'a-password-in-a-header'
  const postmark = { kind: 'email', provider: 'postmark', address: 'help@example.com' }
  await channels.create(postmark, { username: 'postmark', password, serverToken: 'a-server-token' })
  const authorization = `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`
  const json = {
    MessageID: newId('op'),
    From: 'anna@example.org',
    FromFull: { Email: 'anna@example.org', Name: 'Anna' },
    To: 'help@example.com',
    ToFull: [{ Email: 'help@example.com' }],
    OriginalRecipient: 'help@example.com',
    Subject: 'Order',
    TextBody: 'Hello',
    Headers: [],
    Attachments: [],
  }
  const headers = { 'content-type': 'application/json', authorization }
  expect((await channels.receive('/api/webhooks/email', { headers, body: JSON.stringify(json) })).status).toBe(200)
  await text('Hello')()
  await taken(2)
  const shown = JSON.stringify(made)
  const crossed = Buffer.concat(bytes).toString('latin1')
  expect(crossed).toContain('Hello')
  let stored = ''
  for (const kept of Object.values<any>(channels.context().collections)) {
    stored += JSON.stringify((await kept.find('acme', { limit: 1_000 })).items)
  }
  expect(stored).toContain('help@example.com')
  for (const secret of [authToken, mailSecret, password, authorization.slice(6), 'a-server-token']) {
    for (const text of [shown, crossed, stored]) expect(text.includes(secret), secret).toBe(false)
  }
})

it('the table of secrets says what the providers ask for', () => {
  const providers = allProviders({ baseUrls: baseUrlsSetting.parse(undefined) })
  for (const [kind, table] of Object.entries(channelSecrets)) {
    const names = providers.filter((provider) => provider.kind === kind).map(({ name }) => name)
    expect(names.sort()).toEqual(Object.keys(table).sort())
    for (const [name, { required, optional }] of Object.entries<any>(table)) {
      const { shape } = findProvider(providers, kind, name)!.secrets as any
      const isOptional = (each: string) => shape[each].safeParse(undefined).success || shape[each].type === 'optional'
      expect(Object.keys(shape).sort(), `${kind} ${name}`).toEqual([...required, ...optional].sort())
      expect(
        Object.keys(shape)
          .filter((each) => !isOptional(each))
          .sort(),
        `${kind} ${name}`,
      ).toEqual([...required].sort())
    }
  }
})

it('a mail server that may not be reached is refused when it is saved, and its password is not told', async () => {
  const create = (smtpUrl: string) =>
    channels.create({ kind: 'email', provider: 'raw', address }, { secret: mailSecret, smtpUrl }, 'acme')
  for (const host of ['10.0.0.1:587', '169.254.169.254:25', '[::1]:25', '127.0.0.1:22']) {
    const refused = await create(`smtp://anna:hunter2@${host}`).catch((error: unknown) => error)
    if (host === '127.0.0.1:22') {
      // The tests permit this address, at any port.
      expect(refused).toMatchObject({ canSend: true })
      continue
    }
    expect(refused).toMatchObject({ code: 'invalid_request', errors: [{ path: 'secrets.smtpUrl' }] })
    expect(JSON.stringify(refused)).not.toContain('hunter2')
  }
})
