import { FrontdeskError } from '@frontdesk/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { detailOfProblem, isGone, textOfProblem } from '../../app/problem.ts'
import { Button } from '../button/button.tsx'
import { CopyText } from '../copy-text/copy-text.tsx'
import styles from './problem-notice.module.css'

const tickMs = 1_000

/** Counts down what the server asked to wait, and tries again then. */
function Countdown({ waitMs, onEnd }: { waitMs: number; onEnd: () => void }) {
  const messages = useMessages()
  const [left, setLeft] = useState(Math.ceil(waitMs / tickMs))
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (left <= 0) return end()
    const timer = setTimeout(() => setLeft(left - 1), tickMs)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0 && <p>{messages.tryingAgainIn(left)}</p>
}

type Props = {
  error: unknown
  onRetry?: () => void
  /** A write is never tried again by itself. */
  isWrite?: boolean
}

/**
 * What went wrong, in words, with what can be done about it; nothing while there is no error. What is not there is not there
 * when it is tried again either.
 */
export function ProblemNotice({ error, onRetry, isWrite = false }: Props) {
  const messages = useMessages()
  if (error === undefined || error === null) return null
  const { requestId, retryAfterMs } =
    error instanceof FrontdeskError ? error : { requestId: '', retryAfterMs: undefined }
  const detail = detailOfProblem(error, messages)
  return (
    <div className={styles.notice}>
      <p role="alert">{textOfProblem(error, messages)}</p>
      {detail !== undefined && <p lang="en">{detail}</p>}
      {requestId !== '' && <CopyText label={messages.requestId} text={requestId} />}
      {retryAfterMs !== undefined && onRetry && !isWrite && (
        <Countdown key={requestId} waitMs={retryAfterMs} onEnd={onRetry} />
      )}
      {onRetry && !isGone(error) && <Button onClick={onRetry}>{messages.tryAgain}</Button>}
    </div>
  )
}
