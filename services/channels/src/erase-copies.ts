import type { BodyOf, channelCopiesErase, Removed } from '@frontdesk/contracts'
import type { Collection } from '@frontdesk/documents'
import type { ChannelsContext } from './context.ts'
import { laneOfSender } from './inbound/lane-of.ts'
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

/** Removes requests of a sender that became no message yet, or could not. */
async function removeUndone(channelId: string, address: string, context: ChannelsContext): Promise<number> {
  const { tenant, collections } = context
  const lane = laneOfSender(channelId, address)
  const { items } = await collections.requests.find(tenant, {
    where: { channelId, lanes: { has: lane } },
    limit: perCall,
  })
  for (const { id } of items) await removeRequest(id, context)
  const { items: parts } = await collections.parts.find(tenant, { where: { address }, limit: perCall })
  for (const { id } of parts) await collections.parts.remove(tenant, id)
  return items.length
}

/**
 * Removes what came in for the conversations of a contact: files, requests as they came, addresses. What marks a message
 * as taken stays, without a word of it, so that its redelivery brings nothing back. Of a source nothing that came in says anything.
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
  const threads = await removeAll(collections.threads, conversationIds, tenant, async ({ channelId, address }) => {
    // A conversation that is too old says nothing of what its customer wrote just now.
    if (subject.kind === 'contact') requests += await removeUndone(channelId, address, context)
  })
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
