import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useLanguage, useMessages } from '../../../app/language.tsx'
import { noteSignedOut } from '../../../app/query-client.ts'
import { exactTime } from '../../../app/relative-time.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import fieldStyles from '../fields/fields.module.css'
import { useRecords } from '../fields/use-records.ts'
import styles from '../settings.module.css'
import { useTexts } from '../texts.ts'
import { useWebhookTexts } from './texts.ts'

type Delivery = Schemas['WebhookDelivery']
const tones = { delivered: 'ok', pending: 'warn', failed: 'bad' } as const
/** Attempts are not in the stream of changes. */
const pollMs = 5_000

/** What was sent to an endpoint: each attempt, sending one again, and replaying a time. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const messages = useMessages()
  const { language } = useLanguage()
  const shared = useTexts()
  const texts = useWebhookTexts()
  const [state, setState] = useState<'' | Delivery['state']>('')
  const [shown, setShown] = useState<Delivery>()
  const [isReplaying, setReplaying] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const deliveries = useRecords(
    `deliveries-${endpointId}`,
    ({ signal, query }) =>
      client.get('/api/webhook-endpoints/{endpointId}/deliveries', { signal, path: { endpointId }, query }),
    { pollMs },
  )
  const run = (work: Promise<unknown>) =>
    work.then(
      () => {
        setProblem(undefined)
        setReplaying(false)
        deliveries.readAgain()
      },
      (error: unknown) => {
        noteSignedOut(error)
        setProblem(error)
      },
    )
  const items = deliveries.items?.filter((delivery) => state === '' || delivery.state === state)
  return (
    <div className={fieldStyles.wide}>
      <div className={styles.row}>
        <h2>{texts.deliveries}</h2>
        <select
          aria-label={texts.state}
          value={state}
          onChange={({ target }) => setState(target.value as typeof state)}
        >
          <option value="">{texts.all}</option>
          {(['delivered', 'pending', 'failed'] as const).map((each) => (
            <option key={each} value={each}>
              {texts.states[each]}
            </option>
          ))}
        </select>
        <Button onClick={() => setReplaying(true)}>{texts.replay}</Button>
      </div>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {deliveries.error !== null && deliveries.error !== undefined && (
        <ProblemNotice error={deliveries.error} onRetry={deliveries.readAgain} />
      )}
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
                  <Button
                    look="quiet"
                    onClick={() =>
                      void run(
                        client.post('/api/webhook-deliveries/{deliveryId}/retry', {
                          path: { deliveryId: delivery.id },
                        }),
                      )
                    }
                  >
                    {texts.again}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {deliveries.hasMore && <Button onClick={deliveries.readMore}>{shared.more}</Button>}
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
        <Dialog title={texts.replay} onClose={() => setReplaying(false)}>
          <p>{texts.replayText}</p>
          <form
            className={styles.stack}
            onSubmit={(event) => {
              event.preventDefault()
              const form = new FormData(event.currentTarget)
              const since = String(form.get('since'))
              const body = {
                ...(since !== '' && { since: new Date(since).toISOString() }),
                ...(form.get('failed') !== null && { state: 'failed' as const }),
              }
              void run(client.post('/api/webhook-endpoints/{endpointId}/replay', { path: { endpointId }, body }))
            }}
          >
            <label>
              {texts.since}
              <input type="datetime-local" name="since" />
            </label>
            <span className={styles.row}>
              <input className={fieldStyles.check} type="checkbox" name="failed" id="only-failed" defaultChecked />
              <label htmlFor="only-failed">{texts.onlyFailed}</label>
            </span>
            {problem !== undefined && <ProblemNotice error={problem} />}
            <span className={styles.row}>
              <Button type="submit" look="primary">
                {texts.replay}
              </Button>
              <Button onClick={() => setReplaying(false)}>{messages.cancel}</Button>
            </span>
          </form>
        </Dialog>
      )}
    </div>
  )
}
