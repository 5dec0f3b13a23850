import {
  type AnswerSource,
  type BodyOf,
  type Citation,
  type chatCopiesErase,
  type Message,
  type Removed,
  ServiceError,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { appendChange } from './change-log.ts'
import type { ChatContext } from './context.ts'

/** Messages looked through in one call. */
const messagesACall = 2_000
const page = 500
type Erasure = { removed: Removed; cursor: string | null }

/** Removes quotes of a source from messages and its title from the log of changes, or conversations of a contact with everything in them. */
export const eraseCopies = (
  { subject, cursor }: BodyOf<typeof chatCopiesErase>,
  context: ChatContext,
): Promise<Erasure> =>
  subject.kind !== 'source'
    ? eraseConversations(subject.conversationIds, context)
    : cursor?.startsWith(inChanges)
      ? eraseTitles(subject.sourceId, cursor.slice(inChanges.length), context)
      : eraseQuotes(subject.sourceId, cursor, context)

/** A cursor that begins so goes on in the log of changes, which is looked through after the messages. */
const inChanges = 'changes:'

const isQuoted = ({ sources = [] }: Message, sourceId: string): boolean =>
  sources.some(
    (source) =>
      source.sourceId === sourceId && (source.quote !== '' || source.title !== '' || source.url !== undefined),
  )

/** The message with nothing of the source's own words; that it was used stays known. */
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
  let cursor: string | null = from ?? null
  let count = 0
  for (let seen = 0; seen < messagesACall; seen += page) {
    const read: Awaited<ReturnType<typeof collections.messages.find>> = await collections.messages.find(tenant, {
      limit: page,
      ...(cursor !== null && { cursor }),
    })
    const quoting = read.items.filter(({ body }) => isQuoted(body, sourceId))
    count += quoting.length
    await collections.messages.putMany(
      tenant,
      quoting.map(({ id, body }) => ({ id, body: withoutQuotes(body, sourceId) })),
    )
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return { removed: [{ what: 'quotes in messages', count }], cursor: cursor ?? inChanges }
}

/** Takes the title of a source out of the log of changes. */
async function eraseTitles(sourceId: string, from: string, { tenant, collections }: ChatContext): Promise<Erasure> {
  let cursor: string | null = from === '' ? null : from
  let count = 0
  for (let seen = 0; seen < messagesACall; seen += page) {
    const read: Awaited<ReturnType<typeof collections.changeLog.find>> = await collections.changeLog.find(tenant, {
      limit: page,
      ...(cursor !== null && { cursor }),
    })
    const named = read.items.filter(({ body: { source } }) => source?.id === sourceId && source.title !== '')
    count += named.length
    await collections.changeLog.putMany(
      tenant,
      named.map(({ id, body }) => ({ id, body: { ...body, source: { ...body.source!, title: '' } } })),
    )
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return { removed: [{ what: 'titles in the log of changes', count }], cursor: cursor && inChanges + cursor }
}

/**
 * Removes conversations, one commit point after the other, and what is left of those that are gone: whoever asks again
 * with the same ids after a crash ends what was begun. One that still has events to publish is not ready: its messages
 * would be projected again.
 */
async function eraseConversations(conversationIds: string[], context: ChatContext): Promise<Erasure> {
  const { tenant, collections } = context
  const counts = { conversations: 0, messages: 0, activities: 0 }
  for (const id of conversationIds) {
    const stored = await collections.conversations.get(tenant, id)
    if (stored && stored.outbox.length > 0)
      throw new ServiceError('unavailable', { detail: 'Events are still on their way.' })
    // First what can be written to again: from here on nobody adds to it.
    if (stored && (await collections.conversations.remove(tenant, id, stored.revision))) counts.conversations++
    else if (stored) throw new ServiceError('version_conflict')
    const { messages, activities } = await removeWords(id, context)
    counts.messages += messages
    counts.activities += activities
    await tellErased(id, context)
  }
  return { removed: Object.entries(counts).map(([what, count]) => ({ what, count })), cursor: null }
}

/** Tells whoever follows the tenant that a conversation is no more, once. */
export const tellErased = (conversationId: string, context: ChatContext): Promise<void> =>
  appendChange(
    { type: 'conversation.erased', conversationId },
    { id: `erased ${conversationId}`, at: timestampOf(context.clock) },
    context,
  )

/** Removes the messages and the log of a conversation that is no more. */
export async function removeWords(
  id: string,
  { tenant, collections }: ChatContext,
): Promise<{ messages: number; activities: number }> {
  const messages = await removeAll(collections.messages, { tenant, id })
  const activities = await removeAll(collections.activityLog, { tenant, id })
  await removeAll(collections.messageDeliveries, { tenant, id })
  await removeAll(collections.messageWords, { tenant, id })
  return { messages, activities }
}

type Owned = ChatContext['collections']['messages' | 'messageDeliveries' | 'activityLog' | 'messageWords']

async function removeAll(owned: Owned, { tenant, id }: { tenant: string; id: string }): Promise<number> {
  let count = 0
  while (true) {
    const { items } = await (owned as ChatContext['collections']['messages']).find(tenant, {
      where: { conversationId: id },
      limit: page,
    })
    for (const each of items) await owned.remove(tenant, each.id)
    count += items.length
    if (items.length < page) return count
  }
}
