import { useRef, useState } from 'react'
import { useKeys } from '../../../app/keys.ts'
import { useMessages } from '../../../app/language.tsx'
import { showNotice } from '../../../app/notices.ts'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { Picker } from '../../../components/picker/picker.tsx'
import { useTexts } from '../texts.ts'
import { type Filter, type FilterName, filterNames, type InboxSearch } from '../views/conversation-filter.ts'
import type { OpenView } from '../views/use-views.ts'
import { changeView, DeleteView, ViewForm } from '../views/view-dialogs.tsx'
import styles from './conversation-list.module.css'
import { ChipAction, FilterChips } from './filter-chips.tsx'
import { FilterDialog } from './filter-dialog.tsx'

type Props = {
  view: OpenView
  filter: Filter
  search: InboxSearch
  /** Changes what the list is narrowed to. */
  onSearch: (change: InboxSearch) => void
  onView: (viewId: string) => void
}

/** The name of the view, the search, and what the list is narrowed to. */
export function ListHead({ view, filter, search, onSearch, onView }: Props) {
  const messages = useMessages()
  const texts = useTexts()
  const [open, setOpen] = useState<'filter' | 'menu' | 'save' | 'rename' | 'delete'>()
  const field = useRef<HTMLInputElement>(null)
  const done = () => setOpen(undefined)
  useKeys({ search: () => field.current?.focus() })
  const { saved } = view
  const without = (names: readonly FilterName[]): InboxSearch =>
    Object.fromEntries(names.map((name) => [name, undefined]))
  const isNarrowed = filterNames.some((name) => search[name] !== undefined)
  const change = async (body: Parameters<typeof changeView>[1]) => {
    if (!saved) return
    try {
      await changeView(saved.id, body)
      if (body.filter) onSearch(without(filterNames))
    } catch (problem) {
      showNotice({ problem, retry: () => void change(body) })
    }
  }
  const { q: _, ...kept } = filter
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 dir="auto">{view.name}</h1>
        <Button look="quiet" aria-label={texts.filter.add} title={texts.filter.add} onClick={() => setOpen('filter')}>
          <Icon name="filter" />
        </Button>
        {saved && (
          <Button look="quiet" aria-label={texts.view.menu} title={texts.view.menu} onClick={() => setOpen('menu')}>
            <Icon name="more" />
          </Button>
        )}
      </div>
      <input
        ref={field}
        type="search"
        defaultValue={search.q ?? ''}
        key={search.q ?? ''}
        aria-label={messages.inbox.searchPlaceholder}
        placeholder={messages.inbox.searchPlaceholder}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch({ q: event.currentTarget.value.trim() || undefined })
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <FilterChips search={search} onRemove={(name) => onSearch({ [name]: undefined })}>
        {saved && <ChipAction onClick={() => void change({ filter: kept })}>{texts.view.update}</ChipAction>}
        <ChipAction onClick={() => setOpen('save')}>{texts.view.save}</ChipAction>
        <ChipAction onClick={() => onSearch(without(filterNames))}>{texts.filter.clear}</ChipAction>
      </FilterChips>
      {open === 'filter' && (
        <FilterDialog search={search} onChange={(name, value) => onSearch({ [name]: value })} onClose={done} />
      )}
      {open === 'save' && (
        <ViewForm filter={kept} sort={view.sort} onSaved={(made) => onView(made.id)} onClose={done} />
      )}
      {saved && open === 'menu' && (
        <Picker
          title={texts.view.menu}
          placeholder={texts.view.menu}
          none={messages.command.none}
          choices={[
            { id: 'rename', name: texts.view.rename, run: () => setOpen('rename') },
            {
              id: 'share',
              name: saved.shared ? texts.view.stopSharing : texts.view.share,
              run: () => void change({ shared: !saved.shared }),
            },
            ...(isNarrowed
              ? [{ id: 'update', name: texts.view.update, run: () => void change({ filter: kept }) }]
              : []),
            { id: 'delete', name: texts.view.delete, run: () => setOpen('delete') },
          ]}
          onClose={done}
        />
      )}
      {saved && open === 'rename' && <ViewForm saved={saved} filter={saved.filter} sort={saved.sort} onClose={done} />}
      {saved && open === 'delete' && <DeleteView saved={saved} onDeleted={() => onView('queue')} onClose={done} />}
    </header>
  )
}
