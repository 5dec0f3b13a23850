import type { Message } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** How one question ended and what it cost, without a word of it: it stays when the words are erased. */
export type QuestionRecord = {
  /** When it ended. */
  at: string
  conversationId: string
  outcome: NonNullable<Message['outcome']>
  /** The confidence that it was decided on; absent when something else decided. */
  answerability?: number
  promptTokens: number
  completionTokens: number
}

/** What the questions of a day cost, once the day is long over. */
export type UsageDay = { questions: number; promptTokens: number; completionTokens: number }

/** Keyed by the id of the answer. */
export const questions = collection<QuestionRecord>('chat-questions', [{ fields: ['at'] }])

/** Keyed by the day: 2026-01-31. */
export const usageDays = collection<UsageDay>('chat-usage-days')
