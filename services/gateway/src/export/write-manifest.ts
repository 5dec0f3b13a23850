import { createInterface } from 'node:readline'
import {
  type Chunk,
  chunk,
  chunksPerVectorBlob,
  decodeVectors,
  ingest,
  type ManifestMissing,
  manifestFormat,
  manifestFormatVersion,
  ServiceError,
  vectorBlobOf,
  without,
} from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { betweenContents } from '../versions/read-version-text.ts'
import { findMissingParts } from './find-missing-parts.ts'
import { type ExportedSource, type ExportedVersion, exportedSources, readExported, textOf } from './read-versions.ts'

type Content = ExportedVersion['contents'][number]

/** A file that a version was made from, and the name it has in a ZIP. */
export type Original = { path: string; blobId: string; createdAt: string }

/** Nine decimals are what a 32-bit float of a unit vector has. */
const decimals = 1e9

/**
 * The manifest of a tenant's knowledge as JSON, piece by piece: memory holds a page of sources, a piece of a text and the
 * vectors of 256 chunks. Each source is as it was at one moment, for versions do not change. `original` is told of each
 * file that a version was made from. What is not in the blob store is left out and named at the end, in `missing`.
 */
export async function* writeManifest(
  context: GatewayContext,
  options: { vectors: boolean; original?(file: Original): void },
): AsyncGenerator<string> {
  const { embedding } = await context.ask(ingest.queries.sourceExport, {})
  const head = {
    format: manifestFormat,
    formatVersion: manifestFormatVersion,
    exportedAt: new Date(context.clock.now()).toISOString(),
    embedding,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"sources":[`
  const missing: ManifestMissing[] = []
  let separator = '\n'
  for await (const source of exportedSources(context)) {
    for await (const piece of writeSource(source, embedding.model, { ...options, missing }, context)) {
      yield `${separator}${piece}`
      separator = ''
    }
    if (separator === '') separator = ',\n'
  }
  yield `\n],"missing":${JSON.stringify(missing)}}\n`
}

/** Nothing at all for a source of which no version can be had. */
async function* writeSource(
  { versions, liveVersion, ...source }: ExportedSource,
  model: string,
  { missing, ...options }: Parameters<typeof writeManifest>[1] & { missing: ManifestMissing[] },
  context: GatewayContext,
): AsyncGenerator<string> {
  const written: number[] = []
  for (const number of versions) {
    const version = await readExported(source.id, number, context)
    // The source is being deleted: what is left of it is still a whole manifest.
    if (!version) break
    const parts = await findMissingParts(version, { withOriginal: options.original !== undefined }, context)
    if (parts.length > 0) missing.push({ sourceId: source.id, title: source.title, version: number, parts })
    if (parts.some((part) => part !== 'original')) continue
    yield written.length > 0 ? ',' : `${JSON.stringify(source).slice(0, -1)},"versions":[`
    yield* writeVersion(version, source.title, { model, vectors: options.vectors }, context)
    written.push(number)
    if (version.original && !parts.includes('original')) {
      const { blobId, filename } = version.original
      const path = `originals/${source.id}/${number}/${filename}`
      options.original?.({ path, blobId, createdAt: version.createdAt })
    }
  }
  if (written.length === 0) return
  const live = liveVersion !== null && written.includes(liveVersion) ? liveVersion : null
  yield `],"liveVersion":${live}}`
}

async function* writeVersion(
  exported: ExportedVersion,
  sourceTitle: string,
  { model, vectors }: { model: string; vectors: boolean },
  context: GatewayContext,
): AsyncGenerator<string> {
  const { contents } = exported
  const version = without(exported, 'contents', 'next', 'original')
  yield `${JSON.stringify(version).slice(0, -1)},"text":"`
  let length = 0
  const starts: number[] = []
  for (const content of contents) {
    if (starts.length > 0) {
      yield JSON.stringify(betweenContents).slice(1, -1)
      length += betweenContents.length
    }
    starts.push(length)
    for await (const piece of textOf({ contents: [content] }, context)) {
      length += piece.length
      yield JSON.stringify(piece).slice(1, -1)
    }
  }
  yield '"'
  // Pages of a site have titles and addresses of their own; a file has the title that it was indexed with.
  if (contents.length > 1 || contents[0]?.url !== undefined || contents[0]?.title !== sourceTitle) {
    const parts = contents.map(({ title, url, chunks }, i) => {
      const end = i + 1 < starts.length ? starts[i + 1]! - betweenContents.length : length
      return { title, ...(url && { url }), start: starts[i], end, chunks }
    })
    yield `,"parts":${JSON.stringify(parts)}`
  }
  yield ',"chunks":['
  let index = 0
  for (const [part, content] of contents.entries()) {
    for await (const each of chunksOf(content, vectors ? model : undefined, context)) {
      const { start, end, ...rest } = each
      const shifted = { ...rest, index, start: start + starts[part]!, end: end + starts[part]! }
      yield `${index > 0 ? ',' : ''}${JSON.stringify(shifted)}`
      index++
    }
  }
  yield ']}'
}

/** The chunks of a content, with their vectors when those are of `model`. */
async function* chunksOf(
  { contentId, chunksBlobId }: Content,
  model: string | undefined,
  context: GatewayContext,
): AsyncGenerator<Chunk & { embedding?: number[] }> {
  const stream = await context.blobs.stream(context.tenant, chunksBlobId)
  let vectors: Float32Array[] | undefined
  let read = 0
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line === '') continue
      const place = read++ % chunksPerVectorBlob
      if (model !== undefined && place === 0) {
        vectors = await vectorsOf(contentId, Math.floor((read - 1) / chunksPerVectorBlob), model, context)
      }
      const vector = vectors?.[place]
      const embedding = vector && Array.from(vector, (value) => Math.round(value * decimals) / decimals)
      yield { ...chunk.parse(JSON.parse(line)), ...(embedding && { embedding }) }
    }
  } finally {
    stream.destroy()
  }
}

async function vectorsOf(contentId: string, part: number, model: string, { blobs, tenant }: GatewayContext) {
  try {
    const stored = decodeVectors(await blobs.read(tenant, vectorBlobOf(contentId, part)))
    return stored.model === model ? stored.vectors : undefined
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}
