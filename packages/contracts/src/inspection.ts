import { certificateFaultOf } from './certificate-fault.ts'
import { ServiceError } from './errors.ts'
import type { ServerTls } from './server-tls.ts'

/** Something that a look at a dependency found wrong, and what to do about it, a sentence each. */
export type Finding = {
  /** `fault`: something does not work or can be lost. `warning`: it works, and someone should know. */
  level: 'fault' | 'warning'
  what: string
  remedy: string
  /** No release can work on it, or this one must not be started on it, before it is mended. */
  blocksUpgrade?: true
}

type Cell = string | number | boolean | null

/** What a dependency says of itself: each adapter's `inspect` answers one, `frontdesk doctor` shows them. */
export type Inspection = {
  /** `NATS`, `MongoDB`, `Elasticsearch`, `data folder`, … */
  dependency: string
  /** Null when it has none, or did not say. */
  version: string | null
  /** The oldest version that this release works with; absent when it has none of its own. */
  minVersion?: string
  /** How it is set, by name: replicas, write concern, free space. */
  settings: Record<string, Cell>
  /** What it holds: streams, consumers, collections, indices. A row is a line of a table; rows of a list look alike. */
  lists: { title: string; rows: Record<string, Cell>[] }[]
  /** Numbered migrations and declarations that are not applied yet, a sentence each. The next start applies them. */
  pending: string[]
  findings: Finding[]
}

/** An inspection with nothing in it yet. */
export const emptyInspection = (dependency: string): Inspection => ({
  dependency,
  version: null,
  settings: {},
  lists: [],
  pending: [],
  findings: [],
})

/** With TLS 1.3 a client learns after its handshake that its certificate was refused, and often sees a closed connection alone. */
const silentRefusal =
  'If the server verifies clients, it may have closed the connection because of a missing or invalid client certificate (…_TLS_CERT_FILE): see its log.'

/** What is said of a server that does not answer. The address is shown without its credentials. */
export function unreachable(
  dependency: string,
  { url, tls }: { url: string; tls?: ServerTls | undefined },
  error: unknown,
  remedy: string,
): Inspection {
  const certificateFault = certificateFaultOf(error)
  const usesTls = tls !== undefined || /^(?:tls|https):|[?&](?:tls|ssl)=true/.test(url)
  // Ours says only that; its cause says why.
  const failure = error instanceof ServiceError && error.cause instanceof Error ? error.cause : error
  const reason = certificateFault ?? (failure instanceof Error ? failure.message : String(failure))
  return {
    ...emptyInspection(dependency),
    settings: { address: addressWithoutSecrets(url) },
    findings: [
      {
        level: 'fault',
        what: `${dependency} does not answer at ${addressWithoutSecrets(url)}: ${reason}`,
        remedy: usesTls && !certificateFault ? `${remedy} ${silentRefusal}` : remedy,
        blocksUpgrade: true,
      },
    ],
  }
}

/** The address of a server, or of several with commas between, without user, password and parameters. */
export const addressWithoutSecrets = (url: string): string =>
  url
    .split(',')
    .map((entry) => entry.trim().replace(/^([a-z+]+:\/\/)?(?:[^@]*@)?([^/?#]*).*$/, '$1$2'))
    .join(',')
