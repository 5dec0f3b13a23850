import { useLanguage, useMessages } from '../../../app/language.tsx'
import type { Conversation } from '../../../app/live-store.ts'
import { Icon } from '../../../components/icon/icon.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { nameOf } from '../customer-name.ts'
import { useTexts } from '../texts.ts'
import styles from './conversation-row.module.css'
import { DueTime } from './due-time.tsx'

type Props = {
  conversation: Conversation
  hasDraft: boolean
  /** What colleagues do in it now, in words. */
  present: readonly string[]
  isSelected: boolean
  /** `extends`: from the row that was selected last. */
  onSelect: (extend: boolean) => void
}

/** Who, since when, and the last words: enough to decide without opening it. */
export function ConversationRow({ conversation, hasDraft, present, isSelected, onSelect }: Props) {
  const messages = useMessages()
  const { select } = useTexts()
  const { language } = useLanguage()
  const { subject, preview, waitingSince, status, unread, tags, lastMessageAt, snoozedUntil } = conversation
  const who = nameOf(conversation, messages.inbox.unknownCustomer)
  const [first, ...others] = tags
  return (
    <div className={styles.row} data-unread={unread === true} data-selected={isSelected}>
      <span className={styles.mark}>
        {unread && <span className={styles.dot} title={messages.inbox.unread} />}
        {/* The option itself says whether it is selected; the keys are X and Shift with J and K. */}
        <span
          className={styles.check}
          aria-hidden="true"
          title={select.one(who)}
          onClick={(event) => {
            event.stopPropagation()
            onSelect(event.shiftKey)
          }}
        >
          {isSelected && <Icon name="check" />}
        </span>
      </span>
      <div className={styles.body}>
        <p className={styles.head}>
          <strong dir="auto">{who}</strong>
          <RelativeTime at={lastMessageAt} />
        </p>
        <p className={styles.words} dir="auto">
          {preview?.kind === 'note' && <em>{messages.thread.note}: </em>}
          {preview?.text ?? subject ?? ''}
        </p>
        <p className={styles.foot}>
          <DueTime conversation={conversation} />
          {snoozedUntil !== undefined ? (
            <span>
              {new Date(snoozedUntil).toLocaleString(language, {
                weekday: 'short',
                hour: 'numeric',
                minute: '2-digit',
              })}
            </span>
          ) : waitingSince !== undefined ? (
            <span className={styles.waiting}>
              {messages.inbox.waiting} <RelativeTime at={waitingSince} />
            </span>
          ) : (
            <span>{messages.status[status]}</span>
          )}
          {hasDraft && <span className={styles.draft}>{messages.inbox.draft}</span>}
          {present.length > 0 && <span className={styles.present}>{present.join(', ')}</span>}
          {first !== undefined && <span className={styles.tag}>{first}</span>}
          {others.length > 0 && (
            <span className={styles.tag} title={others.join(', ')}>
              +{others.length}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}
