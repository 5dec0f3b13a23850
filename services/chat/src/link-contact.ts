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

/** Makes a contact's conversations another's, or nobody's; once more changes nothing. Answers how many changed. */
export async function relinkContact(from: string, into: string | null, context: ChatContext): Promise<number> {
  const { tenant, commit, collections, clock } = context
  let changed = 0
  while (true) {
    const { items } = await collections.conversations.find(tenant, { where: { contactId: from }, limit: 200 })
    if (items.length === 0) return changed
    for (const { id } of items) {
      await commit(collections.conversations, id, (current) => {
        if (current?.body.contactId !== from) return undefined
        const { contactId: _, ...rest } = current.body
        const now = timestampOf(clock)
        const body = { ...rest, ...(into !== null && { contactId: into }), updatedAt: now }
        const deed = { actor: { kind: 'system' as const }, action: 'contact', from, to: into }
        return complete(id, { body, deeds: [deed] }, context, now)
      })
    }
    changed += items.length
  }
}
