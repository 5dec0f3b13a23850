import tls from 'node:tls'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import PostalMime from 'postal-mime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf, loopbackHttp, reply } from '../../testing/fakes/mail.ts'
import { type SmtpFailure, startSmtpFake } from '../../testing/fakes/smtp-fake.ts'
import { startStartTlsFake } from '../../testing/fakes/starttls-fake.ts'
import { testCertificate } from '../../testing/fakes/test-certificate.ts'
import { raw } from './raw.ts'

const auth = { user: 'frontdesk@shop.example', pass: 'p@ss/wörd' }
const login = `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@`

async function start(options: Parameters<typeof startSmtpFake>[0] = {}) {
  const fake = await startSmtpFake(options)
  onTestFinished(() => fake.close())
  const http = loopbackHttp()
  const send = (url = `smtp://127.0.0.1:${fake.port}`, timeoutMs = 5_000, message = reply) =>
    raw().send(message, { secret: 's', smtpUrl: url }, http, AbortSignal.timeout(timeoutMs))
  return { fake, send }
}

describe('sending by SMTP', () => {
  it('keeps the text, who it is from and everything that threads it', async () => {
    const { fake, send } = await start()
    expect(await send()).toEqual({ id: 'fd.msg_1.abcdefgh@shop.example' })
    expect(fake.taken).toMatchObject([{ from: 'support@shop.example', to: ['kund@brev.example'] }])
    const mail = await PostalMime.parse(fake.taken[0]!.raw)
    expect(mail).toMatchObject({
      from: { name: 'Öberg & Co "Support"', address: 'support@shop.example' },
      to: [{ address: 'kund@brev.example' }],
      replyTo: [{ address: 'support+abc234@shop.example' }],
      subject: 'Sv: Var är mitt paket? (#2)',
      messageId: '<fd.msg_1.abcdefgh@shop.example>',
      inReplyTo: '<CAF-1@mail.brev.example>',
      references: '<first@shop.example> <CAF-1@mail.brev.example>',
      attachments: [],
    })
    expect(mail.text?.trimEnd()).toBe(reply.text.trimEnd())
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All' })
  })

  it('writes a mailbox with quotes as it is', async () => {
    const fake = await startStartTlsFake({ offers: [], answer: '' })
    onTestFinished(() => fake.close())
    const message = { ...reply, to: '"a, b@c"@brev.example' }
    const smtpUrl = `smtp://127.0.0.1:${fake.port}`
    await raw().send(message, { secret: 's', smtpUrl }, loopbackHttp(), AbortSignal.timeout(5_000))
    const lines = fake.commands.map(({ line }) => line)
    expect(lines).toContain('RCPT TO:<"a, b@c"@brev.example>')
    expect(lines).toContain('To: <"a, b@c"@brev.example>')
  })

  it('logs in where the URL names somebody', async () => {
    const { fake, send } = await start({ auth })
    await send(`smtp://${login}127.0.0.1:${fake.port}`)
    expect(fake.taken).toMatchObject([{ user: auth.user }])
    expect(await failureOf(send(`smtp://x:y@127.0.0.1:${fake.port}`))).toMatchObject({
      outcome: 'refused',
      code: 'unauthorized',
    })
    expect(await failureOf(send())).toMatchObject({ outcome: 'refused', code: 'unauthorized' })
  })

  it('a server that knows no logins gets no mail of somebody who must log in', async () => {
    const { fake, send } = await start()
    expect(await failureOf(send(`smtp://${login}127.0.0.1:${fake.port}`))).toMatchObject({
      outcome: 'refused',
      code: 'unauthorized',
    })
    expect(fake.taken).toEqual([])
  })

  it('a password does not leave without TLS when the URL asks for it', async () => {
    const { fake, send } = await start({ auth })
    expect(await failureOf(send(`smtp://${login}127.0.0.1:${fake.port}?requireTLS=true`))).toMatchObject({
      outcome: 'refused',
    })
    expect(fake.taken).toEqual([])
  })

  // Since Node 24.5 a process can say while it runs whom it trusts.
  describe.skipIf(!('setDefaultCACertificates' in tls))('with TLS', () => {
    const { host, ...certificate } = testCertificate
    const trust = () => {
      const usual = tls.getCACertificates('default')
      tls.setDefaultCACertificates([...usual, certificate.cert])
      onTestFinished(() => tls.setDefaultCACertificates(usual))
    }
    /** Sends to a name that DNS has at loopback. */
    async function startNamed(secure: boolean) {
      const { fake } = await start({ auth, tls: { ...certificate, secure } })
      const http = openOutboundHttp({ allow: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
      onTestFinished(() => http.close())
      const send = (name: string) => {
        const smtpUrl = `${secure ? 'smtps' : 'smtp'}://${login}${name}:${fake.port}?requireTLS=true`
        return raw().send(reply, { secret: 's', smtpUrl }, http, AbortSignal.timeout(5_000))
      }
      return { fake, send }
    }

    it.each([true, false])('from the first byte: %s', async (secure) => {
      trust()
      const { fake, send } = await startNamed(secure)
      await send(host)
      expect(fake.taken).toMatchObject([{ user: auth.user, isSecure: true }])
    })

    it.each([true, false])('a certificate for another name gets neither password nor mail (%s)', async (secure) => {
      trust()
      const { fake, send } = await startNamed(secure)
      expect(await failureOf(send('other.test'))).toMatchObject({ outcome: 'again' })
      expect(fake).toMatchObject({ taken: [], logins: 0 })
    })

    it.each([true, false])('neither does one that nobody known has signed (%s)', async (secure) => {
      const { fake, send } = await startNamed(secure)
      expect(await failureOf(send(host))).toMatchObject({ outcome: 'again' })
      expect(fake).toMatchObject({ taken: [], logins: 0 })
    })
  })

  it.each<[string, 'MAIL FROM' | 'RCPT TO' | 'DATA', SmtpFailure, object]>([
    ['a sender that is refused', 'MAIL FROM', '550 5.7.1 Not yours', { outcome: 'refused', code: '5.7.1' }],
    ['a recipient that is not there', 'RCPT TO', '550 5.1.1 No such user', { outcome: 'refused', code: '5.1.1' }],
    ['a recipient that is greylisted', 'RCPT TO', '451 4.7.1 Later', { outcome: 'again', code: '4.7.1' }],
    ['a recipient that is refused without a code', 'RCPT TO', '550 No', { outcome: 'refused', code: '550' }],
    ['a mail that is refused', 'DATA', '554 5.7.1 Spam', { outcome: 'refused', code: '5.7.1' }],
    ['a mail that is not taken now', 'DATA', '452 4.3.1 Full', { outcome: 'again', code: '4.3.1' }],
    ['silence before the mail', 'RCPT TO', 'hang', { outcome: 'again', code: 'timeout' }],
    ['silence after the mail', 'DATA', 'hang', { outcome: 'unknown', code: 'timeout' }],
    ['a connection that ends before the mail', 'RCPT TO', 'drop', { outcome: 'again', code: 'unreachable' }],
    ['a connection that ends after the mail', 'DATA', 'drop', { outcome: 'unknown', code: 'connection_lost' }],
  ])('%s', async (_what, phase, answer, expected) => {
    const { fake, send } = await start()
    fake.failures[phase] = answer
    const timeoutMs = answer === 'hang' ? 300 : 5_000
    expect(await failureOf(send(undefined, timeoutMs))).toMatchObject({ name: 'SendError', ...expected })
  })

  it('nobody there is for another time, a private network for never', async () => {
    const { fake, send } = await start()
    await fake.close()
    expect(await failureOf(send())).toMatchObject({ outcome: 'again', code: 'unreachable' })
    expect(await failureOf(send('smtp://10.0.0.1:25'))).toMatchObject({ outcome: 'refused', code: 'address_refused' })
    expect(await failureOf(send('nonsense'))).toMatchObject({ outcome: 'refused', code: 'invalid_smtp_url' })
  })
})
