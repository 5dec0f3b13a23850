import {
  type AnswerSource,
  type BodyOf,
  type Citation,
  type chat,
  type Message,
  type Removed,
  ServiceError,
} from '@frontdesk/contracts'
import { type Collection, removeWhere } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { appendChange } from '../conversations/change-log.ts'
import { assignAgain } from '../teams/request-assignment.ts'
import { removeVisitors } from '../visitors/visitor-store.ts'

/** Messages, or changes, looked through in one call. */
const page = 500
type Erasure = { removed: Removed; cursor: string | null }

/** Removes quotes of a source from messages and its title from the log of changes, or conversations of a contact with everything in them. */
export async function eraseCopies(
  { subject, cursor }: BodyOf<typeof chat.queries.copiesErase>,
  context: ChatContext,
): Promise<Erasure> {
  if (subject.kind === 'contact') await context.collections.blockedContacts.remove(context.tenant, subject.contactId)
  if (subject.kind !== 'source') return eraseConversations(subject, context)
  return cursor?.startsWith(inChanges)
    ? eraseTitles(subject.sourceId, cursor.slice(inChanges.length), context)
    : eraseQuotes(subject.sourceId, cursor, context)
}

/** A cursor that begins so goes on in the log of changes, which is looked through after the messages. */
const inChanges = 'changes:'

const isQuoted = ({ sources = [] }: Message, sourceId: string): boolean =>
  sources.some(
    (source) =>
      source.sourceId === sourceId && (source.quote !== '' || source.title !== '' || source.url !== undefined),
  )

/** The message without any text of the source; that the source was cited stays recorded. */
function withoutQuotes(message: Message, sourceId: string): Message {
  const sources = message.sources!.map((source): AnswerSource => {
    if (source.sourceId !== sourceId) return source
    const { url: _, ...rest } = source
    return { ...rest, title: '', quote: '' }
  })
  const citations = message.citations?.map(
    (citation): Citation => (sources[citation.source]?.sourceId === sourceId ? { ...citation, quote: '' } : citation),
  )
  return { ...message, sources, ...(citations && { citations }) }
}

async function eraseQuotes(
  sourceId: string,
  from: string | undefined,
  { tenant, collections }: ChatContext,
): Promise<Erasure> {
  await removeWhere(collections.citations, tenant, { sourceId })
  const { items, nextCursor } = await collections.messages.find(tenant, { limit: page, cursor: from })
  const quoting = items.filter(({ body }) => isQuoted(body, sourceId))
  await collections.messages.putMany(
    tenant,
    quoting.map(({ id, body }) => ({ id, body: withoutQuotes(body, sourceId) })),
  )
  return { removed: [{ what: 'quotes in messages', count: quoting.length }], cursor: nextCursor ?? inChanges }
}

/** Removes the title of a source from the change log. */
async function eraseTitles(sourceId: string, from: string, { tenant, collections }: ChatContext): Promise<Erasure> {
  const { items, nextCursor } = await collections.changeLog.find(tenant, { limit: page, cursor: from })
  const named = items.filter(({ body: { source } }) => source?.id === sourceId && source.title !== '')
  await collections.changeLog.putMany(
    tenant,
    named.map(({ id, body }) => ({ id, body: { ...body, source: { ...body.source!, title: '' } } })),
  )
  return {
    removed: [{ what: 'titles in the log of changes', count: named.length }],
    cursor: nextCursor && inChanges + nextCursor,
  }
}

/**
 * Removes conversations, one commit point after the other, and what is left of those that are gone: whoever asks again
 * with the same ids after a crash ends what was begun. One that still has events to publish is not ready: its messages
 * would be projected again.
 */
async function eraseConversations(
  { kind, conversationIds }: { kind: 'contact' | 'conversations'; conversationIds: string[] },
  context: ChatContext,
): Promise<Erasure> {
  const { tenant, collections } = context
  const counts = { conversations: 0, messages: 0, activities: 0 }
  // Of a contact everything is forgotten, whatever else the visitor has.
  const erased = await collections.conversations.getMany(tenant, conversationIds)
  await removeVisitors(erased, context, { exceptOthers: kind === 'conversations' })
  for (const id of conversationIds) {
    const stored = await collections.conversations.get(tenant, id)
    if (stored && stored.outbox.length > 0)
      throw new ServiceError('unavailable', { detail: 'Some events are not published yet.' })
    // First what can be written to again: from here on nobody adds to it.
    if (stored && (await collections.conversations.remove(tenant, id, stored.revision))) counts.conversations++
    else if (stored) throw new ServiceError('version_conflict')
    const { messages, activities } = await removeWords(id, context)
    counts.messages += messages
    counts.activities += activities
    await recordErased(id, context)
  }
  await assignAgain(context)
  return { removed: Object.entries(counts).map(([what, count]) => ({ what, count })), cursor: null }
}

/** Notifies the followers of the tenant once that a conversation was erased. */
export const recordErased = (conversationId: string, context: ChatContext): Promise<void> =>
  appendChange(
    { type: 'conversation.erased', conversationId },
    { id: `erased ${conversationId}`, at: timestampOf(context.clock) },
    context,
  )

/** Removes the messages and the log of an erased conversation, and whatever else is about it. */
export async function removeWords(
  conversationId: string,
  { tenant, collections }: ChatContext,
): Promise<{ messages: number; activities: number }> {
  const messages = await removeWhere(collections.messages, tenant, { conversationId })
  const activities = await removeWhere(collections.activityLog, tenant, { conversationId })
  const { messageDeliveries, messageWords, citations, readMarkers, drafts } = collections
  const { liveSignals, notifications, rehearsalResults } = collections
  for (const about of [
    ...[messageDeliveries, messageWords, citations, readMarkers, drafts],
    ...[liveSignals, notifications, rehearsalResults],
  ] as Collection<object>[])
    await removeWhere(about, tenant, { conversationId })
  return { messages, activities }
}
