import { FrontdeskError } from '@frontdesk/client'
import { useState } from 'react'
import { useMessages } from '../../../app/language.tsx'
import { textOfProblem } from '../../../app/problem.ts'
import { noteSignedOut } from '../../../app/query-client.ts'
import { wordsOf } from '../../../app/split-text.ts'
import { Button } from '../../../components/button/button.tsx'
import { type Fault, faultsAt } from '../../../components/field/field.tsx'
import { useTexts } from '../texts.ts'
import { FieldControl } from './field-control.tsx'
import { FieldLine } from './field-line.tsx'
import { type FieldOf, type FieldValue, readField, writeField } from './field-of.ts'
import styles from './fields.module.css'
import type { LastChange } from './last-change.tsx'
import { ChangedBy } from './last-change.tsx'

type Props<R, P> = {
  field: FieldOf<R, P>
  record: R
  save: (patch: P) => Promise<unknown>
  changed?: LastChange | undefined
  /** What is typed and not saved yet, as the patch that it will be; undefined when nothing is. */
  onTyped?: (patch: P | undefined) => void
}
type State =
  | { is: 'idle' | 'saving' | 'saved' }
  /** What was typed stays in its field; what was chosen goes back, so that no control shows what does not hold. */
  | { is: 'refused'; problem: unknown; tried: FieldValue }

const isTyped = (kind: FieldOf<never, unknown>['kind']) =>
  kind === 'text' || kind === 'color' || kind === 'long' || kind === 'number' || kind === 'words'

/** A field that is saved when the reader is done with it. */
export function SavedField<R, P>({ field, record, save, changed, onTyped }: Props<R, P>) {
  const messages = useMessages()
  const texts = useTexts()
  const [typed, setTyped] = useState<FieldValue>()
  const [state, setState] = useState<State>({ is: 'idle' })
  const held = readField(field, record)
  const patchOf = (value: FieldValue) => writeField(field, value, record)
  const type = (value: FieldValue | undefined) => {
    setTyped(value)
    onTyped?.(value === undefined ? undefined : patchOf(value))
  }
  const commit = async (value: FieldValue) => {
    const next = field.kind === 'words' && typeof value === 'string' ? wordsOf(value) : value
    if (JSON.stringify(next) === JSON.stringify(held)) {
      type(undefined)
      if (state.is === 'refused') setState({ is: 'idle' })
      return
    }
    setState({ is: 'saving' })
    try {
      await save(patchOf(next))
      setState({ is: 'saved' })
      type(undefined)
    } catch (problem) {
      noteSignedOut(problem)
      setState({ is: 'refused', problem, tried: next })
      if (!isTyped(field.kind)) type(undefined)
    }
  }
  const problem =
    state.is === 'refused' ? (faultOf(state.problem, field.name) ?? textOfProblem(state.problem, messages)) : undefined
  return (
    <FieldLine
      label={field.label}
      hint={field.hint}
      problem={problem}
      isInline={field.kind === 'switch'}
      aside={
        <span role="status">
          {state.is === 'saving' ? (
            texts.saving
          ) : state.is === 'saved' ? (
            <span className={styles.saved}>✓ {texts.saved}</span>
          ) : state.is === 'refused' ? (
            <Button look="quiet" onClick={() => void commit(state.tried)}>
              {messages.tryAgain}
            </Button>
          ) : (
            changed && <ChangedBy change={changed} />
          )}
        </span>
      }
    >
      {(control) => (
        <FieldControl
          field={field as FieldOf<never, unknown>}
          control={control}
          value={typed ?? held}
          onChange={(value) => {
            type(value)
            if (state.is === 'saved') setState({ is: 'idle' })
          }}
          onDone={(value) => void commit(value)}
        />
      )}
    </FieldLine>
  )
}

/** What the server says of a field. */
const faultOf = (problem: unknown, name: string): string | undefined =>
  problem instanceof FrontdeskError ? textOfFaults(faultsAt(problem.errors, name)) : undefined

/** Faults in words; undefined where there are none. */
export const textOfFaults = (faults: readonly Fault[]): string | undefined =>
  faults.length > 0 ? faults.map(({ message }) => message).join(' ') : undefined
