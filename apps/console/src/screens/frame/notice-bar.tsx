import { useKeys } from '../../app/keys.ts'
import { useMessages } from '../../app/language.tsx'
import { dismissNotice, undoLast, useNotice } from '../../app/notices.ts'
import { detailOfProblem, textOfProblem } from '../../app/problem.ts'
import { Button } from '../../components/button/button.tsx'
import styles from './notice-bar.module.css'

/** What was done last, with Undo, or why it was refused, with Try again. */
export function NoticeBar() {
  const messages = useMessages()
  const notice = useNotice()
  useKeys(notice?.undo ? { undo: undoLast } : {})
  const detail = detailOfProblem(notice?.problem, messages)
  return (
    <div className={styles.place} role={notice?.problem === undefined ? 'status' : 'alert'}>
      {notice && (
        <p className={styles.notice} data-is-problem={notice.problem !== undefined}>
          <span>{notice.problem === undefined ? notice.text : textOfProblem(notice.problem, messages)}</span>
          {detail !== undefined && <span lang="en">{detail}</span>}
          {notice.undo && (
            <Button look="quiet" shortcut="undo" onClick={undoLast}>
              {messages.thread.undo}
            </Button>
          )}
          {notice.retry && (
            <Button
              look="quiet"
              onClick={() => {
                dismissNotice()
                notice.retry?.()
              }}
            >
              {messages.tryAgain}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
