import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { without } from '@frontdesk/contracts'
import type { IndexedChunk } from '../port.ts'
import { type ChunkTerms, chunkTerms } from '../ranking/chunk-terms.ts'
import { bytesOfLengths, type OpenSpace } from './open-space.ts'
import { compareTokens, PostingWriter } from './postings.ts'
import { quantize, rowOf } from './vectors.ts'

/** A chunk on its way into the tables: its vector may be any list of numbers. */
export type WrittenChunk = Omit<IndexedChunk, 'vector'> & { vector?: ArrayLike<number> | undefined }

/** What a search shows of a chunk, apart from the columns of `docs`. */
export type Body = Omit<IndexedChunk, 'contentId' | 'index' | 'fileName' | 'language' | 'vector'>

/** How long a batch is worked on before those who search get their turn: half of what a search takes. */
const sliceMs = 4

/** Calls `pause` whenever it is called and a slice of time is over. */
function pacer(pause: () => void): () => void {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMs) return
    pause()
    since = performance.now()
  }
}

/**
 * Writes into the tables. Every function runs inside the caller's transaction. `pause` is called every few milliseconds of a
 * long write, when all can be searched as it was before it; it may search, and must not write.
 */
export function chunkWriter(database: DatabaseSync, pause: () => void) {
  const insertDoc = database.prepare('INSERT INTO docs VALUES (?, ?, ?, ?, ?, ?)')
  const insertBody = database.prepare('INSERT INTO bodies VALUES (?, ?, ?)')
  const insertSegment = database.prepare('INSERT INTO segments (space, level, first, last) VALUES (?, 0, ?, ?)')
  const insertPosting = database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?)')
  const insertVectors = database.prepare('INSERT INTO vectors VALUES (?, ?, ?, ?, ?)')
  const setNextDoc = database.prepare('UPDATE spaces SET nextDoc = ? WHERE id = ?')
  const docOf = database.prepare('SELECT doc FROM docs WHERE space = ? AND content = ? AND position = ?')
  const docsOf = database.prepare('SELECT doc FROM docs INDEXED BY docsOfContent WHERE space = ? AND content = ?')
  const deleteDoc = database.prepare('DELETE FROM docs WHERE space = ? AND doc = ?')
  const deleteBody = database.prepare('DELETE FROM bodies WHERE space = ? AND doc = ?')
  const markDirty = database.prepare('UPDATE segments SET isDirty = 1 WHERE space = ? AND first <= ? AND last >= ?')

  function removeDocs(space: OpenSpace, docs: number[]): void {
    for (const doc of docs) {
      deleteDoc.run(space.id, doc)
      deleteBody.run(space.id, doc)
      markDirty.run(space.id, doc, doc)
      space.remove(doc)
    }
  }
  const found = (statement: StatementSync, ...of: (string | number)[]): number[] =>
    statement.all(...of).map(({ doc }) => doc as number)

  function insertDocument(space: OpenSpace, doc: number, chunk: WrittenChunk, { lengths }: ChunkTerms): void {
    const { contentId: content, index: position, language } = chunk
    const body = without(chunk, 'contentId', 'index', 'language', 'vector', 'fileName')
    insertDoc.run(space.id, doc, content, position, language, bytesOfLengths(lengths))
    insertBody.run(space.id, doc, JSON.stringify(body satisfies Body))
    space.add(doc, { content, position, language, lengths })
  }

  return {
    /** One segment of these chunks; what stood under the same content and index is gone. */
    put(space: OpenSpace, chunks: WrittenChunk[]): void {
      const wanted = [...new Map(chunks.map((chunk) => [`${chunk.index}:${chunk.contentId}`, chunk])).values()]
      const pace = pacer(pause)
      const terms = wanted.map((chunk) => {
        pace()
        return chunkTerms(chunk)
      })
      const [first, last] = [space.nextDoc, space.nextDoc + wanted.length - 1]
      const segment = insertSegment.run(space.id, first, last).lastInsertRowid as number
      for (const [token, postings] of postingsOf(terms, first)) {
        pace()
        insertPosting.run(segment, token, postings.count, postings.finish())
      }
      if (space.dimensions > 0) {
        const { docs, scales, numbers } = rowOf(vectorsOf(wanted, first, space.dimensions))
        insertVectors.run(segment, 0, docs, scales, numbers)
      }
      // From here on without a pause: what is searched changes all at once.
      for (const { contentId, index } of wanted) removeDocs(space, found(docOf, space.id, contentId, index))
      for (const [at, chunk] of wanted.entries()) insertDocument(space, first + at, chunk, terms[at]!)
      space.segments.push({ id: segment, level: 0, first, last, isDirty: false, removals: 0 })
      setNextDoc.run(space.nextDoc, space.id)
    },

    removeContents(space: OpenSpace, contentIds: string[]): void {
      for (const contentId of contentIds) removeDocs(space, found(docsOf, space.id, contentId))
    },
  }
}

/** By token, in the order of the table, so that a write appends. */
function postingsOf(terms: ChunkTerms[], first: number): [string, PostingWriter][] {
  const postings = new Map<string, PostingWriter>()
  terms.forEach(({ counts }, at) => {
    for (const [token, held] of counts) {
      let writer = postings.get(token)
      if (!writer) {
        writer = new PostingWriter()
        postings.set(token, writer)
      }
      writer.add(first + at, held)
    }
  })
  return [...postings].sort(([a], [b]) => compareTokens(a, b))
}

function vectorsOf(chunks: WrittenChunk[], first: number, dimensions: number) {
  const part = {
    docs: new Uint32Array(chunks.length),
    scales: new Float32Array(chunks.length),
    numbers: new Int8Array(chunks.length * dimensions),
  }
  chunks.forEach(({ vector }, at) => {
    const { numbers, scale } = quantize(vector!)
    part.docs[at] = first + at
    part.scales[at] = scale
    part.numbers.set(numbers, at * dimensions)
  })
  return part
}
