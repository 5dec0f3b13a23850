import { type Activity, type Actor, chat, newId, ServiceError } from '@frontdesk/contracts'
import type { NewEvent, Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { noteMessages } from '../inbox/note-messages.ts'
import { type ForPeople, noteSla } from '../sla/note-sla.ts'
import type { SlaRules } from '../sla/sla-policy-document.ts'
import { readSlaRules } from '../sla/sla-policy-store.ts'
import { noteQueue } from '../teams/team-queue.ts'
import { type ConversationDocument, messagesIn, noConversation, toConversation } from './conversation-document.ts'
import { isState, stateOf } from './conversation-states.ts'

/** A line for the log of a conversation; a new one unless it has an id. */
export type NewActivity = Pick<Activity, 'action' | 'from' | 'to' | 'detail' | 'messageId'> & {
  id?: string
  actor: Actor
}

/**
 * A change of a conversation: its new body, its events, its log entries, and what people read if a missed target escalates it.
 */
export type Change = {
  body: ConversationDocument
  events?: NewEvent[]
  activities?: NewActivity[]
  forPeople?: ForPeople | undefined
}

/** The earliest time at which a transition is due. */
function dueAtOf({ unclaimed, assumeAt, snoozedUntil, slaDueAt }: ConversationDocument): string | undefined {
  return [unclaimed?.at, assumeAt, snoozedUntil, slaDueAt].filter((at) => at !== undefined).sort()[0]
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
  const rules = await readSlaRules(context)
  const stored = await commit(collections.conversations, conversationId, (current) => {
    if (!current) throw noConversation()
    const now = timestampOf(clock)
    const change = decide(current, now)
    return change && complete(conversationId, change, context, now, { body: current.body, rules })
  })
  return stored!
}

/** What decides the service level of a changed conversation. */
type Before = { body?: ConversationDocument | undefined; rules?: SlaRules | undefined }

/**
 * A change as it is committed, with the fields that lists show of the messages in its events, its place in the queue of its
 * team, and its service level. `rules` are needed where it may come to people, or to another team or tags.
 */
export function complete(
  conversationId: string,
  { body: changed, events = [], activities = [], forPeople }: Change,
  { event }: ChatContext,
  now: string,
  { body: before, rules }: Before,
): { body: ConversationDocument; events: NewEvent[] } {
  const messages = messagesIn(events)
  const noted = noteSla(before, noteMessages(changed, messages), messages, { rules, forPeople }, now)
  const { dueAt: _, ...body } = noteQueue(noted.body, now)
  if (!isState(stateOf(body)))
    throw new ServiceError('internal', { cause: new Error(`not a conversation state: ${stateOf(body)}`) })
  const dueAt = dueAtOf(body)
  const after: ConversationDocument = { ...body, ...(dueAt && { dueAt }) }
  const conversation = toConversation(conversationId, after)
  const told = noted.results.map((sla) =>
    event(sla.result === 'met' ? chat.events.conversationSlaMet : chat.events.conversationSlaBreached, {
      conversation,
      sla,
    }),
  )
  if (noted.isEscalated) {
    const summary = after.escalation?.summary ?? ''
    told.push(event(chat.events.conversationEscalated, { conversation, reason: 'sla', summary, score: 0 }))
  }
  for (const sla of noted.late) told.push(event(chat.events.conversationSlaAnsweredLate, { conversation, sla }))
  const all = [...activities, ...noted.activities]
  if (all.length === 0) return { body: after, events: [...events, ...told] }
  const logged = all.map(({ actor: { name: _name, ...actor }, ...activity }) => ({
    id: newId('act'),
    at: now,
    actor,
    ...activity,
  }))
  return {
    body: after,
    events: [...events, ...told, event(chat.events.conversationChanged, { conversation, activities: logged })],
  }
}
