import { currentOf } from '../chat/chat-state.ts'
import { Icon } from '../views/icon.tsx'
import { paths } from '../views/icon-paths.ts'
import { closeConversation, mailTranscript } from './actions.ts'
import type { ExtraProps } from './extra.ts'
import { laterPaths } from './icon-paths.ts'

/** What else a visitor can do. */
export function Menu({ chat, state, done }: ExtraProps) {
  const { texts, config, conversations } = state
  const current = currentOf(state)
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
    </ul>
  )
}
