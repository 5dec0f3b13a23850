import { openOutboundHttp } from '@frontdesk/outbound-http'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { messageFields, signedForm, signedJson, startTwilioFake, twilioError } from '../../testing/fakes/twilio-fake.ts'
import type { RawRequest, VerifyContext } from './provider.ts'
import { twilio } from './twilio.ts'

const secrets = { accountSid: 'AC0123456789abcdef0123456789abcdef', authToken: '12345' }
const [ours, customer] = ['+46766861004', '+46701234567']
const url = 'https://frontdesk.example/api/webhooks/sms/chn_1'
const context: VerifyContext = { now: 0, address: ours, urls: [url] }
const sms = twilio('sms', 'https://api.twilio.com')
const whatsapp = twilio('whatsapp', 'https://api.twilio.com')

type Signed = { body: Uint8Array; headers: Record<string, string> }
const requestOf = ({ body, headers }: Signed, at = url): RawRequest => ({
  method: 'POST',
  target: at.replace(/^https?:\/\/[^/]*/, ''),
  headers,
  body,
})
const fields = messageFields(secrets.accountSid, customer, ours, 'Hej & hå = 100 % åäö 📦+')
const hello = requestOf(signedForm(url, fields, secrets.authToken))
const changed = (...changes: [string, string][]): [string, string][] => {
  const names = new Set(changes.map(([name]) => name))
  return [...fields.filter(([name]) => !names.has(name)), ...changes]
}
const signed = (...changes: [string, string][]) => requestOf(signedForm(url, changed(...changes), secrets.authToken))
const reasonOf = (request: RawRequest, given = secrets, more: Partial<VerifyContext> = {}, provider = sms) => {
  const verdict = provider.verify(request, given, { ...context, ...more })
  return verdict.accepted ? 'accepted' : verdict.reason
}

describe('vectors of Twilio’s documentation and libraries', () => {
  const page = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const digits = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212'
  const form = 'application/x-www-form-urlencoded'
  const vector = (signature: string, at: string, body: string, type = form) => {
    const headers = { 'content-type': type, 'x-twilio-signature': signature }
    const request = requestOf({ body: Buffer.from(body), headers }, at)
    return reasonOf(request, { ...secrets, accountSid: 'AC123' }, { address: '+18005551212', urls: [at] })
  }

  it.each([
    ['the example', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', page],
    ['a port that Twilio leaves out', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', page.replace('.com', '.com:1234')],
    ['a port that stays', 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU=', page.replace('https', 'http').replace('.com', '.com:1234')],
    ['port 443 that Twilio adds', 'kvajT1Ptam85bY51eRf/AJRuM3w=', page],
    ['port 80 that Twilio adds', '0ZXoZLH/DfblKGATFgpif+LLRf4=', page.replace('https', 'http')],
    ['user and password', 'CukzLTc1tT5dXEDIHm/tKBanW10=', page.replace('//', '//user:pass@')],
    ['user and password, port added', 'ZQFR1PTIZXF2MXB8ZnKCvnnA+rI=', page.replace('//', '//user:pass@')],
    ['characters that may stand unescaped', 'dsq4Ehbj6cs+KdTkpF5sSSplOWw=', `${page}&Body=It's+amazing`],
  ])('%s', (_what, signature, at) => {
    expect(vector(signature, at, digits)).toBe('accepted')
    expect(vector(signature, at.replace('bar=2', 'bar=3'), digits)).toBe('wrong_signature')
  })

  it.each([
    ['83O6e2vORAoJHUNzJjDWN1jz+BA=', 'MessagingBinding.Address=%2B1325xxxxxxx&MessagingBinding.Address=%2B1415xxxxxxx'],
    ['83O6e2vORAoJHUNzJjDWN1jz+BA=', 'MessagingBinding.Address=%2B1415xxxxxxx&MessagingBinding.Address=%2B1325xxxxxxx'],
    ['IK+Dwps556ElfBT0I3Rgjkr1wJU=', 'Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234'],
  ])('repeated parameters: %s', (signature, body) => {
    // They are signed; that they are no message for this number is another matter.
    expect(vector(signature, page, body)).toBe('wrong_address')
    expect(vector(signature, page, body.replace('1', '2'))).toBe('wrong_signature')
  })

  it('a body that is not a form, by its digest in the URL', () => {
    const body = '{"property": "value", "boolean": true}'
    const at = `${page}&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620`
    // Signed; but it is no message.
    expect(vector('a9nBmqA0ju/hNViExpshrM61xv4=', at, body, 'application/json')).toBe('wrong_address')
    expect(vector('a9nBmqA0ju/hNViExpshrM61xv4=', at, `${body} `, 'application/json')).toBe('wrong_signature')
    expect(vector('a9nBmqA0ju/hNViExpshrM61xv4=', page, body, 'application/json')).toBe('wrong_type')
    const empty = `${page}&bodySHA256=44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a`
    expect(vector('Ldidvp12m26NI7eqEvxnEpkd9Hc=', empty, '{}', 'application/json')).toBe('wrong_address')
  })
})

describe('verify', () => {
  it('takes a message and a status for its number', () => {
    expect(reasonOf(hello)).toBe('accepted')
    expect(reasonOf(signed(['MessageStatus', 'delivered'], ['From', ours], ['To', customer]))).toBe('accepted')
    expect(reasonOf(signed(['MessageStatus', 'delivered']))).toBe('wrong_address')
  })

  it('takes repeated fields in any order', () => {
    const repeated = signed(['Tag', 'b'], ['Tag', 'a'], ['Tag', 'b'])
    expect(reasonOf(repeated)).toBe('accepted')
  })

  it('takes JSON whose digest is in the signed URL', async () => {
    const json = signedJson(url, { From: customer, To: ours, Body: 'Hej', MessageSid: 'SM1' }, secrets.authToken)
    const request = requestOf(json, json.url)
    expect(reasonOf(request, secrets, { urls: [json.url] })).toBe('accepted')
    expect(await sms.parse(request, ours)).toMatchObject([{ id: 'SM1', from: customer, text: 'Hej' }])
  })

  it.each<[string, RawRequest, string]>([
    ['no signature', { ...hello, headers: { 'content-type': hello.headers['content-type']! } }, 'missing_signature'],
    ['a forged body', { ...hello, body: Buffer.from('From=%2B46701234567&Body=Send+money') }, 'wrong_signature'],
    ['an added field', { ...hello, body: Buffer.concat([hello.body, Buffer.from('&NumMedia=1')]) }, 'wrong_signature'],
    ['a GET', { ...hello, method: 'GET' }, 'wrong_type'],
    ['a body of another type', { ...hello, headers: { ...hello.headers, 'content-type': 'text/plain' } }, 'wrong_type'],
    ['another account', signed(['AccountSid', 'AC999']), 'wrong_address'],
    ['another number', signed(['To', '+46766860000']), 'wrong_address'],
    ['WhatsApp on a channel of SMS', signed(['To', `whatsapp:${ours}`]), 'wrong_address'],
    ['a name with two values', signed(['From', customer], ['From', '+99']), 'unreadable'],
  ])('refuses %s', (_what, request, reason) => {
    expect(reasonOf(request)).toBe(reason)
  })

  it('refuses another token, another URL, and any when no public URL is known', () => {
    expect(reasonOf(hello, { ...secrets, authToken: '12346' })).toBe('wrong_signature')
    expect(reasonOf(hello, secrets, { urls: [url.replace('chn_1', 'chn_2')] })).toBe('wrong_signature')
    expect(reasonOf(hello, secrets, { urls: [url.replace('https', 'http')] })).toBe('wrong_signature')
    expect(reasonOf(hello, secrets, { urls: [] })).toBe('wrong_signature')
  })

  it('works behind a proxy, whichever port is written', () => {
    for (const called of [url, url.replace('.example', '.example:443'), url.replace('.example', '.example:8443')])
      expect(reasonOf(hello, secrets, { urls: [called] })).toBe('accepted')
  })

  it('refuses a form with any field changed in any byte, and a changed signature', () => {
    const said = (body: Uint8Array) => JSON.stringify([...new URLSearchParams(Buffer.from(body).toString('latin1'))])
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const body = Buffer.from(hello.body)
        body[at % body.length]! ^= mask
        // The fields are signed, not how they are escaped: %c3 for %C3 says the same.
        const says = said(body) === said(hello.body) ? 'accepted' : 'wrong_signature'
        const signature = Buffer.from(hello.headers['x-twilio-signature']!)
        signature[at % signature.length]! ^= mask
        const headers = { ...hello.headers, 'x-twilio-signature': signature.toString('latin1') }
        return reasonOf({ ...hello, body }) === says && reasonOf({ ...hello, headers }) === 'wrong_signature'
      }),
      { numRuns: runs(500) },
    )
  })

  it('refuses JSON with any byte changed, and any byte of the URL', () => {
    const json = signedJson(url, { From: customer, To: ours, Body: 'Hej', MessageSid: 'SM1' }, secrets.authToken)
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 127 }), (at, mask) => {
        const body = Buffer.from(json.body)
        body[at % body.length]! ^= mask
        const called = Buffer.from(json.url)
        called[at % called.length]! ^= mask
        const request = requestOf({ ...json, body }, json.url)
        return (
          reasonOf(request, secrets, { urls: [json.url] }) !== 'accepted' &&
          reasonOf(requestOf(json, called.toString()), secrets, { urls: [called.toString()] }) !== 'accepted'
        )
      }),
      { numRuns: runs(500) },
    )
  })

  it('never throws, whatever comes, and takes none of it', () => {
    const types = fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'text/plain', '')
    const anything = fc.oneof(fc.uint8Array(), fc.webQueryParameters().map(Buffer.from), fc.json().map(Buffer.from))
    fc.assert(
      fc.property(anything, types, fc.string(), fc.array(fc.string()), (body, type, signature, urls) => {
        const request = requestOf({ body, headers: { 'content-type': type, 'x-twilio-signature': signature } })
        expect(sms.recipients(request).length).toBeLessThanOrEqual(1)
        return reasonOf(request, secrets, { urls }) !== 'accepted'
      }),
    )
  })
})

describe('recipients and parse', () => {
  it('finds the channel of the kind that the number is written as', () => {
    expect(sms.recipients(hello)).toEqual([ours])
    expect(whatsapp.recipients(hello)).toEqual([])
    const request = signed(['To', `whatsapp:${ours}`], ['From', `whatsapp:${customer}`])
    expect(whatsapp.recipients(request)).toEqual([ours])
    expect(sms.recipients(request)).toEqual([])
    expect(sms.recipients(signed(['SmsStatus', 'sent'], ['From', ours], ['To', customer]))).toEqual([ours])
  })

  it('reads a text', async () => {
    const id = new Map(fields).get('MessageSid')
    expect(await sms.parse(hello, ours)).toEqual([
      { type: 'text', id, from: customer, text: 'Hej & hå = 100 % åäö 📦+', attachments: [] },
    ])
    expect(await sms.parse(signed(['From', '72404']), ours)).toMatchObject([{ from: '72404' }])
  })

  it('reads WhatsApp with its name, a place, a button and files', async () => {
    const from: [string, string] = ['From', `whatsapp:${customer}`]
    const read = async (...more: [string, string][]) => (await whatsapp.parse(signed(from, ...more), ours))[0]
    expect(await read(['ProfileName', 'Åsa'])).toMatchObject({ from: customer, name: 'Åsa' })
    expect(await read(['Body', ''], ['ButtonText', 'Ja'], ['ButtonPayload', 'p'])).toMatchObject({ text: 'Ja' })
    const place: [string, string][] = [
      ['Body', ''],
      ['Latitude', '59.33'],
      ['Longitude', '18.06'],
      ['Label', 'Kontoret'],
    ]
    expect(await read(...place)).toMatchObject({ text: 'Kontoret\n59.33, 18.06' })
    const media: [string, string][] = [
      ['NumMedia', '2'],
      ['MediaUrl0', 'https://api.twilio.com/0'],
      ['MediaContentType0', 'image/jpeg'],
      ['MediaUrl1', 'https://api.twilio.com/1'],
      ['MediaContentType1', 'application/x-unheard-of'],
    ]
    expect(await read(...media)).toMatchObject({
      attachments: [
        { filename: 'file-1.jpg', contentType: 'image/jpeg', reference: 'https://api.twilio.com/0' },
        { filename: 'file-2', contentType: 'application/x-unheard-of', reference: 'https://api.twilio.com/1' },
      ],
    })
  })

  it.each([
    ['queued', undefined],
    ['sending', undefined],
    ['sent', { state: 'sent' }],
    ['delivered', { state: 'delivered' }],
    ['read', { state: 'read' }],
    ['undelivered', { state: 'failed', code: '30003' }],
    ['failed', { state: 'failed', code: '30003' }],
  ])('reads the status %s', async (status, receipt) => {
    const request = signed(['MessageStatus', status], ['MessageSid', 'SM9'], ['ErrorCode', '30003'])
    expect(await sms.parse(request, ours)).toEqual(receipt ? [{ type: 'receipt', id: 'SM9', ...receipt }] : [])
  })

  it('says so when it is no message', async () => {
    const body = Buffer.from('AccountSid=AC1')
    await expect(sms.parse({ ...hello, body }, ours)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('send and fetch', () => {
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  let fake: Awaited<ReturnType<typeof startTwilioFake>>
  beforeAll(async () => {
    fake = await startTwilioFake(secrets)
    return async () => {
      await fake.close()
      await http.close()
    }
  })
  const message = { id: 'msg_1', from: ours, to: customer, text: 'Ditt paket kommer i dag & i morgon = sant.' }
  const send = (changes = {}, kind: 'sms' | 'whatsapp' = 'sms', signal = AbortSignal.timeout(5_000)) =>
    twilio(kind, fake.url).send({ ...message, ...changes }, secrets, http, signal)
  const lastForm = () => Object.fromEntries(new URLSearchParams(fake.received.at(-1)!.body.toString()))

  it('sends a text, and says where receipts shall go', async () => {
    expect(await send()).toEqual({ id: expect.stringMatching(/^SM[0-9a-f]{32}$/), parts: 1 })
    expect(lastForm()).toEqual({ From: ours, To: customer, Body: message.text })
    await send({ receiptUrl: url }, 'whatsapp')
    expect(lastForm()).toMatchObject({ From: `whatsapp:${ours}`, To: `whatsapp:${customer}`, StatusCallback: url })
  })

  it.each([
    [400, 21610, 'refused', '21610'],
    [400, 21211, 'refused', '21211'],
    [400, 63016, 'refused', 'window_closed'],
    [429, 20429, 'again', 'rate_limited'],
    [400, 63018, 'again', 'rate_limited'],
    [401, 20003, 'refused', 'unauthorized'],
    [500, 20500, 'again', '20500'],
  ])('maps %i with error %i', async (status, code, outcome, own) => {
    fake.failNext(twilioError(status, code, { 'retry-after': '3' }))
    const retryAfterMs = outcome === 'again' ? 3_000 : undefined
    await expect(send()).rejects.toMatchObject({ name: 'SendError', outcome, code: own, retryAfterMs })
  })

  it('is refused what the real one refuses', async () => {
    await expect(send({ to: '12' })).rejects.toMatchObject({ outcome: 'refused', code: '21211' })
    await expect(send({ text: 'x'.repeat(1_601) })).rejects.toMatchObject({ outcome: 'refused', code: '21617' })
    const other = { ...secrets, authToken: 'old' }
    const sent = twilio('sms', fake.url).send(message, other, http, AbortSignal.timeout(5_000))
    await expect(sent).rejects.toMatchObject({ outcome: 'refused', code: 'unauthorized' })
  })

  it('says so when it has no account, which receiving does without', async () => {
    const receiving = { authToken: secrets.authToken }
    expect(sms.secrets.safeParse(receiving).success).toBe(true)
    expect(sms.verify(hello, receiving, context)).toEqual({ accepted: true })
    const sent = twilio('sms', fake.url).send(message, receiving, http, AbortSignal.timeout(5_000))
    await expect(sent).rejects.toMatchObject({ outcome: 'refused', code: 'unauthorized' })
  })

  it('does not know after a timeout, a lost connection or a proxy’s error', async () => {
    fake.failNext('hang')
    await expect(send({}, 'sms', AbortSignal.timeout(150))).rejects.toMatchObject({
      outcome: 'unknown',
      code: 'timeout',
    })
    fake.failNext('drop')
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown' })
    fake.failNext({ status: 504, body: '<html>' })
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'http_504' })
    fake.failNext({ status: 201, body: 'done' })
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'unreadable_reply' })
    fake.failNext({ status: 503 })
    await expect(send()).rejects.toMatchObject({ outcome: 'again', code: 'http_503' })
  })

  it('fetches a file of its account, the token staying with Twilio', async () => {
    const bytes = Buffer.from('not really a picture')
    fake.files.set('ME1', { contentType: 'image/jpeg', bytes })
    const fetch = (reference: string, maxBytes = 1_000) =>
      twilio('sms', fake.url).fetchAttachment!(reference, secrets, http, {
        maxBytes,
        signal: AbortSignal.timeout(5_000),
      })
    // The store behind the redirect refuses whoever brings credentials.
    expect(Buffer.from(await fetch(fake.fileUrl('ME1')))).toEqual(bytes)
    await expect(fetch(fake.fileUrl('ME1'), 3)).rejects.toMatchObject({ outcome: 'refused', code: 'too_large' })
    await expect(fetch(fake.fileUrl('gone'))).rejects.toMatchObject({ outcome: 'refused', code: 'http_404' })
    const before = fake.received.length
    for (const reference of [
      'https://evil.example/x',
      'nonsense',
      'https://api.twilio.com/2010-04-01/Accounts/AC9/Messages/x',
    ])
      await expect(fetch(reference)).rejects.toMatchObject({ outcome: 'refused', code: 'address_refused' })
    expect(fake.received.length).toBe(before)
  })
})
