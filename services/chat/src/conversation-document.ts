import { type Conversation, derivedId, type ErrorCode, type PolicyDecision } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** One question on its way to its end. Only unfinished turns stand in the conversation; the first one is at work. */
export type Turn = {
  /** The id of the answer that it will become. */
  id: string
  question: { messageId: string; text: string }
  createdAt: string
  /** Who works on it, until when (milliseconds since 1970) unless renewed. */
  lease?: { owner: string; until: number }
  /** How often somebody began it. */
  attempt: number
  /** What left so far. It only grows; once it is not empty, the turn never starts again from the beginning. */
  released: string
  /** What it needed was away, so often in a row; it begins again at `notBefore` (milliseconds since 1970). */
  fault?: { code: ErrorCode; count: number; notBefore: number }
  /** When a reader was last here that its runner can't see (milliseconds since 1970). Absent: there was none. */
  readAt?: number
}

/** The commit point of a conversation: its state, its unfinished turns, and what was asked of it lately. */
export type ConversationDocument = Omit<Conversation, 'id'> & {
  turns: Turn[]
  /** Absent when there is none, so that the sweep's index holds only conversations with work. */
  unfinishedSince?: string
  /** Keys of the latest operations that added a message, newest last: the same one again changes nothing. */
  operations: string[]
  feedback?: Record<string, { helpful: boolean; comment?: string; at: string }>
  /** When nobody has claimed it by then, the next rule acts. */
  unclaimed?: { ruleId: string; at: string }
  /** When nobody has said anything by then, it counts as resolved. */
  assumeAt?: string
  /** The earliest time at which something happens by itself. Absent when nothing does. */
  dueAt?: string
}

export const conversations = collection<ConversationDocument>('chat-conversations', [
  { fields: ['lastMessageAt'] },
  { fields: ['status', 'lastMessageAt'] },
  { fields: ['handler', 'lastMessageAt'] },
  { fields: ['channel', 'lastMessageAt'] },
  { fields: ['assignee', 'lastMessageAt'] },
  { fields: ['contactId', 'lastMessageAt'] },
  { fields: ['tags', 'lastMessageAt'] },
  { fields: ['unfinishedSince'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
])

/** Operations that a conversation remembers, to know a repeated one. */
export const operationsKept = 50

/** An operation within a conversation: 64 bits of its id, in hex. */
export const operationKey = (tenant: string, operationId: string): string =>
  derivedId('op', tenant, operationId).slice(3, 19)

export const newConversationId = (tenant: string, operationId: string): string => derivedId('cnv', tenant, operationId)

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

/** A conversation as the API shows it. */
export function toConversation(id: string, document: ConversationDocument): Conversation {
  const { turns, unfinishedSince, operations, feedback, unclaimed, assumeAt, dueAt, ...shown } = document
  return { id, ...shown }
}

/** The block among the decisions, if there was one. */
export const blockIn = (decisions: PolicyDecision[] = []): PolicyDecision | undefined =>
  decisions.find(({ decision }) => decision === 'block')
