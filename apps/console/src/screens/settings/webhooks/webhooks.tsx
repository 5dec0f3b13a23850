import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { readSettingsAgain, useRecords } from '../fields/use-records.ts'
import { ShownOnce } from '../shown-once.tsx'
import { useTexts } from '../texts.ts'
import { Deliveries } from './deliveries.tsx'
import { useWebhookTexts } from './texts.ts'
import { webhookEvents } from './webhook-events.ts'

type Endpoint = Schemas['WebhookEndpoint']
type Patch = Schemas['WebhookEndpointPatch']
const blank = { id: '', url: '', events: [] as Schemas['WebhookEventType'][], enabled: true } as unknown as Endpoint

/** No choice is all events here; the API says it with a star. */
const withoutStar = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  events: endpoint.events.filter((event) => event !== '*'),
})

/** Addresses that are told when something happens: their events, deliveries and secrets. */
export function Webhooks() {
  const shared = useTexts()
  const texts = useWebhookTexts()
  const [secret, setSecret] = useState<string>()
  const [rotating, setRotating] = useState<Endpoint>()
  const { attempt, problem } = useAttempt()
  const endpoints = useRecords('webhook-endpoints', async (options) => {
    const { items, nextCursor } = await client.get('/api/webhook-endpoints', options)
    return { items: items.map(withoutStar), nextCursor }
  })
  const test = (endpointId: string) =>
    attempt(async () => {
      await client.post('/api/webhook-endpoints/{endpointId}/test', { path: { endpointId }, body: {} })
      readSettingsAgain(`deliveries-${endpointId}`)
    })
  const fields = ({ id }: Endpoint): FieldOf<Endpoint, Patch>[] => [
    { kind: 'text', type: 'url', name: 'url', label: texts.url, isRequired: true },
    { kind: 'text', name: 'description', label: texts.description },
    {
      kind: 'many',
      name: 'events',
      label: texts.events,
      hint: texts.allEvents,
      choices: webhookEvents.map((event) => [event, event]),
    },
    { kind: 'number', name: 'maxPerSecond', label: texts.maxPerSecond, hint: texts.maxPerSecondHint, min: 1, step: 1 },
    ...(id === ''
      ? []
      : [{ kind: 'switch', name: 'enabled', label: shared.enabled } satisfies FieldOf<Endpoint, Patch>]),
  ]
  return (
    <>
      <ProblemNotice error={problem} />
      <RecordList
        records={endpoints}
        logKind="webhook_endpoint"
        fields={fields}
        summary={({ url, description, events, enabled, disabledReason, failingSince }) => ({
          name: description || url,
          detail: disabledReason ?? (description ? url : texts.count(events.length)),
          badge: !enabled
            ? { text: shared.off, ...(disabledReason && { tone: 'bad' as const }) }
            : failingSince
              ? { text: texts.failing, tone: 'warn' }
              : { text: shared.on, tone: 'ok' },
        })}
        blank={blank}
        newTitle={texts.create}
        empty={texts.empty}
        create={async ({ url, description, events, maxPerSecond }) => {
          const made = await client.post('/api/webhook-endpoints', {
            body: {
              url,
              ...(events.length > 0 && { events }),
              ...(description && { description }),
              ...(maxPerSecond && { maxPerSecond }),
            },
          })
          setSecret(made.secret)
        }}
        update={({ id }, { events, ...body }) =>
          client.patch('/api/webhook-endpoints/{endpointId}', {
            path: { endpointId: id },
            body: { ...body, ...(events && { events: events.length > 0 ? events : ['*'] }) },
          })
        }
        remove={({ id }) => client.delete('/api/webhook-endpoints/{endpointId}', { path: { endpointId: id } })}
        removeText={texts.removeText}
        actions={(endpoint) => (
          <>
            <Button onClick={() => test(endpoint.id)}>{texts.test}</Button>
            <Button onClick={() => setRotating(endpoint)}>{texts.newSecret}</Button>
            <Deliveries endpointId={endpoint.id} />
          </>
        )}
      />
      {secret !== undefined && (
        <ShownOnce
          title={texts.secretTitle}
          text={texts.secretText}
          label={texts.secret}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {rotating && (
        <ConfirmDialog
          title={texts.rotateTitle}
          text={texts.rotateText}
          confirm={texts.newSecret}
          look="primary"
          onConfirm={async () => {
            const path = { endpointId: rotating.id }
            setSecret((await client.post('/api/webhook-endpoints/{endpointId}/rotate-secret', { path })).secret)
            endpoints.readAgain()
          }}
          onClose={() => setRotating(undefined)}
        />
      )}
    </>
  )
}
