import { hash } from 'node:crypto'
import {
  type Chunk,
  chunksPerVectorBlob,
  derivedId,
  encodeVectors,
  type Fault,
  findUnreadable,
  manifestChunk,
  manifestVersion,
  vectorBlobOf,
  without,
} from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import { splitIntoChunks } from '../chunks/split-into-chunks.ts'
import type { IngestContext } from '../context.ts'
import { detectLanguage } from '../extraction/detect-language.ts'
import type { ContentRef } from '../sources/source-document.ts'
import { chunksBlobOf, textBlobOf } from '../versions/blob-names.ts'
import type { ImportedVersion } from './merge-source.ts'

type Part = { title: string; url?: string | undefined; start: number; end: number; chunks: number }
/** Lengths of unit vectors, as rounding leaves them. */
const unitLength = { min: 0.98, max: 1.02 }
/** The chunks of one version, without its text: 20 MB of text make 40 MB of chunks. */
const maxChunkBytes = 256 * 1024 * 1024
const maxFaults = 20

/** The model in use; imported vectors are kept only when they are of this model. */
export type Embedding = { model: string; dimensions: number }

/** A version's texts and hashes, which decide whether it exists already. */
export function partsOf(
  version: { text: string; parts?: Part[] | undefined },
  title: string,
): { parts: Part[]; texts: string[]; textHashes: string[] } {
  const parts = version.parts ?? [{ title, start: 0, end: version.text.length, chunks: Number.POSITIVE_INFINITY }]
  const texts = parts.map(({ start, end }) => version.text.slice(start, end))
  return { parts, texts, textHashes: texts.map((text) => hash('sha256', text, 'hex')) }
}

/**
 * Stores one version of a manifest as blobs, chunk by chunk as they arrive: memory holds its text, its chunks and the vectors
 * of 256 of them. Faults are collected in `faults`.
 */
export class IncomingVersion {
  readonly contentIds: string[] = []
  readonly faults: Fault[] = []
  readonly #context: IngestContext
  readonly #embedding: Embedding | undefined
  readonly #place: { jobId: string; index: number; position: number }
  #chunks: Chunk[] = []
  #bytes = 0
  #vectors: number[][] = []
  /** Where the vectors that wait belong: a part, and a blob of it. Undefined: vectors are not kept. */
  #vectorsAt: { part: number; blob: number; done: number } | undefined

  constructor(
    place: { jobId: string; index: number; position: number },
    embedding: Embedding | undefined,
    context: IngestContext,
  ) {
    this.#place = place
    this.#embedding = embedding
    this.#context = context
    if (embedding) this.#vectorsAt = { part: 0, blob: 0, done: 0 }
  }

  #fault(path: string, message: string): void {
    if (this.faults.length < maxFaults) this.faults.push({ path: `versions.${this.#place.position}.${path}`, message })
  }

  /** The same id whenever this import is repeated. */
  #contentId(part: number): string {
    const { jobId, index, position } = this.#place
    const contentId = derivedId('cnt', 'import', jobId, index, position, part)
    if (!this.contentIds.includes(contentId)) this.contentIds.push(contentId)
    return contentId
  }

  async addChunk(given: unknown, version: Record<string, unknown>): Promise<void> {
    const index = this.#chunks.length
    const parsed = manifestChunk.safeParse(given)
    if (!parsed.success) {
      for (const { path, message } of faultsOf(parsed.error)) this.#fault(`chunks.${index}.${path}`, message)
      return
    }
    const { embedding, heading, headings, page, tables, ...chunk } = parsed.data
    for (const { path, message } of findUnreadable({ heading, headings, text: chunk.text, tables }))
      this.#fault(`chunks.${index}.${path}`, message)
    if (chunk.index !== index) this.#fault(`chunks.${index}.index`, `must be ${index}`)
    this.#bytes += chunk.text.length
    if (this.#bytes > maxChunkBytes)
      return this.#fault('chunks', `must have at most ${maxChunkBytes} characters together`)
    this.#chunks.push({
      ...chunk,
      ...(heading !== undefined && { heading }),
      ...(headings !== undefined && { headings }),
      ...(page !== undefined && { page }),
      ...(tables !== undefined && { tables }),
    })
    if (this.faults.length === 0) await this.#addVector(embedding, version.parts as Part[] | undefined)
  }

  async #addVector(vector: number[] | undefined, parts: Part[] | undefined): Promise<void> {
    const at = this.#vectorsAt
    if (!at) return
    if (!vector || vector.length !== this.#embedding!.dimensions || !isUnit(vector)) {
      // One chunk without: its part of the content is embedded, so none of it is kept.
      this.#vectorsAt = undefined
      this.#vectors = []
      return
    }
    this.#vectors.push(vector)
    const isLastOfPart = parts !== undefined && at.done + this.#vectors.length === parts[at.part]?.chunks
    if (this.#vectors.length === chunksPerVectorBlob || isLastOfPart) await this.#storeVectors(isLastOfPart)
  }

  async #storeVectors(isLastOfPart: boolean): Promise<void> {
    const at = this.#vectorsAt!
    const { tenant, blobs } = this.#context
    const blobId = vectorBlobOf(this.#contentId(at.part), at.blob)
    await blobs.put(tenant, blobId, encodeVectors(this.#embedding!.model, this.#vectors))
    this.#vectorsAt = isLastOfPart
      ? { part: at.part + 1, blob: 0, done: 0 }
      : { part: at.part, blob: at.blob + 1, done: at.done + this.#vectors.length }
    this.#vectors = []
  }

  /** Stores the remaining chunks and returns the version, or undefined when it has faults. */
  async finish(given: unknown, title: string, isKnown: boolean): Promise<Omit<ImportedVersion, 'origin'> | undefined> {
    const { chunks: _, ...fields } = given as Record<string, unknown>
    const parsed = manifestVersion.safeParse(fields)
    if (!parsed.success) {
      for (const { path, message } of faultsOf(parsed.error)) this.#fault(path, message)
      return undefined
    }
    const version = parsed.data
    for (const { path, message } of findUnreadable(version)) this.#fault(path, message)
    if (version.text.length > this.#context.config.EXTRACTION_CHARACTERS) this.#fault('text', 'is too long')
    for (const { index, start, end } of this.#chunks) {
      if (start > end || end > version.text.length) this.#fault(`chunks.${index}`, 'lies outside of the text')
    }
    const { parts, texts, textHashes } = partsOf(version, title)
    const named = parts.reduce((sum, { chunks }) => sum + chunks, 0)
    if (!isKnown && version.parts && named !== this.#chunks.length)
      this.#fault('parts', 'must name each chunk exactly once')
    if (this.faults.length > 0) return undefined
    const { text, note, bytes, language } = version
    const meta = {
      ...without(version, 'parts', 'text', 'note', 'bytes', 'language'),
      ...(note !== undefined && { note }),
      textHashes,
      bytes: bytes ?? Buffer.byteLength(text, 'utf8'),
      language: language === undefined ? detectLanguage(text) : language,
    }
    if (isKnown) return { ...meta, contents: undefined }
    return { ...meta, contents: await this.#store(parts, texts) }
  }

  async #store(parts: Part[], texts: string[]): Promise<ContentRef[]> {
    const { tenant, blobs } = this.#context
    if (this.#vectors.length > 0) await this.#storeVectors(true)
    const contents: ContentRef[] = []
    let from = 0
    for (const [part, { title, url, start, chunks: count }] of parts.entries()) {
      const contentId = this.#contentId(part)
      const own = this.#chunks.slice(from, from + count)
      from += own.length
      const placed = own.map((chunk, index) => ({
        ...chunk,
        index,
        start: chunk.start - start,
        end: chunk.end - start,
      }))
      // A manifest written by hand may leave the cutting to us.
      const chunks = placed.length > 0 ? placed : splitIntoChunks(texts[part]!)
      const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')
      await Promise.all([
        blobs.put(tenant, textBlobOf(contentId), Buffer.from(texts[part]!, 'utf8')),
        blobs.put(tenant, chunksBlobOf(contentId), Buffer.from(lines, 'utf8')),
      ])
      const ref = { contentId, chunksBlobId: chunksBlobOf(contentId), chunks: chunks.length, title }
      contents.push({ ...ref, ...(url !== undefined && { url }) })
    }
    return contents
  }
}

/** Whether a vector has length 1, or is zero. */
function isUnit(vector: number[]): boolean {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length === 0 || (length >= unitLength.min && length <= unitLength.max)
}
