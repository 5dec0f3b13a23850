import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { queryClient } from '../../../app/query-client.ts'
import { ConfirmDialog, FormDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { useTexts } from '../texts.ts'
import type { Filter, Sort } from './conversation-filter.ts'
import type { SavedView } from './use-views.ts'
import styles from './view-dialogs.module.css'

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['views'] })

type Edited = { saved?: SavedView; filter: Filter; sort: Sort }

/** Names a view: a new one with the filter that is in use, or one that is there. */
export function ViewForm({
  saved,
  filter,
  sort,
  onSaved,
  onClose,
}: Edited & { onSaved?: (view: SavedView) => void; onClose: () => void }) {
  const messages = useMessages()
  const { view } = useTexts()
  const [name, setName] = useState(saved?.name ?? '')
  const save = async (given: FormData) => {
    const body = { name: name.trim(), shared: given.get('shared') !== null }
    const written = saved
      ? await client.patch('/api/views/{viewId}', { path: { viewId: saved.id }, body })
      : await client.post('/api/views', { body: { ...body, filter, sort } })
    await readAgain()
    onSaved?.(written)
  }
  return (
    <FormDialog
      title={saved ? view.rename : view.title}
      submit={messages.save}
      isDisabled={name.trim() === ''}
      className={styles.form}
      onSubmit={save}
      onClose={onClose}
    >
      <label className={styles.name}>
        {view.name}
        <input value={name} maxLength={100} required onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        <input type="checkbox" name="shared" defaultChecked={saved?.shared} /> {view.share}
      </label>
    </FormDialog>
  )
}

/** Asks before a view is deleted, which nothing brings back. */
export function DeleteView({
  saved,
  onDeleted,
  onClose,
}: {
  saved: SavedView
  onDeleted: () => void
  onClose: () => void
}) {
  const { view } = useTexts()
  const remove = async () => {
    await client.delete('/api/views/{viewId}', { path: { viewId: saved.id } })
    onDeleted()
    await readAgain()
  }
  return (
    <ConfirmDialog
      title={view.deleteTitle(saved.name)}
      text={saved.shared ? view.deleteShared : view.deleteText}
      confirm={view.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** Writes the filter that is in use into a view, or whether it is shared. */
export async function changeView(viewId: string, body: { filter?: Filter; shared?: boolean }): Promise<void> {
  await client.patch('/api/views/{viewId}', { path: { viewId }, body })
  await readAgain()
}
