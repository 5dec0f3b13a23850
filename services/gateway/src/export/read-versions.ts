import { ingest, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { betweenContents } from '../versions/read-version-text.ts'
import { pagesOf } from './pages-of.ts'

export type ExportedSource = ReplyOf<typeof ingest.queries.sourceExport>['items'][number]
export type ExportedVersion = ReplyOf<typeof ingest.queries.versionExport>

/** Every source that has something to export, oldest first, a page in memory at a time. */
export const exportedSources = (context: GatewayContext): AsyncGenerator<ExportedSource> =>
  pagesOf(({ cursor }) => context.ask(ingest.queries.sourceExport, { cursor }))

/** A version with all its contents; undefined when it went away meanwhile. */
export async function readExported(sourceId: string, version: number, context: GatewayContext) {
  try {
    let read = await context.ask(ingest.queries.versionExport, { sourceId, version })
    const contents = [...read.contents]
    while (read.next !== null) {
      read = await context.ask(ingest.queries.versionExport, { sourceId, version, from: read.next })
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
