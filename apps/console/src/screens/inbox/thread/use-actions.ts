import type { Schemas } from '@frontdesk/client'
import { useAgentNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { type Conversation, store } from '../../../app/live-store.ts'
import { showNotice } from '../../../app/notices.ts'
import { noteSignedOut } from '../../../app/query-client.ts'
import { exactTime } from '../../../app/relative-time.ts'
import { useTexts } from '../texts.ts'

type Patch = Schemas['ConversationPatch']

/** The conversation as it will be: shown before the server confirms it. */
function changed(conversation: Conversation, { snoozedUntil, teamId, ...patch }: Patch): Conversation {
  const { snoozedUntil: snoozedBefore, teamId: teamBefore, ...rest } = conversation
  const until = snoozedUntil === undefined ? snoozedBefore : snoozedUntil
  const team = teamId === undefined ? teamBefore : teamId
  return {
    ...rest,
    ...(patch as Partial<Conversation>),
    ...(until && { snoozedUntil: until }),
    ...(team && { teamId: team }),
  }
}

/** The patch that brings back what a patch changes. Escalating is no way back: the conversation opens again. */
function reverse(conversation: Conversation, patch: Patch): Patch {
  const { status, assignee, teamId = null, tags, snoozedUntil = null } = conversation
  const before: Patch = { status: status === 'escalated' ? 'open' : status, assignee, teamId, tags, snoozedUntil }
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in patch))
}

/** What people do with a conversation. Each change can be undone; a refused one comes back and says why. */
export function useActions(agentId: string) {
  const { language, messages } = useLanguage()
  const { done } = useTexts()
  const names = useAgentNames()
  const refused = (problem: unknown, retry: () => void) => {
    noteSignedOut(problem)
    showNotice({ problem, retry })
  }
  const patch = async (conversation: Conversation, body: Patch, text: string): Promise<void> => {
    store.putConversations([changed(conversation, body)])
    const path = { conversationId: conversation.id }
    try {
      store.putConversations([await client.patch('/api/conversations/{conversationId}', { path, body })])
      const back = reverse(conversation, body)
      const undo = () => {
        const now = store.conversation(conversation.id) ?? conversation
        store.putConversations([changed(now, back)])
        client.patch('/api/conversations/{conversationId}', { path, body: back }).then(
          (restored) => store.putConversations([restored]),
          (problem: unknown) => {
            store.putConversations([now])
            refused(problem, undo)
          },
        )
      }
      showNotice({ text, undo })
    } catch (problem) {
      store.putConversations([conversation])
      refused(problem, () => void patch(store.conversation(conversation.id) ?? conversation, body, text))
    }
  }
  const assign = (one: Conversation, assignee: string | null) =>
    patch(one, { assignee }, assignee === null ? done.unassigned : done.assigned(names.get(assignee) ?? assignee))
  const handBack = async (one: Conversation): Promise<void> => {
    const path = { conversationId: one.id }
    try {
      store.putConversations([await client.post('/api/conversations/{conversationId}/handback', { path })])
      const undo = () => {
        const body = { conversationId: one.id, ...(one.assignee && { assignee: one.assignee }) }
        client.post('/api/conversations/handover', { body }).catch((problem: unknown) => refused(problem, undo))
      }
      showNotice({ text: done.handedBack, undo })
    } catch (problem) {
      refused(problem, () => void handBack(one))
    }
  }
  return {
    /** What a saved reply changes besides. */
    apply: (one: Conversation, body: Patch) => patch(one, body, done.canned),
    assign,
    assignToMe: (one: Conversation) => assign(one, agentId),
    setTeam: (one: Conversation, teamId: string | null) => patch(one, { teamId }, done.teamChanged),
    setTags: (one: Conversation, tags: string[]) => patch(one, { tags }, done.tagged),
    close: (one: Conversation) => patch(one, { status: 'closed' }, messages.thread.done.closed),
    reopen: (one: Conversation) => patch(one, { status: 'open' }, messages.thread.done.reopened),
    snooze: (one: Conversation, until: string) =>
      patch(one, { snoozedUntil: until }, done.snoozed(exactTime(until, language))),
    wake: (one: Conversation) => patch(one, { snoozedUntil: null }, done.woken),
    handBack,
  }
}

export type Actions = ReturnType<typeof useActions>
