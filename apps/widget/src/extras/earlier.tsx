import type { Chat } from '../chat/make-chat.ts'
import type { Texts } from '../texts/texts.ts'
import { showEarlier } from './actions.ts'

/** Shows the messages before those that are shown. */
export const Earlier = ({ chat, texts }: { chat: Chat; texts: Texts }) => (
  <button type="button" class="link" onClick={() => void showEarlier(chat)}>
    {texts.earlier}
  </button>
)
