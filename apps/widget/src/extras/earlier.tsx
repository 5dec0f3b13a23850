import type { Chat } from '../chat/make-chat.ts'
import { showEarlier, textsOf } from './actions.ts'

/** Shows the messages before those that are shown. */
export const Earlier = ({ chat }: { chat: Chat }) => (
  <button type="button" class="link" onClick={() => void showEarlier(chat)}>
    {textsOf(chat).earlier}
  </button>
)
