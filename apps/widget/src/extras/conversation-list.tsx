import { Icon } from '../views/icon.tsx'
import { textsOf } from './actions.ts'
import type { ExtraProps } from './extra.ts'
import { laterPaths } from './icon-paths.ts'

/** The visitor's conversations, newest first. */
export function ConversationList({ chat, state }: ExtraProps) {
  const { conversations } = state
  const texts = textsOf(chat)
  const day = new Intl.DateTimeFormat(texts.language, { day: 'numeric', month: 'short' })
  return (
    <div class="list">
      <button type="button" class="row new" onClick={() => chat.startConversation()}>
        <span class="avatar ai">
          <Icon name="plus" path={laterPaths.plus} />
        </span>
        <b>{texts.newConversation}</b>
      </button>
      {conversations.length === 0 && <p class="empty">{texts.noConversations}</p>}
      {conversations.map(({ id, preview, lastMessageAt, unread, person }) => (
        <button type="button" class="row" key={id} onClick={() => chat.show(id)}>
          <span class={`avatar ${person ? 'agent' : 'ai'}`} aria-hidden="true">
            <Icon name={person ? 'person' : 'spark'} />
          </span>
          <span class="preview" dir="auto">
            {preview?.text ?? texts.conversation}
          </span>
          {unread > 0 && (
            <span class="count">
              <span class="hidden">{texts.newMessages}: </span>
              {unread}
            </span>
          )}
          <time dateTime={lastMessageAt}>{day.format(new Date(lastMessageAt))}</time>
        </button>
      ))}
    </div>
  )
}
