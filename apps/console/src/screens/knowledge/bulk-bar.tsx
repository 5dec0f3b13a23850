import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { TextField } from '../../components/field/field.tsx'
import { ConfirmDialog, FormDialog } from '../../components/form-dialog/form-dialog.tsx'
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
  const { attempt, problem } = useAttempt()
  const act = async (action: Action, tag?: string) => {
    const body = { action, ids: [...ids], ...(tag !== undefined && { tag }) }
    const { succeeded, failed } = await client.post('/api/knowledge/sources/bulk', { body })
    onDone(texts.bulk.done(succeeded, failed))
    readSourcesAgain()
    onClear()
  }
  return (
    <div className={styles.bulk} role="toolbar" aria-label={texts.bulk.label}>
      <strong>{texts.bulk.selected(ids.length)}</strong>
      <Button onClick={() => attempt(() => act('retry'))}>{messages.tryAgain}</Button>
      <Button onClick={() => setAsks('tag')}>{texts.bulk.tag}</Button>
      <Button onClick={() => setAsks('untag')}>{texts.bulk.untag}</Button>
      <Button look="danger" onClick={() => setAsks('delete')}>
        {texts.deleteConfirm}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {texts.bulk.clear}
      </Button>
      <ProblemNotice error={problem} />
      {asks === 'delete' && (
        <ConfirmDialog
          title={texts.bulk.deleteTitle(ids.length)}
          text={texts.deleteText}
          confirm={texts.deleteConfirm}
          onConfirm={() => act('delete')}
          onClose={() => setAsks(undefined)}
        />
      )}
      {(asks === 'tag' || asks === 'untag') && (
        <FormDialog
          title={texts.bulk[asks]}
          submit={texts.bulk[asks]}
          onSubmit={(given) => act(asks, String(given.get('tag')).trim())}
          onClose={() => setAsks(undefined)}
        >
          <TextField label={texts.filter.tag} name="tag" required maxLength={64} />
        </FormDialog>
      )}
    </div>
  )
}
