/** Something that a look at a dependency found wrong, and what to do about it, a sentence each. */
export type Finding = {
  /** `fault`: something does not work or can be lost. `warning`: it works, and someone should know. */
  level: 'fault' | 'warning'
  what: string
  remedy: string
}

type Cell = string | number | boolean | null

/** What a dependency says of itself: each adapter's `inspect` answers one, `frontdesk doctor` shows them. */
export type Inspection = {
  /** `NATS`, `MongoDB`, `Elasticsearch`, `data folder`, … */
  dependency: string
  /** Null when it has none, or did not say. */
  version: string | null
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

/** What is said of a server that does not answer. The address is shown without its credentials. */
export function unreachable(dependency: string, url: string, error: unknown, remedy: string): Inspection {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    ...emptyInspection(dependency),
    settings: { address: addressWithoutSecrets(url) },
    findings: [
      { level: 'fault', what: `${dependency} does not answer at ${addressWithoutSecrets(url)}: ${reason}`, remedy },
    ],
  }
}

/** The address of a server, or of several with commas between, without user, password and parameters. */
export const addressWithoutSecrets = (url: string): string =>
  url
    .split(',')
    .map((entry) => entry.trim().replace(/^([a-z+]+:\/\/)?(?:[^@]*@)?([^/?#]*).*$/, '$1$2'))
    .join(',')
