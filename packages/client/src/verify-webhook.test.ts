import { createHmac, randomBytes } from 'node:crypto'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type VerifyOptions, verifyWebhook, type WebhookVerificationError } from './verify-webhook.ts'

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const t = 1_770_000_000
const now = t * 1_000
const event = { id: 'evt_1', type: 'message.received', data: { text: 'Hällo 🙂' } }
const body = JSON.stringify(event)

/** The header of our own, as the documentation says it is made. */
const own = (raw: string | Uint8Array, ...secrets: string[]) => {
  const v1 = secrets.map((each) => `v1=${createHmac('sha256', each).update(`${t}.`).update(raw).digest('hex')}`)
  return { 'x-webhook-signature': [`t=${t}`, ...v1].join(',') }
}
/** The headers of Standard Webhooks, as their specification says they are made. */
const standard = (raw: string | Uint8Array, ...secrets: string[]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': `${t}`,
  'webhook-signature': secrets
    .map((each) =>
      createHmac('sha256', Buffer.from(each.slice(6), 'base64'))
        .update(`evt_1.${t}.`)
        .update(raw),
    )
    .map((hmac) => `v1,${hmac.digest('base64')}`)
    .join(' '),
})
const forms = { own, standard, both: (raw: string, ...s: string[]) => ({ ...own(raw, ...s), ...standard(raw, ...s) }) }

const verify = (headers: any, raw: any = body, secrets: string | string[] = secret, options: VerifyOptions = { now }) =>
  verifyWebhook(headers, raw, secrets, options)
const reasonOf = (verifying: Promise<unknown>): Promise<string> =>
  verifying.then(
    () => 'none',
    (error: WebhookVerificationError) => error.reason ?? String(error),
  )

for (const [name, signed] of Object.entries(forms)) {
  it(`${name}: what was signed is believed, as text and as bytes, whatever shows the headers`, async () => {
    const headers = signed(body, secret)
    const upper = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value]))
    const bytes = new TextEncoder().encode(body)
    for (const shown of [headers, upper, new Headers(headers), new Map(Object.entries(headers))]) {
      for (const raw of [body, bytes, bytes.buffer, Buffer.from(body)]) expect(await verify(shown, raw)).toEqual(event)
    }
  })

  it(`${name}: no byte of the body can be another one`, async () => {
    const headers = signed(body, secret)
    await fc.assert(
      fc.asyncProperty(fc.nat(Buffer.byteLength(body) - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const raw = Buffer.from(body)
        raw[at]! ^= by
        expect(await reasonOf(verify(headers, raw))).toBe('wrong_signature')
      }),
      { numRuns: runs(200) },
    )
  })

  it(`${name}: no character of a header can be another one`, async () => {
    const headers: Record<string, string> = signed(body, secret)
    const places = Object.entries(headers).flatMap(([key, value]) => Array.from(value, (_, at) => [key, at] as const))
    const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), character, async ([key, at], other) => {
        const value = headers[key]!
        fc.pre(value[at] !== other)
        const changed = { ...headers, [key]: value.slice(0, at) + other + value.slice(at + 1) }
        expect(await reasonOf(verify(changed))).not.toBe('none')
      }),
      { numRuns: runs(500) },
    )
  })

  it(`${name}: while a secret is replaced, either of the two will do on either side`, async () => {
    const next = `whsec_${randomBytes(24).toString('base64')}`
    const other = `whsec_${randomBytes(24).toString('base64')}`
    expect(await verify(signed(body, next, secret), body, secret)).toEqual(event)
    expect(await verify(signed(body, next, secret), body, next)).toEqual(event)
    expect(await verify(signed(body, secret), body, [next, secret])).toEqual(event)
    expect(await reasonOf(verify(signed(body, next, secret), body, other))).toBe('wrong_signature')
  })

  it(`${name}: a signature is good for five minutes either way, or as long as you say`, async () => {
    const headers = signed(body, secret)
    const at = (seconds: number, toleranceSeconds?: number) =>
      reasonOf(
        verify(headers, body, secret, {
          now: now + seconds * 1_000,
          ...(toleranceSeconds !== undefined && { toleranceSeconds }),
        }),
      )
    expect(await Promise.all([at(300), at(301), at(-300), at(-301)])).toEqual([
      'none',
      'too_old',
      'none',
      'in_the_future',
    ])
    expect(await Promise.all([at(59, 60), at(61, 60)])).toEqual(['none', 'too_old'])
  })

  it(`${name}: any body and any secret come through`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        async (text, key) => {
          const any = `whsec_${Buffer.from(key).toString('base64')}`
          const raw = JSON.stringify({ id: 'evt_1', type: 'message.received', data: text })
          expect((await verify(signed(raw, any), raw, any)).data).toBe(text)
        },
      ),
      { numRuns: runs(50) },
    )
  })
}

it('a secret may be written without its padding', async () => {
  const any = `whsec_${randomBytes(25).toString('base64')}`
  const raw = JSON.stringify(event)
  expect(await verify(standard(raw, any), raw, any.replaceAll('=', ''))).toEqual(event)
})

it('where both forms are there, both have to hold', async () => {
  const otherSecret = `whsec_${randomBytes(24).toString('base64')}`
  const { own, standard } = forms
  expect(await reasonOf(verify({ ...own(body, secret), ...standard(body, otherSecret) }))).toBe('wrong_signature')
  expect(await reasonOf(verify({ ...own(body, otherSecret), ...standard(body, secret) }))).toBe('wrong_signature')
})

it('what is missing or has another form is said', async () => {
  const headers = own(body, secret)
  const { 'webhook-id': _, ...withoutId } = standard(body, secret)
  const form = (value: string) => reasonOf(verify({ 'x-webhook-signature': value }))
  expect(await reasonOf(verify({}))).toBe('no_signature')
  expect(await reasonOf(verify(withoutId))).toBe('no_signature')
  expect(await form('')).toBe('malformed_signature')
  expect(await form(`t=${t}`)).toBe('malformed_signature')
  expect(await form(`t=${t},t=${t},v1=${'0'.repeat(64)}`)).toBe('malformed_signature')
  expect(await form(`t=${t},v1=${'g'.repeat(64)}`)).toBe('malformed_signature')
  expect(await form([`t=${t}`, ...Array(21).fill(`v1=${'0'.repeat(64)}`)].join(','))).toBe('malformed_signature')
  expect(await reasonOf(verify(headers, JSON.parse(body)))).toBe('no_raw_body')
  expect(await reasonOf(verify(headers, body, []))).toBe('no_secret')
  expect(await reasonOf(verify(headers, body, ''))).toBe('no_secret')
  expect(await reasonOf(verify(own('no json', secret), 'no json'))).toBe('malformed_body')
})

// The example that the specification of Standard Webhooks gives.
it('the published vector of Standard Webhooks verifies', async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const raw = '{"test": 2432232314}'
  const options = { now: 1_614_265_330_000 }
  expect(await verify(headers, raw, secret, options)).toEqual({ test: 2432232314 })
  expect(await reasonOf(verify(headers, '{"test": 2432232315}', secret, options))).toBe('wrong_signature')
})
