import { createHmac, randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { startTestChannels } from './start-test-channels.ts'

const secret = 'a-secret-of-the-mail-server'
const signingKey = 'a signing key'

/** Channels with mail, and what posts to them. `advance` moves the clock. */
export async function startTestMail() {
  const address = 'support@example.com'
  let now = Date.parse('2026-03-01T12:00:00Z')
  const channels = await startTestChannels({ clock: { now: () => now } })
  return {
    channels,
    address,
    advance: (ms: number) => {
      now += ms
    },
    makeRaw: (at = address, tenant = 'acme') =>
      channels.create({ kind: 'email', provider: 'raw', address: at }, { secret }, tenant),
    makeMailgun: () => channels.create({ kind: 'email', provider: 'mailgun', address }, { signingKey }),
    /** A mail as a mail server of one's own posts it. */
    async postRaw(lines: string[], path = '/api/webhooks/email') {
      const body = lines.join('\r\n')
      const at = Math.floor(now / 1_000)
      const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
      const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${v1}` }
      return (await channels.receive(path, { headers, body })).status
    },
    /** A mail as Mailgun took it apart. `sender`: of the envelope. */
    async postMailgun(mail: { sender: string; headers: [string, string][]; text: string }) {
      const timestamp = String(Math.floor(now / 1_000))
      const token = randomBytes(20).toString('hex')
      const signature = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex')
      const body = new URLSearchParams({
        ...{ timestamp, token, signature, recipient: address, sender: mail.sender, 'body-plain': mail.text },
        'message-headers': JSON.stringify(mail.headers),
      }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await channels.receive('/api/webhooks/email', { headers, body })).status
    },
    taken: (count: number) =>
      vi.waitFor(() => {
        expect(channels.taken).toHaveLength(count)
        return channels.taken
      }, 5_000),
    /** Waits until so many messages that came in are in that state. */
    inState: (state: string, count: number) =>
      vi.waitFor(async () => {
        expect(await channels.context().collections.inbound.count('acme', { state })).toBe(count)
      }, 5_000),
  }
}
