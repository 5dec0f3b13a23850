import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog, FormDialog } from '../../components/form-dialog/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'
import { type ContactSearch, readContactsAgain } from './use-contacts.ts'

type Props = { chosen: ReadonlySet<string>; search: ContactSearch; onDone: () => void }
type Result = Schemas['BulkContactsResult']
type Confirmation = Schemas['BulkContactsConfirmation']

/** What can be done with the chosen contacts, or with all that the search finds. */
export function BulkBar({ chosen, search, onDone }: Props) {
  const messages = useMessages()
  const texts = useContactTexts()
  const [areAll, setAll] = useState(false)
  const [asked, setAsked] = useState<'tag' | 'untag'>()
  /** What a deletion would delete: the server’s own list, which its token stands for. */
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const [result, setResult] = useState<Result>()
  const { attempt, problem, isBusy } = useAttempt()
  const which = areAll ? { filter: search } : { ids: [...chosen] }
  const send = async (body: Schemas['BulkUpdateContactsRequest']) => {
    const reply = await client.post('/api/contacts/bulk', { body })
    if ('confirm' in reply) return setConfirmation(reply)
    setResult(reply)
    readContactsAgain()
  }
  return (
    <div className={styles.bulk} role="toolbar" aria-label={texts.bulk}>
      <strong role="status">
        {result ? texts.result(result.succeeded, result.failed) : areAll ? texts.chosenAll : texts.chosen(chosen.size)}
      </strong>
      {result ? (
        <Button onClick={onDone}>{messages.close}</Button>
      ) : (
        <>
          {!areAll && <Button onClick={() => setAll(true)}>{texts.takeAll}</Button>}
          <Button onClick={() => setAsked('tag')}>{texts.addTag}</Button>
          <Button onClick={() => setAsked('untag')}>{texts.removeTag}</Button>
          <Button look="danger" disabled={isBusy} onClick={() => attempt(() => send({ action: 'delete', ...which }))}>
            {texts.delete}
          </Button>
          <Button look="quiet" onClick={onDone}>
            {messages.cancel}
          </Button>
        </>
      )}
      <ProblemNotice error={problem} />
      {asked && (
        <FormDialog
          title={asked === 'tag' ? texts.addTag : texts.removeTag}
          submit={asked === 'tag' ? texts.addTag : texts.removeTag}
          onSubmit={(given) => send({ action: asked, tag: String(given.get('tag')).trim(), ...which })}
          onClose={() => setAsked(undefined)}
        >
          <label>
            {texts.tag}
            <input name="tag" required maxLength={64} />
          </label>
        </FormDialog>
      )}
      {confirmation && (
        <ConfirmDialog
          title={texts.deleteTitle(confirmation.contacts.length)}
          text={
            <>
              <p>{texts.deleteText}</p>
              <ul className={styles.list}>
                {confirmation.contacts.map(({ id, name, email }) => (
                  <li key={id} dir="auto">
                    {[name, email].filter(Boolean).join(', ') || id}
                  </li>
                ))}
              </ul>
            </>
          }
          confirm={texts.deleteThem(confirmation.contacts.length)}
          onConfirm={() => send({ action: 'delete', confirm: confirmation.confirm })}
          onClose={() => setConfirmation(undefined)}
        />
      )}
    </div>
  )
}
