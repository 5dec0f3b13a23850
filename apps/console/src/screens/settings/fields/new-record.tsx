import { useState } from 'react'
import { wordsOf } from '../../../app/split-text.ts'
import { FormDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { useTexts } from '../texts.ts'
import { FieldControl } from './field-control.tsx'
import { FieldLine } from './field-line.tsx'
import { type FieldOf, type FieldValue, readField, writeField } from './field-of.ts'
import styles from './fields.module.css'
import { textOfFaults } from './saved-field.tsx'

type Props<R, P> = {
  title: string
  blank: R
  fields: (record: R) => FieldOf<R, P>[]
  create: (record: R) => Promise<unknown>
  /** What the button says, where it does not create something new. */
  confirm?: string
  onClose: () => void
}

/** A form for a new record: all its fields at once, sent together. */
export function NewRecord<R extends object, P extends object>({
  title,
  blank,
  fields,
  create,
  confirm,
  onClose,
}: Props<R, P>) {
  const texts = useTexts()
  const [record, setRecord] = useState(blank)
  const [typed, setTyped] = useState<Record<string, FieldValue>>({})
  const set = (field: FieldOf<R, P>, value: FieldValue) => {
    setTyped((before) => ({ ...before, [field.name]: value }))
    const next = field.kind === 'words' && typeof value === 'string' ? wordsOf(value) : value
    setRecord((before) => ({ ...before, ...writeField(field, next, before) }))
  }
  return (
    <FormDialog
      title={title}
      submit={confirm ?? texts.create}
      className={styles.newRecord}
      onSubmit={() => create(record)}
      onClose={onClose}
    >
      {(faultsOf) =>
        fields(record).map((field) => (
          <FieldLine
            key={field.name}
            label={field.label}
            hint={field.hint}
            problem={textOfFaults(faultsOf(field.name))}
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
        ))
      }
    </FormDialog>
  )
}
