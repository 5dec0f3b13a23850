import { type ReactNode, useId } from 'react'
import styles from './field-line.module.css'

/** What a control needs to be tied to its label, its hint and its fault. */
export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type Props = {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  /** Beside the label, such as who changed it last. */
  aside?: ReactNode
  /** The control stands in the line of its label. */
  isInline?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A control with its label, a hint, and beside it what is wrong with its value. */
export function FieldLine({ label, hint, problem, aside, isInline, children }: Props) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  const control: ControlProps = {
    id,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(problem !== undefined && { 'aria-invalid': true as const }),
  }
  return (
    <div className={styles.field} data-inline={isInline}>
      <div className={styles.line}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles.control}>{children(control)}</div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
