import {
  copiesErasures,
  type ErasureSubject,
  type Removed,
  retentionPerformed,
  type Settings,
  toWireError,
} from '@frontdesk/contracts'
import type { ChatContext } from './context.ts'
import type { ConversationDocument } from './conversation-document.ts'
import { removeWords, tellErased } from './erase-copies.ts'
import { readSettings } from './keep-settings.ts'
import type { RetentionDocument } from './retention-document.ts'

const documentId = 'retention'
const dayMs = 24 * 3_600_000
/** Between the end of a run and the next one. */
const restMs = 3_600_000
/** Whoever removes conversations renews this after each batch; a dead one is taken over after it. */
const leaseMs = 120_000
const pauseMs = 60_000
/** Conversations removed at once. */
const atOnce = 100
/** Batches of one tenant in one sweep, so that others get their turn. */
const batchesASweep = 10
/** All but the first, which is ours. */
const [, ...elsewhere] = copiesErasures
/** Only what people are done with goes by itself. */
const over = ['closed', 'resolved'] as const

/** Begins or ends the removal of old conversations, as the settings want it by now. */
export async function scheduleRetention({ retentionDays }: Settings, context: ChatContext): Promise<void> {
  const { tenant, collections, commit, clock } = context
  if (retentionDays === null) return
  await commit(collections.retentions, documentId, (current) => ({
    body: { ...current?.body, dueAt: Math.min(current?.body.dueAt ?? Number.POSITIVE_INFINITY, clock.now()) },
  }))
  context.log.info({ tenant, retentionDays }, 'old conversations are removed from now on')
}

/** Goes on with removals that are due. */
export async function runRetentions(context: ChatContext): Promise<void> {
  const due = await context.collections.retentions.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 50,
  })
  for (const { tenant } of due) {
    if (context.signal.aborted) return
    await runRetention(context.forTenant(tenant))
  }
}

async function runRetention(context: ChatContext): Promise<void> {
  const { tenant, collections, commit, clock, signal, log } = context
  let claimed: RetentionDocument | undefined
  await commit(collections.retentions, documentId, (current) => {
    claimed = undefined
    if (!current || current.body.dueAt > clock.now()) return undefined
    const startedAt = current.body.startedAt ?? new Date(clock.now()).toISOString()
    claimed = { ...current.body, startedAt, dueAt: clock.now() + leaseMs }
    return { body: claimed }
  })
  if (!claimed) return
  try {
    await goOn(claimed, context)
  } catch (error) {
    if (!signal.aborted) log.warn({ tenant, code: toWireError(error).code, err: error }, 'a retention run waits')
    await commit(collections.retentions, documentId, (current) =>
      current ? { body: { ...current.body, dueAt: clock.now() + (signal.aborted ? 0 : pauseMs) } } : undefined,
    )
  }
}

/** Removes what is old enough, a bounded part of it, and ends the run when there is no more. */
async function goOn(claimed: RetentionDocument, context: ChatContext): Promise<void> {
  const { collections, commit, clock, signal } = context
  const { retentionDays } = await readSettings(context)
  if (claimed.batch) await finishBatch(claimed.batch, context)
  const before = new Date(clock.now() - (retentionDays ?? 0) * dayMs).toISOString()
  for (let batch = 0; batch < batchesASweep && retentionDays !== null; batch++) {
    signal.throwIfAborted()
    const ids = await findOld(before, context)
    if (ids.length === 0) break
    if (batch === batchesASweep - 1) {
      await commit(collections.retentions, documentId, (current) => ({
        body: { ...current!.body, dueAt: clock.now() },
      }))
      return
    }
    await commit(collections.retentions, documentId, (current) => ({ body: { ...current!.body, batch: ids } }))
    const gone: string[] = []
    const counts = { conversations: 0, messages: 0, activities: 0 }
    for (const id of ids) {
      if (!(await removeOld(id, before, context))) continue
      gone.push(id)
      const { messages, activities } = await removeWords(id, context)
      counts.conversations++
      counts.messages += messages
      counts.activities += activities
    }
    await tell({ removed: asRemoved(counts), batch: gone }, context)
    await finishBatch(gone, context)
  }
  await end(before, retentionDays === null, context)
}

const asRemoved = (counts: Record<string, number>): Removed =>
  Object.entries(counts).map(([what, count]) => ({ what, count }))

/** Of `removed` the counts are added to those of the run. */
async function tell({ removed, ...change }: Partial<RetentionDocument>, context: ChatContext): Promise<void> {
  const { collections, commit, clock } = context
  await commit(collections.retentions, documentId, (current) => {
    const counts = new Map(current!.body.removed?.map(({ what, count }) => [what, count]))
    for (const { what, count } of removed ?? []) if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count)
    const all = [...counts].map(([what, count]) => ({ what, count }))
    return { body: { ...current!.body, ...change, removed: all, dueAt: clock.now() + leaseMs } }
  })
}

const isOver = ({ status, lastMessageAt, turns }: ConversationDocument, before: string): boolean =>
  over.some((each) => each === status) && lastMessageAt < before && turns.length === 0

async function findOld(before: string, { tenant, collections }: ChatContext): Promise<string[]> {
  const ids: string[] = []
  for (const status of over) {
    const { items } = await collections.conversations.find(tenant, {
      where: { status, lastMessageAt: { lt: before } },
      sort: { field: 'lastMessageAt', direction: 'asc' },
      limit: atOnce,
    })
    ids.push(...items.filter(({ body, outbox }) => isOver(body, before) && outbox.length === 0).map(({ id }) => id))
  }
  return ids.slice(0, atOnce)
}

/** Whether it is gone: somebody may have written in it just now, and then it stays. */
async function removeOld(id: string, before: string, { tenant, collections }: ChatContext): Promise<boolean> {
  const stored = await collections.conversations.get(tenant, id)
  if (!stored) return true
  // Events on their way would be projected again.
  if (stored.outbox.length > 0 || !isOver(stored.body, before)) return false
  return collections.conversations.remove(tenant, id, stored.revision)
}

/** Removes what is left of conversations that are gone, here after a crash and elsewhere. */
async function finishBatch(ids: string[], context: ChatContext): Promise<void> {
  const { tenant, collections, ask } = context
  const standing = new Set((await collections.conversations.getMany(tenant, ids)).map(({ id }) => id))
  const conversationIds = ids.filter((id) => !standing.has(id))
  for (const id of conversationIds) await removeWords(id, context)
  const subject: ErasureSubject = { kind: 'conversations', conversationIds }
  for (const erasure of conversationIds.length > 0 ? elsewhere : []) {
    let cursor: string | null = null
    do {
      const step: { removed: Removed; cursor: string | null } = await ask(erasure, {
        subject,
        ...(cursor !== null && { cursor }),
      })
      await tell({ removed: step.removed }, context)
      cursor = step.cursor
    } while (cursor !== null)
  }
  for (const id of conversationIds) await tellErased(id, context)
  await tell({ batch: [] }, context)
}

/** Ends a run, and tells what it removed. The document goes when nothing is to be removed any more. */
async function end(before: string, isOff: boolean, context: ChatContext): Promise<void> {
  const { tenant, collections, commit, clock, event } = context
  const stored = await commit(collections.retentions, documentId, (current) => {
    const { startedAt, removed = [] } = current!.body
    const events = removed.length > 0 ? [event(retentionPerformed, { startedAt: startedAt!, before, removed })] : []
    return { body: { dueAt: clock.now() + restMs }, events }
  })
  if (isOff && stored?.outbox.length === 0) await collections.retentions.remove(tenant, documentId, stored.revision)
}
