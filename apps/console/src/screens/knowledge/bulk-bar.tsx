import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Field } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import { readSourcesAgain } from './use-sources.ts'

type Action = 'delete' | 'retry' | 'tag' | 'untag'
type Props = { ids: readonly string[]; onClear: () => void; onDone: (text: string) => void }

/** What can be done with the selected sources. */
export function BulkBar({ ids, onClear, onDone }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [asks, setAsks] = useState<'delete' | 'tag' | 'untag'>()
  const [problem, setProblem] = useState<unknown>()
  const run = async (action: Action, tag?: string) => {
    setAsks(undefined)
    setProblem(undefined)
    try {
      const body = { action, ids: [...ids], ...(tag !== undefined && { tag }) }
      const { succeeded, failed } = await client.post('/api/knowledge/sources/bulk', { body })
      onDone(texts.bulk.done(succeeded, failed))
      onClear()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    }
    readSourcesAgain()
  }
  return (
    <div className={styles.bulk} role="toolbar" aria-label={texts.bulk.label}>
      <strong>{texts.bulk.selected(ids.length)}</strong>
      <Button onClick={() => void run('retry')}>{messages.tryAgain}</Button>
      <Button onClick={() => setAsks('tag')}>{texts.bulk.tag}</Button>
      <Button onClick={() => setAsks('untag')}>{texts.bulk.untag}</Button>
      <Button look="danger" onClick={() => setAsks('delete')}>
        {texts.deleteConfirm}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {texts.bulk.clear}
      </Button>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {asks === 'delete' && (
        <Dialog title={texts.bulk.deleteTitle(ids.length)} onClose={() => setAsks(undefined)}>
          <p>{texts.deleteText}</p>
          <span className={styles.buttons}>
            <Button look="danger" onClick={() => void run('delete')}>
              {texts.deleteConfirm}
            </Button>
            <Button onClick={() => setAsks(undefined)}>{messages.cancel}</Button>
          </span>
        </Dialog>
      )}
      {(asks === 'tag' || asks === 'untag') && (
        <Dialog title={texts.bulk[asks]} onClose={() => setAsks(undefined)}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              void run(asks, String(new FormData(event.currentTarget).get('tag')).trim())
            }}
          >
            <Field label={texts.filter.tag}>
              {(field) => <input {...field} name="tag" dir="auto" required maxLength={64} />}
            </Field>
            <span className={styles.buttons}>
              <Button type="submit" look="primary">
                {texts.bulk[asks]}
              </Button>
              <Button onClick={() => setAsks(undefined)}>{messages.cancel}</Button>
            </span>
          </form>
        </Dialog>
      )}
    </div>
  )
}
