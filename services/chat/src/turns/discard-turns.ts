import type { Message, Settings } from '@frontdesk/contracts'
import type { ConversationDocument, Turn } from '../conversations/conversation-document.ts'
import { customerText, spokenIn } from '../texts/customer-texts.ts'

/**
 * Ends every unfinished turn because people took over: nothing more of an answer leaves. What was released stays as far as
 * it came; its reader is told that people answer now. Answers the conversation without turns, and the messages that they
 * became: without words of ours when there are no settings to say them by.
 */
export function discardTurns(
  conversationId: string,
  before: ConversationDocument,
  settings: Settings | null,
  now: string,
): { body: ConversationDocument; messages: Message[]; discarded: Turn[] } {
  const { unfinishedSince: _, ...rest } = before
  const messages = before.turns.map(
    ({ id, released, question }, i): Message => ({
      id,
      conversationId,
      sequence: before.messageCount + i + 1,
      author: { kind: released === '' ? 'system' : 'ai' },
      kind: 'message',
      content:
        released === '' && settings
          ? customerText('waiting', spokenIn(question.text, before.language), settings)
          : released,
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
