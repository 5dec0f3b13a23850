import type { Chat } from '../chat/make-chat.ts'
import type { Answer } from '../chat/timeline.ts'
import { askAgain, textsOf } from './actions.ts'

/** An answer that failed, with a way to ask again. */
export const FailedAnswer = ({ chat, answer }: { chat: Chat; answer: Answer }) => (
  <div class="bubble failed">
    {textsOf(chat).answerFailed}
    <button type="button" class="link" onClick={() => void askAgain(chat, answer)}>
      {textsOf(chat).tryAgain}
    </button>
  </div>
)
