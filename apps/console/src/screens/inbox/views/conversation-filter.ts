import type { Schemas } from '@frontdesk/client'
import type { Conversation } from '../../../app/live-store.ts'

export type Filter = Schemas['ViewFilter']
export type Sort = Schemas['ConversationSort']

/** What stands in the address beside the view: which conversation is open, and what its list is narrowed to. */
export type InboxSearch = { [Name in 'c' | 'q' | FilterName]?: string | undefined }

/** The filters of the address. Of `status` and `channel` several may be named, with commas between them. */
export const filterNames = ['status', 'channel', 'assignee', 'tag'] as const
export type FilterName = (typeof filterNames)[number]

export const statuses = ['open', 'escalated', 'resolved', 'closed'] as const
export const channels = ['api', 'widget', 'email', 'whatsapp', 'sms'] as const

/** Of a list in the address, what the interface knows. */
const known = <T extends string>(text: string | undefined, all: readonly T[]): T[] =>
  all.filter((each) => text?.split(',').includes(each))

/** What a list shows: the filter of its view, in which what the address names stands in place of the view's own. */
export function filterOf(view: Filter, { q, status, channel, tag, assignee }: InboxSearch): Filter {
  const [statusFilter, channelFilter] = [known(status, statuses), known(channel, channels)]
  return {
    ...view,
    ...(statusFilter.length > 0 && { status: statusFilter }),
    ...(channelFilter.length > 0 && { channel: channelFilter }),
    ...(tag && { tag }),
    ...(assignee && { assignee }),
    ...(q && { q }),
  }
}

const isAny = <T>(wanted: T | readonly T[], value: T | undefined): boolean =>
  value !== undefined && [wanted].flat().includes(value)
const isSo = (wanted: 'true' | 'false' | 'any', value: boolean): boolean =>
  wanted === 'any' || (wanted === 'true') === value

const targetsOf = ({ sla }: Conversation) =>
  [sla?.firstResponse, sla?.nextResponse, sla?.resolution].filter((target) => target !== undefined)

/** When the next target is due; undefined when none runs. */
export const dueAtOf = (conversation: Conversation): string | undefined =>
  targetsOf(conversation)
    .flatMap(({ dueAt, metAt, breachedAt }) => (metAt || breachedAt ? [] : (dueAt ?? [])))
    .sort()[0]
/** Whether a target was missed. */
export const isBreached = (conversation: Conversation): boolean =>
  targetsOf(conversation).some(({ breachedAt }) => breachedAt !== undefined)

const slaOf = (conversation: Conversation): 'breached' | 'due' | undefined =>
  isBreached(conversation) ? 'breached' : dueAtOf(conversation) ? 'due' : undefined

type Asking = { agentId: string; now: number }
type Conditions = {
  [Name in keyof Filter]-?:
    | ((wanted: NonNullable<Filter[Name]>, conversation: Conversation, asking: Asking) => boolean)
    | 'server'
}

/** What each filter asks of a conversation: the same condition that the server's list has. `server`: only that can say. */
const conditions: Conditions = {
  status: (wanted, { status }) => isAny(wanted, status),
  handler: (wanted, { handler }) => isAny(wanted, handler),
  channel: (wanted, { channel }) => isAny(wanted, channel),
  assignee: (wanted, { assignee }, { agentId }) =>
    [wanted].flat().some((each) => (each === 'me' ? agentId : each) === (assignee ?? 'none')),
  team: (wanted, { teamId }) => isAny(wanted, teamId ?? 'none'),
  tag: (wanted, { tags }) => [wanted].flat().some((tag) => tags.includes(tag)),
  sla: (wanted, conversation) => isAny(wanted, slaOf(conversation)),
  contactId: (wanted, { contactId }) => isAny(wanted, contactId),
  snoozed: (wanted, { snoozedUntil }, { now }) =>
    isSo(wanted, snoozedUntil !== undefined && Date.parse(snoozedUntil) > now),
  rating: (wanted, { rating }) => isAny(wanted, rating?.score),
  blocked: (wanted, { blocked }) => isSo(wanted, blocked === true),
  unread: (_wanted, { unread }) => unread === true,
  ids: 'server',
  q: 'server',
  from: 'server',
  to: 'server',
}
const filterKeys = Object.keys(conditions) as (keyof Filter)[]

/** Whether only the server can say which conversations fit. */
export const isServerOnly = (filter: Filter): boolean =>
  filterKeys.some((name) => conditions[name] === 'server' && filter[name] !== undefined)

/** Whether a conversation fits, as far as this can be said here. */
export function fits(filter: Filter, conversation: Conversation, agentId: string, now: number): boolean {
  return filterKeys.every((name) => {
    const [wanted, condition] = [filter[name], conditions[name]]
    return wanted === undefined || condition === 'server' || condition(wanted as never, conversation, { agentId, now })
  })
}

/** By what each order sorts; what has no value is not in that list. */
const keys: Record<Sort, { of: (conversation: Conversation) => string | undefined; direction: 1 | -1 }> = {
  newest: { of: ({ lastMessageAt }) => lastMessageAt, direction: -1 },
  oldest: { of: ({ lastMessageAt }) => lastMessageAt, direction: 1 },
  waiting: { of: ({ waitingSince }) => waitingSince, direction: 1 },
  due: { of: dueAtOf, direction: 1 },
}

/** The conversations of a list in its order, as far as it was read: `last` is the end of the last page, unless that ended it. */
export function inOrder(found: Iterable<Conversation>, sort: Sort, last: Conversation | undefined): Conversation[] {
  const { of, direction } = keys[sort]
  const compare = (a: Conversation, b: Conversation): number => {
    const [x, y] = [of(a) ?? '', of(b) ?? '']
    const order = x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1
    return order * direction
  }
  return [...found].filter((each) => of(each) && (!last || compare(each, last) <= 0)).sort(compare)
}
