import type { Conversation, Message, SlaTarget } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export const kinds = [
  'conversation',
  'message',
  'answer',
  'escalation',
  'response',
  'resolution',
  'rating',
  'sla',
] as const

/** What is known of whether an answer of the AI was right. */
export type AnswerSigns = {
  /** What the customer said of it last. */
  feedback?: { sequence: number; helpful: boolean }
  /** The customer wanted people after it. */
  handedOver?: true
  /** It resolved the conversation, which was opened again. */
  reopened?: true
  /** The customer confirmed that it resolved the conversation. */
  confirmed?: true
  /** An agent answered after it, before the customer wrote again, and proposed that the AI gives that answer from now on. */
  corrected?: true
}

/** What is counted. Each is about one thing, which its id names, and holds no word of any message. */
export type Fact = {
  kind: (typeof kinds)[number]
  at: string
  conversationId: string
  channel: Conversation['channel']
  messageId?: string
  outcome?: NonNullable<Message['outcome']>
  reason?: string
  confidence?: number
  /** Of an answer that was looked up: its confidence before the tenant's recalibration. */
  computed?: number
  /** Of an answer: its place among the events of its conversation. Absent where it was stored before answers were judged. */
  sequence?: number
  /** Of an answer. */
  signs?: AnswerSigns
  judged?: 'right' | 'wrong'
  /** Of the policies that blocked, in the same order. */
  policyIds?: string[]
  policyNames?: string[]
  sourceIds?: string[]
  how?: 'confirmed' | 'assumed'
  by?: 'ai' | 'agent'
  ms?: number
  /** Of a service-level target that ended, or was met late after that; `ms` is its time, as its policy counts it. */
  target?: SlaTarget
  result?: 'met' | 'breached' | 'late'
  slaPolicyId?: string
  slaPolicyName?: string
  /** The team that the conversation was assigned to. */
  teamId?: string
  /** Of a rating: from 1 to 5. */
  score?: number
}
export const facts = collection<Fact>('analytics-facts', [{ fields: ['kind', 'at'] }, { fields: ['conversationId'] }])

/** A conversation as its newest event left it: what its facts are made from. */
export type ConversationState = {
  /** Of the newest event that told its state. */
  sequence: number
  createdAt?: string
  channel: Conversation['channel']
  tags: string[]
  firstAskedAt?: string
  firstAnsweredAt?: string
  /** `sequence` is of the event that resolved it, `by` says who did. */
  resolved?: { at: string; how: 'confirmed' | 'assumed'; by?: 'ai' | 'agent'; sequence?: number }
  /** As the newest rating left it; `at` is when the first was given. */
  rated?: { sequence: number; score: number; at: string }
  /** Its words are to be forgotten, also those that come late. */
  erased?: true
}
export const conversations = collection<ConversationState>('analytics-conversations')

/** A source as its newest event left it. Keyed by its id. */
export type SourceState = { sequence: number; title: string; addedAt: string; isLive: boolean }
export const sources = collection<SourceState>('analytics-sources', [{ fields: ['isLive', 'addedAt'] }])

/** How the confidence of a tenant's answers is corrected; undefined while too few of them were judged. */
export type RecalibrationDocument = { at: string; judged: number; fit?: { intercept: number; slope: number } }
/** One a tenant. */
export const recalibrations = collection<RecalibrationDocument>('analytics-recalibrations')
