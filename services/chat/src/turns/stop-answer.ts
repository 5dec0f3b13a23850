import type { BodyOf, chat } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { conversationIdOf } from '../conversations/conversation-document.ts'
import { findMessage } from '../conversations/list-messages.ts'
import { finishTurn } from './finish-turn.ts'
import { unknownTurn } from './follow-turn.ts'

/**
 * Ends an answer of which its reader wants no more: what left stays, and nothing follows. An answer that has ended stays as
 * it is. With `visitorId` any other visitor's is `not_found`, as is one that was never asked for.
 */
export async function stopAnswer(
  { messageId, visitorId }: BodyOf<typeof chat.queries.answerStop>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections, models, state } = context
  const conversationId = conversationIdOf(messageId)
  const stored = conversationId && (await collections.conversations.get(tenant, conversationId))
  if (!stored || (visitorId !== undefined && stored.body.visitor?.id !== visitorId)) throw unknownTurn()
  const format = models.writesFreely ? { format: 'markdown' as const } : {}
  await finishTurn(conversationId, messageId, { kind: 'stopped', ...format }, context)
  state.liveTurns.stop(messageId)
  if (stored.body.turns.some(({ id }) => id === messageId)) return
  if (!(await findMessage(stored, messageId, context))) throw unknownTurn()
}
