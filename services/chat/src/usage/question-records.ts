import type { Message } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'
import { messagesInOutbox } from '../conversations/list-messages.ts'
import type { QuestionRecord } from './question-document.ts'

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
