import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, chat, type chat as chatContracts, type ReplyOf, visitorFields } from '@frontdesk/contracts'
import { descending, removeOld, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { type ConversationDocument, toConversation } from '../conversations/conversation-document.ts'
import { contactOf, type VisitorRecord, visitorOf } from './visitor-document.ts'

/** Conversations of a visitor that show what they say of themselves now. */
const maxShown = 20
/** Those of an anonymous visitor that are joined at once. */
const page = 200
/** A visitor who never wrote is forgotten after this. */
const keptMs = 30 * 24 * 3_600_000

type Visitor = ReplyOf<typeof chatContracts.queries.visitorRead>

const shown = (record: VisitorRecord | undefined): Visitor => {
  const { claims, details } = record ?? {}
  const name = claims?.name ?? details?.name
  const email = claims?.email ?? details?.email
  return {
    verified: claims !== undefined,
    ...(name && { name }),
    ...(email && { email }),
    ...(claims?.email && { isEmailVerified: claims.isEmailVerified }),
  }
}

/** What is known of a visitor; of one who said nothing, that they are not verified. */
export async function readVisitor(visitorId: string, { tenant, collections }: ChatContext): Promise<Visitor> {
  return shown((await collections.visitors.get(tenant, visitorId))?.body)
}

/** Writes what visitors are into a conversation of theirs. Nobody did anything, so its log has no line. */
async function showVisitor(
  conversationId: string,
  change: (before: ConversationDocument) => ConversationDocument | undefined,
  { commit, collections, event, clock }: ChatContext,
): Promise<void> {
  await commit(collections.conversations, conversationId, (current) => {
    const changed = current && change(current.body)
    if (!changed) return undefined
    const body = { ...changed, updatedAt: timestampOf(clock) }
    const told = { conversation: toConversation(conversationId, body), activities: [] }
    return { body, events: [event(chat.events.conversationChanged, told)] }
  })
}

const isSame = (one: object | undefined, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other)

async function showEverywhere(visitorId: string, record: VisitorRecord, context: ChatContext): Promise<void> {
  const { items } = await context.collections.conversations.find(context.tenant, {
    where: { 'visitor.id': visitorId },
    sort: descending('lastMessageAt'),
    limit: maxShown,
  })
  for (const { id } of items)
    await showVisitor(
      id,
      (before) => {
        if (before.visitor?.id !== visitorId) return undefined
        const visitor = visitorOf(before.visitor, record)
        return isSame(visitor, before.visitor) ? undefined : { ...before, visitor }
      },
      context,
    )
}

/**
 * Keeps who a visitor is, as their site says, and makes what an anonymous visitor said theirs. Once more it joins what is
 * left.
 */
export async function identifyVisitor(
  { visitorId, widgetId, claims, joins }: BodyOf<typeof chat.queries.visitorIdentify>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections, commit, clock } = context
  const before = joins === undefined ? undefined : await collections.visitors.get(tenant, joins)
  const stored = await commit(collections.visitors, visitorId, (current) => {
    const details = { ...before?.body.details, ...current?.body.details }
    return {
      body: {
        ...current?.body,
        widgetId,
        claims,
        ...(Object.keys(details).length > 0 && { details }),
        updatedAt: timestampOf(clock),
      },
    }
  })
  if (joins !== undefined && joins !== visitorId) await join(joins, stored!, context)
  await showEverywhere(visitorId, stored!.body, context)
}

async function join(anonymousId: string, { id, body }: Stored<VisitorRecord>, context: ChatContext): Promise<void> {
  const { tenant, collections, signal } = context
  for (;;) {
    signal.throwIfAborted()
    const { items } = await collections.conversations.find(tenant, {
      where: { 'visitor.id': anonymousId },
      limit: page,
    })
    for (const { id: conversationId } of items)
      await showVisitor(
        conversationId,
        (before) => {
          // Only of somebody who was not vouched for: another user's stays theirs.
          if (before.visitor?.id !== anonymousId || before.visitor.verified) return undefined
          const contact = before.contact ?? contactOf(body)
          return { ...before, ...(contact && { contact }), visitor: visitorOf({ ...before.visitor, id }, body) }
        },
        context,
      )
    if (items.length < page) break
  }
  await collections.visitors.remove(tenant, anonymousId)
}

/** Fields of before with those of now; the oldest go where they are more than a visitor may have. */
function withFields(before: Record<string, string> = {}, now: Record<string, string>): Record<string, string> {
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(now, name))
  for (;;) {
    const fields = { ...Object.fromEntries(kept), ...now }
    if (kept.length === 0 || visitorFields.safeParse(fields).success) return fields
    kept.shift()
  }
}

/** Keeps what a visitor says of themselves; what is left out stays. What is known already is not written again. */
export async function updateVisitor(
  { visitorId, widgetId, details, page }: BodyOf<typeof chat.queries.visitorUpdate>,
  context: ChatContext,
): Promise<Visitor> {
  const { collections, commit, clock } = context
  const said = (before?: VisitorRecord) => ({
    ...before,
    widgetId,
    details: {
      ...before?.details,
      ...details,
      ...(details.fields && { fields: withFields(before?.details?.fields, details.fields) }),
    },
    ...(page && { page }),
  })
  const stored = await commit(collections.visitors, visitorId, (current) => {
    const now = said(current?.body)
    return current && isDeepStrictEqual(now, current.body)
      ? undefined
      : { body: { ...now, updatedAt: timestampOf(clock) } }
  })
  // Also what is known: whoever wrote it may have stopped before it was shown.
  await showEverywhere(visitorId, stored!.body, context)
  return shown(stored!.body)
}

/** Forgets a visitor but for what their site vouches for. */
export async function forgetVisitor(visitorId: string, { tenant, collections, commit }: ChatContext): Promise<void> {
  const stored = await commit(collections.visitors, visitorId, (current) => {
    if (!current) return undefined
    const { widgetId, claims, updatedAt } = current.body
    return { body: { widgetId, ...(claims && { claims }), updatedAt } }
  })
  // Whoever says something meanwhile is another one: it stays.
  if (stored && !stored.body.claims) await collections.visitors.remove(tenant, visitorId, stored.revision)
}

/**
 * Forgets what visitors said of themselves, before their conversations are erased. With `exceptOthers` a visitor who has
 * another conversation stays known.
 */
export async function removeVisitors(
  conversations: Stored<ConversationDocument>[],
  { tenant, collections }: ChatContext,
  { exceptOthers = false } = {},
): Promise<void> {
  const erased = new Set(conversations.map(({ id }) => id))
  const ids = new Set(conversations.flatMap(({ body }) => body.visitor?.id ?? []))
  for (const id of ids) {
    const found = { where: { 'visitor.id': id }, limit: erased.size + 1 }
    const { items } = exceptOthers ? await collections.conversations.find(tenant, found) : { items: [] }
    if (items.every((each) => erased.has(each.id))) await collections.visitors.remove(tenant, id)
  }
}

/** Forgets what visitors said of themselves whose last conversation is erased. */
export async function removeVisitorsWithoutConversations(
  visitorIds: string[],
  { tenant, collections }: ChatContext,
): Promise<void> {
  for (const id of visitorIds) {
    const { items } = await collections.conversations.find(tenant, { where: { 'visitor.id': id }, limit: 1 })
    if (items.length === 0) await collections.visitors.remove(tenant, id)
  }
}

/** Removes visitors who have no conversation and said nothing for 30 days. */
export async function purgeVisitors({ collections, clock, signal, forTenant }: ChatContext): Promise<void> {
  const { visitors, conversations } = collections
  const before = new Date(clock.now() - keptMs).toISOString()
  const remove = async ({ tenant, id, revision }: Stored<VisitorRecord>) => {
    const { items } = await conversations.find(tenant, { where: { 'visitor.id': id }, limit: 1 })
    if (items.length === 0) await visitors.remove(tenant, id, revision)
    // Looked at again in 30 days.
    else
      await forTenant(tenant).commit(visitors, id, (current) =>
        current ? { body: { ...current.body, updatedAt: timestampOf(clock) } } : undefined,
      )
  }
  await removeOld(visitors, { field: 'updatedAt', before, remove }, signal)
}
