import { randomUUID } from 'node:crypto'
import { type Answer, type Received, startLoopback } from './loopback.ts'

/** A webhook as Postmark posts it to `https://username:password@…`. */
export const postmarkHook = (hook: unknown, { username, password }: { username: string; password: string }) => ({
  headers: {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  },
  body: Buffer.from(JSON.stringify(hook)),
})

const maxTextBytes = 5 * 1024 * 1024
const isMailbox = (given: unknown): boolean =>
  /^(?:"(?:[^"\\]|\\.)*" <[^@<>\s]+@[^@<>\s]+>|[^@<>\s]+@[^@<>\s]+)$/.test(String(given))

/** Postmark's API for one server, with the checks of the real one. */
export async function startPostmarkFake({ serverToken, inactive = [] }: { serverToken: string; inactive?: string[] }) {
  const failures: Answer[] = []
  const refused = (ErrorCode: number, Message: string, status = 422): Answer => ({
    status,
    body: { ErrorCode, Message },
  })

  function answer({ method, path, headers, body }: Received): Answer {
    const failure = failures.shift()
    if (failure !== undefined) return failure
    if (headers['x-postmark-server-token'] !== serverToken)
      return refused(
        10,
        'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.',
        401,
      )
    if (method !== 'POST' || path !== '/email') return { status: 404 }
    if (headers['content-type'] !== 'application/json') return refused(409, 'JSON required.')
    if (headers.accept !== 'application/json') return refused(409, 'The accept header must be application/json.')
    const mail = JSON.parse(body.toString('utf8'))
    for (const name of ['From', 'To', 'ReplyTo'])
      if (!isMailbox(mail[name])) return refused(300, `Invalid '${name}' address: '${mail[name]}'.`)
    if (!mail.TextBody && !mail.HtmlBody) return refused(300, 'Provide either email TextBody or HtmlBody or both.')
    if (Buffer.byteLength(mail.TextBody) > maxTextBytes) return refused(300, 'TextBody is too large.')
    if (
      !(mail.Headers ?? []).every((header: any) => typeof header.Name === 'string' && typeof header.Value === 'string')
    )
      return refused(403, 'Incompatible JSON.')
    if (inactive.includes(mail.To)) return refused(406, `Found inactive addresses: ${mail.To}.`)
    return {
      status: 200,
      body: { To: mail.To, SubmittedAt: '2026-11-21T10:00:00Z', MessageID: randomUUID(), ErrorCode: 0, Message: 'OK' },
    }
  }

  const server = await startLoopback(answer)
  return {
    ...server,
    /** The next requests get these instead. */
    failures,
    mails: () => server.received.map(({ body }) => JSON.parse(body.toString('utf8'))),
  }
}
