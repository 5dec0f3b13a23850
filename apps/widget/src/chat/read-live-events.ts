import type { ServerEvent } from '../api/read-events.ts'
import type { Conversation, Message } from '../api/wire.ts'
import type { Host } from '../host.ts'
import type { Store } from './chat-state.ts'

const typingShownMs = 6_000

export type ReaderOptions = {
  host: Host
  store: Store
  takeConversations(conversations: Conversation[]): void
  takeMessages(conversationId: string, messages: Message[]): void
  markRead(): Promise<void>
  /** Events were missed. */
  missed(): void
}

/** Shows what happens in the visitor's conversations, event by event. */
export function makeEventReader({ host, store, takeConversations, takeMessages, markRead, missed }: ReaderOptions) {
  const { get, set } = store
  let typingTimer: ReturnType<typeof setTimeout>

  return function heard({ event, data }: ServerEvent): void {
    const { conversations, conversationId, isOpen } = get()
    if (event === 'conversation') {
      const next: Conversation = data.conversation ?? data
      const before = conversations.find(({ id }) => id === next.id)
      takeConversations([next, ...conversations.filter(({ id }) => id !== next.id)])
      if (next.state !== before?.state && ['waiting', 'person'].includes(next.state))
        host.emit('handover', { conversationId: next.id })
      if (next.unread && next.id === conversationId && isOpen && !document.hidden) void markRead()
    } else if (event === 'message') takeMessages(data.conversationId, [data.message ?? data])
    else if (event === 'typing') {
      clearTimeout(typingTimer)
      const { conversationId, name } = data
      set({ typing: data.active === false ? undefined : { conversationId, name } })
      typingTimer = setTimeout(() => set({ typing: undefined }), typingShownMs)
    } else if (event === 'reset') missed()
  }
}
