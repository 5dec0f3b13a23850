import type { DatabaseSync } from 'node:sqlite'
import type { OpenSpace, Segment } from './open-space.ts'
import { compareTokens, PostingWriter, ReadPostings } from './postings.ts'
import { readPart, rowOf, type VectorPart } from './vectors.ts'

/** So many neighbours of one level become one of the next: a search reads few segments, a chunk is copied few times. */
const mergedAtOnce = 6
const rowsRead = 200
const vectorsPerPart = 1_000

type PostingRow = { token: string; docs: Uint8Array }

/** What to merge next: neighbours of one level, or a segment with words of documents that are gone. */
export function nextMerge(space: OpenSpace, purges: boolean): Segment[] | undefined {
  const { segments } = space
  let begin = 0
  for (let end = 1; end <= segments.length; end++) {
    if (segments[end]?.level === segments[begin]!.level && end - begin < mergedAtOnce) continue
    if (end - begin === mergedAtOnce) return segments.slice(begin, end)
    begin = end
  }
  const dirty = purges ? segments.find(({ isDirty }) => isDirty) : undefined
  return dirty && [dirty]
}

/** Merges segments into one without what is gone. Each step is a small part of it, for a transaction of the caller's. */
export function segmentMerger(database: DatabaseSync) {
  const begin = database.prepare('INSERT INTO segments (space, level, first, last) VALUES (?, NULL, ?, ?)')
  const finish = database.prepare('UPDATE segments SET level = ?, isDirty = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM segments WHERE id = ?')
  const readRows = database.prepare(
    `SELECT token, docs FROM postings WHERE segment = ? AND token > ? ORDER BY token LIMIT ${rowsRead}`,
  )
  const insertPosting = database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?)')
  const readVectors = database.prepare('SELECT docs, scales, numbers FROM vectors WHERE segment = ? AND part = ?')
  const insertVectors = database.prepare('INSERT INTO vectors VALUES (?, ?, ?, ?, ?)')
  const read = new ReadPostings()

  /** The postings of a segment in the order of their tokens, some at a time: no statement stays open between steps. */
  function* rowsOf(segment: number): Generator<PostingRow, undefined> {
    let rows = readRows.all(segment, '') as PostingRow[]
    while (rows.length > 0) {
      yield* rows
      rows = readRows.all(segment, rows.at(-1)!.token) as PostingRow[]
    }
    return undefined
  }

  function* mergeWords(space: OpenSpace, sources: Segment[], target: number): Generator<void> {
    const lists = sources.map(({ id }) => rowsOf(id))
    const heads = lists.map((list) => list.next().value)
    for (;;) {
      let token: string | undefined
      for (const head of heads) {
        if (head && (token === undefined || compareTokens(head.token, token) < 0)) token = head.token
      }
      if (token === undefined) return
      const writer = new PostingWriter()
      // Neighbours in the order of their documents, so the postings come in rising order.
      for (const [i, head] of heads.entries()) {
        if (head?.token !== token) continue
        const { docs, counts, size } = read.read(head.docs)
        for (let at = 0; at < size; at++) if (space.isLive(docs[at]!)) writer.add(docs[at]!, counts[at]!)
        heads[i] = lists[i]!.next().value
      }
      if (writer.count > 0) insertPosting.run(target, token, writer.count, writer.finish())
      yield
    }
  }

  function* mergeVectors(space: OpenSpace, sources: Segment[], target: number): Generator<void> {
    const kept = new KeptVectors(space.dimensions)
    let parts = 0
    const flush = () => {
      const { docs, scales, numbers } = rowOf(kept.take())
      insertVectors.run(target, parts++, docs, scales, numbers)
    }
    for (const { id } of sources) {
      for (let part = 0; ; part++) {
        const row = readVectors.get(id, part)
        if (!row) break
        const vectors = readPart(row as never)
        for (let at = 0; at < vectors.docs.length; at++) {
          if (space.isLive(vectors.docs[at]!)) kept.add(vectors, at)
          if (kept.size === vectorsPerPart) flush()
        }
        yield
      }
    }
    if (kept.size > 0) flush()
  }

  /**
   * Ends when the new segment stands in place of its sources, whose rows are garbage then: their ids are what it returns.
   * Abandoned when the space is erased meanwhile.
   */
  return function* merge(space: OpenSpace, sources: Segment[]): Generator<void, number[]> {
    const { first } = sources[0]!
    const { last } = sources.at(-1)!
    const removalsOf = () => sources.reduce((sum, { removals }) => sum + removals, 0)
    const removals = removalsOf()
    const level = Math.max(...sources.map((source) => source.level)) + (sources.length > 1 ? 1 : 0)
    const target = begin.run(space.id, first, last).lastInsertRowid as number
    for (const steps of [mergeWords(space, sources, target), mergeVectors(space, sources, target)]) {
      for (const _ of steps) {
        yield
        if (space.isErased) return [target]
      }
    }
    // What was removed meanwhile may stand in the new segment: it is rewritten once more.
    const isDirty = removalsOf() !== removals
    const merged: Segment = { id: target, level, first, last, isDirty, removals: 0 }
    const at = space.segments.indexOf(sources[0]!)
    space.segments.splice(at, sources.length, merged)
    finish.run(level, isDirty ? 1 : 0, target)
    for (const { id } of sources) remove.run(id)
    if (!space.segments.some((segment) => segment.isDirty)) space.dirtySince = Number.POSITIVE_INFINITY
    return sources.map(({ id }) => id)
  }
}

/** Vectors on their way into a part. */
class KeptVectors {
  size = 0
  readonly #dimensions: number
  readonly #docs = new Uint32Array(vectorsPerPart)
  readonly #scales = new Float32Array(vectorsPerPart)
  readonly #numbers: Int8Array

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#numbers = new Int8Array(vectorsPerPart * dimensions)
  }

  add({ docs, scales, numbers }: VectorPart, at: number): void {
    this.#docs[this.size] = docs[at]!
    this.#scales[this.size] = scales[at]!
    const from = at * this.#dimensions
    this.#numbers.set(numbers.subarray(from, from + this.#dimensions), this.size * this.#dimensions)
    this.size++
  }

  /** What was added; the next ones come after it. */
  take(): VectorPart {
    const size = this.size
    this.size = 0
    return {
      docs: this.#docs.slice(0, size),
      scales: this.#scales.slice(0, size),
      numbers: this.#numbers.slice(0, size * this.#dimensions),
    }
  }
}
