import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'
import { type Contact, nameOf, readContactsAgain, useContacts } from './use-contacts.ts'

/** Finds the contact that is the same person, and puts both together. */
export function MergeContact({ into, onClose }: { into: Contact; onClose: () => void }) {
  const messages = useMessages()
  const texts = useContactTexts()
  const [words, setWords] = useState('')
  const [from, setFrom] = useState<Contact>()
  const { attempt, problem } = useAttempt()
  const q = words.trim()
  const { contacts = [] } = useContacts(q === '' ? {} : { q })
  const merge = (other: Contact) =>
    attempt(async () => {
      await client.post('/api/contacts/merge', { body: { into: into.id, from: other.id } })
      readContactsAgain()
      onClose()
    })
  return (
    <Dialog title={texts.mergeTitle(nameOf(into))} onClose={onClose}>
      <p>{texts.mergeText(nameOf(into))}</p>
      <div className={styles.form}>
        <label>
          {texts.mergeSearch}
          <input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        </label>
        <ul className={styles.list}>
          {contacts
            .filter(({ id }) => id !== into.id)
            .map((contact) => (
              <li key={contact.id}>
                <label className={styles.check}>
                  <input type="radio" name="from" checked={from?.id === contact.id} onChange={() => setFrom(contact)} />
                  <span dir="auto">
                    {nameOf(contact)}
                    {contact.email && contact.email !== nameOf(contact) && `, ${contact.email}`}
                  </span>
                </label>
              </li>
            ))}
        </ul>
        <ProblemNotice error={problem} />
        <span>
          <Button look="primary" disabled={!from} onClick={() => from && merge(from)}>
            {texts.merge}
          </Button>{' '}
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </div>
    </Dialog>
  )
}
