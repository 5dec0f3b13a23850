import { type Conversation, ServiceError } from '@frontdesk/contracts'

type Status = Conversation['status']
type Handler = Conversation['handler']
/** The state of a conversation: its status, and who handles it. */
export type StateName = `${Status}/${Handler}`
type Pattern = `${Status | '*'}/${Handler | '*'}`

/** Every state. There is no `escalated/ai`: an escalation hands over to people. */
export const states = [
  'open/ai',
  'open/queue',
  'open/agent',
  'escalated/queue',
  'escalated/agent',
  'resolved/ai',
  'resolved/queue',
  'resolved/agent',
  'closed/ai',
  'closed/queue',
  'closed/agent',
] as const satisfies StateName[]

/**
 * What may happen to a conversation, and what it makes of it: the first row of an action that fits the state counts, `*`
 * on the right keeps what was there, `=` changes nothing, and what fits no row is refused. docs/conversations.md shows the
 * same table, written out; a test holds the two equal.
 */
const table = {
  /** A customer writes. */
  message: [
    ['resolved/*', 'open/*'],
    ['closed/*', 'open/*'],
    ['*/*', '='],
  ],
  /** The AI's turn ends: answered, blocked or failed. Not possible once people handle the conversation. */
  answer: [['*/ai', '=']],
  /** The AI gives up: it is not sure, the customer asks for a person or is frustrated, or a rule says so. */
  escalate: [['*/ai', 'escalated/queue']],
  /** Somebody hands it over to people. */
  hand_over: [
    ['escalated/*', '='],
    ['open/agent', 'escalated/agent'],
    ['*/*', 'escalated/queue'],
  ],
  /** An agent takes the conversation over by replying. */
  take_over: [
    ['*/ai', '*/agent'],
    ['*/queue', '*/agent'],
  ],
  /** The assigned agent replies. */
  reply: [['*/agent', '=']],
  /** People hand it back to the AI. */
  hand_back: [
    ['escalated/*', 'open/ai'],
    ['*/*', '*/ai'],
  ],
  /** No agent claimed it in time: the next rule applies. */
  remind: [['escalated/queue', '=']],
  note: [['*/*', '=']],
  edit: [['*/*', '=']],
  assign: [['*/*', '=']],
  snooze: [
    ['open/*', '='],
    ['escalated/*', '='],
  ],
  wake: [['*/*', '=']],
  close: [['*/*', 'closed/*']],
  reopen: [
    ['open/*', '='],
    ['resolved/*', 'open/*'],
    ['closed/*', 'open/*'],
  ],
  /** Somebody confirms that it is resolved: `confirmed`. */
  resolve: [['*/*', 'resolved/*']],
  /** Nobody wrote for a long time after an answer: `assumed`, which never replaces `confirmed`. */
  assume: [
    ['open/ai', 'resolved/ai'],
    ['open/agent', 'resolved/agent'],
    ['escalated/agent', 'resolved/agent'],
  ],
} satisfies Record<string, [Pattern, Pattern | '='][]>

export type Action = keyof typeof table
export const actions = Object.keys(table) as Action[]

/** Whether a conversation may be in this state at all. */
export const isState = (name: string): name is StateName => (states as readonly string[]).includes(name)

export const stateOf = ({ status, handler }: Pick<Conversation, 'status' | 'handler'>): StateName =>
  `${status}/${handler}`

/** The state after an action; undefined when the table does not allow it. */
export function stateAfter(action: Action, state: StateName): StateName | undefined {
  const halves = state.split('/')
  const fits = ([from]: readonly [Pattern, Pattern | '=']) =>
    from.split('/').every((half, i) => half === '*' || half === halves[i])
  const row = table[action].find(fits as never) as [Pattern, Pattern | '='] | undefined
  if (!row) return undefined
  if (row[1] === '=') return state
  return row[1]
    .split('/')
    .map((half, i) => (half === '*' ? halves[i] : half))
    .join('/') as StateName
}

/** The fields of a conversation that an action may change. */
export type Stateful = Pick<Conversation, 'status' | 'handler' | 'resolved' | 'escalation' | 'snoozedUntil'>

/**
 * The conversation after an action, with what belongs to its old state alone taken away: how it was resolved, why it was
 * handed over, until when it sleeps. The only place where `status` and `handler` change. Throws `conflict` for what the
 * table refuses.
 */
export function move<T extends Stateful>(before: T, action: Action): T {
  const to = stateAfter(action, stateOf(before))
  if (!to) {
    throw new ServiceError('conflict', {
      detail: `The action ${action} is not possible: the status of the conversation is ${before.status}, its handler ${before.handler}.`,
    })
  }
  const [status, handler] = to.split('/') as [Status, Handler]
  const after = { ...before, status, handler }
  if (status !== 'resolved') delete after.resolved
  if (handler === 'ai') delete after.escalation
  if (status === 'resolved' || status === 'closed' || action === 'message' || action === 'wake') {
    delete after.snoozedUntil
  }
  return after
}
