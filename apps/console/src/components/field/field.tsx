import type { FrontdeskError } from '@frontdesk/client'
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export type Fault = FrontdeskError['errors'][number]

/** The faults of a field and of what is in it: `config.topics.0` also finds `config.topics[0].name`. */
export function faultsAt(faults: readonly Fault[], path: string): Fault[] {
  const dotted = (given: string) =>
    given
      .replace(/^[#/]+/, '')
      .replace(/[/[]/g, '.')
      .replace(/\]/g, '')
  return faults.filter((fault) => {
    const at = dotted(fault.path)
    return at === path || at.startsWith(`${path}.`)
  })
}

export const Faults = ({ of }: { of: readonly Fault[] }) =>
  of.length > 0 && (
    <span role="alert" className={styles.fault}>
      {of.map(({ message }) => message).join(' ')}
    </span>
  )

type Props = {
  label: string
  hint?: string
  faults?: readonly Fault[]
  children: (props: { id: string; 'aria-describedby': string }) => ReactNode
}

/** A control with its label, what helps to fill it, and what is wrong with it. */
export function Field({ label, hint, faults = [], children }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint` })}
      <span id={`${id}-hint`} className={styles.hint}>
        {hint}
        <Faults of={faults} />
      </span>
    </div>
  )
}
