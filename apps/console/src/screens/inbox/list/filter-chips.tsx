import { useAgentNames } from '../../../app/agents.ts'
import { useMessages } from '../../../app/language.tsx'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { useTexts } from '../texts.ts'
import { type FilterName, filterNames, type InboxSearch } from '../views/conversation-filter.ts'
import styles from './filter.module.css'

type Props = { search: InboxSearch; onRemove: (name: FilterName) => void; children?: React.ReactNode }

/** What the list is narrowed to; each is taken away by a press. `children`: what can be done with all of it. */
export function FilterChips({ search, onRemove, children }: Props) {
  const messages = useMessages()
  const { filter } = useTexts()
  const names = useAgentNames()
  const shown = (name: FilterName, value: string): string => {
    if (name === 'tag') return value
    if (name === 'assignee')
      return value === 'me' ? filter.me : value === 'none' ? filter.nobody : (names.get(value) ?? value)
    const known: Record<string, string> = messages[name]
    return value
      .split(',')
      .map((each) => known[each] ?? each)
      .join(', ')
  }
  const given = filterNames.flatMap((name) => {
    const value = search[name]
    return value ? [{ name, text: `${filter[name]}: ${shown(name, value)}` }] : []
  })
  if (given.length === 0) return null
  return (
    <div className={styles.chips}>
      {given.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-label={filter.remove(text)}
          onClick={() => onRemove(name)}
        >
          <span>{text}</span> <Icon name="close" />
        </button>
      ))}
      {children}
    </div>
  )
}

/** A button that looks like a chip's neighbour. */
export function ChipAction({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button look="quiet" className={styles.action} onClick={onClick}>
      {children}
    </Button>
  )
}
