import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Answer, type Received, startLoopback } from './loopback.ts'

/** What the account at the fake Twilio is. */
type Account = { accountSid: string; authToken: string }

const sid = (prefix: string): string => prefix + randomBytes(16).toString('hex')

/** Signs a form as Twilio does, for the URL that it calls. */
export function signedForm(url: string, fields: [string, string][], authToken: string) {
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  const sorted = [...fields].sort((one, other) => compare(one[0], other[0]) || compare(one[1], other[1]))
  const signed = [...new Set(sorted.map(([name, value]) => name + value))].join('')
  const signature = createHmac('sha1', authToken)
    .update(url + signed)
    .digest('base64')
  const body = Buffer.from(new URLSearchParams(fields).toString())
  return {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  }
}

/** Signs JSON as Twilio does: `url` is the one that it calls, with the digest of the body. */
export function signedJson(base: string, json: unknown, authToken: string) {
  const body = Buffer.from(JSON.stringify(json))
  const digest = createHash('sha256').update(body).digest('hex')
  const url = `${base}${base.includes('?') ? '&' : '?'}bodySHA256=${digest}`
  const signature = createHmac('sha1', authToken).update(url).digest('base64')
  return { url, body, headers: { 'content-type': 'application/json', 'x-twilio-signature': signature } }
}

/** The fields of a customer's message. */
export const messageFields = (accountSid: string, from: string, to: string, body: string): [string, string][] => {
  const messageSid = sid('SM')
  return [
    ['ToCountry', 'SE'],
    ['SmsMessageSid', messageSid],
    ['NumMedia', '0'],
    ['SmsSid', messageSid],
    ['SmsStatus', 'received'],
    ['FromCountry', 'SE'],
    ['To', to],
    ['NumSegments', '1'],
    ['MessageSid', messageSid],
    ['AccountSid', accountSid],
    ['From', from],
    ['ApiVersion', '2010-04-01'],
    ['Body', body],
  ]
}

/** An error as the API writes one. */
export const twilioError = (status: number, code: number, headers?: Record<string, string>): Answer => ({
  status,
  body: { code, message: 'Something', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  ...(headers && { headers }),
})

/** An API that takes messages and gives out files, with the checks of the real one. */
export async function startTwilioFake({ accountSid, authToken }: Account) {
  const failures: Answer[] = []
  const taken: { sid: string; to: string; text: string; mediaUrl?: string }[] = []
  const files = new Map<string, { contentType: string; bytes: Buffer }>()
  const root = `/2010-04-01/Accounts/${accountSid}/`
  const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  /** Files lie with a store that takes no credentials, and gets none. */
  const store = await startLoopback(({ path, headers }) => {
    const file = files.get(path.slice(1))
    if (file === undefined || headers.authorization !== undefined) return { status: 400 }
    return { status: 200, headers: { 'content-type': file.contentType }, body: file.bytes }
  })

  function message({ headers, body }: Received): Answer {
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return twilioError(400, 20001)
    const form = new URLSearchParams(body.toString('utf8'))
    const [from, to, text] = ['From', 'To', 'Body'].map((name) => form.get(name) ?? '') as [string, string, string]
    const number = /^(whatsapp:)?\+\d{5,15}$/
    if (!number.test(to)) return twilioError(400, 21211)
    if (!number.test(from)) return twilioError(400, 21212)
    if (from.startsWith('whatsapp:') !== to.startsWith('whatsapp:')) return twilioError(400, 63007)
    const mediaUrl = form.get('MediaUrl')
    if (text === '' && mediaUrl === null) return twilioError(400, 21602)
    if (mediaUrl !== null && !URL.canParse(mediaUrl)) return twilioError(400, 21620)
    if (text.length > 1_600) return twilioError(400, 21617)
    const num_segments = String(Math.ceil(text.length / 153))
    const own = sid('SM')
    taken.push({ sid: own, to, text, ...(mediaUrl !== null && { mediaUrl }) })
    return { status: 201, body: { sid: own, account_sid: accountSid, status: 'queued', num_segments, from, to } }
  }

  const server = await startLoopback((request) => {
    const failure = failures.shift()
    if (failure !== undefined) return failure
    if (request.headers.authorization !== expected) return twilioError(401, 20003)
    if (request.method === 'POST' && request.path === `${root}Messages.json`) return message(request)
    const file = request.path.split('/').at(-1)!
    if (request.method === 'GET' && files.has(file))
      return { status: 307, headers: { location: `${store.url}/${file}` } }
    return twilioError(404, 20404)
  })

  return {
    ...server,
    files,
    /** Messages that it took, oldest first, by the ids that it gave them. */
    taken,
    /** The URL that a message names a file by. */
    fileUrl: (file: string) => `https://api.twilio.com${root}Messages/${sid('MM')}/Media/${file}`,
    /** Answers the next request so, before any check. */
    failNext: (answer: Answer) => void failures.push(answer),
    async close() {
      await Promise.all([server.close(), store.close()])
    },
  }
}
