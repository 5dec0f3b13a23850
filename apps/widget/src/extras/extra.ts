import type { ChatState } from '../chat/chat-state.ts'
import type { Chat } from '../chat/make-chat.ts'

/** What each component of the extras gets. `done` closes it. */
export type ExtraProps = { chat: Chat; state: ChatState; done(): void }
