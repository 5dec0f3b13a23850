import type { Schemas } from '@frontdesk/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { mayUse, useSession } from '../../../app/session.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { MoreButton } from '../../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { Select } from '../../../components/select/select.tsx'
import styles from '../fields/fields.module.css'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { useFilteredEmailTexts } from './texts.ts'

type Reason = Schemas['FilterReason']

/** E-mails that became no message, with the reason; each can be brought back. */
export function FilteredEmails() {
  const shared = useTexts()
  const texts = useFilteredEmailTexts()
  const mayChange = mayUse(useSession(), 'conversations')
  const [reason, setReason] = useState<Reason | ''>('')
  const emails = useRecords(`filtered-emails ${reason}`, ({ signal, query }) =>
    client.get('/api/filtered-emails', { signal, query: { ...query, ...(reason !== '' && { reason }) } }),
  )
  const { attempt, problem } = useAttempt()
  const [restored, setRestored] = useState<Schemas['FilteredEmail']['restored']>()
  const [removing, setRemoving] = useState<Schemas['FilteredEmail']>()
  const restore = (filteredEmailId: string) =>
    attempt(async () => {
      const { restored } = await client.post('/api/filtered-emails/{filteredEmailId}/restore', {
        path: { filteredEmailId },
      })
      setRestored(restored)
      emails.readAgain()
    })
  const reasons = Object.entries(texts.reasons)
  return (
    <>
      <ProblemNotice error={problem ?? emails.error} onRetry={emails.readAgain} />
      <Select
        aria-label={texts.reason}
        value={reason}
        choices={[['', texts.all], ...reasons]}
        onChange={(value) => setReason(value)}
      />
      <p role="status">
        {restored && (
          <>
            {texts.broughtBack}{' '}
            <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: restored.conversationId }}>
              {texts.open}
            </Link>
          </>
        )}
      </p>
      {emails.items?.length === 0 && <EmptyState text={texts.empty} />}
      {emails.items && emails.items.length > 0 && (
        <DataTable label={texts.title} columns={[texts.sender, texts.subject, texts.reason, texts.at, '']}>
          {emails.items.map((email) => (
            <tr key={email.id}>
              <th scope="row">
                <span dir="auto">{email.senderName ?? (email.sender || texts.noSender)}</span>
                {email.senderName && <span className={styles.detail}>{email.sender}</span>}
              </th>
              <td>
                <span dir="auto">{email.subject || texts.noSubject}</span>
                <a
                  className={styles.detail}
                  href={`/api/filtered-emails/${email.id}/original`}
                  download={`${email.id}.eml`}
                >
                  {texts.original}
                </a>
              </td>
              <td>{texts.reasons[email.reason]}</td>
              <td>
                <RelativeTime at={email.receivedAt} />
              </td>
              <td>
                {mayChange && (
                  <>
                    <Button look="quiet" onClick={() => restore(email.id)}>
                      {texts.bringBack}
                    </Button>
                    <Button look="quiet" onClick={() => setRemoving(email)}>
                      {shared.remove}
                    </Button>
                  </>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <MoreButton hasMore={emails.hasMore} onMore={emails.readMore} />
      {removing && (
        <ConfirmDialog
          title={shared.removeTitle(removing.subject || texts.noSubject)}
          text={texts.removeText}
          confirm={shared.remove}
          onConfirm={async () => {
            await client.delete('/api/filtered-emails/{filteredEmailId}', { path: { filteredEmailId: removing.id } })
            emails.readAgain()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
