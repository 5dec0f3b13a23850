import { conversationChanged } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { complete } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { toConversation } from './conversation-document.ts'

/** Links a conversation to a contact, unless it has one. A conversation that is gone is nobody's. */
export async function linkContact(conversationId: string, contactId: string, context: ChatContext): Promise<void> {
  const { commit, collections, clock, event } = context
  await commit(collections.conversations, conversationId, (current) => {
    if (!current || current.body.contactId !== undefined) return undefined
    const body = { ...current.body, contactId, updatedAt: timestampOf(clock) }
    // Nobody did anything, so its log has no line; whoever shows the conversation is told all the same.
    const told = { conversation: toConversation(conversationId, body), activities: [] }
    return { body, events: [event(conversationChanged, told)] }
  })
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
      const deed = { actor: { kind: 'system' as const }, action: 'contact', from, to: into }
      return complete(id, { body, deeds: [deed] }, context, now)
    })
  for (let at = 0; at < items.length; at += atOnce) {
    signal.throwIfAborted()
    await Promise.all(items.slice(at, at + atOnce).map(({ id }) => relink(id)))
  }
  return items.length
}
