import type { DatabaseSync } from 'node:sqlite'
import type { OpenSpace } from './open-space.ts'
import { PostingCache } from './posting-cache.ts'
import { ReadPostings } from './postings.ts'

/** The postings of one token in a space, in the order of their documents: the places `from` to `to` of both arrays. */
export type TokenPostings = { docs: Uint32Array; counts: Uint32Array; from: number; to: number }

/**
 * A token of a question in a space. `frequency`: documents that are there and hold it. `read` answers its postings, which
 * stay until the next token is read or, where there was room, until the next question.
 */
export type FoundToken = { frequency: number; read(): TokenPostings }

/** Postings of one question that are kept after they were first read, 8 bytes each: a long question has more, and reads them twice. */
const maxKept = 1_500_000
/** Some 8 million postings, as they are stored. */
const cacheBytes = 12 * 1024 * 1024

/** Looks up the tokens of questions in the segments of a space. What it answers is overwritten by the next question. */
export function tokenReader(database: DatabaseSync) {
  // In this order of loops: a look-up for each token and segment.
  const findCounts = database.prepare(`
    SELECT asked.value, postings.count
    FROM json_each(?) AS asked
    CROSS JOIN segments ON segments.space = ? AND segments.level IS NOT NULL
    CROSS JOIN postings ON postings.segment = segments.id AND postings.token = asked.value`)
  const findPostings = database.prepare(`
    SELECT asked.key, docs FROM json_each(?) AS asked
    CROSS JOIN postings ON postings.segment = asked.value ->> 0 AND postings.token = asked.value ->> 1`)
  for (const statement of [findCounts, findPostings]) statement.setReturnArrays(true)
  const cache = new PostingCache(cacheBytes)
  const kept = new ReadPostings()
  const passing = new ReadPostings()
  /** Bytes whose postings have room in `kept`, read or not. */
  let promised = 0

  /** What the segments have of each token, in the order of their documents. */
  function listsOf({ segments }: OpenSpace, tokens: string[]): Uint8Array[][] {
    const lists = tokens.map((token) => segments.map(({ id }) => cache.get(id, token)))
    const missing = lists.flatMap((own, i) =>
      own.flatMap((list, j) => (list === undefined ? [{ i, j, id: segments[j]!.id, token: tokens[i]! }] : [])),
    )
    if (missing.length > 0) {
      const rows = findPostings.all(JSON.stringify(missing.map(({ id, token }) => [id, token])))
      const read = new Map(rows as unknown as [number, Uint8Array][])
      missing.forEach(({ i, j, id, token }, at) => {
        const list = read.get(at) ?? null
        lists[i]![j] = list
        cache.set(id, token, list)
      })
    }
    return lists.map((own) => own.flatMap((list) => list ?? []))
  }

  function foundToken(space: OpenSpace, lists: Uint8Array[]): FoundToken {
    // A posting takes a byte at least.
    const bytes = lists.reduce((sum, { length }) => sum + length, 0)
    const isKept = promised + bytes <= maxKept
    if (isKept) promised += bytes
    const into = isKept ? kept : passing
    let place: { from: number; to: number } | undefined
    const read = (): TokenPostings => {
      if (!isKept || !place) {
        if (!isKept) passing.size = 0
        const from = into.size
        for (const list of lists) into.append(list)
        place = { from, to: into.size }
      }
      return { docs: into.docs, counts: into.counts, ...place }
    }
    return { frequency: frequencyOf(space, read()), read }
  }

  return {
    /** Of each token how many documents hold it, with those that were just removed. */
    countsOf(space: OpenSpace, tokens: string[]): Map<string, number> {
      const counts = new Map<string, number>()
      for (const row of findCounts.all(JSON.stringify(tokens), space.id)) {
        const [token, count] = row as unknown as [string, number]
        counts.set(token, (counts.get(token) ?? 0) + count)
      }
      return counts
    },

    /** Each token that is in the space. */
    find(space: OpenSpace, tokens: string[]): Map<string, FoundToken> {
      kept.size = 0
      promised = 0
      return new Map(
        listsOf(space, tokens).flatMap((lists, i) =>
          lists.length > 0 ? [[tokens[i]!, foundToken(space, lists)]] : [],
        ),
      )
    },

    /** Forgets what it knows of segments: some may never have been written. */
    forget(): void {
      cache.clear()
    },
  }
}

/** How many of the postings are of documents that are there. */
function frequencyOf(space: OpenSpace, { docs, from, to }: TokenPostings): number {
  if (space.isWhole) return to - from
  let live = 0
  for (let i = from; i < to; i++) if (space.isLive(docs[i]!)) live++
  return live
}
