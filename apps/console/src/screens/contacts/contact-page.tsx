import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { type FieldOf, readField, textOrNone } from '../settings/fields/field-of.ts'
import fieldStyles from '../settings/fields/fields.module.css'
import { SavedField } from '../settings/fields/saved-field.tsx'
import { ContactConversations } from './contact-conversations.tsx'
import styles from './contacts.module.css'
import { EraseContact } from './erase-contact.tsx'
import { MergeContact } from './merge-contact.tsx'
import { useContactTexts } from './texts.ts'
import { type Contact, nameOf, readContactsAgain, useLiveContacts } from './use-contacts.ts'

type Patch = Schemas['ContactPatch']
type Asked = 'merge' | 'erase' | 'delete'

/** `key: value`, one a line; numbers and true and false keep their kind. */
const attributesOf = (lines: string): Contact['attributes'] =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const at = line.indexOf(':')
        const value = line.slice(at + 1).trim()
        const isPlain = value !== '' && (value === 'true' || value === 'false' || String(Number(value)) === value)
        return [line.slice(0, at).trim(), isPlain ? JSON.parse(value) : value]
      }),
  )
const shownAttributes = (attributes: Contact['attributes']): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** One contact: its fields, its conversations, and what can be done with it. */
export function ContactPage() {
  const texts = useContactTexts()
  const navigate = useNavigate()
  const { contact: contactId } = useParams({ from: '/frame/contacts/$contact' })
  const mayChange = mayUse(useSession(), 'contacts')
  const [asked, setAsked] = useState<Asked>()
  const { attempt, problem } = useAttempt()
  useLiveContacts()
  const path = { contactId }
  const queryKey = ['contacts', contactId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.get('/api/contacts/{contactId}', { signal, path }),
    // While it is being erased it is soon gone, and the dialog says what was removed.
    enabled: asked !== 'erase',
  })
  const contact = query.data
  const back = <Link to="/contacts">{texts.back}</Link>
  if (query.error) {
    return (
      <main className={styles.contacts}>
        <p>{back}</p>
        <h1>{texts.title}</h1>
        <OpeningProblem
          error={query.error}
          wasThere={contact !== undefined}
          gone={texts.gone}
          onRetry={() => void query.refetch()}
        />
      </main>
    )
  }
  const put = (changed: Contact) => queryClient.setQueryData(queryKey, changed)
  const save = async (body: Patch) => put(await client.patch('/api/contacts/{contactId}', { path, body }))
  const block = (isBlocked: boolean) =>
    attempt(async () => {
      await client.post(isBlocked ? '/api/contacts/{contactId}/block' : '/api/contacts/{contactId}/unblock', { path })
      readContactsAgain()
    })
  const plain = (name: 'name' | 'email' | 'phone' | 'externalId'): FieldOf<Contact, Patch> => ({
    kind: 'text',
    name,
    label: texts.fields[name],
    read: (record) => record[name] ?? '',
    write: (value) => ({ [name]: textOrNone(value) ?? null }),
  })
  const fields: FieldOf<Contact, Patch>[] = [
    plain('name'),
    plain('email'),
    plain('phone'),
    plain('externalId'),
    { kind: 'words', name: 'tags', label: texts.fields.tags, hint: texts.commas },
    {
      kind: 'long',
      name: 'attributes',
      label: texts.attributesTitle,
      hint: texts.attributesHint,
      read: ({ attributes }) => shownAttributes(attributes),
      write: (lines) => ({ attributes: attributesOf(lines) }),
    },
  ]
  return (
    <main className={styles.contacts}>
      <p>{back}</p>
      {contact && (
        <>
          <header className={styles.head}>
            <h1 dir="auto">{nameOf(contact)}</h1>
            {contact.blocked && <span className={styles.blocked}>{texts.blocked}</span>}
            {mayChange && (
              <span className={styles.actions}>
                <Button onClick={() => block(!contact.blocked)}>{contact.blocked ? texts.unblock : texts.block}</Button>
                <Button onClick={() => setAsked('merge')}>{texts.merge}</Button>
                <a className={styles.link} href={`/api/contacts/${contact.id}/data`} download="contact.json">
                  {texts.data}
                </a>
                <Button look="danger" onClick={() => setAsked('delete')}>
                  {texts.delete}
                </Button>
                <Button look="danger" onClick={() => setAsked('erase')}>
                  {texts.erase}
                </Button>
              </span>
            )}
          </header>
          {contact.blocked && <p className={styles.note}>{texts.blockedText}</p>}
          <ProblemNotice error={problem} />
          <div className={styles.columns}>
            <section aria-label={texts.details}>
              {mayChange ? (
                <div className={fieldStyles.fields}>
                  {fields.map((field) => (
                    <SavedField key={field.name} field={field} record={contact} save={save} />
                  ))}
                </div>
              ) : (
                <dl>
                  {fields.map((field) => (
                    <div key={field.name}>
                      <dt>{field.label}</dt>
                      <dd dir="auto">{String(readField(field, contact))}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </section>
            <ContactConversations contactId={contact.id} />
          </div>
          {asked === 'merge' && <MergeContact into={contact} onClose={() => setAsked(undefined)} />}
          {asked === 'erase' && <EraseContact contact={contact} onClose={() => setAsked(undefined)} />}
          {asked === 'delete' && (
            <ConfirmDialog
              title={texts.deleteOne(nameOf(contact))}
              text={texts.deleteText}
              confirm={texts.delete}
              onConfirm={async () => {
                await client.delete('/api/contacts/{contactId}', { path })
                await navigate({ to: '/contacts' })
                readContactsAgain()
              }}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </main>
  )
}
