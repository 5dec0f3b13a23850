import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { expect, it } from 'vitest'
import { certificateFaultOf } from './certificate-fault.ts'

const certificate = (names: Partial<PeerCertificate>) => ({ subject: {}, ...names }) as PeerCertificate
const mismatch = (host: string, names: Partial<PeerCertificate>) => checkServerIdentity(host, certificate(names))

it.each([
  [
    'a host',
    mismatch('localhost', { subjectaltname: 'DNS:a.example, IP Address:10.9.8.7' }),
    'DNS:a.example, IP Address',
  ],
  ['an address', mismatch('127.0.0.1', { subjectaltname: 'IP Address:10.9.8.7' }), '10.9.8.7'],
  ['an old certificate', mismatch('localhost', { subject: { CN: 'b.example' } as never }), 'b.example'],
  ['a certificate without names', mismatch('localhost', {}), 'no host at all'],
])('%s of another name: the names of the certificate are said, and the setting', (_, error, names) => {
  expect(error).toBeDefined()
  // The clients wrap it, and some keep only its words.
  for (const seen of [error, new Error('away', { cause: error }), new Error(error!.message)]) {
    expect(certificateFaultOf(seen)).toContain('another name than the one in …_URL')
    expect(certificateFaultOf(seen)).toContain(names)
  }
})

it.each([
  ['certificate has expired', /has expired: renew/],
  ['certificate is not yet valid', /not valid yet: compare the clocks/],
  ['unable to verify the first certificate', /unknown certificate authority: set …_TLS_CA_FILE/],
  ['self-signed certificate in certificate chain', /unknown certificate authority/],
])('"%s" without a code has a sentence', (words, sentence) => {
  expect(certificateFaultOf(new Error(words))).toMatch(sentence)
})

it('anything else has none', () => expect(certificateFaultOf(new Error('connect ECONNREFUSED'))).toBeUndefined())
