import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { removeWhere } from '@frontdesk/documents'
import { job } from '@frontdesk/jobs'
import type { IngestContext } from '../context.ts'
import type { SourceDocument, VersionRecord } from '../sources/source-document.ts'
import { type DocumentContext, nameCounter } from './compare-statements.ts'
import { type CheckDocument, maxChunks, type Side, type StatementDocument } from './contradiction-document.ts'
import { recordContradiction, renewPlaces, wantedTexts } from './contradiction-store.ts'
import { findStatements } from './find-statements.ts'
import { areParallel, judgeCandidates } from './judge-candidates.ts'
import { openOtherSources } from './other-sources.ts'
import { likelyLanguage, readStatements, type Statement, withoutAmbiguous } from './read-statements.ts'
import { chunksOfContents, liveOf, partOf, sideOf, sinceOf } from './read-version.ts'
import { keysOf, textDigest } from './statement-keys.ts'

/** Statements that are looked up and judged in one turn of the loop: some milliseconds, so that questions go first. */
const statementsATurn = 50
/** Statements that are written at once. */
const writtenAtOnce = 500
/** Sources of an earlier release that are scheduled at once. */
const adoptedAtOnce = 200
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
    current?.body.contentIds === contentIds
      ? undefined
      : { body: { ...current?.body, contentIds, format: 1 as const, dueAt: clock.now() } },
  )
}

/** Schedules a check of sources whose statements an earlier release didn't keep: until then new sources are not held against them. */
export async function adoptEarlierChecks(context: IngestContext): Promise<void> {
  const { contradictionChecks } = context.collections
  const where = { format: { exists: false } }
  for (const { tenant, id } of await contradictionChecks.findAcrossTenants({ where, limit: adoptedAtOnce })) {
    const own = context.forTenant(tenant)
    await own.commit(contradictionChecks, id, (current) =>
      !current || current.body.format || current.body.claim
        ? undefined
        : { body: { ...current.body, format: 1 as const, dueAt: own.clock.now() } },
    )
  }
}

/** Checks sources whose live version changed: stores new contradictions, and resolves those that no longer exist. */
export const checkWork = job<IngestContext, CheckDocument>({
  name: 'check for contradictions',
  collection: ({ collections }) => collections.contradictionChecks,
  leaseMs: 60_000,
  // It competes with questions.
  slots: { perKey: 1, total: 1 },
  // The next that is heard of the source asks again.
  givesUp: { attempts: maxTries, outcome: () => ({ change: (body) => ({ ...body, contentIds: '' }) }) },
  async work({ id: sourceId, body: { kept = [] } }, context) {
    const { tenant, collections } = context
    const source = (await collections.sources.get(tenant, sourceId))?.body
    const live = liveOf(source)
    if (!source || !live) {
      await removeWhere(collections.statements, tenant, { sourceId })
      return { removes: true }
    }
    const own = await readOwn({ sourceId, source, live }, context)
    await renewPlaces(sourceId, own.places, context)
    await keepStatements(sourceId, { kept, keys: own.keys, live }, context)
    for (const found of await findContradictions(sourceId, own, context)) await recordContradiction(found, context)
    return {
      change: ({ partOf: _, ...body }) => ({
        ...body,
        ...{ format: 1, kept: live.contents.map(({ contentId }) => contentId) },
        ...partOf(live.contents),
      }),
    }
  },
})

type Checked = { sourceId: string; source: SourceDocument; live: VersionRecord }
type Said = { statement: Statement; side: Side; context: DocumentContext }
type Own = {
  said: Said[]
  names: Map<string, number>
  /** By what they say: statements that are in a contradiction already. */
  places: Map<string, Side>
  /** What others find its statements by. */
  keys: { id: string; body: StatementDocument }[]
}

/**
 * Keeps what others find the statements by, before this one looks for others: of two sources that are checked at once, at
 * least one finds the other. What contents that are not live any more said is removed.
 */
async function keepStatements(
  sourceId: string,
  { kept, keys, live }: { kept: string[]; keys: Own['keys']; live: VersionRecord },
  { tenant, collections, signal }: IngestContext,
): Promise<void> {
  const contentIds = new Set(live.contents.map(({ contentId }) => contentId))
  for (const contentId of kept)
    if (!contentIds.has(contentId)) await removeWhere(collections.statements, tenant, { contentId })
  const known = new Set(kept)
  const fresh = keys.filter(({ body }) => !known.has(body.contentId))
  for (let at = 0; at < fresh.length; at += writtenAtOnce) {
    signal.throwIfAborted()
    await collections.statements.addMany(tenant, fresh.slice(at, at + writtenAtOnce))
  }
  // It may have been deleted meanwhile, and its erasure been through here before.
  const source = (await collections.sources.get(tenant, sourceId))?.body
  if (!source || source.deleted) await removeWhere(collections.statements, tenant, { sourceId })
}

/** What the live version states, and of the whole version where what is known of already stands now. */
async function readOwn({ sourceId, source, live }: Checked, context: IngestContext): Promise<Own> {
  const { version, language, contents } = live
  const since = sinceOf(source, live)
  const wanted = await wantedTexts(sourceId, context)
  const said: Said[] = []
  const places = new Map<string, Side>()
  const texts = new Set<string>()
  const keys: Own['keys'] = []
  let line = -1
  let last: string | undefined
  let textsOfContent = new Set<string>()
  let counter: ReturnType<typeof nameCounter> | undefined
  let own = language
  let count = 0
  const limit = wanted.size > 0 ? Number.POSITIVE_INFINITY : maxChunks
  for await (const { content, chunk } of chunksOfContents(contents, limit, context)) {
    own = counter ? own : likelyLanguage(chunk.text, language)
    counter ??= nameCounter(own)
    const isRead = count++ < maxChunks
    if (last !== content.contentId) {
      last = content.contentId
      line = -1
      textsOfContent = new Set()
    }
    line++
    let number = 0
    if (isRead) counter.add(chunk)
    for (const statement of readStatements(chunk, own)) {
      const side = sideOf(statement, chunk, { ...content, sourceId, version, since: since.get(content.contentId)! })
      if (wanted.has(statement.text)) places.set(statement.text, side)
      // Chunks overlap, so what stands at the end of one stands in the next as well.
      if (isRead && !textsOfContent.has(statement.text)) {
        textsOfContent.add(statement.text)
        const { contentId } = content
        const text = textDigest(statement)
        for (const key of keysOf(statement))
          keys.push({ id: `${contentId}_${line}_${number++}`, body: { key, text, sourceId, contentId, line } })
      }
      if (!isRead || texts.has(statement.text)) continue
      texts.add(statement.text)
      const { title } = content
      said.push({ statement, side, context: { title, heading: chunk.heading, language: own, names: new Map() } })
    }
  }
  return { said, names: counter?.names() ?? new Map(), places, keys }
}

/** The contradictions of a version's statements, at most one for each statement and other source. */
async function findContradictions(sourceId: string, { said, names }: Own, context: IngestContext) {
  const others = openOtherSources(context)
  const counts = new Map<string, { same: number; different: number }>()
  const found: { otherId: string; kind: ReturnType<typeof kindOf>; sides: [Side, Side] }[] = []
  const looked = withoutAmbiguous(said)
  for (let at = 0; at < looked.length; at += statementsATurn) {
    context.signal.throwIfAborted()
    const turn = looked.slice(at, at + statementsATurn)
    const places = await findStatements(
      turn.map(({ statement }) => statement),
      context,
    )
    for (const { statement, side, context: own } of turn) {
      for (const [otherId, theirs] of Map.groupBy(places.get(statement) ?? [], (each) => each.sourceId)) {
        if (otherId === sourceId) continue
        const judged = await judge(statement, own, otherId, theirs)
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
    await turnOfTheLoop()
  }
  const { title = '', language = null } = said[0]?.context ?? {}
  const kept = []
  for (const { otherId, ...each } of found) {
    const other = (await others.contextOf(otherId))!
    if (!areParallel(counts.get(otherId)!, { title, language, names }, other)) kept.push(each)
  }
  return kept.slice(0, maxFound)

  /** Names take reading the other source, so they are looked at only where the statements themselves contradict. */
  async function judge(statement: Statement, own: DocumentContext, otherId: string, places: StatementDocument[]) {
    // The same words say the same: nothing needs to be read.
    const text = textDigest(statement)
    const repeats = places.filter((place) => place.text === text)
    if (repeats.length > 0 && (await others.isLive(otherId, repeats))) return 'same'
    const candidates = await others.candidatesOf(otherId, places)
    const judged = judgeCandidates(statement, own, candidates)
    if (typeof judged !== 'object') return judged
    const known = (await others.contextOf(otherId))?.names ?? new Map()
    const withNames = candidates.map((each) => ({ ...each, context: { ...each.context, names: known } }))
    return judgeCandidates(statement, { ...own, names }, withNames)
  }
}

const kindOf = ({ kind }: Exclude<ReturnType<typeof judgeCandidates>, 'same' | undefined>) => kind
