import { createInterface } from 'node:readline'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Chunk, chunk } from '@frontdesk/contracts'
import type { IngestContext } from '../context.ts'
import { type ContentRef, type SourceDocument, type VersionRecord, versionOf } from '../sources/source-document.ts'
import { type CheckDocument, maxChunks, type Side } from './contradiction-document.ts'
import type { Statement } from './read-statements.ts'

/** The live version of a source: its record, when there is one. */
export const liveOf = (source: SourceDocument | undefined) =>
  source && !source.deleted && source.liveVersion !== null ? versionOf(source, source.liveVersion) : undefined

/**
 * Since when a source says what the contents of its live version hold, by their ids: since the first of the versions in a row
 * up to that one that have the content. Versions that never became Ready say nothing.
 */
export function sinceOf(
  { versions }: Pick<SourceDocument, 'versions'>,
  live: VersionRecord,
): ReadonlyMap<string, string> {
  const since = new Map(live.contents.map(({ contentId }) => [contentId, live.createdAt]))
  let held = new Set(since.keys())
  const before = versions.filter(({ version, status }) => version < live.version && status === 'Ready')
  for (const { contents, createdAt } of before.toReversed()) {
    held = held.intersection(new Set(contents.map(({ contentId }) => contentId)))
    for (const contentId of held) since.set(contentId, createdAt)
  }
  return since
}

/** The chunks of contents in order, at most `limit`, each with its content. What was removed meanwhile has none. */
export async function* chunksOfContents(
  contents: ContentRef[],
  limit: number,
  { tenant, blobs, signal }: IngestContext,
): AsyncGenerator<{ content: ContentRef; chunk: Chunk }> {
  let count = 0
  for (const content of contents) {
    if (count >= limit) return
    if (!(await blobs.exists(tenant, content.chunksBlobId))) continue
    const stream = await blobs.stream(tenant, content.chunksBlobId)
    try {
      for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (line === '') continue
        signal.throwIfAborted()
        yield { content, chunk: chunk.parse(JSON.parse(line)) }
        if (++count >= limit) return
        // Whoever reads them takes milliseconds for each.
        await turnOfTheLoop()
      }
    } finally {
      stream.destroy()
    }
  }
}

/** The chunks of a version of which a check reads only the first. */
export function partOf(contents: Pick<ContentRef, 'chunks'>[]): Pick<CheckDocument, 'partOf'> {
  const chunks = contents.reduce((sum, content) => sum + content.chunks, 0)
  return chunks > maxChunks ? { partOf: chunks } : {}
}

/** Where a statement of a chunk stands. */
export const sideOf = (
  { text, quote, value, start, end }: Statement,
  { index, text: words, start: from, end: to, heading, page, tables }: Chunk,
  {
    sourceId,
    version,
    since,
    contentId,
    url,
  }: Pick<Side, 'sourceId' | 'version' | 'since' | 'contentId'> & { url?: string | undefined },
): Side => ({
  ...{ sourceId, version, since, contentId, text, quote, start, end },
  ...(value !== undefined && { value }),
  ...(url !== undefined && { url }),
  chunk: {
    ...{ index, text: words, start: from, end: to },
    ...(heading !== undefined && { heading }),
    ...(page !== undefined && { page }),
    ...(tables && { tables }),
  },
})
