import { useState } from 'preact/hooks'
import { type ChatState, currentOf } from '../chat/chat-state.ts'
import type { Chat } from '../chat/make-chat.ts'
import type { AllTexts } from '../texts/texts.ts'
import { Avatar } from './bubble.tsx'
import { Icon } from './icon.tsx'
import { useExtra } from './use-extra.ts'

/** Who one talks to, and what else can be done. */
export function Header({ chat, state, close }: { chat: Chat; state: ChatState; close: (() => void) | undefined }) {
  const { texts, view } = state
  const [isMenuOpen, setMenuOpen] = useState(false)
  const current = currentOf(state)
  const person = current?.state === 'person' ? current.person : undefined
  const isWaiting = state.isAsked || current?.state === 'waiting'
  const who = person?.name ? (texts as Partial<AllTexts>).withPerson?.(person.name) : isWaiting ? '' : texts.subtitle
  const isList = view === 'list'
  const Menu = useExtra(chat, 'Menu', isMenuOpen)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the open menu closes that alone
    <header
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isMenuOpen) return
        event.stopPropagation()
        setMenuOpen(false)
      }}
    >
      {isList ? (
        <button
          type="button"
          class="tool"
          aria-label={(texts as AllTexts).back}
          onClick={() => chat.store.set({ view: 'conversation' })}
        >
          <Icon name="back" />
        </button>
      ) : (
        <Avatar author={person ? { kind: 'agent', ...person } : { kind: 'ai' }} />
      )}
      <div class="titles">
        <h1 dir="auto">{isList ? (texts as AllTexts).previousConversations : texts.title}</h1>
        {!isList && <p dir="auto">{who}</p>}
      </div>
      {!isList && (
        <button
          type="button"
          class="tool"
          aria-label={texts.more}
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name="more" />
        </button>
      )}
      {close && (
        <button type="button" class="tool" aria-label={texts.close} onClick={close}>
          <Icon name="close" />
        </button>
      )}
      {Menu && <Menu chat={chat} state={state} done={() => setMenuOpen(false)} />}
    </header>
  )
}
