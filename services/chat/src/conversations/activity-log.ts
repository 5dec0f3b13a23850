import { type Activity, chat } from '@frontdesk/contracts'
import { badCursor, descending, getExisting, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { ActivityDocument } from './activity-document.ts'
import { type ConversationDocument, noConversation } from './conversation-document.ts'

const pad = (number: number, digits: number) => String(number).padStart(digits, '0')

function activitiesInOutbox({ id, outbox }: Stored<ConversationDocument>): ActivityDocument[] {
  return outbox
    .filter(({ subject }) => subject === chat.events.conversationChanged.subject)
    .flatMap(({ body, sequence }) =>
      (body as { activities: Activity[] }).activities.map((activity, line) => ({
        ...activity,
        conversationId: id,
        place: `${pad(sequence, 10)}.${pad(line, 3)}`,
      })),
    )
}

/** Projection, idempotent: each line is stored under its own id. */
export async function projectActivities(stored: Stored<ConversationDocument>, context: ChatContext): Promise<void> {
  const documents = activitiesInOutbox(stored).map((body) => ({ id: body.id, body }))
  if (documents.length > 0) await context.collections.activityLog.putMany(stored.tenant, documents)
}

/** A page of the log, newest first, including entries that are not projected yet. Throws `not_found`. */
export async function listActivities(
  { conversationId, limit, cursor }: { conversationId: string; limit: number; cursor?: string | undefined },
  { tenant, collections }: ChatContext,
): Promise<{ items: Activity[]; nextCursor: string | null }> {
  if (cursor !== undefined && !/^[\d.]{1,20}$/.test(cursor)) {
    throw badCursor()
  }
  // The conversation is read first: what it no longer holds in its outbox is projected by then.
  const stored = await getExisting(collections.conversations, tenant, conversationId, noConversation)
  const projected = await collections.activityLog.find(tenant, {
    where: { conversationId, ...(cursor && { place: { lt: cursor } }) },
    sort: descending('place'),
    limit: limit + 1,
  })
  const byId = new Map(projected.items.map(({ id, body }) => [id, body]))
  for (const line of activitiesInOutbox(stored)) if (!cursor || line.place < cursor) byId.set(line.id, line)
  const sorted = [...byId.values()].sort((a, b) => (a.place < b.place ? 1 : -1))
  const page = sorted.slice(0, limit)
  return {
    items: page.map(({ conversationId: _id, place: _place, ...shown }) => shown),
    nextCursor: sorted.length > limit ? page.at(-1)!.place : null,
  }
}
