import { type analytics, type BodyOf, policyEngine, type ReplyOf } from '@frontdesk/contracts'
import { ascending, pagesOf } from '@frontdesk/documents'
import type { AnalyticsContext } from '../context.ts'
import { startCalibration } from '../facts/count-calibration.ts'
import { type CountedFact, countFacts, type GroupField, startCount } from '../facts/count-facts.ts'
import { startSlaCount } from '../facts/count-sla.ts'
import type { Fact } from '../facts/fact-document.ts'
import { atIn, type Bounds, boundsOf, daysIn } from '../facts/period.ts'
import { readRecalibration } from '../facts/recalibrate-tenant.ts'

type Overview = ReplyOf<typeof analytics.queries.overviewRead>
type Count = ReturnType<typeof startCount>

const pageSize = 1_000
const maxListed = 25
/** Of one request to release texts. */
const maxTexts = 100
const maxGroups = 366

/** Tags of the conversations that some facts are about, as they are now. */
export async function tagsOf(
  about: Pick<Fact, 'conversationId'>[],
  { tenant, collections }: AnalyticsContext,
): Promise<Map<string, string[]>> {
  const ids = [...new Set(about.map(({ conversationId }) => conversationId))]
  return new Map((await collections.conversations.getMany(tenant, ids)).map(({ id, body }) => [id, body.tags]))
}

/** Which groups some counted facts belong to. */
async function groupingOf(by: Overview['by'], part: CountedFact[], context: AnalyticsContext) {
  if (by === 'channel') return ({ channel }: CountedFact): (string | null)[] => [channel!]
  if (by !== 'tag') return (): (string | null)[] => []
  const tags = await tagsOf(part as { conversationId: string }[], context)
  return ({ conversationId }: CountedFact): (string | null)[] => {
    const own = tags.get(conversationId!) ?? []
    return own.length === 0 ? [null] : own
  }
}

/** Counts every fact of a period; as a whole, and by day, channel or tag. */
export async function readOverview(asked: BodyOf<typeof analytics.queries.overviewRead>, context: AnalyticsContext) {
  const bounds = boundsOf(asked, context.clock.now())
  const by = asked.by ?? null
  const total = startCount()
  const groups = new Map<string | null, Count>()
  const policies = new Map<string, { name: string; count: number }>()
  const uses = new Map<string, number>()
  const levels = startSlaCount()
  const calibration = startCalibration()
  const groupOf = (key: string | null): Count => {
    const group = groups.get(key) ?? startCount()
    groups.set(key, group)
    return group
  }
  function add(fact: CountedFact, count: number, keys: (string | null)[]): void {
    total.add(fact, count)
    levels.add(fact, count)
    calibration.add(fact, count)
    for (const key of keys) groupOf(key).add(fact, count)
    for (const [i, id] of (fact.policyIds ?? []).entries()) {
      policies.set(id, { name: fact.policyNames![i]!, count: (policies.get(id)?.count ?? 0) + count })
    }
    for (const id of fact.sourceIds ?? []) uses.set(id, (uses.get(id) ?? 0) + count)
  }
  const groupedBy: GroupField[] = by === 'channel' ? ['channel'] : by === 'tag' ? ['conversationId'] : []
  // A day at a time: a range of an index, and no more in memory than what differs within it.
  for (const { key: day, ...period } of daysIn(bounds)) {
    if (by === 'day') groupOf(day)
    for await (const part of countFacts(period, groupedBy, context)) {
      const facts = part.map(({ fact }) => fact)
      const keysOf = await groupingOf(by, facts, context)
      for (const { fact, count } of part) add(fact, count, by === 'day' ? [day] : keysOf(fact))
    }
  }
  const recalibration = await readRecalibration(context)
  return {
    ...bounds,
    ...total.numbers(),
    blockedByPolicy: [...policies]
      .map(([policyId, policy]) => ({ policyId, ...policy }))
      .toSorted((a, b) => b.count - a.count || (a.policyId < b.policyId ? -1 : 1))
      .slice(0, maxListed),
    ...levels.numbers(),
    calibration: { ...calibration.numbers(), recalibration: recalibration ? { fit: null, ...recalibration } : null },
    sources: await sourcesOf(uses, context),
    by,
    groups: groupsInOrder(by, groups),
  }
}

function groupsInOrder(by: Overview['by'], groups: Map<string | null, Count>): Overview['groups'] {
  const all = [...groups]
  const ordered =
    by === 'day'
      ? all
      : all.toSorted(([, { counts: a }], [, { counts: b }]) => b.questions - a.questions || b.messages - a.messages)
  return ordered.slice(0, maxGroups).map(([key, count]) => ({ key, ...count.numbers() }))
}

/** Titles of sources as the policies let them out, empty for those that are gone or that a topic blocks. */
export async function titlesOf(ids: string[], context: AnalyticsContext): Promise<Map<string, string>> {
  const { tenant, collections } = context
  const found = await collections.sources.getMany(tenant, ids)
  const released = await releaseTitles(
    found.map(({ body }) => body.title),
    context,
  )
  return new Map(found.map(({ id }, i) => [id, released[i]!]))
}

/** Titles as answers show them to customers. Throws `policy_unavailable`. */
export async function releaseTitles(titles: string[], { ask }: AnalyticsContext): Promise<string[]> {
  const released: string[] = []
  for (let start = 0; start < titles.length; start += maxTexts) {
    const some = titles.slice(start, start + maxTexts)
    const { texts } = await ask(policyEngine.queries.textsRelease, { texts: some, length: 'kept' })
    released.push(...texts.map(({ text, blocked }) => (blocked ? '' : text)))
  }
  return released
}

/** Sources that answer now, oldest first, and are not among the used ones. */
export async function* unusedSources(uses: ReadonlyMap<string, number>, { tenant, collections }: AnalyticsContext) {
  const find = { where: { isLive: true }, sort: ascending('addedAt'), limit: pageSize } as const
  for await (const page of pagesOf(collections.sources, tenant, find))
    for (const { id, body } of page) if (!uses.has(id)) yield { sourceId: id, ...body }
}

/** The most used first. */
export const byUse = (uses: ReadonlyMap<string, number>) =>
  [...uses].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([sourceId, count]) => ({ sourceId, count }))

async function sourcesOf(uses: ReadonlyMap<string, number>, context: AnalyticsContext): Promise<Overview['sources']> {
  const most = byUse(uses).slice(0, maxListed)
  const ids = most.map(({ sourceId }) => sourceId)
  const titles = await titlesOf(ids, context)
  const neverUsed: Overview['sources']['neverUsed'] = []
  let unused = 0
  for await (const { sourceId, title } of unusedSources(uses, context)) {
    unused++
    if (neverUsed.length < maxListed) neverUsed.push({ sourceId, title })
  }
  const shown = await releaseTitles(
    neverUsed.map(({ title }) => title),
    context,
  )
  const mostUsed = most.map((each) => ({ ...each, title: titles.get(each.sourceId) ?? '' }))
  return {
    used: uses.size,
    unused,
    mostUsed,
    neverUsed: neverUsed.map(({ sourceId }, i) => ({ sourceId, title: shown[i]! })),
  }
}

/** How often answers of a period rested on each source. */
export async function usesIn(bounds: Bounds, { tenant, collections }: AnalyticsContext): Promise<Map<string, number>> {
  const where = { kind: 'answer', at: atIn(bounds) }
  const counted = await collections.facts.countBy(tenant, { where, fields: ['sourceIds'] })
  const uses = new Map<string, number>()
  for (const { values, count } of counted) {
    for (const id of (values[0] ?? []) as string[]) uses.set(id, (uses.get(id) ?? 0) + count)
  }
  return uses
}
