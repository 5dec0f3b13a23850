import type { Table } from '@lancedb/lancedb'
import type * as Arrow from 'apache-arrow'
import type { Candidate, IndexedChunk } from '../port.ts'
import { hasDeletedRows, loosen } from './forget-rows.ts'
import type { Lance } from './load.ts'
import { candidateColumns, candidateOf, isOneOf, tableOf } from './rows.ts'
import { countTokens, frequenciesOf, type TokenCounts } from './token-counts.ts'

/** Rows written at once: making a batch takes some 10 µs a row on the event loop, a write some 20 ms off it. */
const rowsAWrite = 256
/** Up to here `refresh` brings the indexes up to date itself (100 to 250 ms), so that scores are exact at once. */
const smallTable = 2_000
/** Rows that the word index does not know yet are scored one by one, 24 µs each: 500 add 12 ms to a search. */
const unindexedRows = 500
/** An exact scan of 1,024 numbers takes 1 to 2 ms a thousand rows. */
const vectorIndexFrom = 5_000
/** Each pass over the indexes adds a part to the vector index; above this it is built anew. */
const vectorIndexParts = 12
/** Upkeep waits for more changes first, and takes at most a fifth of the time. */
const upkeepDelayMs = 1_000
const restAfterUpkeep = 4
const restAfterFailureMs = 10_000

/** The indexes that a table has, by column. */
const indexesOf = async (table: Table): Promise<Set<string>> =>
  new Set((await table.listIndices()).flatMap((index) => index.columns))

/** Makes the index of words, anew where there is one: only so it forgets words that no row has any more. */
async function indexWords({ lancedb }: Lance, table: Table): Promise<void> {
  const config = lancedb.Index.fts({
    baseTokenizer: 'whitespace',
    withPosition: false,
    stem: false,
    removeStopWords: false,
    lowercase: false,
    asciiFolding: false,
    // Tokens are at most 65 characters of at most 4 bytes.
    maxTokenLength: 512,
  })
  await table.createIndex('tokens', { config })
}

/** Makes the indexes that a table needs from its first row on; a crash may have left it without. */
export async function ensureIndexes(lance: Lance, table: Table): Promise<void> {
  const has = await indexesOf(table)
  if (!has.has('tokens')) await indexWords(lance, table)
  if (!has.has('contentId')) await table.createIndex('contentId', { config: lance.lancedb.Index.btree() })
}

/** Told of each pass over the indexes. */
export type Upkeep = { done(): void; failed(error: unknown): void }

/** `folder`: where the table's files are. */
type Options = { upkeep: Upkeep; keepVersionsMs: number; folder: string }

export type OpenSpace = ReturnType<typeof openSpace>

/**
 * One table. Writes and passes over the indexes follow one another, for a merge that meets a compaction is refused;
 * searches and the building of a vector index run beside them.
 */
export function openSpace(
  lance: Lance,
  table: Table,
  schema: Arrow.Schema,
  { upkeep, keepVersionsMs, folder }: Options,
) {
  const { lancedb, arrow } = lance
  /** The end of the writes asked for so far. */
  let writes: Promise<unknown> = Promise.resolve()
  /** Changed since the indexes were last brought up to date; unknown, so true, when the table was just opened. */
  let isDirty = true
  let nextPass: Promise<void> | undefined
  let maintenance: Promise<void> | undefined
  let timer: { startAt: number; timeout: NodeJS.Timeout } | undefined
  let restUntil = 0
  let isClosed = false
  /**
   * Deleted rows still stand in files: `written` says since when only in those of old versions, which go once nobody
   * reads them any more. Undefined: in none. A stop or a crash may have left some.
   */
  let unforgotten: { written?: number } | undefined = {}
  let tokenCounts: TokenCounts | undefined
  let counting: Promise<void> | undefined
  /** Rows changed since the tokens were counted. */
  let uncounted = 0

  function write<T>(work: () => Promise<T>): Promise<T> {
    const result = writes.then(work)
    writes = result.catch(() => {})
    return result
  }

  /** Brings the indexes up to date after every write asked for so far; those who ask meanwhile share the next pass. */
  function bringUpToDate(): Promise<void> {
    nextPass ??= write(async () => {
      nextPass = undefined
      if (!isDirty) return
      isDirty = false
      try {
        await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) })
      } catch (error) {
        isDirty = true
        throw error
      }
    })
    return nextPass
  }

  async function unindexed(): Promise<number> {
    const index = (await table.listIndices()).find(({ columns }) => columns.includes('tokens'))
    return Number(index?.numUnindexedRows ?? 0)
  }

  async function maintainVectorIndex(): Promise<void> {
    if ((await table.countRows()) < vectorIndexFrom) return
    const stats = await table.indexStats('vector_idx')
    if (stats && (stats.numIndices ?? 1) <= vectorIndexParts) return
    // Small neighbourhoods build three times as fast as the default and the list only assists the lexical one.
    const config = lancedb.Index.hnswSq({ distanceType: 'cosine', numPartitions: 1, m: 16, efConstruction: 100 })
    await table.createIndex('vector', { config })
  }

  /** Takes the next step after which deleted rows are nowhere any more. */
  async function forgetDeleted(): Promise<void> {
    const seen = unforgotten
    if (!seen || (seen.written !== undefined && Date.now() < seen.written + keepVersionsMs)) return
    if (!(await hasDeletedRows(folder))) {
      if (unforgotten === seen) unforgotten = undefined
      return
    }
    if (seen.written === undefined) {
      await write(() => loosen(table))
      // Fragments that an index knows are not joined with others; the first pass makes it know all.
      for (let pass = 0; pass < 2; pass++) {
        isDirty = true
        await bringUpToDate()
      }
      await indexWords(lance, table)
      seen.written = Date.now()
    } else {
      isDirty = true
      await bringUpToDate()
      // What was deleted meanwhile begins anew.
      if (unforgotten === seen) unforgotten = {}
    }
  }

  async function keepUp(): Promise<void> {
    const started = Date.now()
    try {
      await forgetDeleted()
      if (isDirty) await bringUpToDate()
      await maintainVectorIndex()
      restUntil = Date.now() + restAfterUpkeep * (Date.now() - started)
      upkeep.done()
    } catch (error) {
      restUntil = Date.now() + restAfterFailureMs
      upkeep.failed(error)
    }
    maintenance = undefined
    if (isDirty) maintainSoon()
    else if (unforgotten) maintainSoon((unforgotten.written ?? 0) + keepVersionsMs)
  }

  /** Has the indexes looked after soon, or at a time: one pass at a time, then a rest. */
  function maintainSoon(at = 0): void {
    if (isClosed || maintenance) return
    const now = Date.now()
    const startAt = Math.max(now + upkeepDelayMs, restUntil, at)
    if (timer && timer.startAt <= startAt) return
    clearTimeout(timer?.timeout)
    const timeout = setTimeout(() => {
      timer = undefined
      maintenance = keepUp()
    }, startAt - now)
    timeout.unref()
    timer = { startAt, timeout }
  }

  function changed(rows: number): void {
    isDirty = true
    uncounted += rows
    maintainSoon()
  }

  async function countAgain(rows: number): Promise<void> {
    const changedBefore = uncounted
    tokenCounts = await countTokens(table, rows)
    uncounted -= changedBefore
  }

  // A stop or a crash may have left rows that the indexes do not know: every search would score them one by one.
  maintainSoon()

  return {
    async put(chunks: IndexedChunk[]): Promise<void> {
      // The last of several with one key counts, as it would in writes one after the other.
      const unique = [...new Map(chunks.map((chunk) => [`${chunk.contentId}:${chunk.index}`, chunk])).values()]
      for (let from = 0; from < unique.length; from += rowsAWrite) {
        const batch = unique.slice(from, from + rowsAWrite)
        const data = tableOf(arrow, schema, batch)
        await write(() => table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data))
        changed(batch.length)
      }
    },

    async refresh(): Promise<void> {
      await writes
      if (!isDirty) return
      if ((await table.countRows()) <= smallTable) await bringUpToDate()
      else if ((await unindexed()) > unindexedRows) maintainSoon()
    },

    async lexical(tokens: string[], limit: number, contentIds?: string[]): Promise<Candidate[]> {
      let query = table.query().fullTextSearch(new lancedb.MatchQuery(tokens.join(' '), 'tokens'))
      if (contentIds) query = query.where(isOneOf(contentIds))
      const rows = await query
        .select([...candidateColumns, '_score'])
        .limit(limit)
        .toArray()
      return rows.map((row) => candidateOf(row, row._score))
    },

    async vector(vector: number[], limit: number, contentIds?: string[]): Promise<Candidate[]> {
      let query = table
        .query()
        .nearestTo(Float32Array.from(vector))
        .distanceType('cosine')
        // The index keeps 8 bits a number; the best are measured again on the full vectors.
        .refineFactor(2)
        .ef(Math.max(64, limit * 3))
      if (contentIds) query = query.where(isOneOf(contentIds))
      const rows = await query
        .select([...candidateColumns, '_distance'])
        .limit(limit)
        .toArray()
      return rows.filter((row) => Number.isFinite(row._distance)).map((row) => candidateOf(row, 1 - row._distance))
    },

    async documentFrequencies(tokens: string[]): Promise<{ chunks: number; frequencies: number[] }> {
      const rows = await table.countRows()
      const counted = tokenCounts?.counted ?? 0
      if (!tokenCounts || (uncounted > 0 && (rows <= smallTable || uncounted > counted / 10))) {
        counting ??= countAgain(rows).finally(() => {
          counting = undefined
        })
        // A large table answers from what it counted before; the failure of a count is that of the next question.
        if (!tokenCounts || rows <= smallTable) await counting
        else counting.catch(upkeep.failed)
      }
      return { chunks: rows, frequencies: frequenciesOf(tokenCounts!, rows, tokens) }
    },

    async removeContents(contentIds: string[]): Promise<void> {
      const { numDeletedRows } = await write(() => table.delete(isOneOf(contentIds)))
      if (numDeletedRows === 0) return
      unforgotten = {}
      changed(Number(numDeletedRows))
    },

    count: (): Promise<number> => table.countRows(),

    /** Takes no new maintenance and waits for what is under way. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer?.timeout)
      await counting?.catch(upkeep.failed)
      await maintenance
      await writes
      table.close()
    },
  }
}
