import type * as Arrow from 'apache-arrow'

/** The native module and the Arrow that it was built with. */
export type Lance = { lancedb: typeof import('@lancedb/lancedb'); arrow: typeof Arrow }

let loading: Promise<Lance> | undefined

/** Loads the native module once, when it is first needed: it takes 100 ms and 80 MB. */
export function loadLance(): Promise<Lance> {
  // Its log goes to stderr in a form of its own, and warns of what is expected here (a new table, a lost race).
  process.env.LANCEDB_LOG ??= 'error'
  process.env.LANCE_LOG ??= 'error'
  // Centroids are megabytes that nobody reads here.
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= 'false'
  loading ??= Promise.all([import('@lancedb/lancedb'), import('apache-arrow')]).then(([lancedb, arrow]) => ({
    lancedb,
    arrow,
  }))
  return loading
}
