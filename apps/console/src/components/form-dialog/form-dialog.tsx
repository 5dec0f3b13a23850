import { FrontdeskError } from '@frontdesk/client'
import type { ReactNode } from 'react'
import { useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { type Fault, faultsAt } from '../field/field.tsx'
import { Form } from '../form/form.tsx'
import { ProblemNotice } from '../problem-notice/problem-notice.tsx'
import styles from './form-dialog.module.css'

/** What is wrong at a path of what was sent. */
export type FaultsOf = (path: string) => Fault[]

type Props = {
  title: string
  /** On the button that sends it. */
  submit: string
  look?: 'primary' | 'danger'
  isDisabled?: boolean
  /** In place of an even grid. */
  className?: string | undefined
  /** The dialog closes after it, or shows why it was refused. */
  onSubmit: (given: FormData) => unknown
  onClose: () => void
  /** The fields. A function asks what is wrong at a path, and shows it there; the dialog shows what it did not ask for. */
  children: ReactNode | ((faultsOf: FaultsOf) => ReactNode)
  /** Below the form. */
  below?: ReactNode
}

/** A dialog with a form: what was typed stays until it is accepted. */
export function FormDialog(props: Props) {
  const { title, submit, look = 'primary', isDisabled = false, className, onSubmit, onClose, children, below } = props
  const messages = useMessages()
  const { attempt, problem, isBusy } = useAttempt()
  const faults = problem instanceof FrontdeskError ? problem.errors : []
  const shown = new Set<Fault>()
  const faultsOf = (path: string) => {
    const found = faultsAt(faults, path)
    for (const fault of found) shown.add(fault)
    return found
  }
  const fields = typeof children === 'function' ? children(faultsOf) : children
  const send = (given: FormData) =>
    attempt(async () => {
      await onSubmit(given)
      onClose()
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className={className ?? styles.form} onSubmit={send}>
        {fields}
        {(faults.length === 0 || faults.some((fault) => !shown.has(fault))) && <ProblemNotice error={problem} />}
        <div className={styles.buttons}>
          <Button type="submit" look={look} disabled={isBusy || isDisabled}>
            {submit}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </div>
      </Form>
      {below}
    </Dialog>
  )
}

type ConfirmProps = Pick<Props, 'title' | 'look' | 'onClose'> & {
  text: ReactNode
  confirm: string
  onConfirm: () => unknown
}

/** Asks before what can't be taken back. */
export const ConfirmDialog = ({ text, confirm, look = 'danger', onConfirm, ...props }: ConfirmProps) => (
  <FormDialog {...props} submit={confirm} look={look} onSubmit={onConfirm}>
    {typeof text === 'string' ? <p>{text}</p> : text}
  </FormDialog>
)
