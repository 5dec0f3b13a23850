import { type Activity, type Actor, conversationChanged, newId, ServiceError } from '@frontdesk/contracts'
import type { NewEvent, Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, toConversation } from './conversation-document.ts'
import { isState, stateOf } from './conversation-states.ts'

/** A line for the log of a conversation; a new one unless it has an id. */
export type Deed = Pick<Activity, 'action' | 'from' | 'to' | 'detail' | 'messageId'> & { id?: string; actor: Actor }

/** What becomes of a conversation: its new body, the events beside, and what is to be read in its log. */
export type Change = { body: ConversationDocument; events?: NewEvent[]; deeds?: Deed[] }

const noConversation = () => new ServiceError('not_found', { detail: 'There is no such conversation.' })

/** The earliest of the times at which something happens by itself. */
function dueAtOf({ unclaimed, assumeAt, snoozedUntil }: ConversationDocument): string | undefined {
  return [unclaimed?.at, assumeAt, snoozedUntil].filter((at) => at !== undefined).sort()[0]
}

/**
 * Commits a change of an existing conversation with its log, in one write. Holds that its state is one that there is, and
 * keeps the time at which it is next due. Throws `not_found`; what `decide` throws; undefined changes nothing.
 */
export async function changeConversation(
  conversationId: string,
  context: ChatContext,
  decide: (current: Stored<ConversationDocument>, now: string) => Change | undefined,
): Promise<Stored<ConversationDocument>> {
  const { commit, collections, clock } = context
  const stored = await commit(collections.conversations, conversationId, (current) => {
    if (!current) throw noConversation()
    const now = timestampOf(clock)
    const change = decide(current, now)
    return change && complete(conversationId, change, context, now)
  })
  return stored!
}

/** A change as it is committed. */
export function complete(
  conversationId: string,
  { body: { dueAt: _, ...body }, events = [], deeds = [] }: Change,
  { event }: ChatContext,
  now: string,
): { body: ConversationDocument; events: NewEvent[] } {
  if (!isState(stateOf(body))) throw new ServiceError('internal', { cause: new Error(`no state: ${stateOf(body)}`) })
  const dueAt = dueAtOf(body)
  const after: ConversationDocument = { ...body, ...(dueAt && { dueAt }) }
  if (deeds.length === 0) return { body: after, events }
  const activities = deeds.map(({ actor: { name: _name, ...actor }, ...deed }) => ({
    id: newId('act'),
    at: now,
    actor,
    ...deed,
  }))
  const conversation = toConversation(conversationId, after)
  return { body: after, events: [...events, event(conversationChanged, { conversation, activities })] }
}
