import {
  type Conversation,
  chat,
  derivedId,
  type ErrorCode,
  type Message,
  type PolicyDecision,
  ServiceError,
  type TurnBudget,
} from '@frontdesk/contracts'
import { collection, type NewEvent } from '@frontdesk/documents'
import type { Cause } from '@frontdesk/service'
import { type ServiceLevel, shownServiceLevel } from '../sla/service-level.ts'

/** One question that is being answered. The conversation holds only unfinished turns; the first one is running. */
export type Turn = {
  /** The id of the answer that it produces. */
  id: string
  question: { messageId: string; text: string }
  createdAt: string
  /** The request that started it, whichever process continues it. */
  cause?: Cause
  /** The process that works on it, and when its lease expires (milliseconds since 1970). */
  lease?: { owner: string; until: number }
  /** How often it was started. */
  attempt: number
  /** The text released so far. It only grows; once it is not empty, the turn never restarts from the beginning. */
  released: string
  /**
   * Consecutive failures because a dependency was unavailable; it is retried at `notBefore` (milliseconds since 1970).
   */
  fault?: { code: ErrorCode; count: number; notBefore: number }
  /** When a reader in another process was last seen (milliseconds since 1970). Absent: there was none. */
  readAt?: number
  /** How long it goes on after its last reader left; absent: as long as the setting says. */
  keepRunningMs?: number
  /** What answers of the visitor's widget may cost. */
  budget?: TurnBudget
}

/** The commit point of a conversation: its state, its unfinished turns and its latest operations. */
export type ConversationDocument = Omit<Conversation, 'id' | 'unread' | 'sla'> & {
  /** Its service-level policy as it was when it was applied, and the targets. */
  serviceLevel?: ServiceLevel
  /** What `serviceLevel` comes to for lists: when the next target is due, and whether one was missed. */
  slaDueAt?: string
  slaStatus?: 'breached' | 'due'
  /** The sequence of the customer's newest message. Absent in documents from before read markers existed. */
  customerSequence?: number
  /** The sequence of the newest message that the visitor of a chat widget has read. */
  visitorRead?: number
  /** Its first messages were written before the time of the first answer was noted: it has no `firstResponseAt`. */
  isFirstResponseUnknown?: true
  turns: Turn[]
  /** Absent when there is none, so that the sweep's index holds only conversations with work. */
  unfinishedSince?: string
  /** Keys of the latest operations that added a message, newest last; a repeated operation changes nothing. */
  operations: string[]
  feedback?: Record<string, { helpful: boolean; comment?: string; at: string }>
  /** The team in whose queue it waits for an assignee, and since when. */
  queue?: { team: string; since: string }
  /** When its visitor asked that it be deleted. It has no `visitor` then, and is erased soon. */
  deletionRequestedAt?: string
  /** If no agent has claimed it by then, the next rule applies. */
  unclaimed?: { ruleId: string; at: string }
  /** If nobody has written by then, it counts as resolved. */
  assumeAt?: string
  /** The earliest time at which a transition is due. Absent when none is. */
  dueAt?: string
}

/** What decides whether an agent has read a conversation. */
const covers = ['customerSequence', 'messageCount']

export const conversations = collection<ConversationDocument>('chat-conversations', [
  { fields: ['lastMessageAt'], covers },
  { fields: ['status', 'lastMessageAt'], covers },
  { fields: ['handler', 'lastMessageAt'] },
  // Most views of an inbox are of both.
  { fields: ['handler', 'status', 'lastMessageAt'], covers: [...covers, 'assignee', 'snoozedUntil', 'blocked'] },
  { fields: ['channel', 'lastMessageAt'] },
  { fields: ['assignee', 'lastMessageAt'] },
  { fields: ['contactId', 'lastMessageAt'] },
  { fields: ['teamId', 'lastMessageAt'] },
  { fields: ['visitor.id', 'lastMessageAt'] },
  { fields: ['visitor.verified', 'handler', 'lastMessageAt'] },
  { fields: ['deletionRequestedAt'] },
  { fields: ['slaStatus', 'lastMessageAt'] },
  { fields: ['slaDueAt'] },
  { fields: ['waitingSince'] },
  { fields: ['assignee', 'status'] },
  { fields: ['queue.team', 'queue.since'] },
  // Counts of tags are read from it alone.
  { fields: ['tags'] },
  { fields: ['snoozedUntil'] },
  { fields: ['unfinishedSince'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
])

/** How many operations a conversation stores to recognise a repeated one. */
export const operationsKept = 50

/** An operation within a conversation: 64 bits of its id, in hex. */
export const operationKey = (tenant: string, operationId: string): string =>
  derivedId('op', tenant, operationId).slice(3, 19)

/**
 * Ids of messages name their conversation (`msg_<conversation>_<operation><q|a>`), so a question and its answer are found
 * from the operation alone, and a turn from the id of its answer.
 */
export const questionIdOf = (conversationId: string, key: string) => `msg_${conversationId.slice(4)}_${key}q`
export const replyIdOf = (conversationId: string, key: string) => `msg_${conversationId.slice(4)}_${key}r`
export const answerIdOf = (conversationId: string, key: string) => `msg_${conversationId.slice(4)}_${key}a`

/** The conversation that a message id names; undefined when it is not one of ours. */
export function conversationIdOf(messageId: string): string | undefined {
  const match = /^msg_([0-9a-f]{32})_/.exec(messageId)
  return match ? `cnv_${match[1]}` : undefined
}

export const noConversation = () => new ServiceError('not_found', { detail: 'There is no such conversation.' })

/** A conversation as events show it: without the fields that only lists need. */
export function toConversation(id: string, document: ConversationDocument): Conversation {
  const { preview, waitingSince, firstResponseAt, rating, ...told } = showConversation(id, document)
  return told
}

/** A conversation as the API shows it. */
export function showConversation(id: string, document: ConversationDocument): Conversation {
  const { turns, unfinishedSince, operations, feedback, unclaimed, assumeAt, dueAt, ...rest } = document
  const { customerSequence, visitorRead, isFirstResponseUnknown, deletionRequestedAt, queue, ...more } = rest
  const { serviceLevel, slaDueAt, slaStatus, ...shown } = more
  return { id, ...shown, ...(serviceLevel && { sla: shownServiceLevel(serviceLevel) }) }
}

const subjectsOfMessages = new Set<string>([chat.events.messageReceived.subject, chat.events.messageSent.subject])

/** The messages in events, in order. */
export const messagesIn = (events: Pick<NewEvent, 'subject' | 'body'>[]): Message[] =>
  events
    .filter(({ subject }) => subjectsOfMessages.has(subject))
    .map(({ body }) => (body as { message: Message }).message)

/** The block among the decisions, if there was one. */
export const blockIn = (decisions: PolicyDecision[] = []): PolicyDecision | undefined =>
  decisions.find(({ decision }) => decision === 'block')
