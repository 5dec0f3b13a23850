import { FrontdeskError } from '@frontdesk/client'
import { useLanguage } from '../../../app/language.tsx'
import { outbox, type Waiting } from '../../../app/outbox.ts'
import { textOfProblem } from '../../../app/problem.ts'
import { useNow } from '../../../app/use-now.ts'
import { Button } from '../../../components/button/button.tsx'
import { useTexts } from '../texts.ts'
import styles from './thread-message.module.css'

type Props = {
  message: Waiting
  isOffline: boolean
  /** Takes it back into the field. */
  onCancel: () => void
}

/** A message that the server has not confirmed: held back, waiting for the connection, on its way, or refused. */
export function OutgoingMessage({ message, isOffline, onCancel }: Props) {
  const { messages } = useLanguage()
  const { outgoing } = useTexts()
  const now = useNow()
  const { clientId, kind, content, files, problem, sendAt } = message
  const isHeld = sendAt > now
  const isSending = !problem && !isOffline && !isHeld
  return (
    <article className={styles.message} data-kind={kind === 'note' ? 'note' : 'agent'} aria-busy={isSending}>
      <div dir="auto" className={styles.pending}>
        {content}
      </div>
      {files.length > 0 && <p className={styles.delivery}>{files.map(({ filename }) => filename).join(', ')}</p>}
      {problem ? (
        <p role="alert" className={styles.failed}>
          {messages.thread.notSent} {textOfProblem(new FrontdeskError(problem), messages)}{' '}
          <Button onClick={() => void outbox.retry(clientId)}>{messages.tryAgain}</Button>{' '}
          <Button onClick={onCancel}>{outgoing.edit}</Button>
        </p>
      ) : (
        <p role="status" className={styles.delivery}>
          {isOffline ? outgoing.offline : isHeld ? outgoing.held : messages.thread.sending}{' '}
          {!isSending && (
            <Button look="quiet" onClick={onCancel}>
              {isHeld && !isOffline ? messages.thread.undo : outgoing.cancel}
            </Button>
          )}
        </p>
      )}
    </article>
  )
}
