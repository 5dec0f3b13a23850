import type { Chat } from '../chat/make-chat.ts'
import { signOut, textsOf } from './actions.ts'
import type { ExtraProps } from './extra.ts'

/** Deletes all that the visitor wrote, and ends the session. */
async function deleteConversations(chat: Chat): Promise<void> {
  try {
    await chat.session.withToken((token) => chat.api.json('conversations', { method: 'DELETE', token }))
    await signOut(chat)
  } catch (error) {
    chat.refuse(error)
  }
}

/** Asks whether the visitor's conversations are to be deleted, because nothing brings them back. */
export function DeleteConfirm({ chat, done }: ExtraProps) {
  const texts = textsOf(chat)
  return (
    <div class="menu">
      <p id="delete-confirm">{texts.deleteConfirm}</p>
      <button
        type="button"
        onClick={() => {
          done()
          void deleteConversations(chat)
        }}
      >
        {texts.discard}
      </button>
      <button type="button" aria-describedby="delete-confirm" ref={(button) => button?.focus()} onClick={done}>
        {texts.back}
      </button>
    </div>
  )
}
