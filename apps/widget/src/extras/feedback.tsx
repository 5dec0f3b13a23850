import type { Message } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import { Icon } from '../views/icon.tsx'
import { rateAnswer, textsOf } from './actions.ts'
import { laterPaths } from './icon-paths.ts'

/** Whether an answer helped: two buttons, and thanks. */
export function Feedback({ chat, message }: { chat: Chat; message: Message }) {
  const texts = textsOf(chat)
  const given = message.feedback?.helpful
  const button = (helpful: boolean) => (
    <button
      type="button"
      class="thumb"
      aria-label={helpful ? texts.helpful : texts.notHelpful}
      title={helpful ? texts.helpful : texts.notHelpful}
      aria-pressed={given === helpful}
      onClick={() => void rateAnswer(chat, message, helpful)}
    >
      <Icon name="thumb" path={laterPaths[helpful ? 'up' : 'down']} />
    </button>
  )
  return (
    <span class="feedback">
      {button(true)}
      {button(false)}
    </span>
  )
}
