import tls from 'node:tls'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf, reply } from '../../testing/fakes/mail.ts'
import { startStartTlsFake } from '../../testing/fakes/starttls-fake.ts'
import { testCertificate } from '../../testing/fakes/test-certificate.ts'
import { raw } from './raw.ts'
import { readSmtpUrl } from './send-by-smtp.ts'

const password = 'hunter2-hunter2'
const plain = Buffer.from(`\0frontdesk\0${password}`).toString('base64')

async function start(options: Parameters<typeof startStartTlsFake>[0], isTrusted = true) {
  const fake = await startStartTlsFake(options)
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
  const usual = tls.getCACertificates('default')
  if (isTrusted) tls.setDefaultCACertificates([...usual, testCertificate.cert])
  onTestFinished(async () => {
    tls.setDefaultCACertificates(usual)
    await http.close()
    await fake.close()
  })
  const send = (query = '?requireTLS=true', host = testCertificate.host) => {
    const smtpUrl = `smtp://frontdesk:${password}@${host}:${fake.port}${query}`
    return failureOf(raw().send(reply, { secret: 's', smtpUrl }, http, AbortSignal.timeout(5_000)))
  }
  /** Whether the password left, and how. */
  const logins = () => fake.commands.filter(({ line }) => line.includes(plain)).map(({ isSecure }) => isSecure)
  return { fake, send, logins }
}

const noTls = { outcome: 'again', code: 'unreachable' }

// Since Node 24.5 a process can say while it runs whom it trusts.
describe.skipIf(!('setDefaultCACertificates' in tls))('a login by SMTP with STARTTLS', () => {
  it('reads nothing that came before TLS as if it had come within it', async () => {
    const takesAll = '250-fake\r\n250 AUTH PLAIN\r\n235 In\r\n250 Fine\r\n250 Fine\r\n354 Go on\r\n250 Taken\r\n'
    const { send, logins } = await start({ answer: `220 Go\r\n${takesAll}` })
    // What the server said over TLS, not what somebody on the way had put before that.
    expect(await send()).toMatchObject({ outcome: 'refused', code: '5.7.1' })
    expect(logins()).toEqual([true])
  })

  it.each([
    ['does not offer it', { offers: [], answer: '502 5.5.1 Unknown\r\n' }],
    ['offers it, and refuses it for now', { answer: '454 4.7.0 Not now\r\n' }],
    ['offers it, and refuses it for good', { answer: '554 5.7.0 No\r\n' }],
  ])('gives no password to a server that %s', async (_, options) => {
    const { send, logins } = await start(options)
    expect(await send()).toMatchObject({ message: expect.stringContaining('STARTTLS') })
    expect(logins()).toEqual([])
  })

  it.each(['requireTLS=TRUE', 'requireTLS=True', 'requiretls=true', 'REQUIRETLS=TRUE'])(
    '%s is as good as requireTLS=true',
    async (query) => {
      const { send, logins } = await start({ offers: [], answer: '502 5.5.1 Unknown\r\n' })
      expect(await send(`?${query}`)).toMatchObject({ outcome: 'refused' })
      expect(logins()).toEqual([])
    },
  )

  it.each(['requireTLS=1', 'requireTLS=yes', 'requireTLS=', 'requireTLS=true&requireTLS=false', 'tls=true'])(
    '%s is no setting, and no URL of a mail server',
    (query) => expect(readSmtpUrl(`smtp://a:b@mail.test?${query}`)).toBeUndefined(),
  )

  it.each<[string, RegExp, Parameters<typeof startStartTlsFake>[0], { isTrusted?: boolean; host?: string }?]>([
    [
      'nobody known has signed',
      /not signed by a known authority.*NODE_EXTRA_CA_CERTS/,
      { answer: '220 Go\r\n' },
      { isTrusted: false },
    ],
    ['is for another name', /certificate is for another name/, { answer: '220 Go\r\n' }, { host: 'other.test' }],
  ])('a certificate that %s is named, with what to do', async (_, sentence, options, { isTrusted, host } = {}) => {
    const { send, logins } = await start(options, isTrusted)
    const failure = await send(undefined, host)
    expect(failure).toMatchObject(noTls)
    expect(failure.message).toMatch(sentence)
    expect(failure.message).not.toContain(password)
    expect(logins()).toEqual([])
  })

  it('an old version of TLS is named without the words of a library', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const { send } = await start({
      answer: '220 Go\r\n',
      tlsOptions: { secureContext: tls.createSecureContext({ ...testCertificate, ...old }) },
    })
    const failure = await send()
    expect(failure).toMatchObject(noTls)
    expect(failure.message).toMatch(/^No secure connection could be made \(TLS\)/)
  })
})
