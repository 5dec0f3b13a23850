import { type ConversationFilter, type ConversationSort, invalidNamedField } from '@frontdesk/contracts'
import { ascending, type Condition, descending, type Sort, type Where } from '@frontdesk/documents'

const dayMs = 86_400_000
/** A time as it is stored; a day begins at its midnight in UTC. */
const instant = (text: string): string => new Date(text).toISOString()
/** The exclusive upper bound: a date includes the whole day, a time is exact. */
const endOf = (to: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(to) ? new Date(Date.parse(to) + dayMs).toISOString() : instant(to)

/** Fields that have an index with the time of the last message, those that usually say most first. */
const indexed = ['contactId', 'assignee', 'teamId', 'slaStatus', 'channel', 'handler', 'status'] as const

/** What the filter calls a field. */
const nameOf = (field: Choice['field']) => (field === 'teamId' ? 'team' : field === 'slaStatus' ? 'sla' : field)
/** Fields of which `none` asks for conversations without one. */
const mayBeNone: ReadonlySet<string> = new Set(['assignee', 'teamId'])

/** A field with an index, and the values that it may have. */
export type Choice = { field: (typeof indexed)[number]; values: (string | null)[] }

/** What a filter asks for. */
export type Asked = {
  choices: Choice[]
  /** Conditions that no index serves or that bound the sort order. */
  rest: Where
  /** Only conversations that this agent has not read. */
  unreadFor?: string
  q?: string
}

type ChoiceName = ReturnType<typeof nameOf>
/** Filters that aren't a condition on one field. */
type Particular = 'unread' | 'q' | 'from' | 'to'
type Values = Required<ConversationFilter>
const oneOf = <T extends string | number>(given: T | T[]) => ({ in: [...new Set([given].flat())] as T[] })
const isSet = (asked: 'true' | 'false' | 'any') => (asked === 'any' ? undefined : { exists: asked === 'true' })

/** The field and the condition of every other filter: without one a filter would let everything through. */
const conditions: {
  [Name in Exclude<keyof Values, ChoiceName | Particular>]: [
    field: string,
    condition: (value: Values[Name]) => Condition | undefined,
  ]
} = {
  tag: ['tags', (tag) => ({ hasAny: [...new Set([tag].flat())] })],
  snoozed: ['snoozedUntil', isSet],
  rating: ['rating.score', oneOf],
  blocked: ['blocked', isSet],
  ids: ['id', oneOf],
}

function conditionsOf(filter: ConversationFilter): Where {
  const where: Where = {}
  for (const [name, [field, conditionOf]] of Object.entries(conditions)) {
    const value = filter[name as keyof typeof conditions]
    const condition = value === undefined ? undefined : conditionOf(value as never)
    if (condition !== undefined) where[field] = condition
  }
  return where
}

/** Parses a filter. `agentId`: the agent that asks. Throws `invalid_request` for filters that need an agent. */
export function readFilter(filter: ConversationFilter, agentId: string | undefined): Asked {
  const { from, to, unread, q } = filter
  const named = (path: string): string => {
    if (agentId !== undefined) return agentId
    throw invalidNamedField(path, 'The header x-agent-id must name the agent.')
  }
  const read = (field: Choice['field'], value: string): string | null =>
    value === 'none' && mayBeNone.has(field) ? null : value === 'me' && field === 'assignee' ? named('assignee') : value
  const choices = indexed.flatMap((field) => {
    const given = filter[nameOf(field)]
    return given === undefined ? [] : [{ field, values: [...new Set([given].flat().map((each) => read(field, each)))] }]
  })
  const isUnread = unread && { unreadFor: named('unread') }
  return {
    choices,
    ...isUnread,
    ...(q !== undefined && { q }),
    rest: {
      ...conditionsOf(filter),
      ...((from || to) && { lastMessageAt: { ...(from && { gte: instant(from) }), ...(to && { lt: endOf(to) }) } }),
    },
  }
}

const conditionOf = ({ values }: Choice): Condition => (values.length === 1 ? values[0]! : { in: values })

/** Every condition of a filter on the conversations themselves. */
export const whereOf = ({ choices, rest }: Asked): Where => ({
  ...Object.fromEntries(choices.map((choice) => [choice.field, conditionOf(choice)])),
  ...rest,
})

/** Whether a list in this order leaves conversations out: those that have no value to be sorted by. */
export const isPartial = (sort: ConversationSort): boolean => sort === 'waiting' || sort === 'due'

/** The order of a list. */
export const orderOf = (sort: ConversationSort): Sort => orders[sort]
const orders: Record<ConversationSort, Sort> = {
  newest: descending('lastMessageAt'),
  oldest: ascending('lastMessageAt'),
  waiting: ascending('waitingSince'),
  due: ascending('slaDueAt'),
}
