import type { analyticsOverview, BodyOf, ReplyOf } from '@frontdesk/contracts'
import type { AnalyticsContext } from './context.ts'
import { startCount } from './count-facts.ts'
import type { Fact } from './fact-documents.ts'
import { atIn, type Bounds, boundsOf, daysOf } from './period.ts'

type Overview = ReplyOf<typeof analyticsOverview>
type Count = ReturnType<typeof startCount>

const pageSize = 1_000
const kinds: Fact['kind'][] = ['conversation', 'message', 'answer', 'escalation', 'response', 'resolution']
const mostListed = 25
const mostGroups = 366

/** Every fact of a period, a page at a time. */
async function* factsIn(bounds: Bounds, { tenant, collections, signal }: AnalyticsContext): AsyncGenerator<Fact[]> {
  for (const kind of kinds) {
    let cursor: string | undefined
    do {
      signal.throwIfAborted()
      const page = await collections.facts.find(tenant, {
        where: { kind, at: atIn(bounds) },
        sort: { field: 'at', direction: 'asc' },
        limit: pageSize,
        ...(cursor && { cursor }),
      })
      yield page.items.map(({ body }) => body)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
}

/** Tags of the conversations that some facts are about, as they are now. */
export async function tagsOf(
  about: Pick<Fact, 'conversationId'>[],
  { tenant, collections }: AnalyticsContext,
): Promise<Map<string, string[]>> {
  const ids = [...new Set(about.map(({ conversationId }) => conversationId))]
  return new Map((await collections.conversations.getMany(tenant, ids)).map(({ id, body }) => [id, body.tags]))
}

/** Which groups a page's facts belong to. */
async function grouping(by: Overview['by'], page: Fact[], context: AnalyticsContext) {
  if (by === 'day') return ({ at }: Fact): (string | null)[] => [at.slice(0, 10)]
  if (by === 'channel') return ({ channel }: Fact): (string | null)[] => [channel]
  if (by === null) return (): (string | null)[] => []
  const tags = await tagsOf(page, context)
  return ({ conversationId }: Fact): (string | null)[] => {
    const own = tags.get(conversationId) ?? []
    return own.length === 0 ? [null] : own
  }
}

/** Counts every fact of a period; as a whole, and by day, channel or tag. */
export async function readOverview(asked: BodyOf<typeof analyticsOverview>, context: AnalyticsContext) {
  const bounds = boundsOf(asked, context.clock.now())
  const by = asked.by ?? null
  const total = startCount()
  const groups = new Map<string | null, Count>(by === 'day' ? daysOf(bounds).map((day) => [day, startCount()]) : [])
  const policies = new Map<string, { name: string; count: number }>()
  const uses = new Map<string, number>()
  for await (const page of factsIn(bounds, context)) {
    const groupsOf = await grouping(by, page, context)
    for (const fact of page) {
      total.add(fact)
      for (const key of groupsOf(fact)) {
        const group = groups.get(key) ?? startCount()
        groups.set(key, group)
        group.add(fact)
      }
      for (const [i, id] of (fact.policyIds ?? []).entries()) {
        policies.set(id, { name: fact.policyNames![i]!, count: (policies.get(id)?.count ?? 0) + 1 })
      }
      for (const id of fact.sourceIds ?? []) uses.set(id, (uses.get(id) ?? 0) + 1)
    }
  }
  return {
    ...bounds,
    ...total.numbers(),
    blockedByPolicy: [...policies]
      .map(([policyId, policy]) => ({ policyId, ...policy }))
      .toSorted((a, b) => b.count - a.count || (a.policyId < b.policyId ? -1 : 1))
      .slice(0, mostListed),
    sources: await sourcesOf(uses, context),
    by,
    groups: groupsInOrder(by, groups),
  }
}

function groupsInOrder(by: Overview['by'], groups: Map<string | null, Count>): Overview['groups'] {
  const all = [...groups].map(([key, count]) => ({ key, ...count.numbers() }))
  const ordered = by === 'day' ? all : all.toSorted((a, b) => b.questions - a.questions || b.messages - a.messages)
  return ordered.slice(0, mostGroups)
}

/** Titles of sources, empty for those that are gone. */
export async function titlesOf(ids: string[], { tenant, collections }: AnalyticsContext): Promise<Map<string, string>> {
  const found = await collections.sources.getMany(tenant, ids)
  return new Map(found.map(({ id, body }) => [id, body.title]))
}

/** Sources that answer now, oldest first, and are not among the used ones. */
export async function* unusedSources(uses: ReadonlyMap<string, number>, { tenant, collections }: AnalyticsContext) {
  let cursor: string | undefined
  do {
    const page = await collections.sources.find(tenant, {
      where: { isLive: true },
      sort: { field: 'addedAt', direction: 'asc' },
      limit: pageSize,
      ...(cursor && { cursor }),
    })
    for (const { id, body } of page.items) if (!uses.has(id)) yield { sourceId: id, ...body }
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

/** The most used first. */
export const byUse = (uses: ReadonlyMap<string, number>) =>
  [...uses].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([sourceId, count]) => ({ sourceId, count }))

async function sourcesOf(uses: ReadonlyMap<string, number>, context: AnalyticsContext): Promise<Overview['sources']> {
  const most = byUse(uses).slice(0, mostListed)
  const ids = most.map(({ sourceId }) => sourceId)
  const titles = await titlesOf(ids, context)
  const neverUsed: Overview['sources']['neverUsed'] = []
  let unused = 0
  for await (const { sourceId, title } of unusedSources(uses, context)) {
    unused++
    if (neverUsed.length < mostListed) neverUsed.push({ sourceId, title })
  }
  const mostUsed = most.map((each) => ({ ...each, title: titles.get(each.sourceId) ?? '' }))
  return { used: uses.size, unused, mostUsed, neverUsed }
}

/** How often answers of a period rested on each source. */
export async function usesIn(
  bounds: Bounds,
  { tenant, collections, signal }: AnalyticsContext,
): Promise<Map<string, number>> {
  const uses = new Map<string, number>()
  let cursor: string | undefined
  do {
    signal.throwIfAborted()
    const page = await collections.facts.find(tenant, {
      where: { kind: 'answer', at: atIn(bounds) },
      sort: { field: 'at', direction: 'asc' },
      limit: pageSize,
      ...(cursor && { cursor }),
    })
    for (const { body } of page.items) for (const id of body.sourceIds ?? []) uses.set(id, (uses.get(id) ?? 0) + 1)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return uses
}
