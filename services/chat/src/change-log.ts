import { type Change, ServiceError } from '@frontdesk/contracts'
import { collection, removeOld, type Stored } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { ChatContext } from './context.ts'
import { toConversation } from './conversation-document.ts'
import { findMessage } from './list-messages.ts'
import { liveTurnsOf } from './live-turns.ts'

/** A change as it is kept: names of what changed, none of its words, so that nothing of an erased customer stands here. */
type ChangeDocument = Omit<Change, 'conversation' | 'message'> & {
  eventId: string
  messageId?: string
}
export type NewChange = Omit<ChangeDocument, 'number' | 'at' | 'eventId'>

/** Ids are the numbers, padded, so that a number is given once whoever gives it. */
export const changeLog = collection<ChangeDocument>('chat-changes', [
  { fields: ['eventId'], unique: true },
  { fields: ['number'] },
  { fields: ['at'], acrossTenants: true },
])

const idOf = (number: number): string => String(number).padStart(15, '0')
const bellOf = (tenant: string): string => `changes of ${tenant}`
/** How long a reader waits for a bell that rings in another process only. */
const lookEveryMs = 500
const page = 50
const keptMs = 7 * 24 * 60 * 60 * 1_000

/** What one running service knows of the logs: the newest number seen, and the append that is under way. */
type Known = { highest: number; appending: Promise<void> }
const knownLogs = new WeakMap<object, Map<string, Known>>()

function knownOf({ tenant, collections }: ChatContext): Known {
  const tenants = knownLogs.get(collections) ?? new Map<string, Known>()
  knownLogs.set(collections, tenants)
  const known = tenants.get(tenant) ?? { highest: 0, appending: Promise.resolve() }
  tenants.set(tenant, known)
  return known
}

async function readHighest({ tenant, collections }: ChatContext): Promise<number> {
  const { items } = await collections.changeLog.find(tenant, {
    sort: { field: 'number', direction: 'desc' },
    limit: 1,
  })
  return items[0]?.body.number ?? 0
}

/**
 * Gives an event the next number of its tenant. The same event again changes nothing. No number is left out, and none is
 * to be seen before the one before it, whichever processes append at once.
 */
export function appendChange(
  entry: NewChange,
  { id: eventId, at }: Pick<Envelope, 'id' | 'at'>,
  context: ChatContext,
): Promise<void> {
  const known = knownOf(context)
  const appended = known.appending.then(() => append({ ...entry, eventId, at }, known, context))
  known.appending = appended.catch(() => {})
  return appended
}

async function append(entry: Omit<ChangeDocument, 'number'>, known: Known, context: ChatContext): Promise<void> {
  const { tenant, collections } = context
  if (known.highest === 0) known.highest = await readHighest(context)
  while (!context.signal.aborted) {
    const number = known.highest + 1
    const { inserted, stored } = await collections.changeLog.insert(tenant, idOf(number), { ...entry, number })
    if (inserted) {
      known.highest = number
      return liveTurnsOf(context).ring(bellOf(tenant))
    }
    if (stored.body.eventId === entry.eventId) return
    known.highest = Math.max(number, await readHighest(context))
  }
  throw new ServiceError('unavailable')
}

type Sent = Change | { type: 'ready'; number: number }

/**
 * Changes after a number, in order, without a gap, as long as the reader stays. First comes `ready` with the number from
 * which on it reads; `reset` says that changes in between are gone, so whoever shows them reads the lists again.
 */
export async function* followChanges(after: number | undefined, context: ChatContext): AsyncGenerator<Sent> {
  const { tenant, collections, signal, clock } = context
  const live = liveTurnsOf(context)
  const leave = live.enter(bellOf(tenant))
  try {
    const highest = await readHighest(context)
    let last = after ?? highest
    if (last > highest || (await isForgotten(last, context))) {
      last = highest
      yield { type: 'reset', number: last, at: new Date(clock.now()).toISOString() }
    } else yield { type: 'ready', number: last }
    while (!signal.aborted) {
      const heard = live.ringsOf(bellOf(tenant))
      const { items } = await collections.changeLog.find(tenant, {
        where: { number: { gt: last } },
        sort: { field: 'number', direction: 'asc' },
        limit: page,
      })
      for (const { body } of items) {
        yield await shown(body, context)
        last = body.number
      }
      if (items.length < page) await live.nextRing(bellOf(tenant), heard, lookEveryMs, signal)
    }
  } finally {
    leave()
  }
}

async function isForgotten(last: number, { tenant, collections }: ChatContext): Promise<boolean> {
  const { items } = await collections.changeLog.find(tenant, {
    sort: { field: 'number', direction: 'asc' },
    limit: 1,
  })
  return items[0] !== undefined && items[0].body.number > last + 1
}

async function shown(
  { eventId: _event, conversationId, messageId, ...change }: ChangeDocument,
  context: ChatContext,
): Promise<Change> {
  if (!conversationId) return change
  const stored = await context.collections.conversations.get(context.tenant, conversationId)
  if (!stored) return { ...change, conversationId }
  const message = messageId ? await findMessage(stored, messageId, context) : undefined
  return { ...change, conversation: toConversation(conversationId, stored.body), ...(message && { message }) }
}

/** Forgets changes that are older than a week; the newest of a tenant stays, for the numbers go on from it. */
export async function forgetOldChanges(context: ChatContext): Promise<void> {
  const { changeLog: log } = context.collections
  const before = new Date(context.clock.now() - keptMs).toISOString()
  const remove = async ({ tenant, id, body }: Stored<ChangeDocument>) => {
    if (body.number !== (await readHighest(context.forTenant(tenant)))) await log.remove(tenant, id)
  }
  await removeOld(log, { field: 'at', before, remove }, context.signal)
}
