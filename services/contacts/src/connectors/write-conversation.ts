import { conversationRead, type Message, messageList, textsRelease } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ContactsContext } from '../context.ts'
import type { ConnectorDocument, DeliveryDocument, LinkDocument } from './connector-document.ts'
import { linkIdOf } from './find-links.ts'
import { ConnectorError, type Helpdesk } from './helpdesk.ts'
import { helpdeskOf } from './keep-connectors.ts'
import { pushContact } from './push-contacts.ts'
import type { Lease } from './take-lease.ts'

/** Of a conversation, newest first. */
const mostMessages = 200

/** Writes a conversation with whom it is with, and answers its id there. Throws `LostLease`. */
export async function writeConversation(
  connector: Stored<ConnectorDocument>,
  lease: Lease<DeliveryDocument>,
  context: ContactsContext,
): Promise<string> {
  const { tenant, collections, signal } = context
  const { conversationId, tries, wish } = lease.body
  const conversation = await context.ask(conversationRead, { conversationId })
  const messages = await readMessages(conversationId, context)
  const [subject, ...contents] = await release(
    [conversation.subject ?? '', ...messages.map(({ content }) => content)],
    context,
  )
  const linkId = linkIdOf(connector.id, conversationId)
  // The link outlives the ledger: what was written long ago is still the same ticket.
  const known = (await collections.connectorLinks.get(tenant, linkId))?.body.theirs
  const remoteId = lease.body.remoteId ?? known
  const helpdesk = helpdeskOf(connector, lease.hold, context)
  const theirs = await helpdesk.pushConversation(
    {
      conversation: { ...conversation, ...(subject && { subject }) },
      messages: messages.map((message, i) => ({ ...message, content: contents[i]! })),
      contactRemoteId: await writeContact(connector.id, conversation.contactId, helpdesk, context),
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
  while (messages.length < mostMessages) {
    const page = await context.ask(messageList, { conversationId, limit: 50, ...(cursor && { cursor }) })
    messages.push(...page.items.filter(({ kind }) => kind === 'message'))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return messages.slice(0, mostMessages).reverse()
}

/** Texts as the tenant's policies let them out, as events do. Throws when the policies can't be evaluated. */
async function release(texts: string[], { ask }: ContactsContext): Promise<string[]> {
  const released: string[] = []
  for (let at = 0; at < texts.length; at += 20) {
    const reply = await ask(textsRelease, { texts: texts.slice(at, at + 20) })
    released.push(...reply.texts.map(({ text }) => text))
  }
  return released
}
