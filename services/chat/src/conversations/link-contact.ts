import { chat } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { isContactBlocked, markConversation } from '../blocking/block-conversations.ts'
import type { ChatContext } from '../context.ts'
import { complete } from './change-conversation.ts'
import { toConversation } from './conversation-document.ts'

/** Links a conversation to a contact, unless it has one. Does nothing for a removed conversation. */
export async function linkContact(conversationId: string, contactId: string, context: ChatContext): Promise<void> {
  const { commit, collections, clock, event } = context
  let isLinked = false
  await commit(collections.conversations, conversationId, (current) => {
    isLinked = false
    if (!current || current.body.contactId !== undefined) return undefined
    isLinked = true
    const body = { ...current.body, contactId, updatedAt: timestampOf(clock) }
    // Nobody did anything, so its log has no line; whoever shows the conversation is told all the same.
    const told = { conversation: toConversation(conversationId, body), activities: [] }
    return { body, events: [event(chat.events.conversationChanged, told)] }
  })
  if (isLinked) await markLike(contactId, [conversationId], context)
}

/** Marks conversations as their contact is now: looked up after they were linked, so that no block is missed. */
async function markLike(contactId: string | null, conversationIds: string[], context: ChatContext): Promise<void> {
  const blocked = contactId !== null && (await isContactBlocked(contactId, context))
  await Promise.all(conversationIds.map((id) => markConversation(id, blocked, { kind: 'system' }, context)))
}

/** Conversations relinked in one call, and of them at once: the store writes those together. */
const page = 200
const atOnce = 20

/**
 * Makes a page of a contact's conversations another's, or nobody's. Answers how many: none when all are. Once more changes
 * nothing.
 */
export async function relinkContact(from: string, into: string | null, context: ChatContext): Promise<number> {
  const { tenant, commit, collections, clock, signal } = context
  const { items } = await collections.conversations.find(tenant, { where: { contactId: from }, limit: page })
  const relink = (id: string) =>
    commit(collections.conversations, id, (current) => {
      if (current?.body.contactId !== from) return undefined
      const { contactId: _, ...rest } = current.body
      const now = timestampOf(clock)
      const body = { ...rest, ...(into !== null && { contactId: into }), updatedAt: now }
      const activity = { actor: { kind: 'system' as const }, action: 'contact', from, to: into }
      return complete(id, { body, activities: [activity] }, context, now, { body: current.body })
    })
  for (let at = 0; at < items.length; at += atOnce) {
    signal.throwIfAborted()
    const ids = items.slice(at, at + atOnce).map(({ id }) => id)
    await Promise.all(ids.map(relink))
    await markLike(into, ids, context)
  }
  // Whoever it is part of now is blocked instead of it.
  if (items.length === 0) await collections.blockedContacts.remove(tenant, from)
  return items.length
}
