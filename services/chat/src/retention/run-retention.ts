import { chat, copiesErasures, type ErasureSubject, type Removed, type Settings } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'
import { readSettings } from '../settings/settings-store.ts'
import { removeVisitorsWithoutConversations } from '../visitors/visitor-store.ts'
import { recordErased, removeWords } from './erase-copies.ts'
import type { RetentionDocument } from './retention-document.ts'
import { type RetentionRule, type RetentionRuleName, retentionRules } from './retention-rules.ts'

const dayMs = 24 * 3_600_000
/** Batches of one tenant in one sweep, so that others get their turn. */
const batchesASweep = 10
/** All but the first, which is ours. */
const [, ...elsewhere] = copiesErasures

/** Starts or stops the removal of old conversations according to the current settings. */
export async function scheduleRetention(settings: Settings, context: ChatContext): Promise<void> {
  const { tenant, log } = context
  const { retentionDays } = settings
  if (retentionDays !== null) {
    await begin('retention', context)
    log.info({ tenant, retentionDays }, 'old conversations are removed from now on')
  }
  if (settings.anonymousRetentionDays !== null && (await hasAnonymous(context))) await begin('anonymous', context)
}

/** Starts the removal of old conversations of anonymous visitors when there is the first one. */
export async function scheduleAnonymousRetention(context: ChatContext): Promise<void> {
  const { tenant, collections } = context
  if (await collections.retentions.get(tenant, 'anonymous')) return
  const { anonymousRetentionDays } = await readSettings(context)
  if (anonymousRetentionDays !== null) await begin('anonymous', context)
}

/** Starts the removal of conversations that their visitors asked to have deleted. */
export const scheduleRequestedDeletions = (context: ChatContext): Promise<void> => begin('requested', context)

async function begin(rule: RetentionRuleName, { collections, commit, clock }: ChatContext): Promise<void> {
  await commit(collections.retentions, rule, (current) => {
    // Due again, it would be claimed beside the run that has it: both would remove, and what the first one counted be lost.
    if (current?.body.claim !== undefined) return { body: { ...current.body, isWanted: true as const } }
    return { body: { ...current?.body, dueAt: Math.min(current?.body.dueAt ?? Number.POSITIVE_INFINITY, clock.now()) } }
  })
}

async function hasAnonymous({ tenant, collections }: ChatContext): Promise<boolean> {
  const { items } = await collections.conversations.find(tenant, { where: { 'visitor.verified': false }, limit: 1 })
  return items.length > 0
}

/** Removals of old conversations, a bounded part of each at a time. */
export const retentionWork = job<ChatContext, RetentionDocument>({
  name: 'retention',
  collection: ({ collections }) => collections.retentions,
  leaseMs: 120_000,
  pauseMs: 60_000,
  maxWaitMs: Math.max(...Object.values(retentionRules).map(({ restMs }) => restMs)),
  async work(lease, context) {
    const startedAt = timestampOf(context.clock)
    if (!lease.body.startedAt || lease.body.isWanted) {
      await lease.note(({ isWanted: _, ...body }) => ({ ...body, startedAt: body.startedAt ?? startedAt }))
    }
    const doubtMs = lease.id === 'requested' ? 0 : (context.state.clockJumps?.doubtMs(context.clock.now()) ?? 0)
    if (doubtMs > 0) {
      context.log.warn({ doubtMs }, 'the clock jumped forward by more than a day: old conversations stay for now')
      return { dueInMs: doubtMs }
    }
    const rule: RetentionRule = retentionRules[lease.id as RetentionRuleName]
    const days = await rule.days(await readSettings(context), context)
    if (lease.body.batch) await finishBatch(lease, lease.body.batch, lease.body.visitors ?? [], context)
    // After a change of the settings it begins again.
    const walk = lease.body.walk?.days === days ? lease.body.walk : undefined
    const before = walk?.before ?? new Date(context.clock.now() - (days ?? 0) * dayMs).toISOString()
    let cursor = walk?.cursor
    for (let batch = 0; days !== null; batch++) {
      context.signal.throwIfAborted()
      const found = await rule.find(before, cursor, context)
      // Others get their turn.
      if (batch === batchesASweep - 1 && found.cursor !== null) return { dueInMs: 0 }
      if (found.ids.length > 0) await removeBatch(lease, { ids: found.ids, before, rule }, context)
      if (found.cursor === null) break
      cursor = found.cursor
      const next = { days, before, cursor }
      await lease.checkpoint((body) => ({ ...body, walk: next }))
    }
    return end(lease, { before, rule, isOff: days === null }, context)
  },
})

type Removing = Lease<RetentionDocument>

type Batch = { ids: string[]; before: string; rule: RetentionRule }

/** Removes conversations here and then in other services; what is to be removed is stored before the first one is. */
async function removeBatch(lease: Removing, { ids, before, rule }: Batch, context: ChatContext): Promise<void> {
  const found = await context.collections.conversations.getMany(context.tenant, ids)
  const visitors = [...new Set(found.flatMap(({ body }) => body.visitor?.id ?? []))]
  await lease.checkpoint((body) => ({ ...body, batch: ids, visitors }))
  const gone: string[] = []
  const counts = { conversations: 0, messages: 0, activities: 0 }
  for (const id of ids) {
    await lease.hold()
    const stored = await context.collections.conversations.get(context.tenant, id)
    if (stored && !(await removeOld(stored, before, rule, context))) continue
    gone.push(id)
    const { messages, activities } = await removeWords(id, context)
    counts.conversations++
    counts.messages += messages
    counts.activities += activities
  }
  await tell(lease, { removed: asRemoved(counts), batch: gone })
  await finishBatch(lease, gone, visitors, context)
}

const asRemoved = (counts: Record<string, number>): Removed =>
  Object.entries(counts).map(([what, count]) => ({ what, count }))

/** Of `removed` the counts are added to those of the run. */
async function tell(lease: Removing, { removed, ...change }: Partial<RetentionDocument>): Promise<void> {
  await lease.checkpoint((body) => {
    const counts = new Map(body.removed?.map(({ what, count }) => [what, count]))
    for (const { what, count } of removed ?? []) if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count)
    return { ...body, ...change, removed: [...counts].map(([what, count]) => ({ what, count })) }
  })
}

/** Whether it was removed; it stays if somebody has just written in it. */
async function removeOld(
  stored: Stored<ConversationDocument>,
  before: string,
  rule: RetentionRule,
  context: ChatContext,
): Promise<boolean> {
  // Events on their way would be projected again.
  if (stored.outbox.length > 0 || !(await rule.isDue(stored, before, context))) return false
  return context.collections.conversations.remove(context.tenant, stored.id, stored.revision)
}

/** Removes the remains of removed conversations, here after a crash and in other services. */
async function finishBatch(lease: Removing, ids: string[], visitors: string[], context: ChatContext): Promise<void> {
  const { tenant, collections, ask } = context
  const standing = new Set((await collections.conversations.getMany(tenant, ids)).map(({ id }) => id))
  const conversationIds = ids.filter((id) => !standing.has(id))
  for (const id of conversationIds) await removeWords(id, context)
  await removeVisitorsWithoutConversations(visitors, context)
  const subject: ErasureSubject = { kind: 'conversations', conversationIds }
  for (const erasure of conversationIds.length > 0 ? elsewhere : []) {
    let cursor: string | null = null
    do {
      await lease.hold()
      const step: { removed: Removed; cursor: string | null } = await ask(erasure, {
        subject,
        cursor: cursor ?? undefined,
      })
      await tell(lease, { removed: step.removed })
      cursor = step.cursor
    } while (cursor !== null)
  }
  for (const id of conversationIds) await recordErased(id, context)
  await tell(lease, { batch: [], visitors: [] })
}

/** Ends a run, and reports what it removed. Removes the document when retention is off. */
function end(
  { id, body }: Removing,
  { before, rule, isOff }: { before: string; rule: RetentionRule; isOff: boolean },
  { tenant, collections, event }: ChatContext,
): Outcome<RetentionDocument> {
  const { startedAt, removed = [] } = body
  return {
    dueInMs: ({ isWanted }) => (isWanted ? 0 : rule.restMs),
    change: ({ isWanted }) => ({ ...(isWanted && { isWanted }) }),
    tell: () =>
      removed.length > 0 ? [event(chat.events.retentionPerformed, { startedAt: startedAt!, before, removed })] : [],
    async afterwards({ body: { isWanted }, outbox, revision }) {
      if (isOff && !isWanted && outbox.length === 0) await collections.retentions.remove(tenant, id, revision)
    },
  }
}
