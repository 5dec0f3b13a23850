import { readFileSync } from 'node:fs'
import type { ClientOptions } from '@elastic/elasticsearch'
import type { ServerTls } from '@frontdesk/contracts'

/** Where the server is; the files for TLS are read when a client is opened. */
export type ElasticsearchServer = { url: string; tls?: ServerTls | undefined }

/** That as the client wants it. */
export const serverOptions = ({ url, tls }: ElasticsearchServer): ClientOptions => ({
  node: url,
  ...(tls && {
    tls: {
      ...(tls.caFile && { ca: readFileSync(tls.caFile) }),
      ...(tls.certFile && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile!) }),
    },
  }),
})
