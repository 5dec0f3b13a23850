import { generateKeyPairSync } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf, loopbackHttp, reply, requestOf } from '../../testing/fakes/mail.ts'
import { type FormPart, multipart } from '../../testing/fakes/multipart.ts'
import { sendgridKeys, sendgridSigned, startSendgridFake } from '../../testing/fakes/sendgrid-fake.ts'
import type { InboundMail, RawRequest } from './provider.ts'
import { sendgrid } from './sendgrid.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const timestamp = now / 1_000
const { privateKey, publicKey } = sendgridKeys()
const secrets = { publicKey, apiKey: 'SG.key' }
const context = { now, address: 'support@shop.example', urls: [] }
const provider = sendgrid({ sendgrid: 'https://api.sendgrid.com', sendgridEu: 'https://api.eu.sendgrid.com' })
const signatureHeader = 'x-twilio-email-event-webhook-signature'
const timestampHeader = 'x-twilio-email-event-webhook-timestamp'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const parts: FormPart[] = [
  {
    name: 'headers',
    value:
      'Received: by a\nReceived: by b\nFrom: =?iso-8859-1?q?=C5sa=2C_=D6berg?= <kund@brev.example>\n' +
      'Subject: =?iso-8859-1?q?Var_=E4r?=\n =?iso-8859-1?q?_paketet=3F?=\nMessage-ID: <CAF-1@mail.brev.example>\n' +
      'To: Support\n <support+abc@shop.example>\n',
  },
  { name: 'to', value: 'Support <support+abc@shop.example>' },
  { name: 'from', value: latin1('Åsa, Öberg <kund@brev.example>') },
  { name: 'subject', value: latin1('Var är paketet?') },
  { name: 'text', value: latin1('Hej på er!\n') },
  { name: 'html', value: '<p>Hej på er!</p>' },
  {
    name: 'charsets',
    value: '{"to":"UTF-8","from":"iso-8859-1","subject":"iso-8859-1","text":"iso-8859-1","html":"utf-8"}',
  },
  { name: 'envelope', value: '{"to":["Support+abc@shop.example"],"from":"kund@brev.example"}' },
  { name: 'attachments', value: '1' },
  {
    name: 'attachment-info',
    value: '{"attachment1":{"filename":"räkning.pdf","name":"räkning.pdf","type":"application/pdf"}}',
  },
  {
    name: 'attachment1',
    value: Buffer.from([0x25, 0x50, 0, 13, 10]),
    filename: 'r?kning.pdf',
    contentType: 'application/pdf',
  },
]
const signed = (given: FormPart[] = parts, at: string | number = timestamp): RawRequest =>
  requestOf(sendgridSigned(multipart(given), privateKey, at))
const events = (list: unknown): RawRequest => {
  const body = Buffer.from(`${JSON.stringify(list)}\r\n`)
  return requestOf(sendgridSigned({ headers: { 'content-type': 'application/json' }, body }, privateKey, timestamp))
}
const without = ({ headers, ...request }: RawRequest, name: string): RawRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name)),
})

// Published with SendGrid's libraries: sendgrid-nodejs, packages/eventwebhook (in versions of 2020 and later).
const published = [
  {
    key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==',
    signature: 'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
    time: 1_588_788_367,
    body: '{"category":"example_payload","event":"test_event","message_id":"message_id"}',
  },
  {
    key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
    signature: 'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    time: 1_600_112_502,
    body: '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
  },
]

describe('verify', () => {
  it.each(published)('takes the published example of $time, and no other body, key or time', async (example) => {
    const request = requestOf({
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: example.signature,
        [timestampHeader]: `${example.time}`,
      },
      body: Buffer.from(example.body),
    })
    const at = { ...context, now: example.time * 1_000 }
    const verdictOf = (changed: Partial<RawRequest>, key = example.key) =>
      provider.verify({ ...request, ...changed }, { publicKey: key }, at)
    expect(verdictOf({})).toEqual({ accepted: true })
    expect(verdictOf({ body: Buffer.from(`${example.body} `) }).accepted).toBe(false)
    expect(verdictOf({}, publicKey).accepted).toBe(false)
    expect(verdictOf({ headers: { ...request.headers, [timestampHeader]: `${example.time + 1}` } }).accepted).toBe(
      false,
    )
    expect(provider.verify(request, { publicKey: example.key }, context)).toEqual({ accepted: false, reason: 'stale' })
  })

  it('takes forms and events, to the byte', () => {
    expect(provider.verify(signed(), secrets, context)).toEqual({ accepted: true })
    expect(provider.verify(events([]), secrets, context)).toEqual({ accepted: true })
  })

  it('takes a key in PEM', () => {
    const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey.replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`
    expect(provider.secrets.safeParse({ publicKey: pem }).success).toBe(true)
    expect(provider.verify(signed(), { publicKey: pem }, context).accepted).toBe(true)
  })

  it('takes what any of several keys signed', () => {
    const other = sendgridKeys()
    const several = { publicKey: `${other.publicKey}, ${publicKey}` }
    expect(provider.secrets.safeParse(several).success).toBe(true)
    const byOther = requestOf(sendgridSigned(multipart(parts), other.privateKey, timestamp))
    for (const request of [signed(), byOther]) expect(provider.verify(request, several, context).accepted).toBe(true)
    expect(provider.verify(byOther, secrets, context).accepted).toBe(false)
  })

  it('takes no secret that is not a key on its curve', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey.export({
      format: 'der',
      type: 'spki',
    })
    for (const wrong of ['', 'x', `${publicKey},`, publicKey.slice(0, 40), other.toString('base64')])
      expect(provider.secrets.safeParse({ publicKey: wrong }).success).toBe(false)
  })

  it.each([signatureHeader, timestampHeader])('refuses a request without %s', (name) => {
    expect(provider.verify(without(signed(), name), secrets, context)).toEqual({
      accepted: false,
      reason: 'missing_signature',
    })
  })

  it.each([
    [-10 * 60 - 1, 'stale'],
    [-10 * 60, 'accepted'],
    [5 * 60, 'accepted'],
    [5 * 60 + 1, 'stale'],
  ])('of a signature %i seconds from now says: %s', (seconds, expected) => {
    const verdict = provider.verify(signed(parts, timestamp + seconds), secrets, context)
    expect(verdict.accepted ? 'accepted' : verdict.reason).toBe(expected)
  })

  it.each(['', 'now', `${timestamp}.0`, `0${timestamp}`, ` ${timestamp}`, '1e9', '-1'])(
    'a signed time of "%s" is no time',
    (time) => {
      expect(provider.verify(signed(parts, time), secrets, context).accepted).toBe(false)
    },
  )

  it('a request with any byte of its body, time or signature changed never verifies', () => {
    const request = signed()
    const change = fc.record({
      what: fc.constantFrom('body', signatureHeader, timestampHeader),
      at: fc.nat(5_000),
      bits: fc.integer({ min: 1, max: 255 }),
    })
    fc.assert(
      fc.property(change, ({ what, at, bits }) => {
        const bytes = Buffer.from(what === 'body' ? request.body : latin1(request.headers[what]!))
        bytes[at % bytes.length]! ^= bits
        const changed: RawRequest =
          what === 'body'
            ? { ...request, body: bytes }
            : { ...request, headers: { ...request.headers, [what]: bytes.toString('latin1') } }
        expect(provider.verify(changed, secrets, context).accepted).toBe(false)
      }),
    )
  })

  it('a signature with any bit changed never verifies, nor does another form of the same base64', () => {
    const request = signed()
    const right = request.headers[signatureHeader]!
    const flipped = Array.from({ length: right.length * 8 }, (_, bit) => {
      const bytes = Buffer.from(right)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      return bytes.toString('latin1')
    })
    for (const wrong of [...flipped, ` ${right}`, `${right}\n`, `${right}=`, right.replace(/.$/, '!$&')]) {
      const headers = { ...request.headers, [signatureHeader]: wrong }
      expect(provider.verify({ ...request, headers }, secrets, context).accepted).toBe(false)
    }
  })

  it('neither verify nor recipients throw for any unauthenticated request', () => {
    const any = fc.record({
      type: fc.constantFrom('application/json', 'multipart/form-data; boundary=b', 'text/plain', ''),
      signature: fc.oneof(fc.string(), fc.base64String()),
      time: fc.oneof(fc.string(), fc.nat().map(String)),
      body: fc.uint8Array({ maxLength: 200 }),
    })
    fc.assert(
      fc.property(any, ({ type, signature, time, body }) => {
        const headers = { 'content-type': type, [signatureHeader]: signature, [timestampHeader]: time }
        const request = requestOf({ headers, body })
        expect(provider.verify(request, secrets, context).accepted).toBe(false)
        expect(provider.recipients(request)).toEqual(expect.any(Array))
      }),
    )
  })
})

describe('recipients', () => {
  it('are those of the envelope first, with and without the tag, then To and Cc', () => {
    const more = [...parts, { name: 'cc', value: 'sales@shop.example' }]
    expect(provider.recipients(signed(more))).toEqual([
      'support+abc@shop.example',
      'support@shop.example',
      'sales@shop.example',
    ])
  })

  it('events name none', () => {
    expect(provider.recipients(events([{ event: 'delivered', email: 'support@shop.example' }]))).toEqual([])
  })
})

describe('parse', () => {
  const mailOf = async (given: FormPart[]): Promise<InboundMail> => {
    const [mail, ...others] = await provider.parse(signed(given), context.address)
    expect(others).toEqual([])
    return mail as InboundMail
  }
  const named = (name: string, value: string | Uint8Array): FormPart => ({ name, value })

  it('reads the headers, each field in its charset, files and the envelope', async () => {
    const { mail, envelope } = await mailOf(parts)
    expect(mail).toMatchObject({
      headers: [
        ['Received', 'by a'],
        ['Received', 'by b'],
        // The comma belongs to the name: an address is decoded after it has been taken apart.
        ['From', '=?iso-8859-1?q?=C5sa=2C_=D6berg?= <kund@brev.example>'],
        ['Subject', 'Var är paketet?'],
        ['Message-ID', '<CAF-1@mail.brev.example>'],
        ['To', 'Support <support+abc@shop.example>'],
      ],
      text: 'Hej på er!\n',
      html: '<p>Hej på er!</p>',
      attachments: [{ filename: 'räkning.pdf', contentType: 'application/pdf' }],
    })
    const [bill] = 'headers' in mail ? mail.attachments : []
    expect(Buffer.from((bill as { bytes: Uint8Array }).bytes)).toEqual(Buffer.from([0x25, 0x50, 0, 13, 10]))
    expect(envelope).toEqual({ from: 'kund@brev.example', to: ['support+abc@shop.example'] })
  })

  it.each<[string, string | undefined, Uint8Array, string]>([
    ['ISO-2022-JP', 'iso-2022-jp', Buffer.from('1b24422433246c1b2842', 'hex'), 'これ'],
    ['GB18030', 'gb18030', Buffer.from('c4e3bac3', 'hex'), '你好'],
    ['windows-1251', 'windows-1251', Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет'],
    ['UTF-8', 'UTF-8', Buffer.from('Åäö 📦'), 'Åäö 📦'],
    ['UTF-8 said to be Latin-1', 'iso-8859-1', Buffer.from('Åäö'), 'Åäö'],
    ['UTF-8 said to be ASCII', 'us-ascii', Buffer.from('Åäö'), 'Åäö'],
    ['Latin-1 said to be UTF-8', 'utf-8', latin1('Åäö'), 'Åäö'],
    ['Latin-1 in a charset that nobody knows', 'x-unknown', latin1('Åäö'), 'Åäö'],
    ['nothing said', undefined, Buffer.from('Åäö'), 'Åäö'],
  ])('decodes %s', async (_what, charset, bytes, expected) => {
    const charsets = charset === undefined ? [] : [named('charsets', JSON.stringify({ text: charset }))]
    expect((await mailOf([named('text', bytes), ...charsets])).mail).toMatchObject({ text: expected })
  })

  it('passes a whole mail on, byte for byte', async () => {
    const mime = latin1('From: a@b.example\r\nSubject: x\r\n\r\nHåj\r\n')
    const { mail, envelope } = await mailOf([
      named('email', mime),
      named('envelope', '{"to":["a@shop.example","b@shop.example"],"from":""}'),
    ])
    expect(mail).toEqual({ raw: new Uint8Array(mime) })
    expect(envelope).toEqual({ from: '', to: ['a@shop.example', 'b@shop.example'] })
  })

  it('does without fields, and without those that are no JSON', async () => {
    expect(await mailOf([])).toEqual({ type: 'mail', mail: { headers: [], attachments: [] } })
    const broken = ['charsets', 'envelope', 'attachment-info'].map((name) => named(name, '{'))
    const { mail, envelope } = await mailOf([...broken, named('from', 'kund@brev.example'), named('subject', 'Hej')])
    expect(mail).toMatchObject({
      headers: [
        ['From', 'kund@brev.example'],
        ['Subject', 'Hej'],
      ],
    })
    expect(envelope).toBeUndefined()
  })

  it('says what became of mails of ours', async () => {
    const common = { email: 'kund@brev.example', timestamp: 1763719200, sg_event_id: 'e' }
    const id = 'LRzXl_NHStOGhQ4kofSm_A'
    const list = [
      { ...common, event: 'processed', sg_message_id: `${id}.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0` },
      { ...common, event: 'delivered', sg_message_id: `${id}.recvd-canary-1.0` },
      { ...common, event: 'deferred', sg_message_id: `${id}.filter0001.16648.5515E0B88.0` },
      {
        ...common,
        event: 'bounce',
        status: '5.1.1',
        reason: '550 no',
        sg_message_id: `${id}.filter0001.16648.5515E0B88.0`,
      },
      { ...common, event: 'dropped', reason: 'Bounced Address', sg_message_id: id },
      { ...common, event: 'open', sg_message_id: id },
      { event: 'delivered' },
      7,
    ]
    const at = '2025-11-21T10:00:00.000Z'
    expect(await provider.parse(events(list), context.address)).toEqual([
      { type: 'receipt', id, state: 'delivered', at },
      { type: 'receipt', id, state: 'failed', code: '5.1.1', at },
      { type: 'receipt', id, state: 'failed', code: 'Bounced Address', at },
    ])
  })

  it.each([
    ['application/json', '{}'],
    ['application/json', 'x'],
    ['text/plain', 'x'],
  ])('refuses what is neither: %s %s', async (type, body) => {
    const request = requestOf({ headers: { 'content-type': type }, body: Buffer.from(body) })
    await expect(provider.parse(request, '')).rejects.toBeInstanceOf(ServiceError)
  })
})

describe('send', () => {
  async function start() {
    const fake = await startSendgridFake({ apiKey: secrets.apiKey })
    onTestFinished(() => fake.close())
    const sender = sendgrid({ sendgrid: fake.url, sendgridEu: `${fake.url}/eu` })
    const http = loopbackHttp()
    const send = (given = secrets, message = reply) => sender.send(message, given, http, AbortSignal.timeout(500))
    return { fake, send }
  }

  it('keeps the text, who it is from and everything that threads it; its id is that of events', async () => {
    const { fake, send } = await start()
    const { id } = await send()
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(fake.mails()).toEqual([
      {
        personalizations: [{ to: [{ email: 'kund@brev.example' }] }],
        from: { email: 'support@shop.example', name: 'Öberg & Co "Support"' },
        reply_to: { email: 'support+abc234@shop.example' },
        subject: 'Sv: Var är mitt paket? (#2)',
        content: [
          { type: 'text/plain', value: reply.text },
          { type: 'text/html', value: reply.mail.html },
        ],
        headers: {
          'Message-ID': '<fd.msg_1.abcdefgh@shop.example>',
          'In-Reply-To': '<CAF-1@mail.brev.example>',
          References: '<first@shop.example> <CAF-1@mail.brev.example>',
          'Auto-Submitted': 'auto-replied',
          'X-Auto-Response-Suppress': 'All',
        },
        tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
      },
    ])
  })

  it('says why not', async () => {
    const { fake, send } = await start()
    expect(await failureOf(send({ ...secrets, apiKey: 'wrong' }))).toMatchObject({
      outcome: 'refused',
      code: 'unauthorized',
    })
    expect(await failureOf(send(secrets, { ...reply, to: 'nobody' }))).toMatchObject({
      outcome: 'refused',
      code: 'http_400',
      message: 'personalizations.0.to.0.email: Does not contain a valid address.',
    })
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
    fake.failures.push({ status: 429, headers: { date, 'x-ratelimit-reset': String(timestamp + 30) } })
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'rate_limited', retryAfterMs: 30_000 })
    fake.failures.push({ status: 503, headers: { 'retry-after': '2' } })
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'http_503', retryAfterMs: 2_000 })
    fake.failures.push({ status: 302, headers: { location: '/elsewhere' } })
    expect(await failureOf(send())).toMatchObject({ outcome: 'refused', code: 'http_302' })
    fake.failures.push('hang')
    expect(await failureOf(send())).toMatchObject({ outcome: 'unknown', code: 'timeout' })
    await fake.close()
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'unreachable' })
  })

  it('goes to the European API for an account there', async () => {
    const { fake, send } = await start()
    fake.failures.push({ status: 202 })
    expect(await send({ ...secrets, region: 'eu' } as typeof secrets)).toEqual({ id: 'fd.msg_1.abcdefgh@shop.example' })
    expect(fake.received[0]!.path).toBe('/eu/v3/mail/send')
  })
})
