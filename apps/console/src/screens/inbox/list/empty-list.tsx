import { useMessages } from '../../../app/language.tsx'
import { Button } from '../../../components/button/button.tsx'
import { useTexts } from '../texts.ts'
import { filterNames, type InboxSearch } from '../views/conversation-filter.ts'
import { isStandardView } from '../views/standard-views.ts'
import type { OpenView } from '../views/use-views.ts'
import styles from './conversation-list.module.css'

type Props = {
  view: OpenView
  search: InboxSearch
  onSearch: (change: InboxSearch) => void
  onView: (viewId: string) => void
}

/** Why nothing is listed, and what to do about it. */
export function EmptyList({ view, search, onSearch, onView }: Props) {
  const { inbox } = useMessages()
  const texts = useTexts()
  const named = filterNames.filter((name) => search[name] !== undefined)
  if (named.length > 0 || search.q !== undefined) {
    const cleared = Object.fromEntries([...named, 'q'].map((name) => [name, undefined]))
    return (
      <div className={styles.empty}>
        <p>{named.length === 0 ? inbox.filteredEmpty(search.q!) : texts.filter.empty}</p>
        <Button onClick={() => onSearch(cleared)}>{named.length === 0 ? inbox.clearSearch : texts.filter.clear}</Button>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <p>{isStandardView(view.id) ? inbox.empty[view.id] : texts.view.empty}</p>
      {view.id === 'queue' && <Button onClick={() => onView('ai')}>{inbox.lookAtAi}</Button>}
    </div>
  )
}
