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
}

/** The name of the database that holds the documents. */
export function databaseOf({ url, database, namespace }: Place): string {
  const named = database ?? (decodeURIComponent(form.exec(url)?.[1] ?? '') || defaultDatabase)
  return namespace === undefined ? named : `${named}-${namespace}`
}
