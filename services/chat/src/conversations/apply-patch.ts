import { type Actor, type Conversation, type ConversationPatch, chat, ServiceError } from '@frontdesk/contracts'
import type { NewEvent } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { Change, NewActivity } from './change-conversation.ts'
import { type ConversationDocument, toConversation } from './conversation-document.ts'
import { type Action, move } from './conversation-states.ts'

/** Changes of a conversation; absent fields stay unchanged. A bulk action adds or removes one tag. */
export type Patch = Omit<ConversationPatch, 'status'> & {
  /** `escalated` is a hand-over, which is a separate write. */
  status?: Exclude<ConversationPatch['status'], 'escalated'>
  addTag?: string
  removeTag?: string
}

type Values = { [K in keyof Patch]-?: Exclude<Patch[K], undefined> }
type Handlers = { [K in keyof Values]: (value: Values[K], draft: Draft) => void }

/** A conversation while a patch is applied to it. */
type Draft = {
  before: ConversationDocument
  body: ConversationDocument
  events: ((conversation: Conversation) => NewEvent)[]
  log(action: string, from: NewActivity['from'], to: NewActivity['to']): void
  context: ChatContext
}

const maxTags = 50
const actionFor = { open: 'reopen', resolved: 'resolve', closed: 'close' } as const satisfies Record<string, Action>

/**
 * How each field changes a conversation, in the order of application; the compiler requires an entry for a new field.
 */
const handlers: Handlers = {
  status(status, draft) {
    const { before, context } = draft
    const isConfirmed = before.status === 'resolved' && before.resolved?.how === 'confirmed'
    const moved = move(draft.body, actionFor[status])
    if (status === 'resolved' && !isConfirmed) {
      draft.body = { ...moved, resolved: { by: 'agent', how: 'confirmed' } }
      draft.log('resolve', before.status, 'resolved')
      draft.events.push((conversation) =>
        context.event(chat.events.conversationResolved, { conversation, how: 'confirmed' }),
      )
    } else if (before.status !== moved.status) {
      draft.body = moved
      draft.log(actionFor[status], before.status, moved.status)
    }
  },
  assignee(assignee, draft) {
    const { before } = draft
    if (assignee === before.assignee) return
    // Whoever is named by a person has claimed it.
    const { unclaimed: _, ...claimed } = move(draft.body, 'assign')
    draft.body = { ...(assignee === null ? draft.body : claimed), assignee }
    draft.log(assignee === null ? 'unassign' : 'assign', before.assignee, assignee)
  },
  teamId(teamId, draft) {
    const before = draft.before.teamId ?? null
    if (teamId === before) return
    const { teamId: _, ...rest } = move(draft.body, 'assign')
    draft.body = { ...rest, ...(teamId !== null && { teamId }) }
    draft.log('team', before, teamId)
  },
  tags: (tags, draft) => setTags([...new Set(tags)], draft),
  addTag: (tag, draft) => setTags([...new Set([...draft.before.tags, tag])], draft),
  removeTag: (tag, draft) => setTags([...new Set(draft.before.tags.filter((each) => each !== tag))], draft),
  subject(subject, draft) {
    const { before } = draft
    if ((subject ?? undefined) === before.subject) return
    const { subject: _, ...rest } = move(draft.body, 'edit')
    draft.body = { ...rest, ...(subject !== null && { subject }) }
    draft.log('subject', before.subject ?? null, subject)
  },
  snoozedUntil(time, draft) {
    const until = time === null ? null : new Date(time).toISOString()
    if (until === (draft.body.snoozedUntil ?? null)) return
    draft.body = until === null ? move(draft.body, 'wake') : { ...move(draft.body, 'snooze'), snoozedUntil: until }
    draft.log(until === null ? 'wake' : 'snooze', draft.before.snoozedUntil ?? null, until)
  },
}

function setTags(tags: string[], draft: Draft): void {
  if (tags.length > maxTags)
    throw new ServiceError('conflict', { detail: `A conversation has at most ${maxTags} tags.` })
  if (tags.join('\n') === draft.before.tags.join('\n')) return
  draft.body = { ...move(draft.body, 'edit'), tags }
  draft.log('tag', draft.before.tags, tags)
}

function applyField<K extends keyof Patch>(field: K, patch: Patch, draft: Draft): void {
  const value = patch[field]
  if (value !== undefined) handlers[field](value as Values[K], draft)
}

/** The conversation after a patch; undefined when nothing changes. Throws `conflict` when a transition is not allowed. */
export function applyPatch(
  conversationId: string,
  before: ConversationDocument,
  patch: Patch,
  actor: Actor,
  context: ChatContext,
  now: string,
): Change | undefined {
  const activities: NewActivity[] = []
  const log: Draft['log'] = (action, from, to) => activities.push({ actor, action, from, to } as NewActivity)
  const draft: Draft = { before, body: before, events: [], log, context }
  for (const field of Object.keys(handlers) as (keyof Patch)[]) applyField(field, patch, draft)
  if (activities.length === 0) return undefined
  const body = { ...draft.body, updatedAt: now }
  const conversation = toConversation(conversationId, body)
  return { body, activities, events: draft.events.map((make) => make(conversation)) }
}
