import { type Actor, type BodyOf, chat, contacts } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { type Change, changeConversation } from '../conversations/change-conversation.ts'
import { type ConversationDocument, toConversation } from '../conversations/conversation-document.ts'
import { discardTurns } from '../turns/discard-turns.ts'

/** Conversations marked together, and of them at once: the store writes those together. */
const page = 200
const atOnce = 20

/** Whether chat was told that a contact is blocked. */
export const isContactBlocked = async (contactId: string, { tenant, collections }: ChatContext): Promise<boolean> =>
  (await collections.blockedContacts.get(tenant, contactId)) !== undefined

/**
 * Whether what a customer writes in a new conversation comes from a blocked contact. Contacts is asked only if the tenant has
 * blocked anybody. Throws what that throws: a message is accepted only when its sender is known.
 */
export async function isSenderBlocked(
  contact: BodyOf<typeof contacts.queries.blockRead>['contact'] | undefined,
  { tenant, collections, ask }: ChatContext,
): Promise<boolean> {
  if (!contact || !(contact.email ?? contact.phone ?? contact.externalId)) return false
  if ((await collections.blockedContacts.count(tenant, {}, 1)) === 0) return false
  return (await ask(contacts.queries.blockRead, { contact })).blocked
}

/** A conversation of a blocked contact: nothing of it waits, is unread, is answered or comes due. */
function asBlocked(
  conversationId: string,
  before: ConversationDocument,
  now: string,
): Pick<ReturnType<typeof discardTurns>, 'body' | 'messages' | 'discarded'> {
  const ended = discardTurns(conversationId, before, null, now)
  const { unclaimed: _, waitingSince: _waiting, ...body } = ended.body
  return { ...ended, body: { ...body, customerSequence: 0, blocked: true } }
}

/** Marks a conversation as its contact is; nobody but the log says so. Does nothing when it has gone or is so already. */
export async function markConversation(
  conversationId: string,
  blocked: boolean,
  actor: Actor,
  context: ChatContext,
): Promise<void> {
  let discarded: { id: string }[] = []
  const decide = (before: ConversationDocument, now: string): Change | undefined => {
    discarded = []
    if ((before.blocked ?? false) === blocked) return undefined
    const activities = [{ actor, action: blocked ? 'block' : 'unblock' }]
    if (!blocked) {
      const { blocked: _, ...body } = before
      return { body: { ...body, updatedAt: now }, activities }
    }
    const ended = asBlocked(conversationId, before, now)
    discarded = ended.discarded
    const body = { ...ended.body, updatedAt: now }
    const conversation = toConversation(conversationId, body)
    return {
      body,
      activities,
      events: ended.messages.map((message) => context.event(chat.events.messageSent, { conversation, message })),
    }
  }
  if (!(await context.collections.conversations.get(context.tenant, conversationId))) return
  await changeConversation(conversationId, context, ({ body }, now) => decide(body, now))
  for (const { id } of discarded) context.state.liveTurns.stop(id)
}

/** A contact was blocked or unblocked: all of its conversations are marked, and those that are linked to it later. */
export async function blockConversations(
  { contactId, blocked, actor = { kind: 'system' } }: BodyOf<typeof contacts.events.contactBlocked>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections, clock, signal } = context
  if (blocked) await collections.blockedContacts.put(tenant, contactId, { blockedAt: timestampOf(clock) })
  else await collections.blockedContacts.remove(tenant, contactId)
  while (true) {
    const { items } = await collections.conversations.find(tenant, {
      where: { contactId, blocked: { exists: !blocked } },
      limit: page,
    })
    for (let at = 0; at < items.length; at += atOnce) {
      signal.throwIfAborted()
      await Promise.all(items.slice(at, at + atOnce).map(({ id }) => markConversation(id, blocked, actor, context)))
    }
    if (items.length < page) return
  }
}
