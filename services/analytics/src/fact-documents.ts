import type { Conversation, Message } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** What is counted. Each is about one thing, which its id names, and holds no word of any message. */
export type Fact = {
  kind: 'conversation' | 'message' | 'answer' | 'escalation' | 'response' | 'resolution'
  at: string
  conversationId: string
  channel: Conversation['channel']
  messageId?: string
  outcome?: NonNullable<Message['outcome']>
  reason?: string
  confidence?: number
  /** Of the policies that blocked, in the same order. */
  policyIds?: string[]
  policyNames?: string[]
  sourceIds?: string[]
  how?: 'confirmed' | 'assumed'
  ms?: number
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
  resolved?: { at: string; how: 'confirmed' | 'assumed' }
  /** Its words are to be forgotten, also those that come late. */
  erased?: true
}
export const conversations = collection<ConversationState>('analytics-conversations')

/** A source as its newest event left it. Keyed by its id. */
export type SourceState = { sequence: number; title: string; addedAt: string; isLive: boolean }
export const sources = collection<SourceState>('analytics-sources', [{ fields: ['isLive', 'addedAt'] }])
