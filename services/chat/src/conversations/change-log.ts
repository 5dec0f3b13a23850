import {
  type BodyOf,
  type Change,
  type chat,
  type NotificationSignal,
  type Presence,
  ServiceError,
  type SourceProgress,
  type Typing,
} from '@frontdesk/contracts'
import { ascending, descending, removeOld, type Stored } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { followSignals } from '../inbox/live-signals.ts'
import { showNotification } from '../notifications/read-notifications.ts'
import type { KnownLog } from '../state.ts'
import type { ChangeDocument } from './change-document.ts'
import { changeTopicOf } from './change-topic.ts'
import { showConversation } from './conversation-document.ts'
import { findMessage } from './list-messages.ts'

export type NewChange = Omit<ChangeDocument, 'number' | 'at' | 'eventId'>
const idOf = (number: number): string => String(number).padStart(15, '0')
/** How often a reader looks for changes of other processes, which can't notify it. */
const pollIntervalMs = 500
const page = 50
const keptMs = 7 * 24 * 60 * 60 * 1_000

function knownOf({ tenant, state }: ChatContext): KnownLog {
  const known = state.logs.get(tenant) ?? { highest: 0, appending: Promise.resolve() }
  state.logs.set(tenant, known)
  return known
}

/** The newest number of the tenant's log; 0 of one that is empty. */
export async function readHighest({ tenant, collections }: ChatContext): Promise<number> {
  const { items } = await collections.changeLog.find(tenant, { sort: descending('number'), limit: 1 })
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

async function append(entry: Omit<ChangeDocument, 'number'>, known: KnownLog, context: ChatContext): Promise<void> {
  const { tenant, collections } = context
  if (known.highest === 0) known.highest = await readHighest(context)
  while (!context.signal.aborted) {
    const number = known.highest + 1
    const { inserted, stored } = await collections.changeLog.insert(tenant, idOf(number), { ...entry, number })
    if (inserted) {
      known.highest = number
      return context.state.liveTurns.notify(changeTopicOf(tenant))
    }
    if (stored.body.eventId === entry.eventId) return
    known.highest = Math.max(number, await readHighest(context))
  }
  throw new ServiceError('unavailable')
}

type Sent = Change | { type: 'ready'; number: number } | Presence | Typing | SourceProgress | NotificationSignal
type Followed = BodyOf<typeof chat.streams.changeFollow>

/** Whether a reader wants it: of the types, and about the conversation, that it asked for; also when it was there before. */
const isWanted = (
  each: { type: string; conversationId?: string | null | undefined },
  { types, conversationId }: Followed,
  from?: string,
): boolean =>
  (types === undefined || types.includes(each.type)) &&
  (conversationId === undefined || each.conversationId === conversationId || from === conversationId)

/**
 * Changes after a number, in order, without a gap, as long as the reader stays. First comes `ready` with the number from
 * which on it reads; `reset` says that changes in between are gone, so whoever shows them reads the lists again. Among them,
 * without a number: who is where at the moment, who is typing, how far sources are read, and behind its change what the agent
 * who reads is notified of.
 */
export async function* followChanges(
  asked: Followed,
  context: ChatContext,
  wants: (change: ChangeDocument) => Promise<boolean> = async () => true,
): AsyncGenerator<Sent> {
  const { after } = asked
  const { tenant, collections, signal, clock } = context
  const live = context.state.liveTurns
  const leave = live.enter(changeTopicOf(tenant))
  try {
    const begin = await beginAfter(after, context)
    let last = begin.number
    yield begin.type === 'reset' ? { ...begin, at: new Date(clock.now()).toISOString() } : begin
    const readNews = followSignals(context)
    while (!signal.aborted) {
      const seen = live.notificationsOf(changeTopicOf(tenant))
      for (const { said, from } of await readNews()) if (isWanted(said, asked, from)) yield said
      const { items } = await collections.changeLog.find(tenant, {
        where: { number: { gt: last } },
        sort: ascending('number'),
        limit: page,
      })
      for (const { body } of items) {
        if (isWanted(body, asked) && (await wants(body))) yield await shown(body, context)
        const told = await notificationIn(body, asked, context)
        if (told) yield told
        last = body.number
      }
      if (items.length < page) await live.nextNotification(changeTopicOf(tenant), seen, pollIntervalMs, signal)
    }
  } finally {
    leave()
  }
}

/** From which number on a reader reads, who has seen all up to `after`: `reset` where changes since then are gone. */
export async function beginAfter(
  after: number | undefined,
  context: ChatContext,
): Promise<{ type: 'ready'; number: number } | { type: 'reset'; number: number }> {
  const highest = await readHighest(context)
  const last = after ?? highest
  if (last > highest || (await isForgotten(last, context))) return { type: 'reset', number: highest }
  return { type: 'ready', number: last }
}

/** The changes of these types after a number and up to another one, in order, of those that are wanted. */
export async function* readChanges(
  { types, after, upTo }: { types: string[]; after: number; upTo: number },
  context: ChatContext,
  wants: (change: ChangeDocument) => Promise<boolean>,
): AsyncGenerator<Change> {
  const { tenant, collections, signal } = context
  for (let last = after; last < upTo; ) {
    signal.throwIfAborted()
    const { items } = await collections.changeLog.find(tenant, {
      where: { number: { gt: last, lte: upTo } },
      sort: ascending('number'),
      limit: page,
    })
    for (const { body } of items) if (types.includes(body.type) && (await wants(body))) yield shown(body, context)
    last = items.at(-1)?.body.number ?? upTo
  }
}

/** The notification that a change brought to whoever reads, unless it is gone. */
async function notificationIn(
  { notified = [] }: ChangeDocument,
  asked: Followed,
  { tenant, collections }: ChatContext,
): Promise<NotificationSignal | undefined> {
  const own = asked.agentId === undefined ? undefined : notified.find(({ agentId }) => agentId === asked.agentId)
  const stored = own && (await collections.notifications.get(tenant, own.notificationId))
  if (!stored || !isWanted({ type: 'notification', conversationId: stored.body.conversationId }, asked))
    return undefined
  return { type: 'notification', notification: showNotification(stored) }
}

async function isForgotten(last: number, { tenant, collections }: ChatContext): Promise<boolean> {
  const { items } = await collections.changeLog.find(tenant, { sort: ascending('number'), limit: 1 })
  return items[0] !== undefined && items[0].body.number > last + 1
}

async function shown(
  { eventId: _event, notified: _notified, conversationId, messageId, ...change }: ChangeDocument,
  context: ChatContext,
): Promise<Change> {
  if (!conversationId) return change
  const stored = await context.collections.conversations.get(context.tenant, conversationId)
  if (!stored) return { ...change, conversationId }
  const message = messageId ? await findMessage(stored, messageId, context) : undefined
  return { ...change, conversation: showConversation(conversationId, stored.body), ...(message && { message }) }
}

/** Removes changes that are older than a week; the newest of a tenant stays, because numbering continues from it. */
export async function purgeOldChanges(context: ChatContext): Promise<void> {
  const { changeLog: log } = context.collections
  const before = new Date(context.clock.now() - keptMs).toISOString()
  const remove = async ({ tenant, id, body }: Stored<ChangeDocument>) => {
    if (body.number !== (await readHighest(context.forTenant(tenant)))) await log.remove(tenant, id)
  }
  await removeOld(log, { field: 'at', before, remove }, context.signal)
}
