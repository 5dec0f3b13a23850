import { type BodyOf, type channels, type Removed, without } from '@frontdesk/contracts'
import type { Collection, Where } from '@frontdesk/documents'
import { removeBlobs } from '../attachments/remove-blobs.ts'
import type { ChannelsContext } from '../context.ts'
import { arrivalSubjects } from '../inbound/may-be-loop.ts'
import { removeRequest } from '../inbound/request-store.ts'
import { laneOfSender } from '../inbound/sender-lanes.ts'
import { removeMail } from '../mails/store-mail.ts'
import { normalMailbox } from '../providers/mail-addresses.ts'
import type { ThreadDocument } from '../threads/thread-document.ts'

/** Documents of each kind that one call removes. */
const perCall = 500

/** Removes documents with these values after `each` was done with what they name: conversations, or owners. */
async function removeAll<T extends object>(
  collection: Collection<T>,
  values: string[],
  tenant: string,
  each: (stored: { tenant: string; id: string; body: T }) => Promise<void> = async () => {},
  field = 'conversationId',
): Promise<number> {
  const where = { [field]: { in: values } }
  // As their index has them: in the order of ids every document of the tenant would be looked at.
  const { items } = await collection.find(tenant, { where, sort: { field, direction: 'asc' }, limit: perCall })
  for (const { id, body } of items) {
    await each({ tenant, id, body })
    await collection.remove(tenant, id)
  }
  return items.length
}

/** Removes requests of a sender, also those that became no message yet, or could not. */
async function removeOfSender(
  { channelId, address }: Pick<ThreadDocument, 'channelId' | 'address'>,
  context: ChannelsContext,
): Promise<{ removed: number; isMore: boolean }> {
  const { tenant, collections } = context
  const senders = { has: laneOfSender(channelId, address) }
  const { items } = await collections.requests.find(tenant, { where: { channelId, senders }, limit: perCall })
  for (const { id } of items) await removeRequest(id, context)
  const { items: parts } = await collections.parts.find(tenant, { where: { address }, limit: perCall })
  for (const { id } of parts) await collections.parts.remove(tenant, id)
  return { removed: items.length, isMore: [items, parts].some(({ length }) => length === perCall) }
}

/** Removes what is known of conversations with what their customers sent; while more of that is left, it is found by them. */
async function removeThreads(
  { kind, conversationIds }: { kind: string; conversationIds: string[] },
  context: ChannelsContext,
): Promise<{ threads: number; requests: number; isMore: boolean }> {
  const { tenant, collections } = context
  const { items } = await collections.threads.find(tenant, { where: { id: { in: conversationIds } }, limit: perCall })
  const done = { threads: 0, requests: 0, isMore: items.length === perCall }
  // A conversation that is too old says nothing of what its customer wrote just now.
  const senders =
    kind === 'contact' ? Map.groupBy(items, ({ body }) => `${body.channelId} ${body.address}`).values() : []
  const unfinished = new Set<string>()
  for (const threads of senders) {
    const { removed, isMore } = await removeOfSender(threads[0]!.body, context)
    done.requests += removed
    if (isMore) for (const { id } of threads) unfinished.add(id)
  }
  for (const { id } of items) {
    if (!unfinished.has(id)) done.threads += Number(await collections.threads.remove(tenant, id))
  }
  return { ...done, isMore: done.isMore || unfinished.size > 0 }
}

type Owned = Exclude<BodyOf<typeof channels.queries.copiesErase>['subject'], { kind: 'source' }>

/** Addresses of the contact: those that its conversations have come from, and those that are given. */
async function addressesOf(subject: Extract<Owned, { kind: 'contact' }>, { tenant, collections }: ChannelsContext) {
  const where = { id: { in: subject.conversationIds } }
  const { items } = await collections.threads.find(tenant, { where, limit: perCall })
  const known = items.filter(({ body }) => body.kind === 'email').map(({ body }) => body.address)
  return [...new Set([...known, ...(subject.emails ?? [])])].map((each) => normalMailbox(each) ?? each)
}

/** Removes when mails came of a contact's addresses, and in conversations. */
async function removeArrivals(subject: Owned, addresses: string[], context: ChannelsContext): Promise<void> {
  const { tenant, collections, signal } = context
  const subjects = arrivalSubjects({ addresses, conversationIds: subject.conversationIds }, context)
  if (subjects.length === 0) return
  const where = { subject: { in: subjects } }
  while (!signal.aborted) {
    const sort = { field: 'subject', direction: 'asc' } as const
    const { items } = await collections.mailArrivals.find(tenant, { where, sort, limit: perCall })
    for (const { id } of items) await collections.mailArrivals.remove(tenant, id)
    if (items.length < perCall) return
  }
}

/**
 * Removes e-mails as they came: of conversations, and of a contact also those that were left out, by the addresses that they are
 * from. Fewer than `perCall` of each means that none is left.
 */
async function removeMails(subject: Owned, addresses: string[], context: ChannelsContext): Promise<number> {
  const { tenant, collections } = context
  const { conversationIds } = subject
  const remove = async (where: Where) => {
    const { items } = await collections.mails.find(tenant, { where, limit: perCall })
    for (const stored of items) await removeMail(stored, context)
    return items.length
  }
  let count = conversationIds.length > 0 ? await remove({ conversationId: { in: conversationIds } }) : 0
  if (addresses.length > 0) count += await remove({ state: 'filtered', addresses: { hasAny: addresses } })
  return count
}

/**
 * Removes what came in for the conversations of a contact: files (also those that its visitors uploaded and didn't send),
 * requests as they came, addresses, when mails came. What marks a message
 * as taken stays, without a word of it, so that its redelivery brings nothing back. Of a source nothing that came in says anything.
 */
export async function eraseCopies(
  { subject }: BodyOf<typeof channels.queries.copiesErase>,
  context: ChannelsContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  if (subject.kind === 'source') return { removed: [], cursor: null }
  const { tenant, collections } = context
  const { conversationIds } = subject
  const addresses = subject.kind === 'contact' ? await addressesOf(subject, context) : []
  await removeArrivals(subject, addresses, context)
  const mails = await removeMails(subject, addresses, context)
  if (conversationIds.length === 0) {
    return { removed: [{ what: 'e-mails', count: mails }], cursor: mails >= perCall ? 'more' : null }
  }
  const removeFiles = (values: string[], field?: string) =>
    removeAll(collections.attachments, values, tenant, (stored) => removeBlobs(stored, context), field)
  const files = await removeFiles(conversationIds)
  const visitorIds = (subject.kind === 'contact' && subject.visitorIds) || []
  const uploads = visitorIds.length > 0 ? await removeFiles(visitorIds, 'owner') : 0
  const mailIds = await removeAll(collections.mailIds, conversationIds, tenant)
  const where = { conversationId: { in: conversationIds } }
  const sort = { field: 'conversationId', direction: 'asc' } as const
  const { items: messages } = await collections.inbound.find(tenant, { where, sort, limit: perCall })
  let requests = 0
  for (const { id, body } of messages) {
    requests += Number(await removeRequest(body.requestId, context))
    await collections.inbound.put(tenant, id, without(body, 'conversationId', 'messageId'))
  }
  const sent = await removeAll(collections.outbound, conversationIds, tenant)
  const sentIds = await removeAll(collections.sentIds, conversationIds, tenant)
  const threads = await removeThreads(subject, context)
  requests += threads.requests
  const isMore =
    threads.isMore || [mails, files, uploads, mailIds, messages.length, sent, sentIds].some((count) => count >= perCall)
  const counts = {
    attachments: files + uploads,
    'requests of channels': requests,
    'messages out': sent,
    'channel threads': threads.threads,
    'e-mails': mails,
  }
  return {
    removed: Object.entries(counts).map(([what, count]) => ({ what, count })),
    cursor: isMore ? 'more' : null,
  }
}
