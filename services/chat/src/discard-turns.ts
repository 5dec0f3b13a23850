import type { Message } from '@frontdesk/contracts'
import type { ConversationDocument, Turn } from './conversation-document.ts'
import { replyFor } from './replies.ts'

/**
 * Ends every unfinished turn because people took over: nothing more of an answer leaves. What was released stays as far as
 * it came; its reader is told that people answer now. Answers the conversation without turns, and the messages that they
 * became.
 */
export function discardTurns(
  conversationId: string,
  before: ConversationDocument,
  now: string,
): { body: ConversationDocument; messages: Message[]; discarded: Turn[] } {
  const { unfinishedSince: _, ...rest } = before
  const messages = before.turns.map(
    ({ id, released }, i): Message => ({
      id,
      conversationId,
      sequence: before.messageCount + i + 1,
      author: { kind: released === '' ? 'system' : 'ai' },
      kind: 'message',
      content: released === '' ? replyFor('waiting', before.language) : released,
      createdAt: now,
      outcome: 'waiting',
    }),
  )
  const body = {
    ...rest,
    turns: [],
    messageCount: before.messageCount + messages.length,
    updatedAt: now,
    ...(messages.length > 0 && { lastMessageAt: now }),
  }
  return { body, messages, discarded: before.turns }
}
