import { type ReactNode, useState } from 'react'
import { noteSignedOut } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './fields/fields.module.css'

type Props = {
  title: string
  text: ReactNode
  confirm: string
  cancel: string
  run: () => Promise<unknown>
  onClose: () => void
  look?: 'danger' | 'primary'
}

/** Asks before what can't be taken back, and says why it was refused. */
export function AskBefore({ title, text, confirm, cancel, run, onClose, look = 'danger' }: Props) {
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await run()
      onClose()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {typeof text === 'string' ? <p>{text}</p> : text}
      {problem !== undefined && <ProblemNotice error={problem} />}
      <div className={styles.actions}>
        <Button look={look} disabled={isBusy} onClick={() => void start()}>
          {confirm}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Dialog>
  )
}
