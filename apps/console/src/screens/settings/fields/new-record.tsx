import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../app/language.tsx'
import { noteSignedOut } from '../../../app/query-client.ts'
import { Button } from '../../../components/button/button.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { useTexts } from '../texts.ts'
import { FieldControl } from './field-control.tsx'
import { FieldLine } from './field-line.tsx'
import { type FieldOf, type FieldValue, readField, wordsOf, writeField } from './field-of.ts'
import styles from './fields.module.css'
import { faultOf } from './saved-field.tsx'

type Props<R, P> = {
  title: string
  blank: R
  fields: (record: R) => FieldOf<R, P>[]
  create: (record: R) => Promise<unknown>
  /** What the button says, where it does not create something new. */
  confirm?: string
  onClose: () => void
  children?: ReactNode
}

/** A form for a new record: all its fields at once, sent together. */
export function NewRecord<R extends object, P extends object>({
  title,
  blank,
  fields,
  create,
  confirm,
  onClose,
  children,
}: Props<R, P>) {
  const messages = useMessages()
  const texts = useTexts()
  const [record, setRecord] = useState(blank)
  const [typed, setTyped] = useState<Record<string, FieldValue>>({})
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const shown = fields(record)
  const set = (field: FieldOf<R, P>, value: FieldValue) => {
    setTyped((before) => ({ ...before, [field.name]: value }))
    const next = field.kind === 'words' && typeof value === 'string' ? wordsOf(value) : value
    setRecord((before) => ({ ...before, ...writeField(field, next, before) }))
  }
  const submit = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await create(record)
      onClose()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const faults = new Map(shown.map(({ name }) => [name, faultOf(problem, name)]))
  const hasFieldFault = [...faults.values()].some((fault) => fault !== undefined)
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {shown.map((field) => (
          <FieldLine
            key={field.name}
            label={field.label}
            hint={field.hint}
            problem={faults.get(field.name)}
            isInline={field.kind === 'switch'}
          >
            {(control) => (
              <FieldControl
                field={field as FieldOf<never, unknown>}
                control={control}
                value={typed[field.name] ?? readField(field, record)}
                onChange={(value) => set(field, value)}
                onDone={(value) => set(field, value)}
              />
            )}
          </FieldLine>
        ))}
        {problem !== undefined && !hasFieldFault && <ProblemNotice error={problem} />}
        <div className={styles.actions}>
          <Button type="submit" look="primary" disabled={isBusy}>
            {confirm ?? texts.create}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
