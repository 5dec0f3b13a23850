import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { scheduleRequestedDeletions } from '../retention/run-retention.ts'
import { finishTurn } from '../turns/finish-turn.ts'
import { forgetVisitor } from './visitor-store.ts'

/** Conversations changed between two looks. */
const page = 100

/**
 * Deletes all conversations of a visitor: at once nobody can read or continue them as a visitor, answers that are being
 * written are stopped, and retention erases them in every service, usually within seconds. Of the visitor only what their
 * site vouches for stays.
 */
export async function deleteVisitorConversations(visitorId: string, context: ChatContext): Promise<void> {
  const { tenant, collections, commit, state, clock } = context
  const deletionRequestedAt = timestampOf(clock)
  const where = { 'visitor.id': visitorId }
  // Those that are taken from the visitor are not found again.
  for (;;) {
    const { items } = await collections.conversations.find(tenant, { where, limit: page })
    if (items.length === 0) break
    for (const { id } of items) {
      const stored = await commit(collections.conversations, id, (current) => {
        if (current?.body.visitor?.id !== visitorId) return undefined
        const { visitor: _, ...rest } = current.body
        return { body: { ...rest, deletionRequestedAt } }
      })
      for (const turn of stored?.body.turns ?? []) {
        await finishTurn(id, turn.id, { kind: 'stopped' }, context)
        state.liveTurns.stop(turn.id)
      }
    }
  }
  await forgetVisitor(visitorId, context)
  await scheduleRequestedDeletions(context)
}
