import { useState } from 'react'

type Props = {
  label: string
  value: string
  onCommit: (value: string) => void
  type?: 'text' | 'number'
  maxLength?: number
  placeholder?: string
  className?: string | undefined
}

/** A field that is saved when it is left or by Enter; Escape brings back what was there. */
export function CommittedField({ label, value, onCommit, type = 'text', ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    const next = typed?.trim()
    setTyped(undefined)
    if (next !== undefined && next !== value) onCommit(next)
  }
  return (
    <input
      {...rest}
      dir="auto"
      type={type}
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        else if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
