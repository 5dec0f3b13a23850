import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
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
  /** What was found elsewhere by what is typed (`onSearch`): shown as it is, below the others. */
  found?: readonly Choice[]
  onSearch?: (words: string) => void
  /** Why not everything could be searched. */
  problem?: string | undefined
  /** A choice that is made of what is typed, offered below the others. */
  create?: (words: string) => Choice | undefined
  /** Whether it stays open after a choice. */
  isMultiple?: boolean
  onClose: () => void
}

/** A dialog that finds a choice as one types. The arrows move, Enter chooses, Escape closes. */
export function Picker({
  title,
  placeholder,
  none,
  choices,
  found = [],
  onSearch,
  problem,
  create,
  isMultiple = false,
  onClose,
}: Props) {
  const listId = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const wanted = words.trim().toLocaleLowerCase()
  const fitting = choices.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  const created = wanted === '' ? undefined : create?.(words.trim())
  const shown = [...fitting, ...(created ? [created] : []), ...found]
  const active = Math.min(at, shown.length - 1)
  const run = (choice: Choice | undefined) => {
    if (!choice) return
    if (isMultiple) setWords('')
    // What is run may move the focus, which closing gives back.
    else if (!choice.isStep) flushSync(onClose)
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
          onSearch?.(event.target.value.trim())
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
      {(shown.length === 0 || problem !== undefined) && (
        <p role="status" className={styles.none}>
          {problem ?? none}
        </p>
      )}
    </Dialog>
  )
}
