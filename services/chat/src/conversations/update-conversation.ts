import { type BodyOf, type Conversation, type chat, invalidField } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { handOver } from '../escalation/hand-over.ts'
import { requireTeam } from '../teams/team-store.ts'
import { applyPatch } from './apply-patch.ts'
import { changeConversation } from './change-conversation.ts'
import { showConversation } from './conversation-document.ts'

/** Applies an agent's changes to a conversation in one write; a hand-over is a separate write before it. */
export async function updateConversation(
  { conversationId, patch, actor }: BodyOf<typeof chat.queries.conversationUpdate>,
  context: ChatContext,
): Promise<Conversation> {
  const { status, ...rest } = patch
  if (patch.snoozedUntil && Date.parse(patch.snoozedUntil) <= context.clock.now()) {
    throw invalidField('snoozedUntil', 'Must be in the future.')
  }
  await requireTeam(patch.teamId, 'teamId', context)
  if (status === 'escalated') await handOver({ conversationId, actor }, context)
  const wanted = status === undefined || status === 'escalated' ? rest : { ...rest, status }
  const stored = await changeConversation(conversationId, context, (current, now) =>
    applyPatch(conversationId, current.body, wanted, actor, context, now),
  )
  return showConversation(conversationId, stored.body)
}
