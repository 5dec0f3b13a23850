import { useEffect, useRef } from 'react'
import styles from './color-input.module.css'

type Props = {
  /** Of the text field: its id, and what describes it. */
  control: object
  /** Of the browser's dialog. */
  pickerLabel: string
  /** `#1a5fd0`. */
  value: string
  onChange: (value: string) => void
  onDone: (value: string) => void
}

/** A color, written or chosen with the browser's own dialog. */
export function ColorInput({ control, pickerLabel, value, onChange, onDone }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    // React's `onChange` is the browser's `input`, which comes with each movement of the pointer.
    const element = picker.current!
    const onPicked = () => done.current(element.value)
    element.addEventListener('change', onPicked)
    return () => element.removeEventListener('change', onPicked)
  }, [])
  return (
    <span className={styles.color}>
      <input
        ref={picker}
        type="color"
        aria-label={pickerLabel}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        {...control}
        dir="ltr"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value.toLowerCase())}
        onBlur={(event) => onDone(event.target.value.toLowerCase())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onDone(event.currentTarget.value.toLowerCase())
        }}
      />
    </span>
  )
}
