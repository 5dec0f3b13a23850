import type { Chat } from '../chat/make-chat.ts'
import type { Answer } from '../chat/timeline.ts'
import type { Texts } from '../texts/texts.ts'
import { askAgain } from './actions.ts'

/** An answer that failed, with a way to ask again. */
export const FailedAnswer = ({ chat, answer, texts }: { chat: Chat; answer: Answer; texts: Texts }) => (
  <div class="bubble failed">
    {texts.answerFailed}
    <button type="button" class="link" onClick={() => void askAgain(chat, answer)}>
      {texts.tryAgain}
    </button>
  </div>
)
