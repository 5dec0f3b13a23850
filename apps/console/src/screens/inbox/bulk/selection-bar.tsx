import { useState } from 'react'
import { useKeys } from '../../../app/keys.ts'
import { useLanguage, useMessages } from '../../../app/language.tsx'
import { store } from '../../../app/live-store.ts'
import { Button } from '../../../components/button/button.tsx'
import { Picker } from '../../../components/picker/picker.tsx'
import { AssignPicker } from '../pickers/assign-picker.tsx'
import { TagPicker } from '../pickers/tag-picker.tsx'
import { useTexts } from '../texts.ts'
import type { Filter } from '../views/conversation-filter.ts'
import styles from './selection-bar.module.css'
import { useBulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  filter: Filter
  /** How many the list has, as far as that was counted; undefined while nobody knows. */
  total: { count: number; exact: boolean } | undefined
  /** Whether the list has more than is loaded. */
  hasMore: boolean
  /** Told when an action is done. */
  onChanged: () => void
}

/** What can be done with the selected conversations. */
export function SelectionBar({ selection, filter, total, hasMore, onChanged }: Props) {
  const messages = useMessages()
  const { language } = useLanguage()
  const { select } = useTexts()
  const [picking, pick] = useState<'assign' | 'tag' | 'export'>()
  const bulk = useBulk(selection, filter, onChanged)
  const { run, progress, stop } = bulk
  const isBusy = progress !== undefined
  useKeys(
    isBusy ? {} : { close: () => run({ action: 'close' }), assign: () => pick('assign'), tags: () => pick('tag') },
  )
  const done = () => pick(undefined)
  const all = total === undefined ? '' : `${total.count.toLocaleString(language)}${total.exact ? '' : '+'}`
  const shared = [...selection.ids]
    .map((id) => store.conversation(id)?.tags ?? [])
    .reduce((common, tags) => common.filter((tag) => tags.includes(tag)))
  return (
    <section className={styles.bar} aria-label={select.bar}>
      <p className={styles.count} role="status">
        {progress
          ? progress.total === undefined
            ? select.collecting(progress.done)
            : select.progress(progress.done, progress.total)
          : selection.isWhole
            ? select.whole(all)
            : select.count(selection.ids.size)}
        {isBusy ? (
          <Button look="quiet" onClick={stop}>
            {select.stop}
          </Button>
        ) : (
          <Button look="quiet" shortcut="back" onClick={selection.clear}>
            {select.clear}
          </Button>
        )}
      </p>
      {progress?.total !== undefined && (
        <progress
          value={progress.done}
          max={progress.total}
          aria-label={select.progress(progress.done, progress.total)}
        />
      )}
      {hasMore && !selection.isWhole && !isBusy && (
        <Button look="quiet" className={styles.whole} onClick={selection.selectWhole}>
          {select.chooseWhole(all)}
        </Button>
      )}
      <div className={styles.actions}>
        <Button disabled={isBusy} shortcut="close" onClick={() => run({ action: 'close' })}>
          {select.close}
        </Button>
        <Button disabled={isBusy} shortcut="assign" onClick={() => pick('assign')}>
          {select.assign}
        </Button>
        <Button disabled={isBusy} shortcut="tags" onClick={() => pick('tag')}>
          {select.tag}
        </Button>
        <Button disabled={isBusy} onClick={() => pick('export')}>
          {select.export}
        </Button>
      </div>
      {picking === 'assign' && (
        <AssignPicker
          onAgent={(assignee) => run(assignee === null ? { action: 'unassign' } : { action: 'assign', assignee })}
          onTeam={(teamId) => run(teamId === null ? { action: 'unassign_team' } : { action: 'assign_team', teamId })}
          onClose={done}
        />
      )}
      {picking === 'tag' && (
        <TagPicker
          tags={selection.isWhole ? [] : shared}
          onToggle={(tag, isAdded) => {
            done()
            run({ action: isAdded ? 'tag' : 'untag', tag })
          }}
          onClose={done}
        />
      )}
      {picking === 'export' && (
        <Picker
          title={select.exportTitle}
          placeholder={select.exportPlaceholder}
          none={messages.command.none}
          choices={(['csv', 'json'] as const).map((format) => ({
            id: format,
            name: select[format],
            run: () => bulk.export(format),
          }))}
          onClose={done}
        />
      )}
    </section>
  )
}
