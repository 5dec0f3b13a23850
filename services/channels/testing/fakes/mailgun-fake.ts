import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, type Received, startLoopback } from './loopback.ts'
import { type FormPart, multipart } from './multipart.ts'

type Signed = { signingKey: string; timestamp?: number; token?: string }

/** The three fields that Mailgun adds to what it posts. */
export function mailgunSignature({ signingKey, timestamp, token = randomBytes(25).toString('hex') }: Signed) {
  const time = String(timestamp ?? Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', signingKey).update(`${time}${token}`).digest('hex')
  return { timestamp: time, token, signature }
}

/** A form as a route posts it: multipart when it has files, otherwise urlencoded. */
export function mailgunForm(parts: FormPart[], signed: Signed): { headers: Record<string, string>; body: Uint8Array } {
  const signature = Object.entries(mailgunSignature(signed)).map(([name, value]) => ({ name, value }))
  const all: FormPart[] = [...parts, ...signature]
  if (all.some(({ filename }) => filename !== undefined)) return multipart(all)
  const form = new URLSearchParams(all.map(({ name, value }): [string, string] => [name, value.toString()]))
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: Buffer.from(form.toString()) }
}

/** A webhook about a mail of ours. */
export const mailgunEvent = (event: Record<string, unknown>, signed: Signed) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ signature: mailgunSignature(signed), 'event-data': event })),
})

/** Mailgun's API for one domain, with the checks of the real one. */
export async function startMailgunFake({ apiKey, domain }: { apiKey: string; domain: string }) {
  const failures: Answer[] = []
  const attachments: { filename: string; contentType: string; bytes: Buffer }[] = []
  const refused = (status: number, message: string): Answer => ({ status, body: { message } })

  /** What a body says, whichever form it has; files by `attachment`. */
  const formOf = ({ body, headers }: Received) =>
    new Response(new Uint8Array(body), { headers: { 'content-type': String(headers['content-type']) } }).formData()

  async function answer(received: Received): Promise<Answer> {
    const { method, path, headers, body } = received
    const failure = failures.shift()
    if (failure !== undefined) return failure
    const credentials = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`
    if (headers.authorization !== credentials) return { status: 401, body: 'Forbidden' }
    if (method !== 'POST' || path !== `/v3/${domain}/messages`) return refused(404, `Domain not found: ${path}`)
    const form = await formOf(received)
    for (const name of ['from', 'to'])
      if (!String(form.get(name)).includes('@'))
        return refused(400, `${name} parameter is not a valid address. please check documentation`)
    if (!form.get('text') && !form.get('html'))
      return refused(400, "Need at least one of 'text' or 'html' parameters specified")
    if (body.length > 25 * 1024 * 1024) return refused(413, 'Request Entity Too Large')
    const files = form.getAll('attachment') as File[]
    for (const file of files)
      attachments.push({ filename: file.name, contentType: file.type, bytes: Buffer.from(await file.arrayBuffer()) })
    const id = form.get('h:Message-ID') ?? `<${randomBytes(8).toString('hex')}@${domain}>`
    return { status: 200, body: { id, message: 'Queued. Thank you.' } }
  }

  const server = await startLoopback(answer)
  return {
    ...server,
    /** The next requests get these instead. */
    failures,
    /** Files of the mails that were taken. */
    attachments,
    /** The mails that were taken or refused, as forms. */
    forms: () => server.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString('utf8')))),
  }
}
