import { FrontdeskError } from '@frontdesk/client'
import { useMessages } from '../../app/language.tsx'
import { textOfProblem } from '../../app/problem.ts'
import { Button } from '../button/button.tsx'
import styles from './problem-notice.module.css'

/** What went wrong, in words, with what can be done about it; nothing while there is no error. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const messages = useMessages()
  if (error === undefined || error === null) return null
  const requestId = error instanceof FrontdeskError ? error.requestId : ''
  return (
    <div role="alert" className={styles.notice}>
      <p>{textOfProblem(error, messages)}</p>
      {requestId !== '' && <p className={styles.request}>{messages.copyRequestId(requestId)}</p>}
      {onRetry && <Button onClick={onRetry}>{messages.tryAgain}</Button>}
    </div>
  )
}
