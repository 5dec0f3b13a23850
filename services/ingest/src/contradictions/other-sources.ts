import type { FoundChunk } from '@frontdesk/contracts'
import type { IngestContext } from '../context.ts'
import type { VersionRecord } from '../sources/source-document.ts'
import { type DocumentContext, nameCounter } from './compare-statements.ts'
import type { Side } from './contradiction-document.ts'
import type { CandidateChunk } from './judge-candidates.ts'
import { likelyLanguage, readStatements, type Statement } from './read-statements.ts'
import { chunksOfContents, liveOf, sideOf, sinceOf } from './read-version.ts'

/** Chunks of another source that tell which names it is about. */
const chunksForNames = 200
/** Chunks whose statements are remembered while a version is checked. */
const maxRemembered = 2_000

type Live = VersionRecord & { title: string; since: ReadonlyMap<string, string> }
/** Makes the side of a contradiction out of a statement. */
export type Place = (statement: Statement) => Side

/** The other sources of a tenant, as far as the check of one comes across them. */
export function openOtherSources(context: IngestContext) {
  const { tenant, collections } = context
  const known = new Map<string, Live | undefined>()
  const contexts = new Map<string, DocumentContext>()
  const statements = new Map<string, Statement[]>()

  async function liveVersion(sourceId: string): Promise<Live | undefined> {
    if (!known.has(sourceId)) {
      const source = (await collections.sources.get(tenant, sourceId))?.body
      const live = liveOf(source)
      known.set(sourceId, live && { ...live, title: source!.title, since: sinceOf(source!, live) })
    }
    return known.get(sourceId)
  }

  function statementsOf(found: FoundChunk, language: string | null): Statement[] {
    const key = `${found.contentId} ${found.index}`
    const before = statements.get(key)
    if (before) return before
    if (statements.size >= maxRemembered) statements.clear()
    const read = readStatements(found, language)
    statements.set(key, read)
    return read
  }

  return {
    /** The chunks that were found of one source with what they state; none when another version of it is live by now. */
    async candidatesOf(sourceId: string, chunks: FoundChunk[]): Promise<CandidateChunk<Place>[]> {
      const live = await liveVersion(sourceId)
      return chunks.flatMap((found) => {
        if (!live || live.version !== found.version) return []
        const language = likelyLanguage(found.text, live.language)
        return {
          place: (statement) =>
            sideOf(statement, found, { ...found, since: live.since.get(found.contentId) ?? live.createdAt }),
          statements: statementsOf(found, language),
          context: { title: found.title, heading: found.heading, language, names: new Map() },
        }
      })
    },
    /** Which names the live version of a source is about, by its first chunks. */
    async contextOf(sourceId: string): Promise<DocumentContext | undefined> {
      const live = await liveVersion(sourceId)
      if (!live) return undefined
      let own = contexts.get(sourceId)
      if (!own) {
        let counter: ReturnType<typeof nameCounter> | undefined
        let language = live.language
        for await (const { chunk } of chunksOfContents(live.contents, chunksForNames, context)) {
          if (!counter) language = likelyLanguage(chunk.text, live.language)
          counter ??= nameCounter(language)
          counter.add(chunk)
        }
        own = { title: live.title, language, names: counter?.names() ?? new Map() }
        contexts.set(sourceId, own)
      }
      return own
    },
  }
}
