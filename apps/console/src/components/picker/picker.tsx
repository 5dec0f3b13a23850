import { type ReactNode, useId, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import styles from './picker.module.css'

export type Choice = {
  id: string
  name: string
  /** Beside the name: a shortcut, a count. */
  detail?: ReactNode
  /** Of several that may hold at once; absent where one is chosen. */
  isChecked?: boolean
  /** Leads to another choice in place of this one, so the dialog is not closed. */
  isStep?: boolean
  run: () => void
}

type Props = {
  title: string
  placeholder: string
  /** Said when nothing fits what is typed. */
  none: string
  choices: readonly Choice[]
  /** A choice that is made of what is typed, offered below the others. */
  create?: (words: string) => Choice | undefined
  /** Whether it stays open after a choice. */
  isMultiple?: boolean
  onClose: () => void
}

/** A dialog that finds a choice as one types. The arrows move, Enter chooses, Escape closes. */
export function Picker({ title, placeholder, none, choices, create, isMultiple = false, onClose }: Props) {
  const listId = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const wanted = words.trim().toLocaleLowerCase()
  const found = choices.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  const created = wanted === '' ? undefined : create?.(words.trim())
  const shown = created ? [...found, created] : found
  const active = Math.min(at, shown.length - 1)
  const run = (choice: Choice | undefined) => {
    if (!choice) return
    if (isMultiple) setWords('')
    else if (!choice.isStep) onClose()
    choice.run()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
        aria-label={placeholder}
        placeholder={placeholder}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') run(shown[active])
          else if (event.key === 'ArrowDown') setAt(Math.min(active + 1, shown.length - 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0))
          else return
          event.preventDefault()
        }}
      />
      <div id={listId} role="listbox" aria-label={title} aria-multiselectable={isMultiple} className={styles.list}>
        {shown.map((choice, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys
          <div
            key={choice.id}
            id={`${listId}-${i}`}
            ref={i === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={i === active}
            {...(choice.isChecked !== undefined && { 'aria-checked': choice.isChecked })}
            onClick={() => run(choice)}
            onPointerMove={() => setAt(i)}
          >
            <span dir="auto" className={styles.name}>
              {choice.name}
            </span>
            {choice.isChecked && <span aria-hidden="true">✓</span>}
            {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p role="status" className={styles.none}>
          {none}
        </p>
      )}
    </Dialog>
  )
}
