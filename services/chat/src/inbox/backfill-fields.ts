import { type Message, platformTenant } from '@frontdesk/contracts'
import { ascending, type DocumentsReader, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { type ConversationDocument, conversations } from '../conversations/conversation-document.ts'
import { backfills } from './backfill-document.ts'
import { noteMessages } from './note-messages.ts'

/** The backfill of what lists show of messages. Another one gets another name. */
const backfillId = 'inbox-fields'
const page = 500

/** Whether a release before these fields wrote its first messages. */
const lacksFields = ({ messageCount, customerSequence, isFirstResponseUnknown }: ConversationDocument): boolean =>
  messageCount > 0 && (customerSequence === undefined || isFirstResponseUnknown === true)

/** The conversation with the fields of all its messages, as if they were written now, one after the other. */
async function withFields(
  { tenant, id, body }: Stored<ConversationDocument>,
  { collections, signal }: ChatContext,
): Promise<ConversationDocument> {
  const { preview, waitingSince, firstResponseAt, customerSequence, isFirstResponseUnknown, ...rest } = body
  let filled: ConversationDocument = rest
  for (let last = 0, isLast = false; !isLast; ) {
    signal.throwIfAborted()
    const { items, nextCursor } = await collections.messages.find(tenant, {
      where: { conversationId: id, sequence: { gt: last } },
      sort: ascending('sequence'),
      limit: page,
    })
    const messages: Message[] = items.map((each) => each.body)
    filled = noteMessages(filled, messages)
    last = messages.at(-1)?.sequence ?? last
    isLast = nextCursor === null
  }
  return filled
}

/** Fills one conversation, unless somebody writes to it meanwhile or its messages are not stored yet. */
async function fill(stored: Stored<ConversationDocument>, context: ChatContext): Promise<boolean> {
  if (stored.outbox.length > 0) return false
  const body = await withFields(stored, context)
  let isFilled = false
  await context.commit(context.collections.conversations, stored.id, (current) => {
    isFilled = current === undefined || current.revision === stored.revision
    return current && isFilled ? { body } : undefined
  })
  return isFilled
}

/**
 * Gives conversations of earlier releases what lists show of their messages: preview, waiting time, first answer, and up to
 * where the customer wrote. One pass over all conversations, repeated until it leaves none out; then it is noted that it is
 * done. Safe in several processes: what one has filled, the others skip.
 */
export async function backfillFields(context: ChatContext): Promise<void> {
  const { collections, clock, signal } = context
  if (await collections.backfills.get(platformTenant, backfillId)) return
  let hasAll = true
  for await (const stored of collections.conversations.all()) {
    if (signal.aborted) return
    if (lacksFields(stored.body) && !(await fill(stored, context.forTenant(stored.tenant)))) hasAll = false
  }
  if (hasAll) await collections.backfills.put(platformTenant, backfillId, { doneAt: timestampOf(clock) })
}

/** How many conversations the backfill still has to fill. */
export async function countFieldsToFill(documents: DocumentsReader): Promise<{ waiting: number; of: number }> {
  const counted = { waiting: 0, of: 0 }
  if (await documents.get(backfills, platformTenant, backfillId)) return counted
  for await (const { body } of documents.all(conversations)) {
    counted.of++
    if (lacksFields(body)) counted.waiting++
  }
  return counted
}
