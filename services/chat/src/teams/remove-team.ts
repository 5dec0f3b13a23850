import { descending } from '@frontdesk/documents'
import { job } from '@frontdesk/jobs'
import type { ChatContext } from '../context.ts'
import { applyPatch } from '../conversations/apply-patch.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { removeTeamFromPolicies } from '../sla/sla-policy-store.ts'
import type { TeamDocument } from './team-document.ts'

const step = 100
/** Longer than a request that saw the team before it was deleted takes to assign something to it. */
const sweepAgainMs = 30_000

/** Removes deleted teams: first from the rules that name them, then from their conversations, last the teams themselves. */
export const teamRemovalWork = job<ChatContext, TeamDocument>({
  name: 'team removal',
  collection: ({ collections }) => collections.teams,
  leaseMs: 30_000,
  async work(lease, context) {
    const { tenant, collections, commit, signal } = context
    const rules = await collections.rules.find(tenant, { where: { 'then.teamId': lease.id }, limit: 1_000 })
    for (const { id } of rules.items) {
      await commit(collections.rules, id, (current) => {
        if (current?.body.then.teamId !== lease.id) return undefined
        const { teamId: _, ...then } = current.body.then
        return { body: { ...current.body, then } }
      })
    }
    await removeTeamFromPolicies(lease.id, context)
    for (;;) {
      const { items } = await collections.conversations.find(tenant, {
        where: { teamId: lease.id },
        sort: descending('lastMessageAt'),
        limit: step,
      })
      for (const { id } of items) {
        signal.throwIfAborted()
        await lease.hold()
        await changeConversation(id, context, ({ body }, now) =>
          body.teamId === lease.id
            ? applyPatch(id, body, { teamId: null }, { kind: 'system' }, context, now)
            : undefined,
        )
      }
      if (items.length < step) break
    }
    if (lease.body.isSwept) return { removes: true }
    return { dueInMs: sweepAgainMs, change: (body) => ({ ...body, isSwept: true }) }
  },
})
