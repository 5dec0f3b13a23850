import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { queryClient } from '../../../app/query-client.ts'
import { Button } from '../../../components/button/button.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { useTexts } from '../texts.ts'
import type { Filter, Sort } from './conversation-filter.ts'
import type { SavedView } from './use-views.ts'
import styles from './view-dialogs.module.css'

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['views'] })

/** Sends a form's write once; what was refused is shown in the dialog, with all that was typed. */
function useSubmit(write: () => Promise<void>) {
  const [problem, setProblem] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const submit = async () => {
    setSending(true)
    setProblem(undefined)
    try {
      await write()
    } catch (error) {
      setProblem(error)
    }
    setSending(false)
  }
  return { problem, isSending, submit }
}

type Edited = { saved?: SavedView; filter: Filter; sort: Sort }

/** Names a view: a new one with the filter that is in use, or one that is there. */
export function ViewForm({ saved, filter, sort, onDone }: Edited & { onDone: (view?: SavedView) => void }) {
  const messages = useMessages()
  const { view } = useTexts()
  const [name, setName] = useState(saved?.name ?? '')
  const [shared, setShared] = useState(saved?.shared ?? false)
  const { problem, isSending, submit } = useSubmit(async () => {
    const body = { name: name.trim(), shared }
    const written = saved
      ? await client.patch('/api/views/{viewId}', { path: { viewId: saved.id }, body })
      : await client.post('/api/views', { body: { ...body, filter, sort } })
    await readAgain()
    onDone(written)
  })
  return (
    <Dialog title={saved ? view.rename : view.title} onClose={() => onDone()}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label className={styles.name}>
          {view.name}
          <input value={name} maxLength={100} required onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} /> {view.share}
        </label>
        {problem !== undefined && <ProblemNotice error={problem} />}
        <div className={styles.buttons}>
          <Button look="primary" type="submit" disabled={isSending || name.trim() === ''}>
            {messages.save}
          </Button>
          <Button onClick={() => onDone()}>{messages.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks before a view is deleted, which nothing brings back. */
export function DeleteView({ saved, onDone }: { saved: SavedView; onDone: (isDeleted: boolean) => void }) {
  const messages = useMessages()
  const { view } = useTexts()
  const { problem, isSending, submit } = useSubmit(async () => {
    await client.delete('/api/views/{viewId}', { path: { viewId: saved.id } })
    await readAgain()
    onDone(true)
  })
  return (
    <Dialog title={view.deleteTitle(saved.name)} onClose={() => onDone(false)}>
      <p>{saved.shared ? view.deleteShared : view.deleteText}</p>
      {problem !== undefined && <ProblemNotice error={problem} />}
      <div className={styles.buttons}>
        <Button look="danger" disabled={isSending} onClick={() => void submit()}>
          {view.delete}
        </Button>
        <Button onClick={() => onDone(false)}>{messages.cancel}</Button>
      </div>
    </Dialog>
  )
}

/** Writes the filter that is in use into a view, or whether it is shared. */
export async function changeView(viewId: string, body: { filter?: Filter; shared?: boolean }): Promise<void> {
  await client.patch('/api/views/{viewId}', { path: { viewId }, body })
  await readAgain()
}
