import type { Chat } from '../chat/make-chat.ts'
import { textsOf } from './actions.ts'

/** How many characters a long message has, and that it is too long. */
export function Counter({ chat, count, max }: { chat: Chat; count: number; max: number }) {
  const texts = textsOf(chat)
  const [has, may] = [count, max].map((each) => each.toLocaleString(texts.language))
  const isTooLong = count > max
  return (
    <p class={`counter${isTooLong ? ' bad' : ''}`}>
      <span role="status">{isTooLong && texts.messageTooLong}</span>
      <bdi>
        {has} / {may}
      </bdi>
    </p>
  )
}
