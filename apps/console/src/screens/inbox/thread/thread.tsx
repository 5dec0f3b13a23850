import { useRef, useState } from 'react'
import { useAgentNames } from '../../../app/agents.ts'
import type { DraftKind } from '../../../app/drafts.ts'
import { useKeys } from '../../../app/keys.ts'
import { useMessages } from '../../../app/language.tsx'
import { store } from '../../../app/live-store.ts'
import { usePreferences } from '../../../app/preferences.ts'
import { useLiveState } from '../../../app/use-live.ts'
import { useNow } from '../../../app/use-now.ts'
import { useOutbox } from '../../../app/use-outbox.ts'
import { usePanel } from '../../../app/use-panel.ts'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { OpeningProblem } from '../../../components/problem-notice/opening-problem.tsx'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { useComposer } from '../composer/use-composer.ts'
import { Side } from '../side/side.tsx'
import { useTexts } from '../texts.ts'
import styles from './thread.module.css'
import { ThreadHead } from './thread-head.tsx'
import { ThreadMessages } from './thread-messages.tsx'
import { useActions } from './use-actions.ts'
import { usePresence, useThread } from './use-thread.ts'

/** How long replies are held back for those who want that. */
const heldMs = 5_000

type Props = {
  conversationId: string
  agentId: string
  /** Whether the keys for closing, assigning and tagging act on selected conversations in place of this one. */
  areActionsOnSelection: boolean
  onBack: () => void
}

/** A conversation: what was said, what can be done, and where one answers. */
export function Thread({ conversationId, agentId, areActionsOnSelection, onBack }: Props) {
  const messages = useMessages()
  const texts = useTexts()
  const names = useAgentNames()
  const now = useNow()
  const thread = useThread(conversationId)
  const { conversation, newest } = thread
  const actions = useActions(agentId)
  const side = usePanel('side', '(min-width: 1101px)')
  const [kind, setKind] = useState<DraftKind>('reply')
  const preferences = usePreferences()
  const holdMs = preferences.holdReplies ? heldMs : 0
  const signature = conversation?.channel === 'email' ? (preferences.signature ?? '').trim() : ''
  const reply = useComposer({ conversationId, kind: 'reply', agentId }, { newest, holdMs, signature })
  const note = useComposer({ conversationId, kind: 'note', agentId }, { newest })
  const composer = kind === 'reply' ? reply : note
  const isWriting = !composer.isEmpty
  usePresence(conversationId, isWriting ? (kind === 'reply' ? 'replying' : 'noting') : 'viewing')
  const handle = useRef<ComposerHandle>(null)
  const [isOver, setOver] = useState(false)
  const isOffline = useLiveState().is === 'offline'
  const arrived = new Set(thread.messages.map(({ clientId }) => clientId))
  const outgoing = useOutbox(agentId, conversationId).filter(({ clientId }) => !arrived.has(clientId))
  const write = (next: DraftKind) => () => {
    setKind(next)
    handle.current?.focus()
  }
  useKeys({ reply: write('reply'), note: write('note'), toggleSide: side.toggle })
  const subject = conversation?.subject

  if (thread.error) {
    return (
      <section className={styles.thread}>
        <OpeningProblem
          error={thread.error}
          wasThere={thread.data !== undefined}
          onRetry={() => void thread.refetch()}
        />
        <Button onClick={onBack}>{messages.thread.back}</Button>
      </section>
    )
  }
  const present = store.presentIn(conversationId, now).filter((each) => each.agentId !== agentId)
  const unseen =
    reply.draft.content === ''
      ? []
      : thread.messages.filter(
          ({ sequence, author, kind }) =>
            sequence > reply.draft.sawSequence && author.id !== agentId && kind !== 'note',
        )
  return (
    <>
      <section
        className={styles.thread}
        aria-label={subject ?? messages.thread.label}
        aria-busy={thread.isPending}
        data-drop={isOver ? texts.files.drop : undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          setOver(false)
          handle.current?.attach([...event.dataTransfer.files])
        }}
      >
        <header className={styles.head}>
          <Button
            look="quiet"
            className={styles.back}
            shortcut="back"
            title={messages.thread.back}
            aria-label={messages.thread.back}
            onClick={onBack}
          >
            <Icon name="back" />
          </Button>
          {conversation && (
            <ThreadHead conversation={conversation} actions={actions} hasKeys={!areActionsOnSelection} />
          )}
          <Button
            look="quiet"
            className={styles.toggle}
            shortcut="toggleSide"
            title={texts.side.toggle}
            aria-label={texts.side.toggle}
            aria-expanded={side.isOpen}
            onClick={side.toggle}
          >
            <Icon name="panel" />
          </Button>
        </header>
        <ThreadMessages
          messages={thread.messages}
          outgoing={outgoing}
          isOffline={isOffline}
          firstUnseen={unseen[0]?.id}
          onEarlier={thread.hasEarlier ? () => void thread.earlier() : undefined}
          onCancel={(message) => {
            setKind(message.kind)
            ;(message.kind === 'reply' ? reply : note).cancel(message.clientId)
          }}
        />
        <p className={styles.present} role="status">
          {[
            ...present.map((each) => messages.thread.presence[each.state](names.get(each.agentId) ?? '')),
            ...(store.isTyping(conversationId, now) ? [messages.thread.typing] : []),
          ].join(' · ')}
        </p>
        <Composer
          conversationId={conversationId}
          kind={kind}
          onKind={setKind}
          composer={composer}
          unseen={unseen.length}
          handle={handle}
        />
      </section>
      {side.isOpen && (
        <Side
          conversationId={conversationId}
          conversation={conversation}
          onClose={side.close}
          onInsert={(text) => handle.current?.insert(text)}
        />
      )}
    </>
  )
}
