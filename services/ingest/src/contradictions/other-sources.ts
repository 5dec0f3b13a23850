import { createInterface } from 'node:readline'
import { chunk as chunkSchema } from '@frontdesk/contracts'
import type { IngestContext } from '../context.ts'
import type { ContentRef, VersionRecord } from '../sources/source-document.ts'
import { type DocumentContext, nameCounter } from './compare-statements.ts'
import type { Side, StatementDocument } from './contradiction-document.ts'
import type { CandidateChunk } from './judge-candidates.ts'
import type { ReadChunkOfSource } from './read-sources-cache.ts'
import { likelyLanguage, readStatements, type Statement } from './read-statements.ts'
import { chunksOfContents, liveOf, sideOf, sinceOf } from './read-version.ts'

/** Chunks of another source that tell which names it is about. */
const chunksForNames = 200

type Live = VersionRecord & { title: string; since: ReadonlyMap<string, string> }
/** Makes the side of a contradiction out of a statement. */
export type Place = (statement: Statement) => Side

/** The other sources of a tenant, as far as the check of one comes across them. */
export function openOtherSources(context: IngestContext) {
  const { tenant, collections, blobs, signal } = context
  const { chunks: readChunks, contexts } = context.state.readSources
  const known = new Map<string, Live | undefined>()

  async function liveVersion(sourceId: string): Promise<Live | undefined> {
    if (!known.has(sourceId)) {
      const source = (await collections.sources.get(tenant, sourceId))?.body
      const live = liveOf(source)
      known.set(sourceId, live && { ...live, title: source!.title, since: sinceOf(source!, live) })
    }
    return known.get(sourceId)
  }

  const keyOf = (contentId: string, line: number): string => `${tenant} ${contentId} ${line}`

  /** Reads some chunks of a content in one pass, parsing no other ones. */
  async function readLines(
    { contentId, chunksBlobId }: ContentRef,
    { wanted, known: knownLanguage }: { wanted: Set<number>; known: string | null },
  ): Promise<Map<number, ReadChunkOfSource>> {
    const found = new Map<number, ReadChunkOfSource>()
    for (const line of wanted) {
      const before = readChunks.get(keyOf(contentId, line))
      if (before) found.set(line, before)
    }
    if (found.size === wanted.size || !(await blobs.exists(tenant, chunksBlobId))) return found
    const stream = await blobs.stream(tenant, chunksBlobId)
    try {
      let at = 0
      for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (text === '') continue
        const line = at++
        if (!wanted.has(line) || found.has(line)) continue
        signal.throwIfAborted()
        const chunk = chunkSchema.parse(JSON.parse(text))
        const language = likelyLanguage(chunk.text, knownLanguage)
        const read = { chunk, language, statements: readStatements(chunk, language) }
        readChunks.set(keyOf(contentId, line), read)
        found.set(line, read)
        if (found.size === wanted.size) break
      }
    } finally {
      stream.destroy()
    }
    return found
  }

  return {
    /** The chunks at some places of one source with what they state; without those that are not of its live version. */
    async candidatesOf(sourceId: string, places: StatementDocument[]): Promise<CandidateChunk<Place>[]> {
      const live = await liveVersion(sourceId)
      if (!live) return []
      const candidates: CandidateChunk<Place>[] = []
      for (const [contentId, own] of Map.groupBy(places, (each) => each.contentId)) {
        const content = live.contents.find((each) => each.contentId === contentId)
        if (!content) continue
        const wanted = new Set(own.map(({ line }) => line))
        const read = await readLines(content, { wanted, known: live.language })
        const side = { ...content, sourceId, version: live.version, since: live.since.get(contentId) ?? live.createdAt }
        for (const [, { chunk, statements, language }] of [...read].sort(([a], [b]) => a - b)) {
          const title = live.contents.length > 1 ? content.title : live.title
          candidates.push({
            place: (statement) => sideOf(statement, chunk, side),
            statements,
            context: { title, heading: chunk.heading, language, names: new Map() },
          })
        }
      }
      return candidates
    },
    /** Whether one of the places is of what the source says now. */
    async isLive(sourceId: string, places: StatementDocument[]): Promise<boolean> {
      const contents = (await liveVersion(sourceId))?.contents ?? []
      return places.some((place) => contents.some(({ contentId }) => contentId === place.contentId))
    },
    /** Which names the live version of a source is about, by its first chunks. */
    async contextOf(sourceId: string): Promise<DocumentContext | undefined> {
      const live = await liveVersion(sourceId)
      if (!live) return undefined
      const key = `${tenant} ${sourceId} ${live.version} ${live.title}`
      let own = contexts.get(key)
      if (!own) {
        let counter: ReturnType<typeof nameCounter> | undefined
        let language = live.language
        for await (const { chunk } of chunksOfContents(live.contents, chunksForNames, context)) {
          if (!counter) language = likelyLanguage(chunk.text, live.language)
          counter ??= nameCounter(language)
          counter.add(chunk)
        }
        own = { title: live.title, language, names: counter?.names() ?? new Map() }
        contexts.set(key, own)
      }
      return own
    },
  }
}
