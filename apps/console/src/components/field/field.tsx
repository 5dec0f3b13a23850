import type { FrontdeskError } from '@frontdesk/client'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { type Choice, Select } from '../select/select.tsx'
import styles from './field.module.css'

export type Fault = FrontdeskError['errors'][number]

/** The faults of a field and of what is in it: `config.topics.0` also finds `config.topics[0].name`, and `''` all. */
export function faultsAt(faults: readonly Fault[], path: string): Fault[] {
  const dotted = (given: string) =>
    given
      .replace(/^[#/]+/, '')
      .replace(/[/[]/g, '.')
      .replace(/\]/g, '')
  return faults.filter((fault) => {
    const at = dotted(fault.path)
    return path === '' || at === path || at.startsWith(`${path}.`)
  })
}

export const Faults = ({ of }: { of: readonly Fault[] }) =>
  of.length > 0 && (
    <span role="alert" className={styles.fault}>
      {of.map(({ message }) => message).join(' ')}
    </span>
  )

type Labelled = { label: string; hint?: string | undefined; faults?: readonly Fault[] | undefined }
type Props = Labelled & {
  children: (props: { id: string; 'aria-describedby': string }) => ReactNode
}

/** A control with its label, what helps to fill it, and what is wrong with it. */
function Field({ label, hint, faults = [], children }: Props) {
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

type Control<E extends 'input' | 'textarea' | 'select'> = Labelled & Omit<ComponentProps<E>, 'onChange' | 'value'>

/** A field of one line. */
export const TextField = ({
  label,
  hint,
  faults,
  onChange,
  ...input
}: Control<'input'> & { value?: string; onChange?: (value: string) => void }) => (
  <Field label={label} hint={hint} faults={faults}>
    {(field) => (
      <input
        {...(input.type !== 'number' && { dir: 'auto' })}
        {...input}
        {...field}
        {...(onChange && { onChange: (event) => onChange(event.target.value) })}
      />
    )}
  </Field>
)

/** A field of several lines. */
export const LongTextField = ({
  label,
  hint,
  faults,
  onChange,
  ...textarea
}: Control<'textarea'> & { value?: string; onChange?: (value: string) => void }) => (
  <Field label={label} hint={hint} faults={faults}>
    {(field) => (
      <textarea
        dir="auto"
        {...textarea}
        {...field}
        {...(onChange && { onChange: (event) => onChange(event.target.value) })}
      />
    )}
  </Field>
)

/** A field that is one of several values. */
export const SelectField = <T extends string>({
  label,
  hint,
  faults,
  ...select
}: Control<'select'> & { value: T; choices: readonly Choice[]; onChange: (value: T) => void }) => (
  <Field label={label} hint={hint} faults={faults}>
    {(field) => <Select {...select} {...field} />}
  </Field>
)
