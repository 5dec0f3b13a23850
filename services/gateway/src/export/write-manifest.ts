import { createInterface } from 'node:readline'
import {
  type Chunk,
  chunk,
  chunksPerVectorBlob,
  decodeVectors,
  manifestFormat,
  manifestFormatVersion,
  type ReplyOf,
  ServiceError,
  sourceExport,
  vectorBlobOf,
  versionExport,
} from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { betweenContents } from '../read-version-text.ts'

export type ExportedSource = ReplyOf<typeof sourceExport>['items'][number]
type ExportedVersion = ReplyOf<typeof versionExport>
type Content = ExportedVersion['contents'][number]

/** A file that a version was made from, and the name it has in a ZIP. */
export type Original = { path: string; blobId: string; createdAt: string }

/** Nine decimals are what a 32-bit float of a unit vector has. */
const decimals = 1e9

/** Every source that has something to export, oldest first, a page in memory at a time. */
export async function* exportedSources(context: GatewayContext): AsyncGenerator<ExportedSource> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ReplyOf<typeof sourceExport> = await context.ask(sourceExport, cursor ? { cursor } : {})
    yield* page.items
    cursor = page.nextCursor
  }
}

/** A version with all its contents; undefined when it went away meanwhile. */
export async function readExported(sourceId: string, version: number, context: GatewayContext) {
  try {
    let read = await context.ask(versionExport, { sourceId, version })
    const contents = [...read.contents]
    while (read.next !== null) {
      read = await context.ask(versionExport, { sourceId, version, from: read.next })
      contents.push(...read.contents)
    }
    return { ...read, contents }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}

/** The text of a version, piece by piece. */
export async function* textOf({ contents }: Pick<ExportedVersion, 'contents'>, context: GatewayContext) {
  for (const [part, { textBlobId }] of contents.entries()) {
    if (part > 0) yield betweenContents
    const stream = await context.blobs.stream(context.tenant, textBlobId)
    yield* stream.setEncoding('utf8') as AsyncIterable<string>
  }
}

/**
 * The manifest of a tenant's knowledge as JSON, piece by piece: memory holds a page of sources, a piece of a text and the
 * vectors of 256 chunks. Each source is as it was at one moment, for versions do not change. `original` is told of each
 * file that a version was made from.
 */
export async function* writeManifest(
  context: GatewayContext,
  options: { vectors: boolean; original?(file: Original): void },
): AsyncGenerator<string> {
  const { embedding } = await context.ask(sourceExport, {})
  const head = {
    format: manifestFormat,
    formatVersion: manifestFormatVersion,
    exportedAt: new Date(context.clock.now()).toISOString(),
    embedding,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"sources":[`
  let separator = '\n'
  for await (const source of exportedSources(context)) {
    yield separator
    separator = ',\n'
    yield* writeSource(source, embedding.model, options, context)
  }
  yield '\n]}\n'
}

async function* writeSource(
  { versions, liveVersion, ...source }: ExportedSource,
  model: string,
  options: Parameters<typeof writeManifest>[1],
  context: GatewayContext,
): AsyncGenerator<string> {
  yield `${JSON.stringify(source).slice(0, -1)},"versions":[`
  const written: number[] = []
  for (const number of versions) {
    const version = await readExported(source.id, number, context)
    // The source is being deleted: what is left of it is still a whole manifest.
    if (!version) break
    if (written.length > 0) yield ','
    yield* writeVersion(version, source.title, { model, vectors: options.vectors }, context)
    written.push(number)
    if (version.original) {
      const { blobId, filename } = version.original
      const path = `originals/${source.id}/${number}/${filename}`
      options.original?.({ path, blobId, createdAt: version.createdAt })
    }
  }
  const live = liveVersion !== null && written.includes(liveVersion) ? liveVersion : null
  yield `],"liveVersion":${live}}`
}

async function* writeVersion(
  { contents, next: _, original: __, ...version }: ExportedVersion,
  sourceTitle: string,
  { model, vectors }: { model: string; vectors: boolean },
  context: GatewayContext,
): AsyncGenerator<string> {
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
