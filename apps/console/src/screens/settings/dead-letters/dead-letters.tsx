import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { MoreButton } from '../../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import styles from '../fields/fields.module.css'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { useDeadLetterTexts } from './texts.ts'

/** Events that no attempt could handle, with the reason. */
export function DeadLetters() {
  const messages = useMessages()
  const shared = useTexts()
  const texts = useDeadLetterTexts()
  const letters = useRecords('dead-letters', (options) => client.get('/api/dead-letters', options))
  const { attempt, problem } = useAttempt()
  const [removing, setRemoving] = useState<Schemas['DeadLetter']>()
  const retry = (deadLetterId: string) =>
    attempt(async () => {
      await client.post('/api/dead-letters/{deadLetterId}/retry', { path: { deadLetterId } })
      letters.readAgain()
    })
  return (
    <>
      <ProblemNotice error={problem ?? letters.error} onRetry={letters.readAgain} />
      {letters.items?.length === 0 && <EmptyState text={texts.empty} />}
      {letters.items && letters.items.length > 0 && (
        <DataTable label={texts.title} columns={[texts.event, texts.reason, texts.attempts, texts.at, '']}>
          {letters.items.map((letter) => (
            <tr key={letter.id}>
              <th scope="row">
                {letter.subject}
                <span className={styles.detail}>
                  {letter.handler} · {letter.key} · {letter.sequence}
                </span>
              </th>
              <td>{letter.reason.message}</td>
              <td>{letter.attempts}</td>
              <td>
                <RelativeTime at={letter.at} />
              </td>
              <td>
                <Button look="quiet" onClick={() => retry(letter.id)}>
                  {messages.tryAgain}
                </Button>
                <Button look="quiet" onClick={() => setRemoving(letter)}>
                  {shared.remove}
                </Button>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <MoreButton hasMore={letters.hasMore} onMore={letters.readMore} />
      {removing && (
        <ConfirmDialog
          title={shared.removeTitle(removing.subject)}
          text={texts.removeText}
          confirm={shared.remove}
          onConfirm={async () => {
            await client.delete('/api/dead-letters/{deadLetterId}', { path: { deadLetterId: removing.id } })
            letters.readAgain()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
