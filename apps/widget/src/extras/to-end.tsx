import type { Chat } from '../chat/make-chat.ts'
import { Icon } from '../views/icon.tsx'
import { textsOf } from './actions.ts'
import { laterPaths } from './icon-paths.ts'

/** Takes whoever scrolled up back to the newest message. */
export const ToEnd = ({ chat, go }: { chat: Chat; go(): void }) => (
  <button type="button" class="to-end" onClick={go}>
    {textsOf(chat).newMessages}
    <Icon name="arrow" path={laterPaths.arrow} />
  </button>
)
