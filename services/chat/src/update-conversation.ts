import {
  type Actor,
  type BodyOf,
  type Conversation,
  conversationResolved,
  type conversationUpdate,
  type Fault,
  ServiceError,
} from '@frontdesk/contracts'
import type { NewEvent } from '@frontdesk/documents'
import { type Change, changeConversation, type Deed } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, toConversation } from './conversation-document.ts'
import { type Action, move } from './conversation-states.ts'
import { handOver } from './hand-over.ts'

/** What somebody wants of a conversation. Absent: as it is. */
export type Wish = {
  status?: 'open' | 'resolved' | 'closed' | undefined
  assignee?: string | null | undefined
  tags?: string[] | undefined
  addTag?: string
  removeTag?: string
  subject?: string | null | undefined
  snoozedUntil?: string | null | undefined
}

const actionFor = { open: 'reopen', resolved: 'resolve', closed: 'close' } as const satisfies Record<string, Action>
const mostTags = 50

/** What a wish makes of a conversation; undefined when it is like that already. Throws `conflict` for what is refused. */
export function fulfil(
  conversationId: string,
  before: ConversationDocument,
  wish: Wish,
  actor: Actor,
  context: ChatContext,
  now: string,
): Change | undefined {
  let body = before
  const deeds: Deed[] = []
  const events: ((conversation: Conversation) => NewEvent)[] = []
  const did = (action: string, from: Deed['from'], to: Deed['to']) => deeds.push({ actor, action, from, to } as Deed)

  if (wish.status) {
    const isConfirmed = before.status === 'resolved' && before.resolved?.how === 'confirmed'
    const moved = move(body, actionFor[wish.status])
    if (wish.status === 'resolved' && !isConfirmed) {
      body = { ...moved, resolved: { by: 'agent', how: 'confirmed' } }
      did('resolve', before.status, 'resolved')
      events.push((conversation) => context.event(conversationResolved, { conversation, how: 'confirmed' }))
    } else if (before.status !== moved.status) {
      body = moved
      did(actionFor[wish.status], before.status, moved.status)
    }
  }
  if (wish.assignee !== undefined && wish.assignee !== before.assignee) {
    // Whoever is named by a person has claimed it.
    const { unclaimed: _, ...claimed } = move(body, 'assign')
    body = { ...(wish.assignee === null ? body : claimed), assignee: wish.assignee }
    did(wish.assignee === null ? 'unassign' : 'assign', before.assignee, wish.assignee)
  }
  const tags = tagsAfter(before.tags, wish)
  if (tags.join('\n') !== before.tags.join('\n')) {
    body = { ...move(body, 'edit'), tags }
    did('tag', before.tags, tags)
  }
  if (wish.subject !== undefined && (wish.subject ?? undefined) !== before.subject) {
    const { subject: _, ...rest } = move(body, 'edit')
    body = { ...rest, ...(wish.subject !== null && { subject: wish.subject }) }
    did('subject', before.subject ?? null, wish.subject)
  }
  if (wish.snoozedUntil !== undefined) {
    const until = wish.snoozedUntil === null ? null : new Date(wish.snoozedUntil).toISOString()
    if (until !== (body.snoozedUntil ?? null)) {
      body = until === null ? move(body, 'wake') : { ...move(body, 'snooze'), snoozedUntil: until }
      did(until === null ? 'wake' : 'snooze', before.snoozedUntil ?? null, until)
    }
  }
  if (deeds.length === 0) return undefined
  body = { ...body, updatedAt: now }
  const conversation = toConversation(conversationId, body)
  return { body, deeds, events: events.map((make) => make(conversation)) }
}

function tagsAfter(before: string[], { tags, addTag, removeTag }: Wish): string[] {
  const wanted = new Set(tags ?? before)
  if (addTag !== undefined) wanted.add(addTag)
  if (removeTag !== undefined) wanted.delete(removeTag)
  if (wanted.size > mostTags)
    throw new ServiceError('conflict', { detail: `A conversation has at most ${mostTags} tags.` })
  return [...wanted]
}

/** Changes what people may change of a conversation, in one write; to hand it over takes one of its own, before. */
export async function updateConversation(
  { conversationId, patch, actor }: BodyOf<typeof conversationUpdate>,
  context: ChatContext,
): Promise<Conversation> {
  const { status, ...wish } = patch
  const faults: Fault[] = []
  if (patch.snoozedUntil && Date.parse(patch.snoozedUntil) <= context.clock.now()) {
    faults.push({ path: 'snoozedUntil', message: 'Must be in the future.' })
  }
  if (faults.length > 0) throw new ServiceError('invalid_request', { detail: faults[0]!.message, errors: faults })
  if (status === 'escalated') await handOver({ conversationId, actor }, context)
  const stored = await changeConversation(conversationId, context, (current, now) =>
    fulfil(conversationId, current.body, { ...wish, ...(status !== 'escalated' && { status }) }, actor, context, now),
  )
  return toConversation(conversationId, stored.body)
}
