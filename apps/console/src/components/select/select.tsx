import type { ComponentProps } from 'react'

/** A value, and what it is called. */
export type Choice = readonly [value: string, name: string]
type Props<T> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  value: T
  choices: readonly Choice[]
  onChange: (value: T) => void
}

/** Chooses one of several values. */
export const Select = <T extends string>({ value, choices, onChange, ...props }: Props<T>) => (
  <select {...props} value={value} onChange={(event) => onChange(event.target.value as T)}>
    {choices.map(([each, name]) => (
      <option key={each} value={each}>
        {name}
      </option>
    ))}
  </select>
)
