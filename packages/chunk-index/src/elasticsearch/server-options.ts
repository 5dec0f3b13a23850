import { readFileSync } from 'node:fs'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { ClientOptions } from '@elastic/elasticsearch'
import type { ServerTls } from '@frontdesk/contracts'

/** Where the server is; the files for TLS are read when a client is opened. */
export type ElasticsearchServer = { url: string; tls?: ServerTls | undefined }

/**
 * Refuses a certificate of another name under no code of Node's: with that code the client's undici (7.30, `onConnectError` of
 * its client) fails one request and leaves the connection unusable, so that every later request and `close` waits for ever.
 */
function refuseOtherNames(host: string, certificate: PeerCertificate): Error | undefined {
  const refusal = checkServerIdentity(host, certificate)
  return refusal && new Error(refusal.message)
}

/** That as the client wants it. */
export const serverOptions = ({ url, tls = {} }: ElasticsearchServer): ClientOptions => ({
  node: url,
  ...(url.startsWith('https:') && {
    tls: {
      checkServerIdentity: refuseOtherNames,
      ...(tls.caFile && { ca: readFileSync(tls.caFile) }),
      ...(tls.certFile && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile!) }),
    },
  }),
})
