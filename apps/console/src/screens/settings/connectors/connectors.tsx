import type { Schemas } from '@frontdesk/client'
import { client } from '../../../app/client.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { ConnectorSyncs } from './connector-syncs.tsx'
import { useConnectorTexts } from './texts.ts'

type Connector = Schemas['Connector']
type Given = { given?: Record<string, string> }
type Draft = Connector & Given
type Patch = Schemas['ConnectorPatch'] & Given & { kind?: Connector['kind']; subdomain?: string }

const secretsOf = { hubspot: ['accessToken'], zendesk: ['email', 'apiToken'] } as const
const names = { hubspot: 'HubSpot', zendesk: 'Zendesk' } as const
const triggers = ['escalated', 'resolved'] as const
const blank = {
  id: '',
  kind: 'hubspot',
  name: '',
  pushConversations: [] as string[],
  pushContacts: false,
  pullContacts: true,
  syncEveryMinutes: null,
  enabled: true,
} as unknown as Draft

/** Connections to a CRM or help desk, and what goes over them. */
export function Connectors() {
  const shared = useTexts()
  const texts = useConnectorTexts()
  const { attempt, problem } = useAttempt()
  const connectors = useRecords<Draft>('connectors', (options) => client.get('/api/connectors', options))
  const sync = (connectorId: string) =>
    attempt(async () => {
      await client.post('/api/connectors/{connectorId}/sync', { path: { connectorId } })
      connectors.readAgain()
    })
  const fields = ({ kind, id }: Draft): FieldOf<Draft, Patch>[] => [
    {
      kind: 'choice',
      name: 'kind',
      label: texts.system,
      isOnlyNew: true,
      choices: Object.entries(names),
      read: (draft) => draft.kind,
      write: (value) => ({ kind: value as Connector['kind'], given: {} }),
    },
    ...(kind === 'zendesk'
      ? [
          {
            kind: 'text',
            name: 'subdomain',
            label: texts.subdomain,
            isOnlyNew: true,
            isRequired: true,
          } satisfies FieldOf<Draft, Patch>,
        ]
      : []),
    { kind: 'text', name: 'name', label: shared.name },
    ...secretsOf[kind].map(
      (secret): FieldOf<Draft, Patch> => ({
        kind: 'text',
        type: secret === 'email' ? 'email' : 'password',
        name: `secrets.${secret}`,
        label: texts.secrets[secret],
        ...(id !== '' && { hint: texts.isSet }),
        isRequired: id === '',
        read: ({ given }) => given?.[secret] ?? '',
        write: (value, { given }) => ({ given: { ...given, [secret]: value }, secrets: { [secret]: value } }),
      }),
    ),
    {
      kind: 'many',
      name: 'pushConversations',
      label: texts.pushConversations,
      choices: triggers.map((trigger) => [trigger, texts.triggers[trigger]]),
    },
    { kind: 'switch', name: 'pullContacts', label: texts.pullContacts },
    { kind: 'switch', name: 'pushContacts', label: texts.pushContacts },
    { kind: 'number', name: 'syncEveryMinutes', label: texts.every, hint: texts.everyHint, min: 1, step: 1 },
    { kind: 'switch', name: 'enabled', label: shared.enabled },
  ]
  return (
    <>
      <ProblemNotice error={problem} />
      <RecordList
        records={connectors}
        logKind="connector"
        fields={fields}
        summary={({ name, kind, error, enabled, lastSyncAt }) => ({
          name: name || names[kind],
          detail: (
            <>
              {names[kind]}
              {error && ` · ${error.message}`}
              {lastSyncAt && (
                <>
                  {' '}
                  · {texts.synced} <RelativeTime at={lastSyncAt} />
                </>
              )}
            </>
          ),
          badge: error
            ? { text: texts.failing, tone: 'bad' }
            : enabled
              ? { text: shared.on, tone: 'ok' }
              : { text: shared.off },
        })}
        blank={blank}
        newTitle={texts.create}
        empty={texts.empty}
        create={({
          kind,
          name,
          subdomain,
          given = {},
          enabled,
          pushConversations,
          pushContacts,
          pullContacts,
          syncEveryMinutes,
        }) => {
          const common = {
            enabled,
            pushConversations,
            pushContacts,
            pullContacts,
            syncEveryMinutes,
            ...(name && { name }),
          }
          const { accessToken = '', email = '', apiToken = '' } = given
          return client.post('/api/connectors', {
            body:
              kind === 'hubspot'
                ? { ...common, kind, secrets: { accessToken } }
                : { ...common, kind, subdomain: subdomain ?? '', secrets: { email, apiToken } },
          })
        }}
        update={({ id }, { given: _, kind: __, subdomain: ___, ...body }) =>
          client.patch('/api/connectors/{connectorId}', { path: { connectorId: id }, body })
        }
        remove={({ id }) => client.delete('/api/connectors/{connectorId}', { path: { connectorId: id } })}
        removeText={texts.removeText}
        actions={({ id, enabled }) => (
          <>
            {enabled && <Button onClick={() => sync(id)}>{texts.sync}</Button>}
            <ConnectorSyncs connectorId={id} />
          </>
        )}
      />
    </>
  )
}
