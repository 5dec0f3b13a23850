import { openOutboundHttp } from '@frontdesk/outbound-http'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  graphError,
  notificationFor,
  signedNotification,
  startMetaFake,
  valueFor,
} from '../../testing/fakes/meta-fake.ts'
import { meta } from './meta.ts'
import type { Inbound, RawRequest, VerifyContext } from './provider.ts'

const secrets = { appSecret: 'an app secret', verifyToken: 'a verify token', accessToken: 'EAAG-token' }
const address = '106540352242922'
const customer = '46701234567'
const context: VerifyContext = { now: Date.parse('2026-11-21T10:00:00Z'), address, urls: [] }
const provider = meta('https://graph.facebook.com')

const requestOf = ({ body, headers }: { body: Uint8Array; headers: Record<string, string> }): RawRequest => ({
  method: 'POST',
  target: '/api/webhooks/whatsapp/chn_1',
  headers,
  body,
})
const signed = (value: Record<string, unknown>, id = address) =>
  requestOf(signedNotification(notificationFor(id, value), secrets.appSecret))

const contacts = [{ profile: { name: 'Åsa Öberg' }, wa_id: customer }]
const base = { from: customer, id: 'wamid.HBgLNDY3', timestamp: '1683229471' }
const hello = { ...base, type: 'text', text: { body: 'Hej, var är mitt paket? 📦' } }
const parse = (message: unknown): Promise<Inbound[]> =>
  provider.parse(signed({ contacts, messages: [message] }), address)
const textOf = async (message: unknown) => (await parse(message)).map((one) => (one.type === 'text' ? one.text : one))

describe('verify', () => {
  it('takes what the app signed, to the byte, with characters as they were escaped', () => {
    const request = signed({ contacts, messages: [hello] })
    expect(Buffer.from(request.body).toString()).toContain('\\ud83d\\udce6')
    expect(provider.verify(request, secrets, context)).toEqual({ accepted: true })
    const again = Buffer.from(JSON.stringify(JSON.parse(Buffer.from(request.body).toString())))
    expect(provider.verify({ ...request, body: again }, secrets, context).accepted).toBe(false)
  })

  it('takes the published example of the same header', () => {
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries: GitHub took this header over.
    const request = requestOf({
      body: Buffer.from('Hello, World!'),
      headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    })
    const appSecret = "It's a Secret to Everybody"
    expect(provider.verify(request, { ...secrets, appSecret }, context)).toEqual({
      accepted: false,
      reason: 'unreadable',
    })
    expect(provider.verify(request, { ...secrets, appSecret: 'another' }, context)).toEqual({
      accepted: false,
      reason: 'wrong_signature',
    })
  })

  it.each<[string, (request: RawRequest) => RawRequest, string]>([
    [
      'no signature',
      ({ headers: { 'x-hub-signature-256': _, ...headers }, ...rest }) => ({ ...rest, headers }),
      'missing_signature',
    ],
    ['a forged body', (request) => ({ ...request, body: Buffer.from('{}') }), 'wrong_signature'],
    [
      'the older SHA-1 header',
      (request) => ({ ...request, headers: { 'x-hub-signature-256': 'sha1=0000' } }),
      'wrong_signature',
    ],
    [
      'the digest in upper case',
      (request) => ({
        ...request,
        headers: { 'x-hub-signature-256': request.headers['x-hub-signature-256']!.toUpperCase() },
      }),
      'wrong_signature',
    ],
    ['a GET', (request) => ({ ...request, method: 'GET' }), 'wrong_type'],
  ])('refuses %s', (_what, change, reason) => {
    const request = change(signed({ contacts, messages: [hello] }))
    expect(provider.verify(request, secrets, context)).toEqual({ accepted: false, reason })
  })

  it('refuses another secret, another number, and what is signed but no notification', () => {
    const request = signed({ messages: [hello] })
    expect(provider.verify(request, { ...secrets, appSecret: 'other' }, context).accepted).toBe(false)
    const reason = (one: RawRequest) => {
      const verdict = provider.verify(one, secrets, context)
      return verdict.accepted ? 'accepted' : verdict.reason
    }
    expect(reason(signed({ messages: [hello] }, '999'))).toBe('wrong_address')
    expect(reason(requestOf(signedNotification({ object: 'page', entry: [] }, secrets.appSecret)))).toBe('unreadable')
    expect(reason(requestOf(signedNotification('text', secrets.appSecret)))).toBe('unreadable')
  })

  it('takes news of the account, which names no number, so that Meta does not send it for days', async () => {
    const value = { event: 'APPROVED', message_template_id: 1 }
    const changes = [{ field: 'message_template_status_update', value }]
    const request = requestOf(
      signedNotification({ object: 'whatsapp_business_account', entry: [{ changes }] }, secrets.appSecret),
    )
    expect(provider.verify(request, secrets, context)).toEqual({ accepted: true })
    expect(await provider.parse(request, address)).toEqual([])
  })

  it('refuses a request with any byte of the body or the signature changed', () => {
    const request = signed({ contacts, messages: [hello] })
    const header = request.headers['x-hub-signature-256']!
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const body = Buffer.from(request.body)
        body[at % body.length]! ^= mask
        const changed = Buffer.from(header)
        changed[at % changed.length]! ^= mask
        const headers = { ...request.headers, 'x-hub-signature-256': changed.toString('latin1') }
        return (
          !provider.verify({ ...request, body }, secrets, context).accepted &&
          !provider.verify({ ...request, headers }, secrets, context).accepted
        )
      }),
      { numRuns: runs(500) },
    )
  })

  it('never throws, whatever comes, and takes none of it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.dictionary(fc.string(), fc.string()), fc.string(), (body, headers, given) => {
        const request = requestOf({ body, headers: { ...headers, 'x-hub-signature-256': given } })
        expect(provider.recipients(request)).toEqual([])
        return !provider.verify(request, secrets, context).accepted
      }),
    )
  })
})

describe('recipients and parse', () => {
  it('finds each number of a request, and gives each channel its own messages', async () => {
    const changes = ['1', '2', '1'].map((id, index) => ({
      field: 'messages',
      value: valueFor(id, { contacts, messages: [{ ...hello, id: `wamid.${index}` }] }),
    }))
    const request = requestOf(
      signedNotification({ object: 'whatsapp_business_account', entry: [{ id: 'a', changes }] }, secrets.appSecret),
    )
    expect(provider.recipients(request)).toEqual(['1', '2'])
    const ids = async (id: string) => (await provider.parse(request, id)).map((one) => one.id)
    expect(await ids('1')).toEqual(['wamid.0', 'wamid.2'])
    expect(await ids('2')).toEqual(['wamid.1'])
    expect(provider.verify(request, secrets, { ...context, address: '2' })).toEqual({ accepted: true })
    expect(await ids('3')).toEqual([])
  })

  it('looks no closer at more than Meta sends at once', () => {
    const many = (count: number) => {
      const change = { field: 'messages', value: valueFor('1', {}) }
      const entry = [{ changes: Array(count).fill(change) }, { changes: [change] }]
      return requestOf(signedNotification({ object: 'whatsapp_business_account', entry }, secrets.appSecret))
    }
    expect(provider.recipients(many(999))).toEqual(['1'])
    expect(provider.recipients(many(1_000))).toEqual([])
  })

  it('reads a text with who wrote it and when', async () => {
    expect(await parse(hello)).toEqual([
      {
        type: 'text',
        id: 'wamid.HBgLNDY3',
        from: '+46701234567',
        name: 'Åsa Öberg',
        text: 'Hej, var är mitt paket? 📦',
        attachments: [],
        sentAt: '2023-05-04T19:44:31.000Z',
      },
    ])
  })

  it('knows who goes by a username by their id', async () => {
    const userId = 'SE.13491208655302741918'
    const { from: _, ...rest } = hello
    const message = { ...rest, from_user_id: userId }
    const profiles = [{ profile: { username: 'asa' }, user_id: userId }]
    const read = (messages: unknown[]) => provider.parse(signed({ contacts: profiles, messages }), address)
    expect(await read([message])).toMatchObject([{ from: userId, name: 'asa' }])
    expect(await read([{ ...message, from: customer }])).toMatchObject([{ from: '+46701234567', name: 'asa' }])
    expect(await read([rest])).toMatchObject([{ type: 'unreadable', id: rest.id }])
  })

  it.each([
    [
      'image',
      { caption: 'Trasig', mime_type: 'image/jpeg', sha256: 'x', id: '1' },
      'Trasig',
      'image.jpg',
      'image/jpeg',
    ],
    ['video', { mime_type: 'video/mp4', id: '1' }, '', 'video.mp4', 'video/mp4'],
    ['audio', { mime_type: 'audio/ogg; codecs=opus', id: '1', voice: true }, '', 'audio.ogg', 'audio/ogg'],
    ['sticker', { mime_type: 'image/webp', id: '1', animated: false }, '', 'sticker.webp', 'image/webp'],
    [
      'document',
      { caption: 'Kvitto', filename: 'kvitto.pdf', mime_type: 'application/pdf', id: '1' },
      'Kvitto',
      'kvitto.pdf',
      'application/pdf',
    ],
  ])('reads a file: %s', async (type, file, text, filename, contentType) => {
    expect(await parse({ ...base, type, [type]: file })).toMatchObject([
      { type: 'text', text, attachments: [{ filename, contentType, reference: '1' }] },
    ])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['location', { location: { latitude: 59.33, longitude: 18.06, name: 'Kontoret' } }, 'Kontoret\n59.33, 18.06'],
    [
      'contacts',
      { contacts: [{ name: { formatted_name: 'Bo' }, phones: [{ phone: '+46 70' }], emails: [{ email: 'bo@a.se' }] }] },
      'Bo\n+46 70\nbo@a.se',
    ],
    ['button', { button: { payload: 'p', text: 'Ja tack' } }, 'Ja tack'],
    ['interactive', { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Avbryt' } } }, 'Avbryt'],
    [
      'interactive',
      { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Express', description: '1 dag' } } },
      'Express\n1 dag',
    ],
    [
      'interactive',
      { interactive: { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: '{"a":1}' } } },
      'Sent\n{"a":1}',
    ],
    ['order', { order: { product_items: [{ product_retailer_id: 'sku-1', quantity: 2 }] } }, '2 × sku-1'],
    ['unsupported', { errors: [{ code: 131051 }] }, '[A message that WhatsApp does not pass on]'],
    ['a kind of tomorrow', {}, '[A message that WhatsApp does not pass on]'],
  ])('reads %s as a text', async (type, more, text) => {
    expect(await textOf({ ...base, type, ...more })).toEqual([text])
  })

  it('makes nothing of a reaction, a system notice, or an error of the system', async () => {
    expect(await parse({ ...base, type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } })).toEqual([])
    expect(await parse({ ...base, type: 'system', system: { body: 'New number' } })).toEqual([])
    expect(await provider.parse(signed({ errors: [{ code: 130429 }] }), address)).toEqual([])
  })

  it('reads receipts', async () => {
    const statuses = ['sent', 'delivered', 'read', 'deleted'].map((status) => ({
      id: 'wamid.9',
      status,
      timestamp: '1683229471',
      recipient_id: customer,
    }))
    const failed = { id: 'wamid.9', status: 'failed', errors: [{ code: 131047, title: 'Re-engagement message' }] }
    const at = '2023-05-04T19:44:31.000Z'
    expect(await provider.parse(signed({ statuses: [...statuses, failed] }), address)).toEqual([
      { type: 'receipt', id: 'wamid.9', state: 'sent', at },
      { type: 'receipt', id: 'wamid.9', state: 'delivered', at },
      { type: 'receipt', id: 'wamid.9', state: 'read', at },
      { type: 'receipt', id: 'wamid.9', state: 'failed', code: '131047' },
    ])
  })

  it('takes null for what a message leaves out', async () => {
    const location = { latitude: 59.33, longitude: 18.06, name: null, address: null }
    expect(await textOf({ ...base, type: 'location', location, text: null, context: null })).toEqual(['59.33, 18.06'])
    const image = { id: '1', mime_type: null, caption: null, filename: null }
    expect(await parse({ ...base, timestamp: null, type: 'image', image })).toMatchObject([
      { text: '', attachments: [{ contentType: 'application/octet-stream', reference: '1' }] },
    ])
    const statuses = [{ id: 'wamid.9', status: 'sent', timestamp: null, errors: null }]
    expect(await provider.parse(signed({ contacts: null, messages: null, statuses }), address)).toEqual([
      { type: 'receipt', id: 'wamid.9', state: 'sent' },
    ])
  })

  it('says so when a message is not as documented, and reads the others', async () => {
    const all = [hello, { ...base, type: 'text', text: 'no object' }, { ...base, type: 'text' }, null, { id: 7 }, hello]
    const statuses = [{ id: 'wamid.9' }, { id: 'wamid.9', status: 'sent' }]
    const read = await provider.parse(signed({ contacts: ['none'], messages: all, statuses }), address)
    const line = { type: 'text', id: base.id, from: '+46701234567', text: '[A message that could not be read]' }
    expect(read).toMatchObject([
      ...[{ text: hello.text.body }, line, line, { type: 'unreadable' }, { type: 'unreadable' }],
      ...[{ text: hello.text.body }, { type: 'unreadable' }, { type: 'receipt', state: 'sent' }],
    ])
    expect(await provider.parse(signed({ messages: 'none' }), address)).toMatchObject([{ type: 'unreadable' }])
    await expect(provider.parse(requestOf({ body: Buffer.from('{'), headers: {} }), address)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('challenge', () => {
  const query = (changes: Record<string, string>) =>
    new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': secrets.verifyToken,
      ...changes,
    })

  it('is answered for the token of the channel alone', () => {
    expect(provider.challenge!(query({}), secrets)).toBe('1158201444')
    expect(provider.challenge!(query({ 'hub.verify_token': 'a verify tokem' }), secrets)).toBeUndefined()
    expect(provider.challenge!(query({ 'hub.mode': 'unsubscribe' }), secrets)).toBeUndefined()
    expect(provider.challenge!(query({ 'hub.challenge': '' }), secrets)).toBeUndefined()
    expect(provider.challenge!(new URLSearchParams(), secrets)).toBeUndefined()
  })
})

describe('send and fetch', () => {
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  let fake: Awaited<ReturnType<typeof startMetaFake>>
  beforeAll(async () => {
    fake = await startMetaFake({ phoneNumberId: address, accessToken: secrets.accessToken })
    return async () => {
      await fake.close()
      await http.close()
    }
  })
  const message = { id: 'msg_1', from: address, to: '+46701234567', text: 'Ditt paket kommer i dag. 📦' }
  const send = (changes = {}, given = secrets, signal = AbortSignal.timeout(5_000)) =>
    meta(fake.url).send({ ...message, ...changes }, given, http, signal)

  it('sends a text that Meta takes', async () => {
    const { id } = await send()
    expect(id).toMatch(/^wamid\./)
    const [sent] = fake.received.slice(-1)
    expect(sent!.path).toBe(`/v23.0/${address}/messages`)
    expect(JSON.parse(sent!.body.toString())).toMatchObject({
      to: customer,
      type: 'text',
      text: { body: message.text },
    })
  })

  it('sends to an id in the field that is for ids', async () => {
    await send({ to: 'SE.13491208655302741918' })
    const sent = JSON.parse(fake.received.at(-1)!.body.toString())
    expect(sent).toMatchObject({ recipient: 'SE.13491208655302741918' })
    expect(sent).not.toHaveProperty('to')
  })

  it.each([
    [400, 131047, 'refused', 'window_closed'],
    [400, 131026, 'refused', '131026'],
    [400, 131051, 'refused', '131051'],
    [429, 130429, 'again', 'rate_limited'],
    [400, 131056, 'again', 'rate_limited'],
    [400, 80007, 'again', 'rate_limited'],
    [400, 4, 'again', 'rate_limited'],
    [401, 190, 'refused', 'unauthorized'],
    [403, 10, 'refused', 'unauthorized'],
    [403, 200, 'refused', 'unauthorized'],
    [500, 131000, 'again', '131000'],
    [503, 2, 'again', '2'],
  ])('maps %i with error %i', async (status, code, outcome, own) => {
    fake.failNext(graphError(status, code))
    await expect(send()).rejects.toMatchObject({ name: 'SendError', outcome, code: own })
  })

  it('obeys Retry-After, and does not know what a proxy did', async () => {
    fake.failNext(graphError(429, 130429, { 'retry-after': '7' }))
    await expect(send()).rejects.toMatchObject({ outcome: 'again', retryAfterMs: 7_000 })
    fake.failNext({ status: 502, body: '<html>Bad gateway</html>' })
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'http_502' })
    fake.failNext({ status: 200, body: '<html>Welcome</html>' })
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'unreadable_reply' })
  })

  it('does not know after a timeout or a lost connection, and does when there was none', async () => {
    fake.failNext('hang')
    await expect(send({}, secrets, AbortSignal.timeout(150))).rejects.toMatchObject({
      outcome: 'unknown',
      code: 'timeout',
    })
    const before = fake.received.length
    await expect(send({}, secrets, AbortSignal.abort())).rejects.toMatchObject({ outcome: 'again', code: 'timeout' })
    expect(fake.received.length).toBe(before)
    fake.failNext('drop')
    await expect(send()).rejects.toMatchObject({ outcome: 'unknown' })
    const gone = await startMetaFake({ phoneNumberId: address, accessToken: '' })
    await gone.close()
    const sent = meta(gone.url).send(message, secrets, http, AbortSignal.timeout(5_000))
    await expect(sent).rejects.toMatchObject({ outcome: 'again', code: 'unreachable' })
  })

  it('says what is missing or wrong of its secrets', async () => {
    const { accessToken: _, ...without } = secrets
    await expect(send({}, without as typeof secrets)).rejects.toMatchObject({
      outcome: 'refused',
      code: 'unauthorized',
    })
    await expect(send({}, { ...secrets, accessToken: 'old' })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(provider.secrets.safeParse(without).success).toBe(true)
    expect(provider.secrets.safeParse({ ...secrets, appSecret: '' }).success).toBe(false)
    expect(provider.secrets.safeParse({ ...secrets, apSecret: 'typo' }).success).toBe(false)
  })

  it('fetches a file, no larger than allowed', async () => {
    const bytes = Buffer.from('not really a picture')
    fake.files.set('media-1', { contentType: 'image/jpeg', bytes })
    const fetch = (maxBytes: number, reference = 'media-1') =>
      meta(fake.url).fetchAttachment!(reference, secrets, http, { maxBytes, signal: AbortSignal.timeout(5_000) })
    expect(Buffer.from(await fetch(1_000))).toEqual(bytes)
    await expect(fetch(bytes.length - 1)).rejects.toMatchObject({ outcome: 'refused', code: 'too_large' })
    // Meta says how large it is, so it is not even asked for.
    expect(fake.received.at(-1)!.path).toBe('/v23.0/media-1')
    await expect(fetch(1_000, 'gone')).rejects.toMatchObject({ outcome: 'refused', code: '100' })
    fake.failNext({ status: 502 })
    await expect(fetch(1_000)).rejects.toMatchObject({ outcome: 'again' })
  })

  it('takes the token to no host but Meta’s', async () => {
    const other = await startMetaFake({ phoneNumberId: address, accessToken: secrets.accessToken })
    onTestFinished(() => other.close())
    fake.files.set('media-2', { contentType: 'image/jpeg', bytes: Buffer.from('x'), url: `${other.url}/stolen` })
    const limits = { maxBytes: 1_000, signal: AbortSignal.timeout(5_000) }
    const fetched = meta(fake.url).fetchAttachment!('media-2', secrets, http, limits)
    await expect(fetched).rejects.toMatchObject({ outcome: 'refused', code: 'address_refused' })
    expect(other.received).toEqual([])
  })
})
