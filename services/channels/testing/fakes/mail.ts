import { openOutboundHttp } from '@frontdesk/outbound-http'
import { expect, onTestFinished } from 'vitest'
import { type Outbound, type RawRequest, SendError } from '../../src/providers/provider.ts'

/** A mail of ours with everything that a provider has to keep. */
export const reply: Outbound & { mail: NonNullable<Outbound['mail']> } = {
  id: 'msg_1',
  from: 'support@shop.example',
  to: 'kund@brev.example',
  text: 'Hej Åsa!\n\nDitt paket är på väg. 📦\n.\nHälsningar\n',
  mail: {
    subject: 'Sv: Var är mitt paket? (#2)',
    fromName: 'Öberg & Co "Support"',
    replyTo: 'support+abc234@shop.example',
    messageId: '<fd.msg_1.abcdefgh@shop.example>',
    inReplyTo: '<CAF-1@mail.brev.example>',
    references: ['<first@shop.example>', '<CAF-1@mail.brev.example>'],
    html: '<p>Hej Åsa!</p>',
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  },
}

/** What providers deliver, as it reaches `verify` and `parse`. */
export const requestOf = ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }): RawRequest => ({
  method: 'POST',
  target: '/api/webhooks/email/chn_1',
  headers,
  body,
})

/** Outbound HTTP that reaches loopback, for this test. */
export function loopbackHttp() {
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  onTestFinished(() => http.close())
  return http
}

/** Why a mail was not sent. */
export async function failureOf(sent: Promise<unknown>): Promise<SendError> {
  const error = await sent.then(
    () => expect.fail('it was sent'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SendError)
  return error as SendError
}
