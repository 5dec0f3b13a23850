import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage, useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'
import { type Contact, nameOf, readContactsAgain } from './use-contacts.ts'

const pollMs = 1_000

/** Erases everything about a contact, and says what was removed. */
export function EraseContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const messages = useMessages()
  const { language } = useLanguage()
  const texts = useContactTexts()
  const navigate = useNavigate()
  const [erasureId, setErasureId] = useState<string>()
  const { attempt, problem } = useAttempt()
  const job = useQuery({
    queryKey: ['erasures', erasureId],
    queryFn: ({ signal }) =>
      client.get('/api/contacts/erasures/{erasureId}', { signal, path: { erasureId: erasureId! } }),
    enabled: erasureId !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : pollMs),
  })
  const erase = () =>
    attempt(async () => {
      const { jobId } = await client.post('/api/contacts/{contactId}/erase', { path: { contactId: contact.id } })
      setErasureId(jobId)
    })
  /** The page goes with its contact, so that it does not look for it again. */
  const leave = () => void navigate({ to: '/contacts' }).then(readContactsAgain)
  return (
    <Dialog title={texts.eraseTitle(nameOf(contact))} onClose={erasureId === undefined ? onClose : leave}>
      <ProblemNotice error={problem ?? job.error} />
      {erasureId === undefined ? (
        <>
          <p>{texts.eraseText}</p>
          <Button look="danger" onClick={erase}>
            {texts.erase}
          </Button>{' '}
          <Button onClick={onClose}>{messages.cancel}</Button>
        </>
      ) : (
        <>
          <p role="status">{job.data?.state === 'finished' ? texts.erased : texts.erasing}</p>
          <ul className={styles.list}>
            {job.data?.items.map(({ what, count }) => (
              <li key={what}>
                {what}: {count.toLocaleString(language)}
              </li>
            ))}
          </ul>
          <Button onClick={leave}>{messages.close}</Button>
        </>
      )}
    </Dialog>
  )
}
