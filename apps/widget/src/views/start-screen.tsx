import type { ChatState } from '../chat/chat-state.ts'
import type { Chat } from '../chat/make-chat.ts'
import { Icon } from './icon.tsx'
import { useExtra } from './use-extra.ts'

/** What stands before the first message: a greeting, questions to start with, and when people are there. */
export function StartScreen({ chat, state }: { chat: Chat; state: ChatState }) {
  const { texts, config } = state
  const When = useExtra(chat, 'When', config?.open === false)
  return (
    <div class="start">
      <span class="avatar ai large" aria-hidden="true">
        <Icon name="spark" />
      </span>
      <h2 dir="auto">{texts.greeting}</h2>
      <p dir="auto">{texts.greetingMore}</p>
      {config?.open === false && (
        <p class="hours">
          {When && config.opensAt ? (
            <When at={config.opensAt} texts={texts} say={texts.closedHours} />
          ) : (
            texts.closedHours(undefined)
          )}
        </p>
      )}
      {texts.suggestions.slice(0, 4).map((question) => (
        <button type="button" class="suggestion" key={question} onClick={() => void chat.send(question)}>
          <span dir="auto">{question}</span>
          <Icon name="next" />
        </button>
      ))}
    </div>
  )
}
