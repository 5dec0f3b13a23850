import { ServiceError } from '@frontdesk/contracts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf, loopbackHttp, reply, requestOf } from '../../testing/fakes/mail.ts'
import { postmarkHook, startPostmarkFake } from '../../testing/fakes/postmark-fake.ts'
import { postmark } from './postmark.ts'
import type { InboundMail, RawRequest } from './provider.ts'

const secrets = { username: 'frontdesk', password: 'pä:ss wörd', serverToken: 'token-1' }
const context = { now: 0, address: 'support@shop.example', urls: [] }
const provider = postmark({ postmark: 'https://api.postmarkapp.com' })

const inbound = {
  FromName: 'Öberg, Åsa',
  MessageStream: 'inbound',
  From: 'kund@brev.example',
  FromFull: { Email: 'kund@brev.example', Name: 'Öberg, Åsa', MailboxHash: '' },
  To: '"Support" <support+abc@shop.example>',
  ToFull: [{ Email: 'support+abc@shop.example', Name: 'Support', MailboxHash: 'abc' }],
  Cc: '',
  CcFull: [{ Email: 'Sales@shop.example', Name: '', MailboxHash: '' }],
  BccFull: [],
  OriginalRecipient: '451d9b70@inbound.postmarkapp.com',
  Subject: 'Var är mitt paket?',
  MessageID: '73e6d360-66eb-11e1-8e72-a8904824019b',
  ReplyTo: '',
  MailboxHash: 'abc',
  Date: 'Fri, 1 Aug 2014 16:45:32 -04:00',
  TextBody: 'Hej!\n\n> citat',
  HtmlBody: '<p>Hej!</p>',
  StrippedTextReply: 'Hej!',
  Tag: '',
  Headers: [
    { Name: 'Return-Path', Value: '<bounce@brev.example>' },
    { Name: 'Received', Value: 'a' },
    { Name: 'Received', Value: 'b' },
    { Name: 'Message-ID', Value: '<CAF-1@mail.brev.example>' },
    { Name: 'Auto-Submitted', Value: 'auto-replied' },
  ],
  Attachments: [
    { Name: 'bild å.jpg', Content: '/9gADQo=', ContentType: 'image/jpeg', ContentLength: 5, ContentID: 'cid1' },
  ],
}
const hooked = (hook: unknown = inbound): RawRequest => requestOf(postmarkHook(hook, secrets))
const authorized = (authorization: string | undefined): RawRequest => {
  const { headers, ...request } = hooked()
  const { authorization: _, ...others } = headers
  return { ...request, headers: authorization === undefined ? others : { ...others, authorization } }
}

describe('verify', () => {
  it('takes the user name and password of the URL, whatever the body is, for that is not signed', () => {
    expect(provider.verify(hooked(), secrets, context)).toEqual({ accepted: true })
    expect(provider.verify({ ...hooked(), body: Buffer.from('x') }, secrets, context)).toEqual({ accepted: true })
  })

  it('takes the scheme in any case, and spaces after it', () => {
    const credentials = Buffer.from(`${secrets.username}:${secrets.password}`).toString('base64')
    expect(provider.verify(authorized(`BASIC  ${credentials}`), secrets, context).accepted).toBe(true)
    expect(provider.verify(authorized(`Bearer ${credentials}`), secrets, context).accepted).toBe(false)
    expect(provider.verify(authorized(credentials), secrets, context).accepted).toBe(false)
  })

  it.each([
    { username: 'another' },
    { password: 'another' },
    { username: 'frontdesk:pä', password: 'ss wörd ' },
    { password: `${secrets.password} ` },
  ])('refuses a secret that is not that: %j', (wrong) => {
    expect(provider.verify(hooked(), { ...secrets, ...wrong }, context)).toEqual({
      accepted: false,
      reason: 'wrong_signature',
    })
  })

  it('refuses a request without credentials', () => {
    const missing = { accepted: false, reason: 'missing_signature' }
    expect(provider.verify(authorized(undefined), secrets, context)).toEqual(missing)
    expect(provider.verify(authorized(''), secrets, context)).toEqual(missing)
    for (const empty of ['Basic', 'Basic ', 'Basic Og=='])
      expect(provider.verify(authorized(empty), secrets, context).accepted).toBe(false)
  })

  it('credentials with any byte changed never verify', () => {
    const { authorization } = hooked().headers
    const from = 'Basic '.length
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const bytes = Buffer.from(authorization!)
        bytes[from + (at % (bytes.length - from))]! ^= bits
        expect(provider.verify(authorized(bytes.toString('latin1')), secrets, context).accepted).toBe(false)
      }),
    )
  })

  it('neither verify nor recipients throw for any unauthenticated request', () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.json().map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), bodies, (authorization, body) => {
        const request = requestOf({ headers: { authorization }, body })
        expect(provider.verify(request, secrets, context).accepted).toBe(false)
        expect(provider.recipients(request)).toEqual(expect.any(Array))
      }),
    )
  })

  it('a user name with a colon is no secret', () => {
    expect(provider.secrets.safeParse({ username: 'a:b', password: 'c' }).success).toBe(false)
    expect(provider.secrets.safeParse({ username: 'a', password: 'b:c' }).success).toBe(true)
  })
})

describe('recipients', () => {
  it('are the address that it arrived at, then those it was addressed to, with and without their tags', () => {
    expect(provider.recipients(hooked())).toEqual([
      '451d9b70@inbound.postmarkapp.com',
      'support+abc@shop.example',
      'support@shop.example',
      'sales@shop.example',
    ])
  })

  it('are the sender of a mail that a webhook is about, where it says so', () => {
    expect(provider.recipients(hooked({ RecordType: 'Bounce', From: 'support@shop.example' }))).toEqual([
      'support@shop.example',
    ])
    expect(provider.recipients(hooked({ RecordType: 'Delivery' }))).toEqual([])
  })
})

describe('parse', () => {
  const mailOf = async (hook: unknown): Promise<InboundMail> => {
    const [mail, ...others] = await provider.parse(hooked(hook), context.address)
    expect(others).toEqual([])
    return mail as InboundMail
  }

  it('reads headers with those that come as fields, both bodies, files and the envelope', async () => {
    const mail = await mailOf(inbound)
    expect(mail).toMatchObject({
      id: '73e6d360-66eb-11e1-8e72-a8904824019b',
      mail: {
        headers: [
          ['Return-Path', '<bounce@brev.example>'],
          ['Received', 'a'],
          ['Received', 'b'],
          ['Message-ID', '<CAF-1@mail.brev.example>'],
          ['Auto-Submitted', 'auto-replied'],
          ['From', '"Öberg, Åsa" <kund@brev.example>'],
          ['To', '"Support" <support+abc@shop.example>'],
          ['Subject', 'Var är mitt paket?'],
          ['Date', 'Fri, 1 Aug 2014 16:45:32 -04:00'],
        ],
        text: 'Hej!\n\n> citat',
        html: '<p>Hej!</p>',
        attachments: [
          { filename: 'bild å.jpg', contentType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0, 13, 10]) },
        ],
      },
      envelope: { from: 'bounce@brev.example', to: ['451d9b70@inbound.postmarkapp.com'] },
    })
  })

  it('a bounce has no sender', async () => {
    const Headers = [{ Name: 'Return-Path', Value: '<>' }]
    expect((await mailOf({ ...inbound, Headers })).envelope).toMatchObject({ from: '' })
  })

  it('does without fields', async () => {
    expect(await mailOf({ From: 'kund@brev.example', TextBody: 'Hej' })).toEqual({
      type: 'mail',
      mail: { headers: [['From', 'kund@brev.example']], text: 'Hej', attachments: [] },
      envelope: { to: [] },
    })
  })

  it('takes the whole mail where Postmark sends it along, unless JSON has changed its bytes', async () => {
    const RawEmail = 'Subject: x\r\n\r\n=C3=A5\r\n'
    expect((await mailOf({ ...inbound, RawEmail })).mail).toEqual({ raw: Buffer.from(RawEmail) })
    expect((await mailOf({ ...inbound, RawEmail: 'Subject: x\r\n\r\nå\r\n' })).mail).toMatchObject({
      html: '<p>Hej!</p>',
    })
  })

  const MessageID = '883953f4-6105-42a2-a16a-77a8eac79483'
  const bounce = { RecordType: 'Bounce', MessageID, BouncedAt: '2019-11-05T16:33:54.9070259Z' }
  const failed = (code: string) => [
    { type: 'receipt', id: MessageID, state: 'failed', code, at: '2019-11-05T16:33:54.907Z' },
  ]
  it.each<[unknown, unknown[]]>([
    [
      { RecordType: 'Delivery', MessageID, DeliveredAt: '2019-11-05T16:33:54Z' },
      [{ type: 'receipt', id: MessageID, state: 'delivered', at: '2019-11-05T16:33:54.000Z' }],
    ],
    [{ ...bounce, Type: 'HardBounce' }, failed('HardBounce')],
    [{ ...bounce, Type: 'SoftBounce' }, failed('SoftBounce')],
    [{ ...bounce, Type: 'Transient' }, []],
    [{ ...bounce, Type: 'AutoResponder' }, []],
    [{ RecordType: 'Open', MessageID }, []],
    [{ RecordType: 'SpamComplaint', MessageID, Type: 'SpamComplaint' }, []],
    [{ RecordType: 'Delivery' }, []],
  ])('of a mail of ours: %j', async (hook, expected) => {
    expect(await provider.parse(hooked(hook), context.address)).toEqual(expected)
  })

  it.each(['x', '7', 'null', '{"Headers":7}', '[]'])('refuses what is no webhook: %s', async (body) => {
    const request = requestOf({ headers: {}, body: Buffer.from(body) })
    await expect(provider.parse(request, '')).rejects.toBeInstanceOf(ServiceError)
  })
})

describe('send', () => {
  async function start() {
    const fake = await startPostmarkFake({ serverToken: secrets.serverToken, inactive: ['gone@brev.example'] })
    onTestFinished(() => fake.close())
    const sender = postmark({ postmark: fake.url })
    const http = loopbackHttp()
    const send = (given = secrets, message = reply) => sender.send(message, given, http, AbortSignal.timeout(500))
    return { fake, send }
  }

  it('keeps the text, who it is from and everything that threads it; its id is that of webhooks', async () => {
    const { fake, send } = await start()
    expect((await send()).id).toMatch(/^[0-9a-f-]{36}$/)
    expect(fake.mails()).toEqual([
      {
        From: '"Öberg & Co \\"Support\\"" <support@shop.example>',
        To: 'kund@brev.example',
        ReplyTo: 'support+abc234@shop.example',
        Subject: 'Sv: Var är mitt paket? (#2)',
        TextBody: reply.text,
        HtmlBody: reply.mail.html,
        Headers: [
          { Name: 'Message-ID', Value: '<fd.msg_1.abcdefgh@shop.example>' },
          { Name: 'In-Reply-To', Value: '<CAF-1@mail.brev.example>' },
          { Name: 'References', Value: '<first@shop.example> <CAF-1@mail.brev.example>' },
          { Name: 'Auto-Submitted', Value: 'auto-replied' },
          { Name: 'X-Auto-Response-Suppress', Value: 'All' },
          { Name: 'X-PM-KeepID', Value: 'true' },
        ],
        TrackOpens: false,
        TrackLinks: 'None',
      },
    ])
  })

  it('says why not', async () => {
    const { fake, send } = await start()
    expect(await failureOf(send({ ...secrets, serverToken: 'wrong' }))).toMatchObject({
      outcome: 'refused',
      code: 'unauthorized',
    })
    expect(await failureOf(send(secrets, { ...reply, to: 'gone@brev.example' }))).toMatchObject({
      outcome: 'refused',
      code: '406',
      message: 'Found inactive addresses: gone@brev.example.',
    })
    expect(await failureOf(send(secrets, { ...reply, to: 'nobody' }))).toMatchObject({
      outcome: 'refused',
      code: '300',
    })
    const codes: [number, number, unknown][] = [
      [422, 429, { outcome: 'again', code: 'rate_limited' }],
      [422, 100, { outcome: 'again', code: '100' }],
      [200, 300, { outcome: 'refused', code: '300' }],
      [500, 0, { outcome: 'again' }],
    ]
    for (const [status, ErrorCode, expected] of codes) {
      fake.failures.push({ status, body: { ErrorCode, Message: 'x' } })
      expect(await failureOf(send())).toMatchObject(expected as object)
    }
    fake.failures.push({ status: 429, headers: { 'retry-after': '9' } })
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'rate_limited', retryAfterMs: 9_000 })
    fake.failures.push({ status: 403, body: '<html>' })
    expect(await failureOf(send())).toMatchObject({ outcome: 'refused', code: 'unauthorized' })
    fake.failures.push({ status: 200, body: '' })
    expect(await failureOf(send())).toMatchObject({ outcome: 'unknown', code: 'unreadable_reply' })
    fake.failures.push('hang')
    expect(await failureOf(send())).toMatchObject({ outcome: 'unknown', code: 'timeout' })
  })
})
