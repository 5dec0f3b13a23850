import {
  type BodyOf,
  type CannedReply,
  type chat,
  derivedId,
  invalidNamedField,
  limits,
  type ReplyOf,
  ServiceError,
} from '@frontdesk/contracts'
import { ascending, cursorAt, fittingIn, readCursor, type Sort, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { appendChange } from '../conversations/change-log.ts'
import type { CannedReplyDocument } from './canned-reply-document.ts'

/** Canned replies of a tenant are read and sorted together. */
const maxReplies = 1_000

const shown = ({ id, body }: Stored<CannedReplyDocument>): CannedReply => ({ id, ...body })
const noReply = () => new ServiceError('not_found', { detail: 'There is no such canned reply.' })
/** The caller: an agent, or an API key that belongs to no agent. */
type Asking = { agentId?: string | undefined }
const isVisible = ({ body }: Stored<CannedReplyDocument>, { agentId }: Asking): boolean =>
  body.shared || (agentId !== undefined && body.agentId === agentId)

const tell = (replyId: string, about: string, context: ChatContext): Promise<void> =>
  appendChange(
    { type: 'reply.changed', replyId },
    { id: `reply ${replyId} ${about}`, at: timestampOf(context.clock) },
    context,
  )

/** Creates a canned reply. Without an agent it must be shared. */
export async function createCannedReply(
  { operationId, reply, agentId }: BodyOf<typeof chat.queries.cannedReplyCreate>,
  context: ChatContext,
): Promise<CannedReply> {
  const { tenant, collections, clock } = context
  if (!reply.shared && agentId === undefined) {
    throw invalidNamedField('shared', 'Must be true if x-agent-id does not name an agent.')
  }
  if ((await collections.cannedReplies.count(tenant)) >= maxReplies) {
    throw new ServiceError('conflict', { detail: `A tenant has at most ${maxReplies} canned replies.` })
  }
  const id = derivedId('rpl', tenant, operationId)
  const now = timestampOf(clock)
  const body = { ...reply, used: 0, agentId: agentId ?? null, createdAt: now, updatedAt: now }
  const { stored } = await collections.cannedReplies.insert(tenant, id, body)
  await tell(id, 'created', context)
  return shown(stored)
}

const byName: Sort = ascending('name')
/** Names are compared as people sort them, which no index does. */
const compareNames = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  a.name.localeCompare(b.name, 'en') || Number(a.id > b.id) - Number(a.id < b.id)

/** Shared ones and the agent's own, by name, as many as fit into a message. Throws `invalid_request` for a bad cursor. */
export async function listCannedReplies(
  { cursor, ...asking }: BodyOf<typeof chat.queries.cannedReplyList>,
  { tenant, collections }: ChatContext,
): Promise<{ items: CannedReply[]; nextCursor: string | null }> {
  const last = cursor === undefined ? undefined : readCursor(cursor, byName)
  const after = last && { name: String(last.value), id: last.id }
  const { items } = await collections.cannedReplies.find(tenant, { limit: maxReplies })
  const visible = items
    .filter((each) => isVisible(each, asking))
    .map(shown)
    .filter((each) => after === undefined || compareNames(each, after) > 0)
    .sort(compareNames)
  const fitting = visible.slice(0, fittingIn(limits.pageBytes, visible))
  const { name, id } = fitting.at(-1) ?? {}
  const isLast = id === undefined || fitting.length === visible.length
  return { items: fitting, nextCursor: isLast ? null : cursorAt({ value: name!, id }, byName) }
}

async function findVisible(replyId: string, asking: Asking, { tenant, collections }: ChatContext) {
  const stored = await collections.cannedReplies.get(tenant, replyId)
  if (!stored || !isVisible(stored, asking)) throw noReply()
  return stored
}

/** Throws `not_found`, also for a private one of another agent. */
export async function readCannedReply(
  { replyId, ...asking }: BodyOf<typeof chat.queries.cannedReplyRead>,
  context: ChatContext,
): Promise<CannedReply> {
  return shown(await findVisible(replyId, asking, context))
}

/** Changes a canned reply. One that belongs to no agent stays shared. Throws `not_found`. */
export async function updateCannedReply(
  { replyId, patch, ...asking }: BodyOf<typeof chat.queries.cannedReplyUpdate>,
  context: ChatContext,
): Promise<CannedReply> {
  const { collections, commit, clock } = context
  const stored = await commit(collections.cannedReplies, replyId, (current) => {
    if (!current || !isVisible(current, asking)) throw noReply()
    const merged = Object.entries({ ...current.body, ...patch, updatedAt: timestampOf(clock) })
    // What is null is taken away; only who made it may be null.
    const kept = merged.filter(([field, value]) => value !== null || field === 'agentId')
    const body = Object.fromEntries(kept) as CannedReplyDocument
    if (!body.shared && body.agentId === null) {
      throw new ServiceError('conflict', { detail: 'This reply does not belong to an agent, so it stays shared.' })
    }
    return { body }
  })
  await tell(replyId, String(stored!.revision), context)
  return shown(stored!)
}

/** Throws `not_found`. */
export async function deleteCannedReply(
  { replyId, ...asking }: BodyOf<typeof chat.queries.cannedReplyDelete>,
  context: ChatContext,
): Promise<void> {
  await findVisible(replyId, asking, context)
  if (await context.collections.cannedReplies.remove(context.tenant, replyId)) await tell(replyId, 'deleted', context)
}

/** What stands in double braces: letters and dots, with spaces around. */
const placeholder = /\{\{ {0,4}([a-z]{1,20}(?:\.[a-z]{1,20}){0,3}) {0,4}\}\}/gi

/** A canned reply with its placeholders filled in. Unknown placeholders stay as written. */
export function fillIn(
  content: string,
  values: Record<string, string | undefined>,
): { content: string; missing: string[] } {
  const missing = new Set<string>()
  const filled = content.replace(placeholder, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    const value = values[name]
    if (value === undefined) missing.add(name)
    return value ?? ''
  })
  return { content: filled, missing: [...missing] }
}

/** The canned reply for one conversation. Counts its use. Throws `not_found`. */
export async function renderCannedReply(
  { replyId, contactName, agentName, ...asking }: BodyOf<typeof chat.queries.cannedReplyRender>,
  context: ChatContext,
): Promise<ReplyOf<typeof chat.queries.cannedReplyRender>> {
  const { collections, commit } = context
  const stored = await commit(collections.cannedReplies, replyId, (current) => {
    if (!current || !isVisible(current, asking)) throw noReply()
    return { body: { ...current.body, used: current.body.used + 1 } }
  })
  const { content, actions } = stored!.body
  return {
    ...fillIn(content, { 'contact.name': contactName, 'agent.name': agentName }),
    ...(actions && { actions }),
  }
}
