import { type Contradiction, derivedId, ingest } from '@frontdesk/contracts'
import { pagesOf, removeWhere, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import type { SourceDocument } from '../sources/source-document.ts'
import type { ContradictionKind } from './compare-statements.ts'
import type { ContradictionDocument, Side } from './contradiction-document.ts'

export type Found = { kind: ContradictionKind; sides: [Side, Side] }
type StoredContradiction = Stored<ContradictionDocument>

/** Contradictions that involve a source. */
async function* ofSource(
  sourceId: string,
  { tenant, collections }: IngestContext,
): AsyncGenerator<StoredContradiction> {
  for (const field of ['newer.sourceId', 'older.sourceId']) {
    const find = { where: { [field]: sourceId }, limit: 100 }
    // All are read before any is changed: a change may move one to the other field.
    yield* (await Array.fromAsync(pagesOf(collections.contradictions, tenant, find))).flat()
  }
}

/** Orders two sides by the time when their versions were created. */
function inOrder(a: Side, b: Side): Pick<ContradictionDocument, 'newer' | 'older' | 'sourceIds'> {
  const isNewer = a.since === b.since ? a.sourceId > b.sourceId : a.since > b.since
  const [newer, older] = isNewer ? [a, b] : [b, a]
  return { newer, older, sourceIds: [newer.sourceId, older.sourceId] }
}

/** The statements of a source in stored contradictions. */
export async function wantedTexts(sourceId: string, context: IngestContext): Promise<Set<string>> {
  const texts = new Set<string>()
  for await (const { body } of ofSource(sourceId, context)) {
    for (const side of [body.newer, body.older]) if (side.sourceId === sourceId) texts.add(side.text)
  }
  return texts
}

/**
 * Updates stored contradictions for a new live version: statements move to their `places`, and those that it no longer
 * contains are resolved.
 */
export async function renewPlaces(sourceId: string, places: Map<string, Side>, context: IngestContext): Promise<void> {
  const { commit, collections } = context
  for await (const { id } of ofSource(sourceId, context)) {
    await commit(collections.contradictions, id, (current) => {
      if (!current) return undefined
      const { newer, older, status } = current.body
      const [own, other] = newer.sourceId === sourceId ? [newer, older] : [older, newer]
      const place = places.get(own.text)
      if (place?.contentId === own.contentId && place.version === own.version) return undefined
      if (place) return { body: { ...current.body, ...inOrder(place, other) } }
      return status === 'open' ? { body: { ...current.body, status: 'resolved' as const } } : undefined
    })
  }
}

/**
 * Stores a contradiction under an id derived from its statements, and publishes an event the first time. A dismissed
 * one stays dismissed.
 */
export async function recordContradiction({ kind, sides }: Found, context: IngestContext): Promise<void> {
  const { tenant, collections, commit, clock, event } = context
  const id = derivedId('ctd', ...sides.map(({ sourceId, text }) => `${sourceId} ${text}`).sort())
  const ids = sides.map(({ sourceId }) => sourceId)
  const sources = new Map((await collections.sources.getMany(tenant, ids)).map((each) => [each.id, each.body]))
  await commit(collections.contradictions, id, (current) => {
    const placed = inOrder(...sides)
    if (current) {
      const status = current.body.status === 'resolved' ? ('open' as const) : current.body.status
      return { body: { ...current.body, ...placed, kind, status } }
    }
    const body = { kind, status: 'open' as const, ...placed, createdAt: timestampOf(clock) }
    return {
      body,
      events: [event(ingest.events.knowledgeContradicted, { contradiction: toContradiction(id, body, sources) })],
    }
  })
  // A source may have been deleted meanwhile, and its erasure been through here before.
  const after = await collections.sources.getMany(tenant, ids)
  if (after.length < ids.length || after.some(({ body }) => body.deleted))
    await collections.contradictions.remove(tenant, id)
}

/** Removes the contradictions of a deleted source; resolves with their number. */
export async function removeContradictions(sourceId: string, context: IngestContext): Promise<number> {
  const { tenant, collections } = context
  let count = 0
  for await (const { id } of ofSource(sourceId, context))
    count += Number(await collections.contradictions.remove(tenant, id))
  await removeWhere(collections.statements, tenant, { sourceId })
  await collections.contradictionChecks.remove(tenant, sourceId)
  return count
}

/** A contradiction as the API shows it. */
export function toContradiction(
  id: string,
  { kind, status, newer, older, createdAt }: ContradictionDocument,
  sources: Map<string, SourceDocument>,
): Contradiction {
  const shown = ({ sourceId, version, chunk, text, since }: Side) => ({
    ...{ sourceId, title: sources.get(sourceId)?.title ?? '', version, chunk: chunk.index, text, since },
  })
  return { id, kind, status, newer: shown(newer), older: shown(older), createdAt }
}
