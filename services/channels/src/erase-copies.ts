import type { BodyOf, channelCopiesErase, Removed } from '@frontdesk/contracts'
import type { Collection } from '@frontdesk/documents'
import type { ChannelsContext } from './context.ts'
import { removeRequest } from './keep-requests.ts'

/** Documents of each kind that one call removes. */
const perCall = 500

/** Removes documents after `each` was done with what they name. */
async function removeAll<T extends object>(
  collection: Collection<T>,
  conversationIds: string[],
  tenant: string,
  each: (body: T) => Promise<void> = async () => {},
): Promise<number> {
  const where = { conversationId: { in: conversationIds } }
  const { items } = await collection.find(tenant, { where, limit: perCall })
  for (const { id, body } of items) {
    await each(body)
    await collection.remove(tenant, id)
  }
  return items.length
}

/**
 * Removes what came in for the conversations of a contact: files, requests as they came, addresses. What marks a message
 * as taken stays, without a word of it, so that its redelivery brings nothing back. Of a source nothing is kept here.
 */
export async function eraseCopies(
  { subject }: BodyOf<typeof channelCopiesErase>,
  context: ChannelsContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  if (subject.kind === 'source' || subject.conversationIds.length === 0) return { removed: [], cursor: null }
  const { tenant, collections, blobs } = context
  const { conversationIds } = subject
  const files = await removeAll(collections.attachments, conversationIds, tenant, async ({ blobId }) => {
    await blobs.remove(tenant, blobId)
  })
  const mailIds = await removeAll(collections.mailIds, conversationIds, tenant)
  const where = { conversationId: { in: conversationIds } }
  const { items: messages } = await collections.inbound.find(tenant, { where, limit: perCall })
  let requests = 0
  for (const { id, body } of messages) {
    requests += Number(await removeRequest(body.requestId, context))
    const { conversationId: _, messageId: __, ...marker } = body
    await collections.inbound.put(tenant, id, marker)
  }
  const sent = await removeAll(collections.outbound, conversationIds, tenant)
  const sentIds = await removeAll(collections.sentIds, conversationIds, tenant)
  const threads = await removeAll(collections.threads, conversationIds, tenant)
  const isMore = [files, mailIds, messages.length, sent, sentIds, threads].some((count) => count === perCall)
  const counts = {
    attachments: files,
    'requests of channels': requests,
    'messages out': sent,
    'channel threads': threads,
  }
  return {
    removed: Object.entries(counts).map(([what, count]) => ({ what, count })),
    cursor: isMore ? 'more' : null,
  }
}
