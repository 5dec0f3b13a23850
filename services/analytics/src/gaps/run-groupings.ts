import { derivedId } from '@frontdesk/contracts'
import { ascending, descending, pagesOf, type Stored } from '@frontdesk/documents'
import { job, type Lease } from '@frontdesk/jobs'
import type { AnalyticsContext } from '../context.ts'
import type { GroupingDocument, QuestionDocument } from './gap-document.ts'
import { findGroup, type Terms, termsOf } from './group-questions.ts'

const groupingId = 'grouping'
/** Questions grouped between two checkpoints. */
const batchSize = 50
/** Waiting questions that one look for tenants reads. */
const lookedAt = 200
/** Questions that a new one is compared with: the newest, and of each gap the newest. */
const comparedQuestions = 5_000
const comparedOfGap = 10
const pageSize = 1_000

type Group = { gapId: string; language: string | null; terms: Terms[] }

/**
 * Makes the grouping of every tenant due that has questions waiting. What waits is what the questions say themselves, so no
 * crash between a question and its job can leave one behind.
 */
export async function queueGroupings(context: AnalyticsContext): Promise<void> {
  const waiting = await context.collections.questions.findAcrossTenants({
    where: { waitingSince: { gt: '' } },
    sort: ascending('waitingSince'),
    limit: lookedAt,
  })
  for (const tenant of new Set(waiting.map((each) => each.tenant))) {
    if (context.signal.aborted) return
    const { commit, collections, clock } = context.forTenant(tenant)
    await commit(collections.groupings, groupingId, (current) => {
      const { lease, leaseUntil = 0, ...body } = current?.body ?? {}
      // Somebody is at it, it waits after a failure, or a process of an earlier release is at it.
      const isHeld = body.dueAt !== undefined || Math.max(leaseUntil, lease?.until ?? 0) > clock.now()
      return isHeld ? undefined : { body: { ...body, leaseUntil: 0, dueAt: clock.now() } }
    })
  }
}

/** Gives the questions of a tenant that wait their gaps. One process at a time, so that two never begin the same gap. */
export const groupingJob = job<AnalyticsContext, GroupingDocument>({
  name: 'grouping of questions',
  collection: ({ collections }) => collections.groupings,
  leaseMs: 60_000,
  pauseMs: 1_000,
  everyMs: 1_000,
  async work(lease, context) {
    const { tenant, collections, signal } = context
    for (;;) {
      signal.throwIfAborted()
      const { items } = await collections.questions.find(tenant, {
        where: { waitingSince: { gt: '' } },
        limit: batchSize,
      })
      if (items.length === 0) return {}
      await groupQuestions(items, lease, context)
      await lease.checkpoint((body) => body)
    }
  },
})

async function knownGroups({ tenant, collections }: AnalyticsContext): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>()
  let read = 0
  const sort = descending('at')
  for await (const page of pagesOf(collections.questions, tenant, { sort, limit: pageSize })) {
    for (const { body } of page) if (body.gapId) addTo(groups, body.gapId, body)
    read += page.length
    if (read >= comparedQuestions) break
  }
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

async function groupQuestions(
  waiting: Stored<QuestionDocument>[],
  lease: Lease<GroupingDocument>,
  context: AnalyticsContext,
): Promise<void> {
  const { tenant, collections, commit } = context
  const groups = await knownGroups(context)
  const gapIds = new Set<string>()
  for (const { id, body } of waiting) {
    const fitting = [...groups.values()].filter(({ language }) => isSameLanguage(language, body.language))
    // One that was given its gap before a crash keeps it.
    const gapId =
      body.gapId ?? findGroup(termsOf(body.text, body.language), fitting)?.gapId ?? derivedId('gap', tenant, id)
    if (!body.gapId) addTo(groups, gapId, body)
    gapIds.add(gapId)
    await lease.hold()
    await commit(collections.questions, id, (current) => current && { body: { ...current.body, gapId } })
  }
  for (const gapId of gapIds) await refreshGap(gapId, context)
  for (const { id } of waiting) {
    await lease.hold()
    await commit(collections.questions, id, (current) => {
      if (!current) return undefined
      const { waitingSince: _, ...rest } = current.body
      return { body: rest }
    })
  }
}

/** Counts a gap's questions again. It goes with its last one; asked again after it was closed, it is open again. */
export async function refreshGap(gapId: string, { tenant, collections, commit }: AnalyticsContext): Promise<void> {
  const { items } = await collections.questions.find(tenant, { where: { gapId }, sort: descending('at'), limit: 1 })
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
