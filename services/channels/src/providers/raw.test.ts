import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../../testing/fakes/mail.ts'
import type { RawRequest } from './provider.ts'
import { raw } from './raw.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const timestamp = now / 1_000
const secrets = { secret: 'whsec_å✓' }
const context = { now, address: 'support@shop.example', urls: [] }
const provider = raw()

const mime = Buffer.from(
  'Delivered-To: in+1@shop.example\r\nFrom: Kund <kund@brev.example>\r\nTo: "Shop, Support" <Support+abc@Shop.Example>,\r\n' +
    '\tsales@shop.example\r\nCc: team: a@x.example, b@x.example;\r\nSubject: H\xe5j\r\n\r\nTo: no@body.example\r\n',
  'latin1',
)
const v1 = (body: Uint8Array, time: string | number, secret = secrets.secret): string =>
  createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${time}.`).update(body).digest('hex')
const posted = (signature: string | undefined, body: Uint8Array = mime): RawRequest =>
  requestOf({
    headers: { 'content-type': 'message/rfc822', ...(signature !== undefined && { 'x-signature': signature }) },
    body,
  })
const signed = (time: string | number = timestamp): RawRequest => posted(`t=${time},v1=${v1(mime, time)}`)
const verdictOf = (request: RawRequest, given = secrets): string => {
  const verdict = provider.verify(request, given, context)
  return verdict.accepted ? 'accepted' : verdict.reason
}

describe('verify', () => {
  it('takes the signature of the events that go out, over the body byte for byte', () => {
    // printf '1700000000.hello' | openssl dgst -sha256 -hmac secret
    const example = posted(
      't=1700000000,v1=47b1df0ab12338b2685470b0d2b37033add7c3b2bc8172f313e77413f1bb78c8',
      Buffer.from('hello'),
    )
    const at = { ...context, now: 1_700_000_000_000 }
    expect(provider.verify(example, { secret: 'secret' }, at)).toEqual({ accepted: true })
    expect(verdictOf(signed())).toBe('accepted')
    expect(
      verdictOf(posted(`t=${timestamp},v1=${v1(mime, timestamp)}`, Buffer.concat([mime, Buffer.from('\n')]))),
    ).toBe('wrong_signature')
  })

  it('takes any of several signatures, and parts that it does not know', () => {
    const right = v1(mime, timestamp)
    const other = v1(mime, timestamp, 'old')
    expect(verdictOf(posted(`t=${timestamp},v1=${other},v1=${right}`))).toBe('accepted')
    expect(verdictOf(posted(`v0=x, v1=${right}, t=${timestamp}`))).toBe('accepted')
    expect(verdictOf(posted(`t=${timestamp},v1=${other}`))).toBe('wrong_signature')
    expect(verdictOf(posted(`t=${timestamp},v0=${right}`))).toBe('unreadable')
  })

  it('refuses a wrong secret, and no signature', () => {
    expect(verdictOf(signed(), { secret: 'another' })).toBe('wrong_signature')
    expect(verdictOf(posted(undefined))).toBe('missing_signature')
    expect(verdictOf(posted(''))).toBe('missing_signature')
  })

  it.each([
    ['t=,v1=x'],
    [`t=${timestamp}`],
    [`v1=${v1(mime, timestamp)}`],
    [`t=${timestamp},t=${timestamp},v1=${v1(mime, timestamp)}`],
    [`t=${timestamp}.0,v1=${v1(mime, `${timestamp}.0`)}`],
    [`t=0x6920,v1=${v1(mime, '0x6920')}`],
    [`t=${timestamp}${',v1=x'.repeat(11)}`],
    ['nonsense'],
  ])('can’t read %s', (header) => {
    expect(verdictOf(posted(header))).toBe('unreadable')
  })

  it.each([
    [-301, 'stale'],
    [-300, 'accepted'],
    [300, 'accepted'],
    [301, 'stale'],
  ])('of a signature %i seconds from now says: %s', (seconds, expected) => {
    expect(verdictOf(signed(timestamp + seconds))).toBe(expected)
  })

  it('a request with any byte of its body, time or signature changed never verifies', () => {
    const header = signed().headers['x-signature']!
    fc.assert(
      fc.property(fc.boolean(), fc.nat(1_000), fc.integer({ min: 1, max: 255 }), (inBody, at, bits) => {
        const bytes = Buffer.from(inBody ? mime : Buffer.from(header, 'latin1'))
        bytes[at % bytes.length]! ^= bits
        const changed = inBody ? posted(header, bytes) : posted(bytes.toString('latin1'))
        expect(verdictOf(changed)).not.toBe('accepted')
      }),
    )
  })

  it('neither verify nor recipients throw for any unauthenticated request', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), fc.string()).map(([time, hex]) => `t=${time},v1=${hex}`),
    )
    const lines = fc.array(fc.oneof(fc.string(), fc.constantFrom('To: a@b.example', '\tx', '', 'To:', ':')), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(header, lines, fc.uint8Array({ maxLength: 30 }), (signature, text, bytes) => {
        const request = posted(signature, Buffer.concat([Buffer.from(text.join('\n')), bytes]))
        expect(verdictOf(request)).not.toBe('accepted')
        expect(provider.recipients(request)).toEqual(expect.any(Array))
      }),
    )
  })
})

it('recipients are those of the headers alone, where it arrived first, with and without their tags', () => {
  expect(provider.recipients(signed())).toEqual([
    'in+1@shop.example',
    'in@shop.example',
    'support+abc@shop.example',
    'support@shop.example',
    'sales@shop.example',
    'a@x.example',
    'b@x.example',
  ])
  expect(provider.recipients(posted('x', Buffer.from('no headers here')))).toEqual([])
})

it('a mail is passed on byte for byte', async () => {
  expect(await provider.parse(signed(), context.address)).toEqual([{ type: 'mail', mail: { raw: mime } }])
})

it.each<[Record<string, string>, boolean]>([
  [{ secret: 's' }, true],
  [{ secret: 's', smtpUrl: 'smtp://user:p%40ss@mail.example:587' }, true],
  [{ secret: 's', smtpUrl: 'smtps://mail.example' }, true],
  [{ secret: 's', smtpUrl: 'smtps://[2001:db8::1]:465/?requireTLS=false' }, true],
  [{ secret: 's', smtpUrl: 'http://mail.example' }, false],
  [{ secret: 's', smtpUrl: 'smtp://mail.example/path' }, false],
  [{ secret: 's', smtpUrl: 'smtp://us%er@mail.example' }, false],
  [{ secret: 's', smtpUrl: 'smtp://' }, false],
  [{ secret: '' }, false],
  [{ smtpUrl: 'smtp://mail.example' }, false],
  [{ secret: 's', smtpurl: 'smtp://mail.example' }, false],
])('secrets %j: %s', (given, expected) => {
  expect(provider.secrets.safeParse(given).success).toBe(expected)
})
