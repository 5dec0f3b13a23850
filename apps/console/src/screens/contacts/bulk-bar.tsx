import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
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
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const which = areAll ? { filter: search } : { ids: [...chosen] }
  const send = async (body: Schemas['BulkUpdateContactsRequest']) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const reply = await client.post('/api/contacts/bulk', { body })
      if ('confirm' in reply) setConfirmation(reply)
      else {
        setResult(reply)
        setConfirmation(undefined)
        setAsked(undefined)
        readContactsAgain()
      }
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    } finally {
      setBusy(false)
    }
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
          <Button look="danger" disabled={isBusy} onClick={() => void send({ action: 'delete', ...which })}>
            {texts.delete}
          </Button>
          <Button look="quiet" onClick={onDone}>
            {messages.cancel}
          </Button>
        </>
      )}
      {problem !== undefined && !asked && !confirmation && <ProblemNotice error={problem} />}
      {asked && (
        <Dialog title={asked === 'tag' ? texts.addTag : texts.removeTag} onClose={() => setAsked(undefined)}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              const tag = String(new FormData(event.currentTarget).get('tag')).trim()
              void send({ action: asked, tag, ...which })
            }}
          >
            <label>
              {texts.tag}
              <input name="tag" required maxLength={64} />
            </label>
            {problem !== undefined && <ProblemNotice error={problem} />}
            <span>
              <Button type="submit" look="primary" disabled={isBusy}>
                {asked === 'tag' ? texts.addTag : texts.removeTag}
              </Button>{' '}
              <Button onClick={() => setAsked(undefined)}>{messages.cancel}</Button>
            </span>
          </form>
        </Dialog>
      )}
      {confirmation && (
        <Dialog title={texts.deleteTitle(confirmation.contacts.length)} onClose={() => setConfirmation(undefined)}>
          <p>{texts.deleteText}</p>
          <ul className={styles.list}>
            {confirmation.contacts.map(({ id, name, email }) => (
              <li key={id} dir="auto">
                {[name, email].filter(Boolean).join(', ') || id}
              </li>
            ))}
          </ul>
          {problem !== undefined && <ProblemNotice error={problem} />}
          <Button
            look="danger"
            disabled={isBusy}
            onClick={() => void send({ action: 'delete', confirm: confirmation.confirm })}
          >
            {texts.deleteThem(confirmation.contacts.length)}
          </Button>{' '}
          <Button onClick={() => setConfirmation(undefined)}>{messages.cancel}</Button>
        </Dialog>
      )}
    </div>
  )
}
