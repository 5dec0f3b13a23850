import { type BodyOf, chat } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { toConversation } from '../conversations/conversation-document.ts'
import { summarizeForHandover } from './summarize-for-handover.ts'

/** Nobody waits for it, so a slow model may take its time. */
const limitMs = 30_000

/**
 * Writes the summary of a conversation that was handed over without one, and publishes the change. Does nothing when the
 * conversation was handed back, handed over again or erased in the meantime. Safe to repeat.
 */
export async function writeHandoverSummary(
  { conversationId, at }: BodyOf<typeof chat.events.handoverSummaryDue>,
  context: ChatContext,
): Promise<void> {
  const { collections, tenant, event } = context
  const isDue = (escalation?: { at: string }) => escalation?.at === at
  const found = await collections.conversations.get(tenant, conversationId)
  if (!isDue(found?.body.escalation)) return
  const summary = await summarizeForHandover(conversationId, context, { limitMs })
  if (summary === '' || !(await collections.conversations.get(tenant, conversationId))) return
  await changeConversation(conversationId, context, ({ body: before }, now) => {
    const { escalation } = before
    if (!escalation || !isDue(escalation) || escalation.summary === summary) return undefined
    const body = { ...before, escalation: { ...escalation, summary }, updatedAt: now }
    const told = { conversation: toConversation(conversationId, body), activities: [] }
    return { body, events: [event(chat.events.conversationChanged, told)] }
  })
}
