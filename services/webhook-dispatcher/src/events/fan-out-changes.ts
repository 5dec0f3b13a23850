import {
  type Activity,
  type BodyOf,
  type chat,
  contacts,
  derivedId,
  type Event,
  type erasedData,
  type FinishedJob,
  type OutboundEventType,
  type Owner,
  outboundEvents,
  outboundEventType,
  ownerOf,
  owners,
  ServiceError,
  type webhookDispatcher,
} from '@frontdesk/contracts'
import type { Envelope } from '@frontdesk/service'
import type { DispatcherContext } from '../context.ts'
import { type EventDataOf, fanOut } from './fan-out.ts'

type Subscriptions = Record<string, Record<string, unknown>>

/** Subscriptions, with one to each event that a service publishes as other systems are told it. */
export function withPublishedEvents<Given extends Subscriptions>(given: Given): Given {
  const all: Subscriptions = { ...given }
  for (const type of outboundEventType.options) {
    const event: Event | { body: Event['body'] } = outboundEvents[type]
    if (!('subject' in event)) continue
    const name = ownerOf(event.subject)
    const { events }: Owner = owners[name as keyof typeof owners]
    const key = Object.keys(events).find((each) => events[each] === event)!
    const forward: Forward<EventDataOf<OutboundEventType>> = (data, context, envelope) =>
      fanOut(type, data, envelope, context)
    all[name] = { [key]: forward, ...all[name] }
  }
  return all as Given
}

/** Outbound events that no service publishes as they are: they are made here of what services publish. */
type DerivedEvent = {
  [T in OutboundEventType]: (typeof outboundEvents)[T] extends { subject: string } ? never : T
}[OutboundEventType]
type ConversationChange = Extract<DerivedEvent, `conversation.${string}`>
type ContactChange = `contact.${BodyOf<typeof contacts.events.contactChanged>['change']}`

const listOf = (value: Activity['from']): string[] => (Array.isArray(value) ? value : [])
const oneOf = (value: Activity['from']): string | null => (typeof value === 'string' ? value : null)
/** Values that are in a list and not in the other one; undefined when there are none. */
const onlyIn = (list: Activity['to'], other: Activity['from']): string[] | undefined => {
  const added = listOf(list).filter((value) => !listOf(other).includes(value))
  return added.length > 0 ? added : undefined
}

type Conversation = EventDataOf<ConversationChange>['conversation']

/** What a line of a conversation's log is as each outbound event, in the order in which they are sent; undefined: it is not one. */
const ofActivity: {
  [T in ConversationChange]: (activity: Activity, conversation: Conversation) => EventDataOf<T> | undefined
} = {
  'conversation.assigned': ({ action, from, to, actor }, conversation) =>
    action === 'assign' || action === 'unassign'
      ? { conversation, assignee: oneOf(to), previousAssignee: oneOf(from), actor }
      : undefined,
  'conversation.team_changed': ({ action, from, to, actor }, conversation) =>
    action === 'team' ? { conversation, teamId: oneOf(to), previousTeamId: oneOf(from), actor } : undefined,
  'conversation.closed': ({ action, actor }, conversation) =>
    action === 'close' ? { conversation, actor } : undefined,
  'conversation.reopened': ({ action, actor }, conversation) =>
    action === 'reopen' ? { conversation, actor } : undefined,
  'conversation.tagged': ({ action, from, to, actor }, conversation) => {
    const tags = action === 'tag' ? onlyIn(to, from) : undefined
    return tags && { conversation, tags, actor }
  },
  'conversation.untagged': ({ action, from, to, actor }, conversation) => {
    const tags = action === 'tag' ? onlyIn(from, to) : undefined
    return tags && { conversation, tags, actor }
  },
}
const conversationChanges = Object.keys(ofActivity) as ConversationChange[]

/** Hands on what people, rules and time did to a conversation: none, one or several outbound events, in their order. */
export async function fanOutActivities(
  data: BodyOf<typeof chat.events.conversationChanged>,
  context: DispatcherContext,
  envelope: Envelope,
): Promise<void> {
  for (const activity of data.activities) {
    for (const type of conversationChanges) {
      const told = ofActivity[type](activity, data.conversation)
      if (!told) continue
      const id = derivedId('evt', context.tenant, activity.id, type)
      await fanOut(type, told, { ...envelope, id }, context)
    }
  }
}

/** A contact as it is when its event is handed on: the event itself has no words of it. */
async function readContact(contactId: string, { ask }: DispatcherContext) {
  try {
    return { contact: await ask(contacts.queries.contactRead, { contactId }) }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Hands on what became of a contact. One that is gone by then has no data to tell. */
export async function fanOutContact(
  { contactId, change, mergedId, mergedInto }: BodyOf<typeof contacts.events.contactChanged>,
  context: DispatcherContext,
  envelope: Envelope,
): Promise<void> {
  // The other contact tells it.
  if (mergedInto !== undefined) return
  const own = { ...envelope, key: contactId }
  const erased: typeof erasedData = { erased: true }
  if (change === 'deleted') return fanOut('contact.deleted', { contact: { id: contactId } }, own, context)
  if (change === 'merged') {
    const merged = async () => {
      const read = await readContact(contactId, context)
      return read ? { ...read, mergedId: mergedId ?? '' } : erased
    }
    return fanOut('contact.merged', merged, own, context)
  }
  await fanOut(`contact.${change}`, async () => (await readContact(contactId, context)) ?? erased, own, context)
}

type Forward<Data> = (data: Data, context: DispatcherContext, envelope: Envelope) => Promise<void>

/** How every other derived event is handed on: the compiler asks for a new one. */
export const fanOutOther = {
  'job.finished': ((data, context, envelope) =>
    fanOut('job.finished', data, { ...envelope, key: data.job.id }, context)) satisfies Forward<FinishedJob>,
  'endpoint.disabled': (({ endpointId: id, reason }, context, envelope) =>
    fanOut(
      'endpoint.disabled',
      { endpoint: { id, enabled: false, disabledReason: reason } },
      envelope,
      context,
    )) satisfies Forward<BodyOf<typeof webhookDispatcher.events.endpointDisabled>>,
} satisfies Record<Exclude<DerivedEvent, ConversationChange | ContactChange>, unknown>
