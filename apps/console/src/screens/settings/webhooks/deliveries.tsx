import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useLanguage, useMessages } from '../../../app/language.tsx'
import { exactTime } from '../../../app/relative-time.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { FormDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { MoreButton } from '../../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { Select } from '../../../components/select/select.tsx'
import fieldStyles from '../fields/fields.module.css'
import { useRecords } from '../fields/use-records.ts'
import styles from '../settings.module.css'
import { useWebhookTexts } from './texts.ts'

type Delivery = Schemas['WebhookDelivery']
const tones = { delivered: 'ok', pending: 'warn', failed: 'bad' } as const
/** Attempts are not in the stream of changes. */
const pollMs = 5_000

/** What was sent to an endpoint: each attempt, sending one again, and replaying a time. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const messages = useMessages()
  const { language } = useLanguage()
  const texts = useWebhookTexts()
  const [state, setState] = useState<'' | Delivery['state']>('')
  const [shown, setShown] = useState<Delivery>()
  const [isReplaying, setReplaying] = useState(false)
  const { attempt, problem } = useAttempt()
  const deliveries = useRecords(
    `deliveries-${endpointId}`,
    ({ signal, query }) =>
      client.get('/api/webhook-endpoints/{endpointId}/deliveries', { signal, path: { endpointId }, query }),
    { pollMs },
  )
  const again = (deliveryId: string) =>
    attempt(async () => {
      await client.post('/api/webhook-deliveries/{deliveryId}/retry', { path: { deliveryId } })
      deliveries.readAgain()
    })
  const replay = async (given: FormData) => {
    const since = String(given.get('since'))
    const body = {
      ...(since !== '' && { since: new Date(since).toISOString() }),
      ...(given.get('failed') !== null && { state: 'failed' as const }),
    }
    await client.post('/api/webhook-endpoints/{endpointId}/replay', { path: { endpointId }, body })
    deliveries.readAgain()
  }
  const items = deliveries.items?.filter((delivery) => state === '' || delivery.state === state)
  return (
    <div className={fieldStyles.wide}>
      <div className={styles.row}>
        <h2>{texts.deliveries}</h2>
        <Select
          aria-label={texts.state}
          value={state}
          choices={[['', texts.all], ...Object.entries(texts.states)]}
          onChange={setState}
        />
        <Button onClick={() => setReplaying(true)}>{texts.replay}</Button>
      </div>
      <ProblemNotice error={problem ?? deliveries.error} onRetry={deliveries.readAgain} />
      {items?.length === 0 && <p className={styles.note}>{texts.noDeliveries}</p>}
      {items && items.length > 0 && (
        <DataTable label={texts.deliveries} columns={[texts.event, texts.state, texts.attempts, texts.at, '']}>
          {items.map((delivery) => (
            <tr key={delivery.id}>
              <th scope="row">{delivery.event.type}</th>
              <td>
                <span className={fieldStyles.badge} data-tone={tones[delivery.state]}>
                  {texts.states[delivery.state]}
                </span>
                {delivery.reason && <span className={fieldStyles.detail}>{delivery.reason}</span>}
              </td>
              <td>
                <Button
                  look="quiet"
                  aria-label={texts.attemptsOf(delivery.attempts.length)}
                  onClick={() => setShown(delivery)}
                >
                  {delivery.attempts.length}
                </Button>
              </td>
              <td>
                <RelativeTime at={delivery.createdAt} />
              </td>
              <td>
                {delivery.state !== 'pending' && (
                  <Button look="quiet" onClick={() => again(delivery.id)}>
                    {texts.again}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <MoreButton hasMore={deliveries.hasMore} onMore={deliveries.readMore} />
      {shown && (
        <Dialog title={shown.event.type} onClose={() => setShown(undefined)}>
          <p className={styles.note}>{shown.event.id}</p>
          <ol>
            {shown.attempts.map((attempt) => (
              <li key={attempt.at}>
                {exactTime(attempt.at, language)}: {attempt.status ?? attempt.error},{' '}
                {texts.took(Math.round(attempt.durationMs))}
                {attempt.reply && <pre className={fieldStyles.reply}>{attempt.reply}</pre>}
              </li>
            ))}
          </ol>
          {shown.attempts.length === 0 && <p>{texts.noAttempts}</p>}
          <Button onClick={() => setShown(undefined)}>{messages.close}</Button>
        </Dialog>
      )}
      {isReplaying && (
        <FormDialog title={texts.replay} submit={texts.replay} onSubmit={replay} onClose={() => setReplaying(false)}>
          <p>{texts.replayText}</p>
          <label>
            {texts.since}
            <input type="datetime-local" name="since" />
          </label>
          <span className={styles.row}>
            <input className={fieldStyles.check} type="checkbox" name="failed" id="only-failed" defaultChecked />
            <label htmlFor="only-failed">{texts.onlyFailed}</label>
          </span>
        </FormDialog>
      )}
    </div>
  )
}
