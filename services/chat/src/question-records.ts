import type { Message } from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import type { ChatContext } from './context.ts'
import type { ConversationDocument } from './conversation-document.ts'
import { messagesInOutbox } from './list-messages.ts'

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

function recordOf({ conversationId, createdAt, outcome, answerability, usage }: Message): QuestionRecord | undefined {
  // `waiting`: people answer it, so it was none for the AI.
  if (!outcome || outcome === 'waiting') return undefined
  return {
    at: createdAt,
    conversationId,
    outcome,
    ...(answerability !== undefined && { answerability }),
    promptTokens: usage?.promptTokens ?? 0,
    completionTokens: usage?.completionTokens ?? 0,
  }
}

/** Projection: each question under its answer's id, so doing it again changes nothing. */
export async function projectQuestions(stored: Stored<ConversationDocument>, context: ChatContext): Promise<void> {
  const documents = messagesInOutbox(stored).flatMap((message) => {
    const body = recordOf(message)
    return body ? [{ id: message.id, body }] : []
  })
  if (documents.length > 0) await context.collections.questions.putMany(stored.tenant, documents)
}
