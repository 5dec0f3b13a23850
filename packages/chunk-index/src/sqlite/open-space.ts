import type { DatabaseSync } from 'node:sqlite'
import { documentLengths, fieldCount, gramFields } from '../ranking/chunk-terms.ts'
import { ranking } from '../ranking/constants.ts'

/**
 * Documents that were written together, or merged. `isDirty`: it has words of documents that are gone; `removals` counts
 * those that went since it was opened, for a merge that began before may have copied their words.
 */
export type Segment = { id: number; level: number; first: number; last: number; isDirty: boolean; removals: number }

/** What a space keeps in memory of a document: of what content, where in it, in what language, and its `ChunkTerms.lengths`. */
export type DocEntry = { content: string; position: number; language: string | null; lengths: ArrayLike<number> }

const gone = -1

/** What a space needs in memory: 26 bytes a document, the names of its contents, and 20 bytes each of them. */
export class OpenSpace {
  readonly id: number
  readonly dimensions: number
  /** In the order of their documents. */
  segments: Segment[] = []
  nextDoc: number
  /** Documents that are there. */
  count = 0
  /** By document: the number of its content, -1 for a document that is gone; its place there; the number of its language. */
  contents = new Int32Array(64).fill(gone)
  /** By document: one more than the number of its content, 0 for one that its content is not scored by: it is gone, or too far behind. */
  scoredContents = new Uint32Array(64)
  positions = new Uint32Array(64)
  #languages = new Uint8Array(64)
  /** By document: `fieldCount` lengths. */
  lengths = new Uint16Array(64 * fieldCount)
  /** By field: the sum of all lengths, and how many documents have the field. */
  readonly lengthSums = new Array<number>(fieldCount).fill(0)
  readonly holding = new Array<number>(fieldCount).fill(0)
  /** By number of a content: documents there, and lengths as a document of its own in both views. */
  documentCounts = new Uint32Array(16)
  documentLengths: [Float64Array, Float64Array] = [new Float64Array(16), new Float64Array(16)]
  /** Contents that have a document, and the sums of their lengths. */
  documents = 0
  readonly documentSums: [number, number] = [0, 0]
  /** When documents were last removed, and first of those whose words are still there, by `performance.now()`. */
  removedAt = Number.NEGATIVE_INFINITY
  dirtySince = Number.POSITIVE_INFINITY
  /** Erased meanwhile: nothing may be written for it any more. */
  isErased = false
  readonly #contents = new Names()
  readonly #languageNames = new Names()
  readonly #languageCounts = new Map<string, number>()

  constructor(id: number, dimensions: number, nextDoc: number) {
    this.id = id
    this.dimensions = dimensions
    this.nextDoc = nextDoc
  }

  isLive(doc: number): boolean {
    return this.contents[doc]! !== gone
  }

  /** No posting is of a document that is gone. */
  get isWhole(): boolean {
    return !this.segments.some(({ isDirty }) => isDirty)
  }

  nameOf(doc: number): string {
    return this.#contents.names[this.contents[doc]!]!
  }

  languageOf(doc: number): string | null {
    return this.#languageNames.names[this.#languages[doc]!] || null
  }

  /** The number of a content in `contents`; undefined for one that never had a document here. */
  numberOf(content: string): number | undefined {
    return this.#contents.numbers.get(content)
  }

  /** How many documents are written in each language that is known. */
  get languages(): ReadonlyMap<string, number> {
    return this.#languageCounts
  }

  /** How many contents ever had a document here. */
  get knownContents(): number {
    return this.#contents.names.length
  }

  add(doc: number, { content, position, language, lengths }: DocEntry): void {
    const number = this.#contents.numberFor(content)
    this.#grow(doc + 1)
    this.#growContents(number + 1)
    this.nextDoc = Math.max(this.nextDoc, doc + 1)
    this.contents[doc] = number
    this.scoredContents[doc] = position < ranking.document.maxChunks ? number + 1 : 0
    this.positions[doc] = position
    this.#languages[doc] = this.#languageNames.numberFor(language ?? '')
    for (let field = 0; field < fieldCount; field++) this.lengths[doc * fieldCount + field] = lengths[field]!
    this.#account(doc, 1)
  }

  remove(doc: number): void {
    if (!this.isLive(doc)) return
    this.#account(doc, -1)
    this.contents[doc] = gone
    this.scoredContents[doc] = 0
    this.removedAt = performance.now()
    this.dirtySince = Math.min(this.dirtySince, this.removedAt)
    const segment = this.segments.find(({ first, last }) => first <= doc && doc <= last)
    if (!segment) return
    segment.isDirty = true
    segment.removals++
  }

  /** Adds a document to what is counted (`sign` 1), or takes it away (-1). */
  #account(doc: number, sign: 1 | -1): void {
    this.count += sign
    const lengths = this.lengths.subarray(doc * fieldCount, (doc + 1) * fieldCount)
    lengths.forEach((length, field) => {
      this.lengthSums[field]! += sign * length
      if (length > 0) this.holding[field]! += sign
    })
    const language = this.languageOf(doc)
    if (language !== null) {
      const left = (this.#languageCounts.get(language) ?? 0) + sign
      if (left > 0) this.#languageCounts.set(language, left)
      else this.#languageCounts.delete(language)
    }
    const content = this.contents[doc]!
    if (this.positions[doc]! >= ranking.document.maxChunks) return
    const before = this.documentCounts[content]!
    this.documentCounts[content] = before + sign
    // The title counts once, however many chunks it stands above.
    const isTitle = before === (sign === 1 ? 0 : 1)
    if (isTitle) this.documents += sign
    for (const view of [0, 1] as const) {
      const { title, rest } = documentLengths(lengths, view * gramFields)
      const change = sign * (rest + (isTitle ? title : 0))
      this.documentLengths[view][content]! += change
      this.documentSums[view] += change
    }
  }

  #grow(size: number): void {
    if (size <= this.contents.length) return
    const capacity = Math.max(size, Math.ceil(this.contents.length * 1.5))
    const before = this.contents.length
    this.contents = grown(this.contents, new Int32Array(capacity)).fill(gone, before)
    this.scoredContents = grown(this.scoredContents, new Uint32Array(capacity))
    this.positions = grown(this.positions, new Uint32Array(capacity))
    this.#languages = grown(this.#languages, new Uint8Array(capacity))
    this.lengths = grown(this.lengths, new Uint16Array(capacity * fieldCount))
  }

  #growContents(size: number): void {
    if (size <= this.documentCounts.length) return
    const capacity = Math.max(size, Math.ceil(this.documentCounts.length * 1.5))
    this.documentCounts = grown(this.documentCounts, new Uint32Array(capacity))
    const [stems, grams] = this.documentLengths
    this.documentLengths = [grown(stems, new Float64Array(capacity)), grown(grams, new Float64Array(capacity))]
  }
}

/** Numbers names in the order in which they come. */
class Names {
  readonly names: string[] = []
  readonly numbers = new Map<string, number>()

  numberFor(name: string): number {
    let number = this.numbers.get(name)
    if (number === undefined) {
      number = this.names.push(name) - 1
      this.numbers.set(name, number)
    }
    return number
  }
}

function grown<T extends Uint32Array | Int32Array | Uint16Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}

type SpaceRow = { id: number; dimensions: number; nextDoc: number }

/** Reads a space into memory: some 100 ms for 100,000 documents. */
export function readSpace(database: DatabaseSync, row: SpaceRow): OpenSpace {
  const space = new OpenSpace(row.id, row.dimensions, row.nextDoc)
  const docs = database.prepare(
    'SELECT doc, content, position, language, lengths FROM docs WHERE space = ? ORDER BY doc',
  )
  for (const each of docs.iterate(row.id)) {
    const { doc, lengths, ...entry } = each as { doc: number; lengths: Uint8Array } & DocEntry
    space.add(doc, { ...entry, lengths: lengthsOf(lengths) })
  }
  space.segments = database
    .prepare(
      'SELECT id, level, first, last, isDirty FROM segments WHERE space = ? AND level IS NOT NULL ORDER BY first',
    )
    .all(row.id)
    .map((each) => ({ ...(each as unknown as Segment), isDirty: each.isDirty === 1, removals: 0 }))
  // Removed before the last stop, or crash.
  if (space.segments.some(({ isDirty }) => isDirty)) space.dirtySince = Number.NEGATIVE_INFINITY
  return space
}

/** Lengths as a row keeps them: 16 bits each, the low byte first. */
export const bytesOfLengths = (lengths: number[]): Uint8Array =>
  Uint8Array.from(lengths.flatMap((length) => [length & 255, length >> 8]))

const lengthsOf = (bytes: Uint8Array): number[] =>
  Array.from({ length: fieldCount }, (_, i) => bytes[i * 2]! + bytes[i * 2 + 1]! * 256)
