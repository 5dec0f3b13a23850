import type { BodyOf, chat, Message, SourceUsage } from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'
import { messagesInOutbox } from '../conversations/list-messages.ts'
import type { CitationRecord } from './citation-document.ts'

/** One for each source of an answer, with the first of its quotes. */
function citationsOf({ id, conversationId, createdAt, sources = [] }: Message): { id: string; body: CitationRecord }[] {
  const bySource = new Map(sources.toReversed().map(({ sourceId, quote }) => [sourceId, quote]))
  return [...bySource].map(([sourceId, quote]) => ({
    id: `${sourceId} ${id}`,
    body: { sourceId, conversationId, messageId: id, quote, at: createdAt },
  }))
}

/** Projection: each citation under its source and answer, so doing it again changes nothing. */
export async function projectCitations(stored: Stored<ConversationDocument>, context: ChatContext): Promise<void> {
  const documents = messagesInOutbox(stored).flatMap(citationsOf)
  if (documents.length > 0) await context.collections.citations.putMany(stored.tenant, documents)
}

/** How often answers cited a source, and a page of them, newest first. */
export async function readSourceUsage(
  { sourceId, limit, cursor }: BodyOf<typeof chat.queries.sourceUsageRead>,
  { tenant, collections }: ChatContext,
): Promise<SourceUsage> {
  const where = { sourceId }
  const sort = descending('at')
  const page = await collections.citations.find(tenant, { where, sort, limit, cursor })
  const newest = cursor ? (await collections.citations.find(tenant, { where, sort, limit: 1 })).items : page.items
  return {
    cited: await collections.citations.count(tenant, where),
    lastCitedAt: newest[0]?.body.at ?? null,
    items: page.items.map(({ body: { sourceId: _, ...item } }) => item),
    nextCursor: page.nextCursor,
  }
}
