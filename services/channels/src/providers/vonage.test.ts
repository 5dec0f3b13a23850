import { openOutboundHttp } from '@frontdesk/outbound-http'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  messageParameters,
  signedParameters,
  startVonageFake,
  vonageStatuses,
} from '../../testing/fakes/vonage-fake.ts'
import type { RawRequest, VerifyContext } from './provider.ts'
import { vonage } from './vonage.ts'
import { type SignatureMethod, signParameters } from './vonage-signature.ts'

const secrets = { signatureSecret: 'a signature secret', apiKey: 'abcd1234', apiSecret: 'an API secret' }
const now = Date.parse('2026-11-21T10:00:00Z')
const [ours, customer] = ['46766861004', '46701234567']
const context: VerifyContext = { now, address: `+${ours}`, urls: [] }
const provider = vonage('https://rest.nexmo.com')

type Signed = { body: Uint8Array; headers: Record<string, string> }
const requestOf = ({ body, headers }: Signed): RawRequest => ({
  method: 'POST',
  target: '/api/webhooks/sms/chn_1',
  headers,
  body,
})
const parameters = messageParameters(customer, ours, 'Hej & hå = 100 % åäö 📦+', now)
type How = Parameters<typeof signedParameters>[2]
const signed = (changes: Record<string, string> = {}, how?: How) =>
  requestOf(signedParameters({ ...parameters, ...changes }, secrets.signatureSecret, how))
const without = (name: string, how?: How) => {
  const { [name]: _, ...rest } = parameters
  return requestOf(signedParameters(rest, secrets.signatureSecret, how))
}
const reasonOf = (request: RawRequest, given: Record<string, string> = secrets, more: Partial<VerifyContext> = {}) => {
  const verdict = provider.verify(request, given, { ...context, ...more })
  return verdict.accepted ? 'accepted' : verdict.reason
}

describe('verify', () => {
  it.each<[SignatureMethod, string]>([
    ['md5hash', '6af838ef94998832dbfc29020b564830'],
    ['md5', 'c15c21ced558c93a226c305f58f902f2'],
    ['sha1', '3e19a4e6880fdc2c1426bfd0587c98b9532f0210'],
    ['sha256', 'a321e824b9b816be7c3f28859a31749a098713d39f613c80d455bbaffae1cd24'],
    [
      'sha512',
      '812a18f76680fa0fe1b8bd9ee1625466ceb1bd96242e4d050d2cfd9a7b40166c63ed26ec9702168781b6edcf1633db8ff95af9341701004eec3fcf9550572ee8',
    ],
  ])('signs the vector of Vonage’s libraries by %s', (method, sig) => {
    const given = new Map(Object.entries({ b: '2', timestamp: '1461605396', a: '1', sig: 'not signed itself' }))
    expect(signParameters(given, 'secret', method)).toBe(sig)
  })

  it.each(['md5hash', 'md5', 'sha1', 'sha256', 'sha512'])('takes %s, as a form and as JSON', (method) => {
    expect(reasonOf(signed({}, { method }))).toBe('accepted')
    expect(reasonOf(signed({}, { method, as: 'json' }))).toBe('accepted')
    const pinned = method === 'sha512' ? 'accepted' : 'wrong_signature'
    expect(reasonOf(signed({}, { method }), { ...secrets, signatureMethod: 'sha512' })).toBe(pinned)
  })

  it('takes a digest in upper case, as some of Vonage’s services write it, but not in both', () => {
    const { sig, ...rest } = Object.fromEntries(new URLSearchParams(Buffer.from(signed().body).toString()))
    const withSig = (text: string) => ({
      ...signed(),
      body: Buffer.from(`${new URLSearchParams({ ...rest, sig: text })}`),
    })
    expect(reasonOf(withSig(sig!.toUpperCase()))).toBe('accepted')
    const mixed = sig!.replace(/[a-f]/, (letter) => letter.toUpperCase())
    expect(reasonOf(withSig(mixed))).toBe('wrong_signature')
  })

  it('takes a receipt, whose `to` is our number', () => {
    expect(reasonOf(signed({ status: 'delivered', 'err-code': '0' }))).toBe('accepted')
  })

  it.each<[string, RawRequest, string]>([
    ['no signature', requestOf({ ...signed(), body: Buffer.from('to=46766861004&text=Hej') }), 'missing_signature'],
    ['an empty one', requestOf({ ...signed(), body: Buffer.from('to=46766861004&sig=') }), 'wrong_signature'],
    [
      'an added parameter',
      { ...signed(), body: Buffer.concat([signed().body, Buffer.from('&x=1')]) },
      'wrong_signature',
    ],
    ['a parameter twice', { ...signed(), body: Buffer.concat([signed().body, Buffer.from('&to=1')]) }, 'unreadable'],
    ['a time of six minutes ago', signed({ timestamp: String(now / 1_000 - 360) }), 'stale'],
    ['a time in six minutes', signed({ timestamp: String(now / 1_000 + 360) }), 'stale'],
    ['a time that is none', signed({ timestamp: 'now' }), 'stale'],
    ['another number', signed({ to: '46766860000' }), 'wrong_address'],
    ['a GET', { ...signed(), method: 'GET' }, 'wrong_type'],
    ['another type', { ...signed(), headers: { 'content-type': 'text/plain' } }, 'unreadable'],
    ['JSON that is no object', { ...signed({}, { as: 'json' }), body: Buffer.from('[1]') }, 'unreadable'],
  ])('refuses %s', (_what, request, reason) => {
    expect(reasonOf(request)).toBe(reason)
  })

  it('refuses another secret, and two parameters made one', () => {
    expect(reasonOf(signed(), { ...secrets, signatureSecret: 'other' })).toBe('wrong_signature')
    // `&text=a&to=b` is what { text: 'a', to: 'b' } signs; { 'text=a&to': 'b' } would sign the same.
    const merged = new URLSearchParams(Buffer.from(signed().body).toString())
    const [to, type] = [merged.get('to')!, merged.get('type')!]
    merged.delete('to')
    merged.delete('type')
    merged.set(`to=${to}&type`, type)
    expect(reasonOf({ ...signed(), body: Buffer.from(merged.toString()) })).toBe('unreadable')
  })

  it('goes by the time of the message where there is no other', () => {
    expect(reasonOf(without('timestamp'))).toBe('accepted')
    expect(reasonOf(without('timestamp'), secrets, { now: now + 360_000 })).toBe('stale')
    const bare = signed({ timestamp: '', 'message-timestamp': 'yesterday' })
    expect(reasonOf(bare)).toBe('stale')
  })

  it('refuses a request with any signed byte changed, but for & and = and _ in values, which sign alike', () => {
    const meaning = (body: Uint8Array) =>
      JSON.stringify(
        [...new URLSearchParams(Buffer.from(body).toString('latin1'))].map(([name, value]) => [
          name,
          name === 'sig' ? value : value.replace(/[&=]/g, '_'),
        ]),
      )
    const form = signed()
    const json = signed({}, { as: 'json' })
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const change = ({ body }: RawRequest) => {
          const changed = Buffer.from(body)
          changed[at % changed.length]! ^= mask
          return changed
        }
        const body = change(form)
        const isSame = meaning(body) === meaning(form.body)
        const text = change(json)
        const isSameJson =
          text.toString().replace(/[&=]/g, '_') === Buffer.from(json.body).toString().replace(/[&=]/g, '_')
        return (
          (reasonOf({ ...form, body }) === 'accepted') === isSame &&
          (reasonOf({ ...json, body: text }) === 'accepted') === isSameJson
        )
      }),
      { numRuns: runs(500) },
    )
  })

  it('never throws, whatever comes, and takes none of it', () => {
    const types = fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'text/plain', '')
    const anything = fc.oneof(fc.uint8Array(), fc.webQueryParameters().map(Buffer.from), fc.json().map(Buffer.from))
    fc.assert(
      fc.property(anything, types, (body, type) => {
        const request = requestOf({ body, headers: { 'content-type': type } })
        expect(provider.recipients(request).length).toBeLessThanOrEqual(1)
        return reasonOf(request) !== 'accepted'
      }),
    )
  })
})

describe('recipients and parse', () => {
  it('reads a text, as a form and as JSON', async () => {
    expect(provider.recipients(signed())).toEqual([`+${ours}`])
    const text = {
      type: 'text',
      id: parameters.messageId,
      from: `+${customer}`,
      text: 'Hej & hå = 100 % åäö 📦+',
      attachments: [],
      sentAt: '2026-11-21T10:00:00.000Z',
    }
    expect(await provider.parse(signed(), `+${ours}`)).toEqual([text])
    expect(await provider.parse(signed({}, { as: 'json' }), `+${ours}`)).toEqual([text])
  })

  it('reads which part of a long text it is, and no part that makes no sense', async () => {
    const part = { concat: 'true', 'concat-ref': '8B', 'concat-total': '3', 'concat-part': '2' }
    const partOf = async (changes: Record<string, string>) =>
      (await provider.parse(signed({ ...part, ...changes }), `+${ours}`))[0]
    expect(await partOf({})).toMatchObject({ part: { ref: '8B', index: 2, total: 3 } })
    const senseless: Record<string, string>[] = [
      { concat: 'false' },
      { 'concat-part': '4' },
      { 'concat-part': '0' },
      { 'concat-total': '' },
    ]
    for (const changes of senseless) expect(await partOf(changes)).not.toHaveProperty('part')
  })

  it.each([
    ['delivered', { state: 'delivered' }],
    ['accepted', { state: 'sent' }],
    ['failed', { state: 'failed', code: '6' }],
    ['rejected', { state: 'failed', code: '6' }],
    ['expired', { state: 'failed', code: '6' }],
    ['buffered', undefined],
    ['unknown', undefined],
    ['constructor', undefined],
  ])('reads a receipt: %s', async (status, receipt) => {
    const at = '2026-11-21T10:00:00.000Z'
    const request = signed({ status, 'err-code': '6', scts: '2611211000', messageId: '0A1' })
    expect(await provider.parse(request, `+${ours}`)).toEqual(
      receipt ? [{ type: 'receipt', id: '0A1', at, ...receipt }] : [],
    )
  })

  it('makes nothing of data for a SIM, and says so when it is no message', async () => {
    expect(await provider.parse(signed({ type: 'binary', data: '00' }), `+${ours}`)).toEqual([])
    await expect(provider.parse(without('messageId'), `+${ours}`)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('send', () => {
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  let fake: Awaited<ReturnType<typeof startVonageFake>>
  beforeAll(async () => {
    fake = await startVonageFake(secrets)
    return async () => {
      await fake.close()
      await http.close()
    }
  })
  const message = { id: 'msg_1', from: `+${ours}`, to: `+${customer}`, text: 'Ditt paket kommer & går = sant. Åäö' }
  const send = (changes = {}, given: Record<string, string> = secrets, signal = AbortSignal.timeout(5_000)) =>
    vonage(fake.url).send({ ...message, ...changes }, given, http, signal)
  const lastForm = () => Object.fromEntries(new URLSearchParams(fake.received.at(-1)!.body.toString()))

  it('sends a text, in Unicode where it has to, and counts its parts', async () => {
    expect(await send()).toEqual({ id: expect.stringMatching(/^[0-9A-F]{16}$/), parts: 1 })
    expect(lastForm()).toMatchObject({ from: ours, to: customer, text: message.text, type: 'text' })
    expect(await send({ text: 'Paket 📦 '.repeat(10), receiptUrl: 'https://a.example/x' })).toMatchObject({
      parts: 2,
      otherIds: [expect.stringMatching(/^[0-9A-F]{16}$/)],
    })
    expect(lastForm()).toMatchObject({ type: 'unicode', callback: 'https://a.example/x' })
  })

  it.each([
    ['1', 'again', 'rate_limited'],
    ['2', 'refused', '2'],
    ['4', 'refused', 'unauthorized'],
    ['5', 'again', '5'],
    ['7', 'refused', '7'],
    ['9', 'refused', '9'],
    ['14', 'refused', 'unauthorized'],
    ['29', 'refused', '29'],
  ])('maps status %s', async (status, outcome, code) => {
    fake.failNext(vonageStatuses(status))
    await expect(send()).rejects.toMatchObject({ name: 'SendError', outcome, code })
  })

  it('does not send a text again of which parts were taken', async () => {
    fake.failNext(vonageStatuses('0', '1', '0'))
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: '1' })
  })

  it('does not know after a timeout, a lost connection or a proxy’s error', async () => {
    fake.failNext('hang')
    await expect(send({}, secrets, AbortSignal.timeout(150))).rejects.toMatchObject({
      outcome: 'unknown',
      code: 'timeout',
    })
    fake.failNext('drop')
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown' })
    fake.failNext({ status: 502, body: '<html>' })
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'http_502' })
    fake.failNext({ status: 200, body: 'done' })
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'unreadable_reply' })
    fake.failNext({ status: 429, headers: { 'retry-after': '2' } })
    await expect(send()).rejects.toMatchObject({ outcome: 'again', code: 'rate_limited', retryAfterMs: 2_000 })
  })

  it('says what is missing or wrong of its secrets', async () => {
    const receiving = { signatureSecret: 'x' }
    expect(provider.secrets.safeParse(receiving).success).toBe(true)
    expect(provider.secrets.safeParse({ ...receiving, signatureMethod: 'sha3' }).success).toBe(false)
    await expect(send({}, receiving)).rejects.toMatchObject({ outcome: 'refused', code: 'unauthorized' })
    await expect(send({}, { ...secrets, apiSecret: 'old' })).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
