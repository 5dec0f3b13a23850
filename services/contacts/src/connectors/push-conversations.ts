import {
  type BodyOf,
  type ConnectorDelivery,
  type connectorConversationPush,
  type connectorDeliveryList,
  conversationRead,
  derivedId,
  type Message,
  messageList,
  ServiceError,
  textsRelease,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { type ConnectorDocument, type DeliveryDocument, type LinkDocument, toDelivery } from './connector-document.ts'
import { ConnectorError } from './helpdesk.ts'
import { findConnector, helpdeskOf, noteError } from './keep-connectors.ts'
import { linkIdOf, pushContact } from './push-contacts.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits before each retry: ten attempts within about a day and a half. */
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 4 * hour, 10 * hour, 20 * hour]
/** Whoever tries has this long; a dead one is followed by another after it. */
const leaseMs = 90 * second
const longestAskedMs = 24 * hour
const keptAttempts = 20
/** Of a conversation, newest first. */
const mostMessages = 200

/** Has the connectors that want it write a conversation. */
export async function wishPushes(
  conversationId: string,
  when: 'escalated' | 'resolved',
  context: ContactsContext,
): Promise<void> {
  const { items } = await context.collections.connectors.find(context.tenant, { limit: 100 })
  for (const connector of items) {
    if (connector.body.enabled && connector.body.pushConversations.includes(when))
      await wishPush(connector.id, conversationId, context)
  }
}

/** Has one connector write a conversation as it is then. Throws `not_found` for a connector that is not there. */
async function wishPush(
  connectorId: string,
  conversationId: string,
  context: ContactsContext,
): Promise<Stored<DeliveryDocument>> {
  const { tenant, collections, commit, clock } = context
  const id = derivedId('syn', tenant, connectorId, conversationId)
  const stored = await commit(collections.connectorDeliveries, id, (current) => {
    const before = current?.body ?? {
      connectorId,
      conversationId,
      attempts: [],
      createdAt: timestampOf(clock),
      wish: 0,
    }
    return { body: { ...before, state: 'pending' as const, tries: 0, wish: before.wish + 1, dueAt: clock.now() } }
  })
  context.detach('push a conversation', (lasting) => pushOne(id, lasting))
  return stored!
}

/** Writes a conversation now, as somebody asked. Throws `not_found`, `conflict` for a connector that is switched off. */
export async function pushNow(
  { connectorId, conversationId }: BodyOf<typeof connectorConversationPush>,
  context: ContactsContext,
): Promise<ConnectorDelivery> {
  const { body } = await findConnector(connectorId, context)
  if (!body.enabled) throw new ServiceError('conflict', { detail: 'The connector is switched off.' })
  await context.ask(conversationRead, { conversationId })
  return toDelivery(await wishPush(connectorId, conversationId, context))
}

/** Throws `not_found`. */
export async function listDeliveries(
  { connectorId, limit, cursor }: BodyOf<typeof connectorDeliveryList>,
  context: ContactsContext,
) {
  await findConnector(connectorId, context)
  const page = await context.collections.connectorDeliveries.find(context.tenant, {
    where: { connectorId },
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: page.items.map(toDelivery), nextCursor: page.nextCursor }
}

/** Goes on with what is due: put off after a failure, or left by a process that died. */
export async function pushDue(context: ContactsContext): Promise<void> {
  const due = await context.collections.connectorDeliveries.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 50,
  })
  await Promise.all(due.map(({ tenant, id }) => pushOne(id, context.forTenant(tenant))))
}

/** One attempt, unless it is not due or somebody else's. */
async function pushOne(id: string, context: ContactsContext): Promise<void> {
  const { tenant, collections, commit, clock, signal, log } = context
  let claimed: DeliveryDocument | undefined
  await commit(collections.connectorDeliveries, id, (current) => {
    claimed = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    claimed = { ...current.body, tries: current.body.tries + 1, dueAt: clock.now() + leaseMs }
    return { body: claimed }
  })
  if (!claimed) return
  const { connectorId, wish } = claimed
  const connector = await collections.connectors.get(tenant, connectorId)
  const started = performance.now()
  const at = timestampOf(clock)
  const settle = (decide: (body: DeliveryDocument) => DeliveryDocument) =>
    commit(collections.connectorDeliveries, id, (current) => current && { body: decide(current.body) })
  const attempted = (body: DeliveryDocument, failed: { status?: number | undefined; message: string } | undefined) => {
    const { dueAt: _, ...rest } = body
    const attempt = {
      at,
      durationMs: Math.round(performance.now() - started),
      ...(failed?.status !== undefined && { status: failed.status }),
      ...(failed && { error: failed.message }),
    }
    return { ...rest, attempts: [...rest.attempts, attempt].slice(-keptAttempts) }
  }
  try {
    if (!connector?.body.enabled) throw new ConnectorError('rejected', 'The connector is switched off.')
    const remoteId = await writeConversation(connector, claimed, context)
    await settle((body) => {
      const after = attempted(body, undefined)
      // Something happened meanwhile that this attempt has not seen.
      return body.wish === wish
        ? { ...after, state: 'delivered', remoteId }
        : { ...after, remoteId, tries: 0, dueAt: clock.now() }
    })
    await noteError(connectorId, undefined, context)
  } catch (error) {
    if (signal.aborted) {
      await settle((body) => ({ ...body, dueAt: clock.now() }))
      return
    }
    const failed = error instanceof ConnectorError ? error : undefined
    const isOver = error instanceof ServiceError && error.code === 'not_found'
    const passes = failed ? failed.passes : !isOver
    const message = error instanceof Error ? error.message : String(error)
    const delay = passes ? delaysMs[claimed.tries - 1] : undefined
    log.warn(
      { delivery: id, connectorId, attempt: claimed.tries, err: error },
      'a conversation did not reach a connector',
    )
    const asked = Math.min(failed?.retryAfterMs ?? 0, longestAskedMs)
    await settle((body) => {
      const after = attempted(body, { status: failed?.status, message })
      return delay === undefined
        ? { ...after, state: 'failed' }
        : { ...after, dueAt: clock.now() + Math.max(delay * (0.8 + 0.4 * Math.random()), asked) }
    })
    if (failed?.code === 'unauthorized') await noteError(connectorId, { code: failed.code, message }, context)
  }
}

/** Writes the conversation with whom it is with, and answers its id there. */
async function writeConversation(
  connector: Stored<ConnectorDocument>,
  { conversationId, tries, wish, remoteId }: DeliveryDocument,
  context: ContactsContext,
): Promise<string> {
  const { tenant, collections, signal } = context
  const conversation = await context.ask(conversationRead, { conversationId })
  const messages = await readMessages(conversationId, context)
  const [subject, ...contents] = await release(
    [conversation.subject ?? '', ...messages.map(({ content }) => content)],
    context,
  )
  const { contactId } = conversation
  const contact = contactId === undefined ? undefined : await collections.contacts.get(tenant, contactId)
  const helpdesk = helpdeskOf(connector, context)
  const pushed = contact && (await pushContact(connector.id, contact, helpdesk, context))
  const theirs = await helpdesk.pushConversation(
    {
      conversation: { ...conversation, ...(subject && { subject }) },
      messages: messages.map((message, i) => ({ ...message, content: contents[i]! })),
      contactRemoteId: pushed?.remoteId,
      remoteId,
      isFirstAttempt: tries === 1 && wish === 1,
    },
    signal,
  )
  const link: LinkDocument = { connectorId: connector.id, kind: 'conversation', ours: conversationId, theirs }
  if (theirs !== remoteId) await collections.connectorLinks.put(tenant, linkIdOf(connector.id, conversationId), link)
  return theirs
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
