import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { openOutboundHttp } from './index.ts'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

it('a host that takes the connection and says nothing of TLS takes no longer than the limit', async () => {
  const sockets = new Set<Socket>()
  const silent = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
  })
  const port = await listen(silent)
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const stop = new AbortController()
  const request = { url: `https://127.0.0.1:${port}/`, maxBytes: 1_000, maxRedirects: 0 }
  const patient = http.fetch({ ...request, timeoutMs: 60_000, signal: stop.signal })
  const hasty = http.fetch({ ...request, timeoutMs: 200 })
  // The first to give up is not who began first, as it would be if both waited for the connection.
  await expect(Promise.race([patient, hasty])).rejects.toThrow('did not answer completely within 0.2 s (timeout).')
  stop.abort()
  await expect(patient).rejects.toThrow('The request was cancelled.')
})

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /not signed by a known authority.*NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_GET_ISSUER_CERT', /not signed by a known authority/],
  ['CERT_HAS_EXPIRED', /has expired/],
  ['CERT_NOT_YET_VALID', /is not valid yet/],
  ['CERT_REVOKED', /was revoked/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /is for another name/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /does not use TLS on that port/],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /other versions of TLS/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /asks for a certificate of ours/],
])('%s has a sentence', (code, sentence) => {
  expect(describeFailure(Object.assign(new Error('words of OpenSSL'), { code })).message).toMatch(sentence)
})
