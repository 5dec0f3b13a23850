import { pagesOf } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'

const step = 100

/** Whether it waits, unanswered, with an agent in a team. */
const waitsWith = (
  agentId: string,
  { assignee, teamId, status, handler, waitingSince }: ConversationDocument,
): boolean =>
  assignee === agentId &&
  teamId !== undefined &&
  handler !== 'ai' &&
  waitingSince !== undefined &&
  (status === 'open' || status === 'escalated')

/** Takes an agent's conversations whose customer waits for an answer back into the queues of their teams. */
export async function returnToTeam(agentId: string, context: ChatContext, hold = async () => {}): Promise<void> {
  const { tenant, collections, signal } = context
  for (const status of ['open', 'escalated'] as const) {
    for await (const page of pagesOf(collections.conversations, tenant, {
      where: { assignee: agentId, status },
      limit: step,
    })) {
      for (const { id, body } of page) {
        signal.throwIfAborted()
        if (!waitsWith(agentId, body)) continue
        await hold()
        await changeConversation(id, context, ({ body: before }, now) => {
          if (!waitsWith(agentId, before)) return undefined
          const actor = { kind: 'system' as const }
          return {
            body: { ...before, assignee: null, updatedAt: now },
            activities: [{ actor, action: 'unassign', from: agentId, to: null, detail: 'out of office' }],
          }
        })
      }
    }
  }
}
