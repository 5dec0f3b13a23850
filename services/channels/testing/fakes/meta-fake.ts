import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, type Loopback, type Received, startLoopback } from './loopback.ts'

/** What the account at the fake Meta is. */
type Account = { phoneNumberId: string; accessToken: string }

/** Signs a notification as Meta does; characters beyond ASCII go out as \uXXXX. */
export function signedNotification(notification: unknown, appSecret: string) {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const body = Buffer.from(JSON.stringify(notification).replace(/[^\x20-\x7e]/g, escaped))
  const digest = createHmac('sha256', appSecret).update(body).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${digest}` } }
}

/** A notification about one phone number, with anything in its `value`. */
export const notificationFor = (phoneNumberId: string, value: Record<string, unknown>) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: [{ field: 'messages', value: valueFor(phoneNumberId, value) }] }],
})

/** The `value` of a change for a phone number. */
export const valueFor = (phoneNumberId: string, value: Record<string, unknown>) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
  ...value,
})

/** An error as the Graph API writes one. */
export const graphError = (status: number, code: number, headers?: Record<string, string>): Answer => ({
  status,
  body: {
    error: {
      message: `(#${code}) Something`,
      type: 'OAuthException',
      code,
      fbtrace_id: randomBytes(9).toString('hex'),
    },
  },
  ...(headers && { headers }),
})

/** A Cloud API that takes text messages and gives out files, with the checks of the real one. */
export async function startMetaFake({ phoneNumberId, accessToken }: Account) {
  const files = new Map<string, { contentType: string; bytes: Buffer; url?: string }>()
  const failures: Answer[] = []
  const taken: { id: string; to: string; text: string; file?: object }[] = []
  /** What was uploaded to be sent, by the id that it got. */
  const uploads = new Map<string, { filename: string; contentType: string; bytes: Buffer }>()

  function messages({ body }: Received): Answer {
    const { messaging_product, to: number, recipient, type, text, ...rest } = JSON.parse(body.toString('utf8'))
    const to = number ?? recipient
    if (messaging_product !== 'whatsapp') return graphError(400, 100)
    // The real one takes a customer's id as `to`, and loses the message.
    if (!(number ? /^\d{5,15}$/ : /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/).test(to)) return graphError(400, 131009)
    const upload = uploads.get(rest[type]?.id)
    if (type !== 'text') {
      if (!['image', 'audio', 'video', 'document'].includes(type) || !upload) return graphError(400, 100)
    } else if (typeof text?.body !== 'string' || text.body === '' || text.body.length > 4_096)
      return graphError(400, 100)
    const id = `wamid.${randomBytes(24).toString('base64')}`
    taken.push({ id, to, text: text?.body ?? '', ...(upload && { file: { type, ...upload, ...rest[type] } }) })
    return {
      status: 200,
      body: { messaging_product, contacts: [{ input: to, wa_id: to }], messages: [{ id, message_status: 'accepted' }] },
    }
  }

  async function upload({ body, headers }: Received): Promise<Answer> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData()
    const file = form.get('file')
    if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File)) return graphError(400, 100)
    if (form.get('type') !== file.type || file.size === 0) return graphError(400, 131053)
    const id = String(uploads.size + 1)
    uploads.set(id, { filename: file.name, contentType: file.type, bytes: Buffer.from(await file.arrayBuffer()) })
    return { status: 200, body: { id } }
  }

  function media(path: string): Answer {
    const file = files.get(path)
    if (file === undefined) return graphError(404, 100)
    const url = file.url ?? `${server.url}/whatsapp_business/attachments?mid=${path}`
    return { status: 200, body: { url, mime_type: file.contentType, file_size: file.bytes.length, id: path } }
  }

  const server: Loopback = await startLoopback((request) => {
    const failure = failures.shift()
    if (failure !== undefined) return failure
    if (request.headers.authorization !== `Bearer ${accessToken}`) return graphError(401, 190)
    if (request.method === 'POST' && request.path === `/v23.0/${phoneNumberId}/messages`) return messages(request)
    if (request.method === 'POST' && request.path === `/v23.0/${phoneNumberId}/media`) return upload(request)
    const file = files.get(request.query.get('mid') ?? '')
    if (request.path === '/whatsapp_business/attachments' && file)
      return { status: 200, headers: { 'content-type': file.contentType }, body: file.bytes }
    if (request.method === 'GET' && request.path.startsWith('/v23.0/')) return media(request.path.slice(7))
    return graphError(404, 100)
  })

  return {
    ...server,
    files,
    uploads,
    /** The messages that it took, oldest first. */
    taken,
    /** Answers the next request so, before any check. */
    failNext: (answer: Answer) => void failures.push(answer),
  }
}
