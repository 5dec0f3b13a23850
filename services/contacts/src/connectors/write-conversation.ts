import { chat, conversation, type Message, message, policyEngine } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { Lease } from '@frontdesk/jobs'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { z } from 'zod'
import type { ContactsContext } from '../context.ts'
import type { ConnectorDocument, DeliveryDocument, LinkDocument } from './connector-document.ts'
import { helpdeskOf } from './connector-store.ts'
import { linkIdOf } from './find-links.ts'
import { ConnectorError, type Helpdesk } from './helpdesk.ts'
import { pushContact } from './push-contacts.ts'

/** What the other side is told of a conversation, as the policies let it out, as in events. */
const told = z.object({ conversation, messages: z.array(message) })

/** Of a conversation, newest first. */
const maxMessages = 200

/** Writes a conversation with whom it is with, and answers its id there. Throws `LostLease`. */
export async function writeConversation(
  connector: Stored<ConnectorDocument>,
  lease: Lease<DeliveryDocument>,
  context: ContactsContext,
): Promise<string> {
  const { tenant, collections, signal } = context
  const { conversationId, tries, wish } = lease.body
  const read = {
    conversation: await context.ask(chat.queries.conversationRead, { conversationId }),
    messages: await readMessages(conversationId, context),
  }
  const released = await releaseTexts(told, read, (texts) => context.ask(policyEngine.queries.textsRelease, texts))
  const { subject, ...rest } = released.conversation
  const linkId = linkIdOf(connector.id, conversationId)
  // The link outlives the ledger: what was written long ago is still the same ticket.
  const known = (await collections.connectorLinks.get(tenant, linkId))?.body.theirs
  const remoteId = lease.body.remoteId ?? known
  const helpdesk = helpdeskOf(connector, lease.hold, context)
  const theirs = await helpdesk.pushConversation(
    {
      conversation: { ...rest, ...(subject && { subject }) },
      messages: released.messages,
      contactRemoteId: await writeContact(connector.id, read.conversation.contactId, helpdesk, context),
      remoteId,
      isFirstAttempt: tries === 1 && wish === 1,
    },
    signal,
  )
  const link: LinkDocument = { connectorId: connector.id, kind: 'conversation', ours: conversationId, theirs }
  if (theirs !== known) await collections.connectorLinks.put(tenant, linkId, link)
  return theirs
}

/** Whom a conversation is with, there. Undefined: with nobody, or nothing there tells who. */
async function writeContact(
  connectorId: string,
  contactId: string | undefined,
  helpdesk: Helpdesk,
  context: ContactsContext,
): Promise<string | undefined> {
  const contact =
    contactId === undefined ? undefined : await context.collections.contacts.get(context.tenant, contactId)
  if (!contact) return undefined
  try {
    return (await pushContact(connectorId, contact, helpdesk, context)).remoteId
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'unknown') return undefined
    throw error
  }
}

/** What was said, oldest first; notes are the team's own. */
async function readMessages(conversationId: string, context: ContactsContext): Promise<Message[]> {
  const messages: Message[] = []
  let cursor: string | undefined
  while (messages.length < maxMessages) {
    const page = await context.ask(chat.queries.messageList, { conversationId, limit: 50, cursor })
    messages.push(...page.items.filter(({ kind }) => kind === 'message'))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return messages
    .slice(0, maxMessages)
    .reverse()
    .map(({ id, sequence, author, kind, content, createdAt }) => {
      return { id, conversationId, sequence, author, kind, content, createdAt }
    })
}
