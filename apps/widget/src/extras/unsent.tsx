import type { Chat } from '../chat/make-chat.ts'
import type { Outgoing } from '../outbox/outbox.ts'
import { textsOf } from './actions.ts'

/** Why a message was not sent, and what the visitor can do with it. */
export function Unsent({ chat, outgoing }: { chat: Chat; outgoing: Outgoing }) {
  const texts = textsOf(chat)
  const { state, clientId } = outgoing
  return (
    <span class="state bad">
      {state === 'stale' ? texts.stale : texts.notSent}
      <button type="button" class="link" onClick={() => void chat.retry(clientId)}>
        {state === 'stale' ? texts.sendNow : texts.tryAgain}
      </button>
      <button type="button" class="link" onClick={() => void chat.discard(clientId)}>
        {texts.discard}
      </button>
    </span>
  )
}
