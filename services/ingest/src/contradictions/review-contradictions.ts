import {
  type BodyOf,
  type Contradiction,
  type ingest,
  type PartlyChecked,
  type PlacedContradiction,
  ServiceError,
} from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import { areToldApart } from '@frontdesk/language'
import type { IngestContext } from '../context.ts'
import { type ContradictionDocument, maxChunks, type Side } from './contradiction-document.ts'
import { toContradiction } from './contradiction-store.ts'

type StoredContradiction = Stored<ContradictionDocument>

async function sourcesOf(found: StoredContradiction[], { tenant, collections }: IngestContext) {
  const ids = [...new Set(found.flatMap(({ body }) => body.sourceIds))]
  return new Map((await collections.sources.getMany(tenant, ids)).map(({ id, body }) => [id, body]))
}

/** At most so many sources are named that were checked in part. */
const maxPartlyChecked = 100

/** A page of contradictions, newest first, and the sources (or the one asked for) of which only a part was checked. */
export async function listContradictions(
  { limit, cursor, status, sourceId }: BodyOf<typeof ingest.queries.contradictionList>,
  context: IngestContext,
): Promise<{ items: Contradiction[]; nextCursor: string | null; partlyChecked: PartlyChecked[] }> {
  const page = await context.collections.contradictions.find(context.tenant, {
    where: { ...(status && { status }), ...(sourceId && { sourceIds: { has: sourceId } }) },
    sort: descending('createdAt'),
    limit,
    cursor,
  })
  const sources = await sourcesOf(page.items, context)
  return {
    items: page.items.map(({ id, body }) => toContradiction(id, body, sources)),
    nextCursor: page.nextCursor,
    partlyChecked: await listPartlyChecked(sourceId, context),
  }
}

/** Sources that were checked in part: the one asked for, if it was, or all. */
async function listPartlyChecked(
  sourceId: string | undefined,
  { tenant, collections: { contradictionChecks } }: IngestContext,
): Promise<PartlyChecked[]> {
  const found =
    sourceId === undefined
      ? (await contradictionChecks.find(tenant, { where: { partOf: { gt: maxChunks } }, limit: maxPartlyChecked }))
          .items
      : await contradictionChecks.getMany(tenant, [sourceId])
  return found.flatMap(({ id, body: { partOf } }) =>
    partOf === undefined ? [] : [{ sourceId: id, checkedChunks: maxChunks, chunks: partOf }],
  )
}

/** Dismisses a contradiction: it is no longer listed as open, and changes no answer. Throws `not_found`. */
export async function dismissContradiction(contradictionId: string, context: IngestContext): Promise<Contradiction> {
  const stored = await context.commit(context.collections.contradictions, contradictionId, (current) => {
    if (!current) throw new ServiceError('not_found', { detail: 'There is no such contradiction.' })
    return current.body.status === 'dismissed' ? undefined : { body: { ...current.body, status: 'dismissed' as const } }
  })
  return toContradiction(contradictionId, stored!.body, await sourcesOf([stored!], context))
}

/** Those that answers are made with: more would be of chunks that say the same. */
const maxFound = 20

type Place = { contentId: string; index: number }

/** Tells statements that may stand in some chunks: chunks overlap, so one that is kept with its neighbour may stand there too. */
export function mayStandIn(chunks: Place[]): (side: { contentId: string; chunk: { index: number } }) => boolean {
  const places = new Set(chunks.map(({ contentId, index }) => `${contentId} ${index}`))
  return ({ contentId, chunk }) => [-1, 0, 1].some((by) => places.has(`${contentId} ${chunk.index + by}`))
}

/**
 * Open contradictions of statements in these chunks, and of the newer ones of these with still newer ones. What stands
 * elsewhere by now is found by no chunk that is live.
 */
export async function findPlaced(
  { chunks }: BodyOf<typeof ingest.queries.contradictionFind>,
  context: IngestContext,
): Promise<{ items: PlacedContradiction[] }> {
  if (chunks.length === 0) return { items: [] }
  const open = async (field: 'newer.contentId' | 'older.contentId', contentIds: string[]) =>
    (
      await context.collections.contradictions.find(context.tenant, {
        where: { [field]: { in: [...new Set(contentIds)] }, status: 'open' },
        limit: 1_000,
      })
    ).items
  const contentIds = chunks.map(({ contentId }) => contentId)
  const isAmong = mayStandIn(chunks)
  const found = new Map<string, StoredContradiction>()
  for (const field of ['newer.contentId', 'older.contentId'] as const)
    for (const each of await open(field, contentIds))
      if (isAmong(each.body.newer) || isAmong(each.body.older)) found.set(each.id, each)
  const first = [...found.values()].slice(0, maxFound)
  if (first.length === 0) return { items: [] }
  // What is said last may contradict the newer statement alone, whose chunk was not found.
  const keyOf = ({ contentId, text }: Side) => `${contentId} ${text}`
  const said = new Set(first.map(({ body }) => keyOf(body.newer)))
  const inTurn = await open(
    'older.contentId',
    first.map(({ body }) => body.newer.contentId),
  )
  const further = inTurn.filter(({ id, body }) => said.has(keyOf(body.older)) && !first.some((each) => each.id === id))
  const chosen = [...first, ...further.slice(0, maxFound)]
  const sources = await sourcesOf(chosen, context)
  const isLive = ({ sourceId, version }: Side) => sources.get(sourceId)?.liveVersion === version
  const titleOf = ({ sourceId }: Side) => sources.get(sourceId)!.title
  // A title may be another one than when they were compared, or this have been found by an earlier release.
  const areRenamed = (newer: Side, older: Side) =>
    areToldApart({ titles: [titleOf(newer), titleOf(older)], texts: [newer.text, older.text] }, null)
  return {
    items: chosen
      .filter(({ body: { newer, older } }) => isLive(newer) && isLive(older) && !areRenamed(newer, older))
      .map(({ id, body: { newer, older } }) => ({
        id,
        newer: { ...newer, title: titleOf(newer) },
        older: { ...older, title: titleOf(older) },
      })),
  }
}
