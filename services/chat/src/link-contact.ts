import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from './context.ts'

/** Links a conversation to a contact, unless it has one. A conversation that is gone is nobody's. */
export async function linkContact(conversationId: string, contactId: string, context: ChatContext): Promise<void> {
  const { commit, collections, clock } = context
  await commit(collections.conversations, conversationId, (current) =>
    current && current.body.contactId === undefined
      ? { body: { ...current.body, contactId, updatedAt: timestampOf(clock) } }
      : undefined,
  )
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
        return { body: { ...rest, ...(into !== null && { contactId: into }), updatedAt: timestampOf(clock) } }
      })
    }
    changed += items.length
  }
}
