import { generateKeyPairSync } from 'node:crypto'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestChannels } from '../../testing/start-test-channels.ts'

let channels: Awaited<ReturnType<typeof startTestChannels>>
const ids: Record<string, string[]> = { email: [], sms: [], whatsapp: [] }
const mail = 'support@example.com'
const number = '+46701740605'

beforeAll(async () => {
  channels = await startTestChannels()
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const all = [
    ['email', 'mailgun', 'a@example.com', { signingKey: 'key' }],
    ['email', 'sendgrid', 'b@example.com', { publicKey: der }],
    ['email', 'postmark', 'c@example.com', { username: 'name', password: 'a long password' }],
    ['email', 'raw', mail, { secret: 'secret' }],
    ['whatsapp', 'meta', '106540352242922', { appSecret: 'secret', verifyToken: 'token' }],
    ['whatsapp', 'twilio', number, { authToken: 'token' }],
    ['sms', 'twilio', number, { authToken: 'token' }],
    ['sms', 'vonage', '+46701740606', { signatureSecret: 'secret' }],
  ] as const
  for (const [kind, provider, address, secrets] of all) {
    ids[kind]!.push((await channels.create({ kind, provider, address }, secrets)).id)
  }
})
afterAll(() => channels.stop())

const words = fc.constantFrom(
  ...['To', 'From', 'recipient', 'envelope', 'signature', 'timestamp', 'token', 'sig', 'msisdn', 'entry', 'changes'],
  ...['value', 'metadata', 'phone_number_id', '106540352242922', mail, number, 'a@example.com', 'MessageSid', 'email'],
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '=',
    '&',
    '%',
    '%00',
    '%ff',
    '\r\n',
    '\r\n\r\n',
    '--b',
    '--b--',
    ';',
    '\u0000',
  ],
  ...['Content-Disposition: form-data; name="to"', 'Content-Type: text/plain; charset=x', 'null', '1e999', '\ud800'],
)
const pieces = fc.array(fc.oneof(words, fc.string({ maxLength: 8 })), { maxLength: 40 }).map((all) => all.join(''))
const json = fc.json({ maxDepth: 4 })
const form = fc.array(fc.tuple(words, fc.oneof(words, fc.string()))).map((all) => {
  const wellFormed = all.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()])
  return new URLSearchParams(wellFormed).toString()
})
const types = fc.constantFrom(
  ...['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'message/rfc822'],
  ...['', 'multipart/form-data', 'multipart/form-data; boundary="', 'text/plain; charset=utf-7', 'application/JSON;;'],
)
const signatures = fc.constantFrom(
  ...['x-signature', 'x-twilio-signature', 'x-hub-signature-256', 'authorization', 'x-forwarded-host'],
  ...['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp'],
)
const values = fc.oneof(
  fc.constantFrom('t=1,v1=00', 'sha256=00', 'Basic bmFtZTo=', 'Basic', '1767225600', 'MEUCIQ==', 't=,v1='),
  fc.string({ maxLength: 40 }),
)
const queries = fc.constantFrom('', '?', '?bodySHA256=00', '?mime', '?a=%', '?hub.mode=subscribe&hub.verify_token=')

it('any unauthenticated request is rejected without an internal error, and nothing is stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('email', 'sms', 'whatsapp'),
      fc.nat({ max: 4 }),
      fc.record({
        type: types,
        body: fc.oneof(pieces, json, form, fc.uint8Array({ maxLength: 200 })),
        headers: fc.dictionary(signatures, values, { maxKeys: 3 }),
        query: queries,
        method: fc.constantFrom('POST', 'POST', 'POST', 'GET'),
      }),
      async (kind, which, { type, body, headers, query, method }) => {
        const named = ids[kind]![which]
        const target = `/api/webhooks/${kind}${named ? `/${named}` : ''}${query}`
        const sent = { method: method as 'POST', headers: { ...headers, ...(type && { 'content-type': type }) }, body }
        expect(await channels.receive(target, sent)).toEqual({ status: 401 })
      },
    ),
    { numRuns: runs(500) },
  )
  const { requests, lanes, inbound, once } = channels.context().collections
  for (const kept of [requests, lanes, inbound, once]) expect(await kept.count('acme')).toBe(0)
})
