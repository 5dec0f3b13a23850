import { readFileSync } from 'node:fs'
import type { ServerTls } from '@frontdesk/contracts'

const defaultDatabase = 'frontdesk'

/** A URL of MongoDB as far as the database: several hosts with commas between make it one that `URL` does not read. */
const form = /^mongodb(?:\+srv)?:\/\/[^/?]+(?:\/([^?]*))?/

/** Which database of which server. */
export type Place = {
  url: string
  /** Default: the one that the URL names, else `frontdesk`. */
  database?: string
  /** Set: this installation shares the server with others, and has a database of its own, `<database>-<namespace>`. */
  namespace?: string | undefined
  /** Files for TLS; read when the client is opened. */
  tls?: ServerTls | undefined
}

/** TLS as the driver wants it; nothing leaves it to the URL. */
export const tlsOptions = ({ tls }: Pick<Place, 'tls'>) =>
  tls && {
    tls: true,
    ...(tls.caFile && { ca: readFileSync(tls.caFile) }),
    ...(tls.certFile && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile!) }),
  }

/** The name of the database that holds the documents. */
export function databaseOf({ url, database, namespace }: Place): string {
  const named = database ?? (decodeURIComponent(form.exec(url)?.[1] ?? '') || defaultDatabase)
  return namespace === undefined ? named : `${named}-${namespace}`
}
