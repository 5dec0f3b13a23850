import type { ConversationState } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import { textsOf } from './actions.ts'

/** Says that a conversation is over, and how it goes on. */
export const Over = ({ chat, state }: { chat: Chat; state: ConversationState }) => (
  <p class="notice">{textsOf(chat)[state === 'resolved' ? 'resolved' : 'closed']}</p>
)
