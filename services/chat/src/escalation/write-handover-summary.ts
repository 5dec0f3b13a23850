import { once } from 'node:events'
import { type BodyOf, callAt, chat } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { toConversation } from '../conversations/conversation-document.ts'
import { summarizeForHandover } from './summarize-for-handover.ts'

/** Nobody waits for it, so a slow model may take its time. */
const limitMs = 30_000
/** Who asks for a person sees that something happens within this time. */
const soonMs = 150
const keptMs = 60_000

/** Begins to write a summary. Resolves with it, or after a moment without it: then `writeHandoverSummary` waits for the rest. */
export async function summarizeSoon(conversationId: string, context: ChatContext): Promise<string | undefined> {
  const { handoverSummaries } = context.state
  const forget = () => {
    if (handoverSummaries.get(conversationId) === whole) handoverSummaries.delete(conversationId)
  }
  const { promise: whole, resolve } = Promise.withResolvers<string>()
  handoverSummaries.set(conversationId, whole)
  context.detach('write the summary of a hand-over', async (lasting) => {
    resolve(await summarizeForHandover(conversationId, lasting, { limitMs }))
    // By then the event was handled, here or by another process.
    callAt(context.clock, context.clock.now() + keptMs, forget, { keepsAlive: false })
  })
  const late = AbortSignal.timeout(soonMs)
  return Promise.race([whole, once(late, 'abort').then(() => undefined)])
}

/**
 * Writes the summary of a conversation that was handed over without one, and publishes the change. Does nothing when the
 * conversation was handed back, handed over again or erased in the meantime. Safe to repeat.
 */
export async function writeHandoverSummary(
  { conversationId, at }: BodyOf<typeof chat.events.handoverSummaryDeferred>,
  context: ChatContext,
): Promise<void> {
  const { collections, tenant, event } = context
  const isDue = (escalation?: { at: string }) => escalation?.at === at
  const found = await collections.conversations.get(tenant, conversationId)
  if (!isDue(found?.body.escalation)) return
  const summary = await (context.state.handoverSummaries.get(conversationId) ??
    summarizeForHandover(conversationId, context, { limitMs }))
  if (summary === '' || !(await collections.conversations.get(tenant, conversationId))) return
  await changeConversation(conversationId, context, ({ body: before }, now) => {
    const { escalation } = before
    if (!escalation || !isDue(escalation) || escalation.summary === summary) return undefined
    const body = { ...before, escalation: { ...escalation, summary }, updatedAt: now }
    const told = { conversation: toConversation(conversationId, body), activities: [] }
    return { body, events: [event(chat.events.conversationChanged, told)] }
  })
}
