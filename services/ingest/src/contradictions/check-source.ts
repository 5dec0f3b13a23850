import { type FoundChunk, retrieval } from '@frontdesk/contracts'
import { job } from '@frontdesk/jobs'
import type { IngestContext } from '../context.ts'
import type { SourceDocument, VersionRecord } from '../sources/source-document.ts'
import { type DocumentContext, nameCounter } from './compare-statements.ts'
import type { CheckDocument, Side } from './contradiction-document.ts'
import { recordContradiction, renewPlaces, wantedTexts } from './contradiction-store.ts'
import { areParallel, judgeCandidates } from './judge-candidates.ts'
import { openOtherSources } from './other-sources.ts'
import { likelyLanguage, readStatements, type Statement, withoutAmbiguous } from './read-statements.ts'
import { chunksOfContents, liveOf, sideOf, sinceOf } from './read-version.ts'

/** Of a version so many chunks are read for statements, and so many of these are looked for in the other sources. */
const maxChunks = 2_000
const maxSearches = 1_000
/** Chunks that the index finds for a statement: most of them may be of its own source. */
const chunksPerSearch = 20
/** Characters of a statement that it is looked for by. */
const searchCharacters = 300
/** Contradictions kept of one version, the first in the order of its text. */
const maxFound = 100
/** With pauses of up to five minutes, more than two hours. */
const maxTries = 30

/** What a live version is told by: a restore is another version of the same contents, and places name their version. */
const keyOf = ({ version, contents }: VersionRecord): string =>
  `${version} ${contents.map(({ contentId }) => contentId).join(' ')}`

/** Schedules the comparison of a source's live version with the other sources, unless it was done. Idempotent. */
export async function requestCheck(sourceId: string, context: IngestContext): Promise<void> {
  const { tenant, collections, commit, clock } = context
  const live = liveOf((await collections.sources.get(tenant, sourceId))?.body)
  if (!live) return
  const contentIds = keyOf(live)
  await commit(collections.contradictionChecks, sourceId, (current) =>
    current?.body.contentIds === contentIds ? undefined : { body: { contentIds, dueAt: clock.now() } },
  )
}

/** Checks sources whose live version changed: stores new contradictions, and resolves those that no longer exist. */
export const checkWork = job<IngestContext, CheckDocument>({
  name: 'check for contradictions',
  collection: ({ collections }) => collections.contradictionChecks,
  leaseMs: 60_000,
  // It asks the index what customers ask it too.
  slots: { perKey: 1, total: 1 },
  // The next that is heard of the source asks again.
  givesUp: { attempts: maxTries, outcome: () => ({ change: (body) => ({ ...body, contentIds: '' }) }) },
  async work({ id: sourceId }, context) {
    const source = (await context.collections.sources.get(context.tenant, sourceId))?.body
    const live = liveOf(source)
    if (!source || !live) return { removes: true }
    const own = await readOwn({ sourceId, source, live }, context)
    await renewPlaces(sourceId, own.places, context)
    for (const found of await findContradictions(sourceId, own, context)) await recordContradiction(found, context)
    return {}
  },
})

type Checked = { sourceId: string; source: SourceDocument; live: VersionRecord }
type Said = { statement: Statement; side: Side; context: DocumentContext }
type Own = {
  said: Said[]
  names: Map<string, number>
  /** By what they say: statements that are in a contradiction already. */
  places: Map<string, Side>
}

/** What the live version states, and of the whole version where what is known of already stands now. */
async function readOwn({ sourceId, source, live }: Checked, context: IngestContext): Promise<Own> {
  const { version, language, contents } = live
  const since = sinceOf(source, live)
  const wanted = await wantedTexts(sourceId, context)
  const said: Said[] = []
  const places = new Map<string, Side>()
  const texts = new Set<string>()
  let counter: ReturnType<typeof nameCounter> | undefined
  let own = language
  let count = 0
  const limit = wanted.size > 0 ? Number.POSITIVE_INFINITY : maxChunks
  for await (const { content, chunk } of chunksOfContents(contents, limit, context)) {
    own = counter ? own : likelyLanguage(chunk.text, language)
    counter ??= nameCounter(own)
    const isRead = count++ < maxChunks
    if (isRead) counter.add(chunk)
    for (const statement of readStatements(chunk, own)) {
      const side = sideOf(statement, chunk, { ...content, sourceId, version, since: since.get(content.contentId)! })
      if (wanted.has(statement.text)) places.set(statement.text, side)
      // Chunks overlap, so what stands at the end of one stands in the next as well.
      if (!isRead || texts.has(statement.text)) continue
      texts.add(statement.text)
      const { title } = content
      said.push({ statement, side, context: { title, heading: chunk.heading, language: own, names: new Map() } })
    }
  }
  return { said, names: counter?.names() ?? new Map(), places }
}

/** The contradictions of a version's statements, at most one for each statement and other source. */
async function findContradictions(sourceId: string, { said, names }: Own, context: IngestContext) {
  const others = openOtherSources(context)
  const counts = new Map<string, { same: number; different: number }>()
  const found: { otherId: string; kind: ReturnType<typeof kindOf>; sides: [Side, Side] }[] = []
  let searches = 0
  let last: { search: string; chunks: FoundChunk[] } | undefined
  for (const { statement, side, context: own } of withoutAmbiguous(said)) {
    context.signal.throwIfAborted()
    const search = statement.search.slice(0, searchCharacters)
    if (last?.search !== search) {
      if (searches++ >= maxSearches) break
      const asked = { question: search, limit: chunksPerSearch, byWordsAlone: true }
      last = { search, chunks: (await context.ask(retrieval.queries.chunksFind, asked)).chunks }
    }
    for (const [otherId, chunks] of Map.groupBy(last.chunks, (each) => each.sourceId)) {
      if (otherId === sourceId) continue
      const judged = await judge(statement, own, otherId, chunks)
      if (!judged) continue
      const count = counts.get(otherId) ?? { same: 0, different: 0 }
      counts.set(otherId, count)
      if (judged === 'same') count.same++
      else {
        count.different++
        found.push({ otherId, kind: kindOf(judged), sides: [side, judged.place(judged.statement)] })
      }
    }
  }
  const { title = '', language = null } = said[0]?.context ?? {}
  const kept = []
  for (const { otherId, ...each } of found) {
    const other = (await others.contextOf(otherId))!
    if (!areParallel(counts.get(otherId)!, { title, language, names }, other)) kept.push(each)
  }
  return kept.slice(0, maxFound)

  /** Names take reading the other source, so they are looked at only where the statements themselves contradict. */
  async function judge(statement: Statement, own: DocumentContext, otherId: string, chunks: FoundChunk[]) {
    const candidates = await others.candidatesOf(otherId, chunks)
    const judged = judgeCandidates(statement, own, candidates)
    if (typeof judged !== 'object') return judged
    const known = (await others.contextOf(otherId))?.names ?? new Map()
    const withNames = candidates.map((each) => ({ ...each, context: { ...each.context, names: known } }))
    return judgeCandidates(statement, { ...own, names }, withNames)
  }
}

const kindOf = ({ kind }: Exclude<ReturnType<typeof judgeCandidates>, 'same' | undefined>) => kind
