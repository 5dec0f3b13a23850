import { useState } from 'preact/hooks'
import { currentOf } from '../chat/chat-state.ts'
import { Icon } from '../views/icon.tsx'
import { paths } from '../views/icon-paths.ts'
import { closeConversation, mailTranscript, textsOf } from './actions.ts'
import { DeleteConfirm } from './delete-confirm.tsx'
import type { ExtraProps } from './extra.ts'
import { laterPaths } from './icon-paths.ts'

/** What else a visitor can do. */
export function Menu({ chat, state, done }: ExtraProps) {
  const { config, conversations } = state
  const texts = textsOf(chat)
  const current = currentOf(state)
  const [isDeleting, setDeleting] = useState(false)
  if (isDeleting) return <DeleteConfirm chat={chat} state={state} done={done} />
  const item = (path: string, text: string, work: () => unknown) => (
    <li>
      <button
        type="button"
        onClick={() => {
          done()
          void work()
        }}
      >
        <Icon name="item" path={path} />
        {text}
      </button>
    </li>
  )
  return (
    <ul class="menu">
      {item(laterPaths.plus, texts.newConversation, chat.startConversation)}
      {conversations.length > 0 &&
        item(laterPaths.chats, texts.previousConversations, () => chat.store.set({ view: 'list' }))}
      {current &&
        config?.features?.transcript &&
        chat.storage.read().verified &&
        item(paths.file, texts.transcript, () => mailTranscript(chat))}
      {current &&
        current.state !== 'closed' &&
        item(laterPaths.check, texts.endConversation, () => closeConversation(chat))}
      {config?.features?.deleteConversations && conversations.length > 0 && (
        <li>
          <button type="button" onClick={() => setDeleting(true)}>
            <Icon name="item" path={laterPaths.bin} />
            {texts.deleteConversations}
          </button>
        </li>
      )}
    </ul>
  )
}
