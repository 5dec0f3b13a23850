import { derivedId } from '@frontdesk/contracts'
import type { AnalyticsContext } from '../context.ts'
import type { QuestionDocument } from './gap-documents.ts'
import { findGroup, type Terms, termsOf } from './group-questions.ts'

const leaseMs = 60_000
/** Questions grouped in one go. */
const atOnce = 50
/** Questions that a new one is compared with: the newest, and of each gap the newest. */
const comparedQuestions = 5_000
const comparedOfGap = 10
const pageSize = 1_000

type Group = { gapId: string; language: string | null; terms: Terms[] }

/** Gives questions that wait their gaps. One process at a time for a tenant, so that two never begin the same gap. */
export async function groupWaiting(context: AnalyticsContext): Promise<void> {
  const waiting = await context.collections.questions.findAcrossTenants({
    where: { waitingSince: { gt: '' } },
    sort: { field: 'waitingSince', direction: 'asc' },
    limit: atOnce,
  })
  for (const tenant of new Set(waiting.map((each) => each.tenant))) {
    if (context.signal.aborted) return
    const own = waiting.filter((each) => each.tenant === tenant).map(({ id }) => id)
    await holding(context.forTenant(tenant), (leased) => groupQuestions(own, leased))
  }
}

async function holding(context: AnalyticsContext, work: (context: AnalyticsContext) => Promise<void>): Promise<void> {
  const { collections, commit, clock } = context
  let isOurs = false
  await commit(collections.groupings, 'grouping', (current) => {
    isOurs = !current || current.body.leaseUntil <= clock.now()
    return isOurs ? { body: { leaseUntil: clock.now() + leaseMs } } : undefined
  })
  if (!isOurs) return
  try {
    await work(context)
  } finally {
    await commit(collections.groupings, 'grouping', () => ({ body: { leaseUntil: 0 } }))
  }
}

async function knownGroups({ tenant, collections }: AnalyticsContext): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>()
  let cursor: string | undefined
  let read = 0
  do {
    const page = await collections.questions.find(tenant, {
      sort: { field: 'at', direction: 'desc' },
      limit: pageSize,
      ...(cursor && { cursor }),
    })
    for (const { body } of page.items) if (body.gapId) addTo(groups, body.gapId, body)
    read += page.items.length
    cursor = page.nextCursor ?? undefined
  } while (cursor && read < comparedQuestions)
  return groups
}

function addTo(groups: Map<string, Group>, gapId: string, { text, language }: QuestionDocument): void {
  const group = groups.get(gapId) ?? { gapId, language: null, terms: [] }
  groups.set(gapId, group)
  group.language ??= language
  if (group.terms.length < comparedOfGap) group.terms.push(termsOf(text, language))
}

/** Of one language; of a few words none can be told, so they may belong to any. */
const isSameLanguage = (a: string | null, b: string | null): boolean => a === null || b === null || a === b

async function groupQuestions(ids: string[], context: AnalyticsContext): Promise<void> {
  const { tenant, collections, commit } = context
  // Read again: whoever held the lease before may have grouped them.
  const waiting = (await collections.questions.getMany(tenant, ids)).filter(({ body }) => body.waitingSince)
  const groups = await knownGroups(context)
  const gapIds = new Set<string>()
  for (const { id, body } of waiting) {
    const fitting = [...groups.values()].filter(({ language }) => isSameLanguage(language, body.language))
    // One that was given its gap before a crash keeps it.
    const gapId =
      body.gapId ?? findGroup(termsOf(body.text, body.language), fitting)?.gapId ?? derivedId('gap', tenant, id)
    if (!body.gapId) addTo(groups, gapId, body)
    gapIds.add(gapId)
    await commit(collections.questions, id, (current) => current && { body: { ...current.body, gapId } })
  }
  for (const gapId of gapIds) await refreshGap(gapId, context)
  for (const { id } of waiting) {
    await commit(collections.questions, id, (current) => {
      if (!current) return undefined
      const { waitingSince: _, ...rest } = current.body
      return { body: rest }
    })
  }
}

/** Counts a gap's questions again. It goes with its last one; asked again after it was closed, it is open again. */
export async function refreshGap(gapId: string, { tenant, collections, commit }: AnalyticsContext): Promise<void> {
  const { items } = await collections.questions.find(tenant, {
    where: { gapId },
    sort: { field: 'at', direction: 'desc' },
    limit: 1,
  })
  const newest = items[0]?.body
  if (!newest) {
    await collections.gaps.remove(tenant, gapId)
    return
  }
  const count = await collections.questions.count(tenant, { gapId })
  await commit(collections.gaps, gapId, (current) => {
    const known = current?.body ?? { status: 'open' as const, language: newest.language }
    const isBack = known.status === 'closed' && newest.at > (current?.body.closedAt ?? '')
    const status = isBack ? ('open' as const) : known.status
    return { body: { ...known, language: known.language ?? newest.language, status, count, lastAskedAt: newest.at } }
  })
}
