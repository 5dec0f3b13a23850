import { ServiceError } from '@frontdesk/contracts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf, loopbackHttp, reply, requestOf } from '../../testing/fakes/mail.ts'
import { mailgunEvent, mailgunForm, mailgunSignature, startMailgunFake } from '../../testing/fakes/mailgun-fake.ts'
import type { FormPart } from '../../testing/fakes/multipart.ts'
import { mailgun } from './mailgun.ts'
import type { InboundMail, RawRequest } from './provider.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const timestamp = now / 1_000
const signingKey = 'a signing key'
const secrets = { signingKey, apiKey: 'key-1', domain: 'mg.shop.example' }
const context = { now, address: 'support@shop.example', urls: [] }
const provider = mailgun({ mailgun: 'https://api.mailgun.net', mailgunEu: 'https://api.eu.mailgun.net' })

const parts: FormPart[] = [
  { name: 'recipient', value: 'support+abc@shop.example' },
  { name: 'sender', value: 'kund@brev.example' },
  { name: 'from', value: 'Åsa <kund@brev.example>' },
  { name: 'subject', value: 'Var är mitt paket?' },
  { name: 'body-plain', value: 'Hej!\r\n\r\n> citat' },
  { name: 'body-html', value: '<p>Hej!</p>' },
  {
    name: 'message-headers',
    value: JSON.stringify([
      ['From', 'Åsa <kund@brev.example>'],
      ['Subject', '=?utf-8?q?Var_=C3=A4r_mitt_paket=3F?='],
      ['Received', 'a'],
      ['Received', 'b'],
      ['Message-Id', '<CAF-1@mail.brev.example>'],
    ]),
  },
  {
    name: 'attachment-1',
    value: Buffer.from([0xff, 0xd8, 0, 13, 10]),
    filename: 'bild å.jpg',
    contentType: 'image/jpeg',
  },
]
const withoutFiles = parts.filter(({ filename }) => filename === undefined)
const signed = (given: FormPart[] = parts, more: Partial<Parameters<typeof mailgunForm>[1]> = {}): RawRequest =>
  requestOf(mailgunForm(given, { signingKey, timestamp, token: 'a'.repeat(50), ...more }))
const delivered = {
  event: 'delivered',
  timestamp: 1763719200.5,
  envelope: { sender: 'support@shop.example' },
  message: { headers: { 'message-id': 'fd.msg_1.abcdefgh@shop.example', from: 'Support <support@shop.example>' } },
}
const event = (more: Record<string, unknown> = {}) =>
  requestOf(mailgunEvent({ ...delivered, ...more }, { signingKey, timestamp, token: 'b'.repeat(50) }))

describe('verify', () => {
  it('takes a published example of the scheme', () => {
    // https://github.com/rails/rails, ActionMailbox' test of its Mailgun ingress.
    const form = new URLSearchParams({
      timestamp: '1539112500',
      token: '7VwW7k6Ak7zcTwoSoNm7aTtbk1g67MKAnsYLfUB7PdszbgR5Xi',
      signature: 'ef24c5225322217bb065b80bb54eb4f9206d764e3e16abab07f0a64d1cf477cc',
      'body-mime': 'Subject: hi\r\n\r\nhi',
    })
    const request = requestOf({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
    })
    const given = { signingKey: 'tbsy84uSV1Kt3ZJZELY2TmShPRs91E3yL4tzf96297vBCkDWgL' }
    const at = { ...context, now: 1_539_112_500_000 }
    expect(provider.verify(request, given, at).accepted).toBe(true)
    expect(provider.verify(request, secrets, at)).toEqual({ accepted: false, reason: 'wrong_signature' })
  })

  it.each([
    ['a form with files', signed()],
    ['a form without', signed(withoutFiles)],
  ])('takes %s, and its token only once while it could verify again', (_what, request) => {
    const once = { key: `mailgun ${'a'.repeat(50)}`, until: now + 15 * 60_000 }
    expect(provider.verify(request, secrets, context)).toEqual({ accepted: true, once })
  })

  it('takes a webhook about a mail, signed with its own key or the primary account’s', () => {
    expect(provider.verify(event(), secrets, context).accepted).toBe(true)
    const own = mailgunSignature({ signingKey: 'of the subaccount', timestamp, token: 'b' })
    const parent = mailgunSignature({ signingKey, timestamp, token: 'b' }).signature
    const body = Buffer.from(
      JSON.stringify({ signature: { ...own, 'parent-signature': parent }, 'event-data': delivered }),
    )
    const request = requestOf({ headers: { 'content-type': 'application/json' }, body })
    expect(provider.verify(request, secrets, context).accepted).toBe(true)
    expect(provider.verify(request, { signingKey: 'of the subaccount' }, context).accepted).toBe(true)
    expect(provider.verify(request, { signingKey: 'another' }, context).accepted).toBe(false)
  })

  it('refuses a wrong secret', () => {
    const verdict = provider.verify(signed(), { signingKey: 'another' }, context)
    expect(verdict).toEqual({ accepted: false, reason: 'wrong_signature' })
  })

  it.each([
    [-15 * 60 - 1, 'stale'],
    [-15 * 60, 'accepted'],
    [5 * 60, 'accepted'],
    [5 * 60 + 1, 'stale'],
  ])('of a signature %i seconds from now says: %s', (seconds, expected) => {
    const verdict = provider.verify(signed(parts, { timestamp: timestamp + seconds }), secrets, context)
    expect(verdict.accepted ? 'accepted' : verdict.reason).toBe(expected)
  })

  it.each(['timestamp', 'token', 'signature'])('refuses a form without its %s, or with two', (name) => {
    for (const given of [signed(), signed(withoutFiles)]) {
      const text = Buffer.from(given.body).toString('latin1')
      const without = { ...given, body: Buffer.from(text.replaceAll(name, `x-${name}`), 'latin1') }
      expect(provider.verify(without, secrets, context)).toEqual({ accepted: false, reason: 'missing_signature' })
    }
    const twice = signed([...withoutFiles, { name, value: 'x' }])
    expect(provider.verify(twice, secrets, context)).toEqual({ accepted: false, reason: 'missing_signature' })
  })

  it('refuses digits moved from the token to the time, though the signature covers both as one text', () => {
    const token = `7${'a'.repeat(49)}`
    const { signature } = mailgunSignature({ signingKey, timestamp, token })
    const fields = { timestamp: `${timestamp}7`, token: token.slice(1), signature }
    const body = Buffer.from(new URLSearchParams(fields).toString())
    const request = requestOf({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
    expect(provider.verify(request, secrets, context)).toEqual({ accepted: false, reason: 'stale' })
  })

  it('a signature, time or token with any byte changed never verifies', () => {
    const given = mailgunSignature({ signingKey, timestamp, token: 'f00d'.repeat(12) })
    const any = fc.record({
      name: fc.constantFrom('timestamp' as const, 'token' as const, 'signature' as const),
      at: fc.nat(63),
      bits: fc.integer({ min: 1, max: 255 }),
      isJson: fc.boolean(),
    })
    fc.assert(
      fc.property(any, ({ name, at, bits, isJson }) => {
        const bytes = Buffer.from(given[name])
        bytes[at % bytes.length]! ^= bits
        const changed = { ...given, [name]: bytes.toString('latin1') }
        const request = isJson
          ? { 'content-type': 'application/json' }
          : { 'content-type': 'application/x-www-form-urlencoded' }
        const body = isJson ? JSON.stringify({ signature: changed }) : new URLSearchParams(changed).toString()
        const verdict = provider.verify(requestOf({ headers: request, body: Buffer.from(body) }), secrets, context)
        expect(verdict.accepted).toBe(false)
      }),
    )
  })

  it('neither verify nor recipients throw for any unauthenticated request', async () => {
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      ';;',
      '',
    ]
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .constantFrom('null', '{"signature":null}', '--b\r\n\r\n\r\n--b--', '--b\r\nx: y\r\n\r\nz\r\n--b--', '--b')
        .map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...types), bodies, (type, body) => {
        const request = requestOf({ headers: { 'content-type': type }, body })
        expect(provider.verify(request, secrets, context).accepted).toBe(false)
        expect(provider.recipients(request)).toEqual(expect.any(Array))
      }),
    )
  })
})

describe('recipients', () => {
  it('are those of the envelope first, with and without the tag, then To and Cc', () => {
    const more = [{ name: 'To', value: '"Bo, Al" <Sales@Shop.Example>, Support <support@shop.example>' }]
    expect(provider.recipients(signed([...parts, ...more]))).toEqual([
      'support+abc@shop.example',
      'support@shop.example',
      'sales@shop.example',
    ])
  })

  it('are the senders of a mail that a webhook is about', () => {
    expect(provider.recipients(event())).toEqual(['support@shop.example'])
  })
})

describe('parse', () => {
  const mailOf = async (request: RawRequest): Promise<InboundMail> => {
    const [mail, ...others] = await provider.parse(request, context.address)
    expect(others).toEqual([])
    return mail as InboundMail
  }

  it('reads headers in order, both bodies, files and the envelope', async () => {
    const mail = await mailOf(signed())
    expect(mail).toMatchObject({
      type: 'mail',
      mail: {
        headers: [
          ['From', 'Åsa <kund@brev.example>'],
          ['Subject', 'Var är mitt paket?'],
          ['Received', 'a'],
          ['Received', 'b'],
          ['Message-Id', '<CAF-1@mail.brev.example>'],
        ],
        text: 'Hej!\r\n\r\n> citat',
        html: '<p>Hej!</p>',
        attachments: [{ filename: 'bild å.jpg', contentType: 'image/jpeg' }],
      },
      envelope: { from: 'kund@brev.example', to: ['support+abc@shop.example'] },
    })
    const [picture] = 'headers' in mail.mail ? mail.mail.attachments : []
    expect(Buffer.from((picture as { bytes: Uint8Array }).bytes)).toEqual(parts.at(-1)!.value)
  })

  it('passes a whole mail on, byte for byte', async () => {
    const mime = Buffer.from('From: a@b.example\r\nSubject: x\r\n\r\nH\xe5j\r\n', 'latin1')
    const { mail, envelope } = await mailOf(
      signed([
        { name: 'recipient', value: 'a@shop.example, b@shop.example' },
        { name: 'sender', value: '' },
        { name: 'body-mime', value: mime, filename: 'message.mime' },
      ]),
    )
    expect(mail).toEqual({ raw: new Uint8Array(mime) })
    expect(envelope).toEqual({ from: '', to: ['a@shop.example', 'b@shop.example'] })
  })

  it('reads headers from fields of their own when there is no list, and does without most fields', async () => {
    const named = [
      { name: 'sender', value: 'kund@brev.example' },
      { name: 'subject', value: 'Hej' },
      { name: 'Message-Id', value: '<1@b.example>' },
      { name: 'body-plain', value: 'Hej' },
    ]
    const { mail, envelope } = await mailOf(signed(named))
    expect(mail).toEqual({
      headers: [
        ['Message-Id', '<1@b.example>'],
        ['From', 'kund@brev.example'],
        ['Subject', 'Hej'],
      ],
      text: 'Hej',
      attachments: [],
    })
    expect(envelope).toEqual({ from: 'kund@brev.example', to: [] })
  })

  it('takes a file without a name, and one with an empty one', async () => {
    const files = [
      { name: 'attachment-1', value: 'x', contentType: 'image/png' },
      { name: 'attachment-2', value: 'y', filename: '' },
    ]
    expect((await mailOf(signed([...parts, ...files]))).mail).toMatchObject({
      attachments: [
        { filename: 'bild å.jpg' },
        { filename: 'attachment-1', contentType: 'image/png' },
        { filename: 'attachment-2', contentType: 'application/octet-stream' },
      ],
    })
  })

  it('reads every body there is', async () => {
    const twice = ['1', '2'].flatMap((value) => [
      { name: 'body-plain', value },
      { name: 'body-html', value: `<p>${value}</p>` },
    ])
    expect((await mailOf(signed(twice))).mail).toMatchObject({ text: '1\n2', html: '<p>1</p>\n<p>2</p>' })
  })

  it('a file name that is not in UTF-8 loses neither the file nor the mail', async () => {
    const { multipart } = await import('../../testing/fakes/multipart.ts')
    const request = requestOf(multipart(parts, 'latin1'))
    expect((await mailOf(request)).mail).toMatchObject({
      text: 'Hej!\r\n\r\n> citat',
      attachments: [{ filename: 'bild å.jpg' }],
    })
  })

  const id = 'fd.msg_1.abcdefgh@shop.example'
  const at = '2025-11-21T10:00:00.500Z'
  it.each([
    ['delivered', {}, [{ type: 'receipt', id, state: 'delivered', at }]],
    [
      'failed for good',
      { event: 'failed', severity: 'permanent', reason: 'bounce', 'delivery-status': { code: 550 } },
      [{ type: 'receipt', id, state: 'failed', code: '550', at }],
    ],
    ['failed for now', { event: 'failed', severity: 'temporary' }, []],
    [
      'rejected',
      { event: 'rejected', reason: 'suppressed' },
      [{ type: 'receipt', id, state: 'failed', code: 'suppressed', at }],
    ],
    ['opened', { event: 'opened' }, []],
    ['about no mail', { message: {} }, []],
    ['delivered at no time', { timestamp: 1e300 }, [{ type: 'receipt', id, state: 'delivered' }]],
  ])('of a mail of ours that was %s', async (_what, more, expected) => {
    expect(await provider.parse(event(more), context.address)).toEqual(expected)
  })

  it('refuses what is no form', async () => {
    const request = requestOf({ headers: { 'content-type': 'text/plain' }, body: Buffer.from('x') })
    await expect(provider.parse(request, '')).rejects.toBeInstanceOf(ServiceError)
  })
})

describe('send', () => {
  async function start() {
    const fake = await startMailgunFake({ apiKey: secrets.apiKey, domain: secrets.domain })
    onTestFinished(() => fake.close())
    const sender = mailgun({ mailgun: fake.url, mailgunEu: `${fake.url}/eu` })
    const http = loopbackHttp()
    const send = (given = secrets, message = reply) => sender.send(message, given, http, AbortSignal.timeout(500))
    return { fake, send }
  }

  it('keeps the text, who it is from and everything that threads it; its id is that of receipts', async () => {
    const { fake, send } = await start()
    expect(await send()).toEqual({ id: 'fd.msg_1.abcdefgh@shop.example' })
    expect(fake.forms()).toEqual([
      {
        from: '"Öberg & Co \\"Support\\"" <support@shop.example>',
        to: 'kund@brev.example',
        subject: 'Sv: Var är mitt paket? (#2)',
        text: reply.text,
        html: reply.mail.html,
        'h:Reply-To': 'support+abc234@shop.example',
        'h:Message-ID': '<fd.msg_1.abcdefgh@shop.example>',
        'h:In-Reply-To': '<CAF-1@mail.brev.example>',
        'h:References': '<first@shop.example> <CAF-1@mail.brev.example>',
        'h:Auto-Submitted': 'auto-replied',
        'h:X-Auto-Response-Suppress': 'All',
        'o:tracking': 'no',
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
      message: expect.stringContaining('to parameter is not a valid address'),
    })
    expect(await failureOf(send({ ...secrets, domain: 'other.example' }))).toMatchObject({
      outcome: 'refused',
      code: 'http_404',
    })
    fake.failures.push({ status: 429, headers: { 'retry-after': '7' } })
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'rate_limited', retryAfterMs: 7_000 })
    fake.failures.push({ status: 500, body: '<html>' })
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'http_500' })
    fake.failures.push('hang')
    expect(await failureOf(send())).toMatchObject({ outcome: 'unknown', code: 'timeout' })
    fake.failures.push('drop')
    expect(await failureOf(send())).toMatchObject({ outcome: 'unknown' })
    await fake.close()
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'unreachable' })
  })

  it('goes to the European API for a channel there', async () => {
    const { fake, send } = await start()
    fake.failures.push({ status: 200, body: {} })
    await send({ ...secrets, region: 'eu' } as typeof secrets)
    expect(fake.received[0]!.path).toBe('/eu/v3/mg.shop.example/messages')
  })
})
