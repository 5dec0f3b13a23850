import {
  type AnalyticsMetric,
  type AnalyticsRow,
  type analytics,
  type BodyOf,
  invalidField,
} from '@frontdesk/contracts'
import { descending, type Where } from '@frontdesk/documents'
import type { AnalyticsContext } from '../context.ts'
import type { Fact } from '../facts/fact-document.ts'
import { atIn, type Bounds, boundsOf } from '../facts/period.ts'
import { byUse, releaseTitles, tagsOf, titlesOf, unusedSources, usesIn } from './read-overview.ts'

type Asked = BodyOf<typeof analytics.queries.rowList>
type Page = { items: AnalyticsRow[]; nextCursor: string | null }

/** The facts that a number counts. */
const counted: Record<Exclude<AnalyticsMetric, 'sources_used' | 'sources_unused'>, Where> = {
  conversations: { kind: 'conversation' },
  messages: { kind: 'message' },
  questions: { kind: 'answer' },
  answered: { kind: 'answer', outcome: 'answered' },
  blocked: { kind: 'answer', outcome: 'blocked' },
  failed: { kind: 'answer', outcome: 'failed' },
  escalated: { kind: 'escalation' },
  confidence: { kind: 'answer', confidence: { exists: true } },
  judged: { kind: 'answer', outcome: 'answered', confidence: { exists: true }, judged: { exists: true } },
  first_response: { kind: 'response' },
  resolved_confirmed: { kind: 'resolution', how: 'confirmed' },
  resolved_assumed: { kind: 'resolution', how: 'assumed' },
  resolved_ai: { kind: 'resolution', by: 'ai' },
  resolved_agent: { kind: 'resolution', by: 'agent' },
  resolution: { kind: 'resolution' },
  rating: { kind: 'rating' },
  sla_met: { kind: 'sla', result: 'met' },
  sla_breached: { kind: 'sla', result: 'breached' },
}
/** A page that a tag leaves empty is filled from the ones behind it, but not for ever. */
const maxReads = 50

function toRow({
  kind: _,
  result: _result,
  sequence: _sequence,
  signs: _signs,
  policyIds,
  policyNames,
  ...fact
}: Fact): AnalyticsRow {
  const policies = policyIds?.map((policyId, i) => ({ policyId, name: policyNames![i]! }))
  return { ...fact, ...(policies && { policies }) }
}

/** The last of the ten bins has 1 too. */
function confidenceIn({ minConfidence, maxConfidence }: Asked): Where[string] | undefined {
  if (minConfidence === undefined && maxConfidence === undefined) return undefined
  return {
    ...(minConfidence !== undefined && { gte: minConfidence }),
    ...(maxConfidence !== undefined && (maxConfidence >= 1 ? { lte: maxConfidence } : { lt: maxConfidence })),
  }
}

/** The rows behind a number, newest first; sources by their use. */
export async function listRows(asked: Asked, context: AnalyticsContext): Promise<Page> {
  const bounds = boundsOf(asked, context.clock.now())
  if (asked.metric === 'sources_used' || asked.metric === 'sources_unused') return listSources(asked, bounds, context)
  const { channel, reason, policyId, sourceId, slaPolicyId, teamId, target, judged, score, tag, untagged, limit } =
    asked
  const confidence = confidenceIn(asked)
  const where: Where = {
    ...counted[asked.metric],
    at: atIn(bounds),
    ...(channel && { channel }),
    ...(reason && { reason }),
    ...(policyId && { policyIds: { has: policyId } }),
    ...(sourceId && { sourceIds: { has: sourceId } }),
    ...(slaPolicyId && { slaPolicyId }),
    ...(teamId && { teamId }),
    ...(target && { target }),
    ...(judged && { judged }),
    ...(score && { score }),
    ...(confidence && { confidence }),
  }
  const items: AnalyticsRow[] = []
  let cursor: string | null = asked.cursor ?? null
  for (let reads = 0; reads < maxReads; reads++) {
    const page: Awaited<ReturnType<typeof context.collections.facts.find>> = await context.collections.facts.find(
      context.tenant,
      { where, sort: descending('at'), limit: limit - items.length, cursor },
    )
    const bodies = page.items.map(({ body }) => body)
    const isByTag = tag !== undefined || untagged !== undefined
    const tags = isByTag ? await tagsOf(bodies, context) : undefined
    const fits = ({ conversationId }: Fact): boolean => {
      const own = tags?.get(conversationId) ?? []
      return (tag === undefined || own.includes(tag)) && (untagged === undefined || own.length === 0)
    }
    items.push(...bodies.filter(fits).map(toRow))
    cursor = page.nextCursor
    if (cursor === null || items.length === limit) break
  }
  return { items, nextCursor: cursor }
}

async function listSources({ metric, limit, cursor }: Asked, bounds: Bounds, context: AnalyticsContext): Promise<Page> {
  const start = Number(cursor ?? 0)
  if (!Number.isSafeInteger(start) || start < 0) {
    throw invalidField('cursor', 'Not a cursor of this list.')
  }
  const uses = await usesIn(bounds, context)
  const end = start + limit
  if (metric === 'sources_used') {
    const all = byUse(uses)
    const page = all.slice(start, end)
    const titles = await titlesOf(
      page.map(({ sourceId }) => sourceId),
      context,
    )
    const items = page.map((each) => ({ ...each, at: bounds.from, title: titles.get(each.sourceId) ?? '' }))
    return { items, nextCursor: end < all.length ? String(end) : null }
  }
  const items: AnalyticsRow[] = []
  let seen = 0
  for await (const { sourceId, title, addedAt } of unusedSources(uses, context)) {
    if (seen++ < start) continue
    if (items.length === limit) return { items: await withReleasedTitles(items, context), nextCursor: String(end) }
    items.push({ at: addedAt, sourceId, title, count: 0 })
  }
  return { items: await withReleasedTitles(items, context), nextCursor: null }
}

async function withReleasedTitles(rows: AnalyticsRow[], context: AnalyticsContext): Promise<AnalyticsRow[]> {
  const titles = await releaseTitles(
    rows.map(({ title = '' }) => title),
    context,
  )
  return rows.map((row, i) => ({ ...row, title: titles[i]! }))
}
