import { lazy, Suspense, useState } from 'react'
import { useAgentNames } from '../../../app/agents.ts'
import { useLanguage } from '../../../app/language.tsx'
import type { Message } from '../../../app/live-store.ts'
import { Button } from '../../../components/button/button.tsx'
import { CitedText } from '../../../components/cited-text/cited-text.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { SourceList } from '../../../components/source-link/source-list.tsx'
import { useTexts } from '../texts.ts'
import { Delivery } from './delivery.tsx'
import { MessageFiles } from './message-files.tsx'
import { PolicyTrace } from './policy-trace.tsx'
import styles from './thread-message.module.css'

/** Few replies become a source: it is loaded when somebody asks for it. */
const AnswerNextTime = lazy(() =>
  import('./answer-next-time.tsx').then((loaded) => ({ default: loaded.AnswerNextTime })),
)

type Props = {
  message: Message
  /** What the customer wrote before an agent's reply, for those who may make a source of both. */
  question?: string | undefined
}

/** A message of the thread: who said it, how sure the AI was, from what, and what became of its delivery. */
export function ThreadMessage({ message, question }: Props) {
  const { messages } = useLanguage()
  const names = useAgentNames()
  const { nextTime } = useTexts()
  const [isTeaching, setTeaching] = useState(false)
  const { author, kind, content, citations, sources, confidence, outcome, reason } = message
  const name = author.name ?? (author.id && names.get(author.id)) ?? messages.thread.author[author.kind]
  return (
    <article className={styles.message} data-kind={kind === 'note' ? 'note' : author.kind}>
      <header>
        <strong>{name}</strong>
        {kind === 'note' && <span>{messages.thread.note}</span>}
        {author.kind === 'ai' && confidence !== undefined && (
          <span>{messages.thread.sure(Math.round(confidence * 100))}</span>
        )}
        {message.truncated && <span className={styles.outcome}>{messages.thread.truncated}</span>}
        {outcome !== undefined && outcome !== 'answered' && (
          <span className={styles.outcome}>{messages.thread.outcome[outcome]}</span>
        )}
        <RelativeTime at={message.createdAt} />
      </header>
      <CitedText
        text={content}
        {...(message.format && { format: message.format })}
        {...(citations && { citations })}
        {...(sources && { sources })}
      />
      {reason !== undefined && (
        <p className={styles.reason}>{(messages.thread.reasons as Record<string, string>)[reason] ?? reason}</p>
      )}
      {sources !== undefined && sources.length > 0 && (
        <details>
          <summary>
            {messages.thread.sources} ({sources.length})
          </summary>
          <SourceList sources={sources} />
        </details>
      )}
      <PolicyTrace policies={message.policies} />
      <MessageFiles message={message} />
      <Delivery message={message} />
      {question !== undefined && (
        <Button look="quiet" className={styles.teach} onClick={() => setTeaching(true)}>
          <Icon name="book" /> {nextTime.offer}
        </Button>
      )}
      {isTeaching && (
        <Suspense>
          <AnswerNextTime reply={message} question={question ?? ''} onClose={() => setTeaching(false)} />
        </Suspense>
      )}
    </article>
  )
}
