import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Answer, type Received, startLoopback } from './loopback.ts'

/** What the account at the fake Vonage is. */
type Account = { apiKey: string; apiSecret: string }

const messageId = (): string => randomBytes(8).toString('hex').toUpperCase()

/** The signature over parameters, by one of the five methods. */
function vonageSignature(parameters: Record<string, string>, secret: string, method: string): string {
  const names = Object.keys(parameters).sort()
  const text = names.map((name) => `&${name}=${parameters[name]!.replaceAll('&', '_').replaceAll('=', '_')}`).join('')
  return method === 'md5hash'
    ? createHash('md5')
        .update(text + secret)
        .digest('hex')
    : createHmac(method, secret).update(text).digest('hex')
}

/** Signs parameters as Vonage does and puts them into a form or JSON. */
export function signedParameters(
  parameters: Record<string, string>,
  secret: string,
  { method = 'sha256', as = 'form' }: { method?: string; as?: 'form' | 'json' } = {},
) {
  const all = { ...parameters, sig: vonageSignature(parameters, secret, method) }
  return as === 'json'
    ? { body: Buffer.from(JSON.stringify(all)), headers: { 'content-type': 'application/json' } }
    : {
        body: Buffer.from(new URLSearchParams(all).toString()),
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      }
}

/** The parameters of a customer's message, signed at a time (ms). */
export const messageParameters = (from: string, to: string, text: string, now: number): Record<string, string> => ({
  msisdn: from,
  to,
  messageId: messageId(),
  text,
  type: 'text',
  keyword: text.split(' ')[0]!.toUpperCase(),
  'api-key': 'abcd1234',
  'message-timestamp': new Date(now).toISOString().slice(0, 19).replace('T', ' '),
  timestamp: String(Math.floor(now / 1_000)),
  nonce: randomBytes(8).toString('hex'),
})

/** A reply about messages with these statuses. */
export const vonageStatuses = (...statuses: string[]): Answer => ({
  status: 200,
  body: {
    'message-count': String(statuses.length),
    messages: statuses.map((status) =>
      status === '0'
        ? { 'message-id': messageId(), status, 'message-price': '0.03330000' }
        : { status, 'error-text': 'No' },
    ),
  },
})

/** An SMS API with the checks of the real one. */
export async function startVonageFake({ apiKey, apiSecret }: Account) {
  const failures: Answer[] = []
  const taken: { id: string; to: string; text: string }[] = []

  function send({ body }: Received): Answer {
    const form = new URLSearchParams(body.toString('utf8'))
    const text = form.get('text') ?? ''
    if (form.get('api_key') !== apiKey || form.get('api_secret') !== apiSecret) return vonageStatuses('4')
    if (text === '' || !form.has('from') || !form.has('to')) return vonageStatuses('2')
    if (!/^\d{5,15}$/.test(form.get('to')!)) return vonageStatuses('3')
    const isPlain = /^[\n -~åäöÅÄÖéèüñ€]*$/.test(text)
    // The real one would send question marks.
    if (!isPlain && form.get('type') !== 'unicode') return vonageStatuses('6')
    const [whole, part] = isPlain ? [160, 153] : [70, 67]
    const parts = Array.from({ length: text.length <= whole ? 1 : Math.ceil(text.length / part) }, messageId)
    taken.push({ id: parts[0]!, to: form.get('to')!, text })
    const messages = parts.map((id) => ({ 'message-id': id, to: form.get('to'), status: '0' }))
    return { status: 200, body: { 'message-count': String(parts.length), messages } }
  }

  const server = await startLoopback((request) => {
    const failure = failures.shift()
    if (failure !== undefined) return failure
    return request.method === 'POST' && request.path === '/sms/json' ? send(request) : { status: 404, body: {} }
  })
  return {
    ...server,
    /** The messages that it took, oldest first, by the id of their first part. */
    taken,
    /** Answers the next request so, before any check. */
    failNext: (answer: Answer) => void failures.push(answer),
  }
}
