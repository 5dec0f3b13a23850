import { Fragment, useEffect, useRef } from 'react'
import { useMessages } from '../../../app/language.tsx'
import type { Message } from '../../../app/live-store.ts'
import type { Waiting } from '../../../app/outbox.ts'
import { mayUse, useSession } from '../../../app/session.ts'
import { Button } from '../../../components/button/button.tsx'
import { useTexts } from '../texts.ts'
import { OutgoingMessage } from './outgoing-message.tsx'
import styles from './thread.module.css'
import { ThreadMessage } from './thread-message.tsx'

type Props = {
  messages: readonly Message[]
  outgoing: readonly Waiting[]
  isOffline: boolean
  /** The first message that came while a reply was typed. */
  firstUnseen: string | undefined
  onEarlier: (() => void) | undefined
  /** Takes back what was not sent. */
  onCancel: (message: Waiting) => void
}

/** What the customer wrote last before an agent's reply; undefined for other messages. */
function questionBefore(messages: readonly Message[], { author, kind, sequence }: Message): string | undefined {
  if (author.kind !== 'agent' || kind === 'note') return undefined
  return messages.findLast((each) => each.sequence < sequence && each.author.kind === 'customer')?.content
}

/** What was said, oldest first; what is new comes into sight. */
export function ThreadMessages({ messages, outgoing, isOffline, firstUnseen, onEarlier, onCancel }: Props) {
  const { thread } = useMessages()
  const texts = useTexts()
  const mayTeach = mayUse(useSession(), 'conversations')
  const end = useRef<HTMLDivElement>(null)
  const count = messages.length + outgoing.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <div className={styles.messages} role="log" aria-label={thread.label} tabIndex={0}>
      {onEarlier && <Button onClick={onEarlier}>{thread.earlier}</Button>}
      {messages.map((message) => (
        <Fragment key={message.id}>
          {message.id === firstUnseen && <p className={styles.meanwhile}>{texts.writtenMeanwhile}</p>}
          <ThreadMessage message={message} question={mayTeach ? questionBefore(messages, message) : undefined} />
        </Fragment>
      ))}
      {outgoing.map((message) => (
        <OutgoingMessage
          key={message.clientId}
          message={message}
          isOffline={isOffline}
          onCancel={() => onCancel(message)}
        />
      ))}
      <div ref={end} />
    </div>
  )
}
