import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { useAgentNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { exactTime } from '../../../app/relative-time.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { MoreButton } from '../../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import type { Choice } from '../../../components/select/select.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import styles from '../fields/fields.module.css'
import { ChangedBy, useLastChange } from '../fields/last-change.tsx'
import { NewRecord } from '../fields/new-record.tsx'
import { useRecords } from '../fields/use-records.ts'
import { ShownOnce } from '../shown-once.tsx'
import { useTexts } from '../texts.ts'
import { useApiTexts } from './texts.ts'

type Key = Schemas['ApiKey']
type Input = { name: string; scopes: string[]; agentId: string; days: string }
const blank: Input = { name: '', scopes: ['chat'], agentId: '', days: '90' }
const areas = ['chat', 'knowledge', 'policies', 'conversations', 'contacts', 'analytics', 'settings'] as const
const lifetimes = ['30', '90', '365', ''] as const
const msPerDay = 86_400_000
/** The old key works this long after a new one replaced it, so that programs can change over. */
const overlapSeconds = 24 * 3_600

/** Keys of programs: a new one is shown once. */
export function ApiKeys() {
  const { language } = useLanguage()
  const shared = useTexts()
  const texts = useApiTexts()
  const names = useAgentNames()
  const keys = useRecords('api-keys', (options) => client.get('/api/api-keys', options))
  const lastChange = useLastChange('api_key')
  const [isMaking, setMaking] = useState(false)
  const [shown, setShown] = useState<Schemas['ApiKeyWithSecret']>()
  const [asked, setAsked] = useState<{ key: Key; to: 'rotate' | 'revoke' }>()

  const fields: FieldOf<Input, Partial<Input>>[] = [
    { kind: 'text', name: 'name', label: shared.name, hint: texts.nameHint, isRequired: true },
    {
      kind: 'many',
      name: 'scopes',
      label: texts.scopes,
      choices: [
        ...areas.flatMap((area): Choice[] => [
          [area, texts.scope[area]],
          [`${area}:read`, texts.readOnly(texts.scope[area])],
        ]),
        ['admin', texts.scope.admin],
      ],
      read: (key) => key.scopes,
      write: (value) => ({ scopes: value }),
    },
    {
      kind: 'choice',
      name: 'agentId',
      label: texts.actsAs,
      hint: texts.actsAsHint,
      choices: [['', texts.nobody], ...names],
    },
    {
      kind: 'choice',
      name: 'days',
      label: texts.expires,
      choices: lifetimes.map((days) => [days, days === '' ? texts.never : texts.days(Number(days))]),
    },
  ]
  const create = async ({ name, scopes: chosen, agentId, days }: Input) => {
    const body = {
      name,
      scopes: chosen as Schemas['GrantedScope'][],
      ...(agentId !== '' && { agentId }),
      ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * msPerDay).toISOString() }),
    }
    setShown(await client.post('/api/api-keys', { body }))
    keys.readAgain()
  }
  const newKey = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {texts.newKey}
    </Button>
  )
  return (
    <>
      <ProblemNotice error={keys.error} onRetry={keys.readAgain} />
      {keys.items?.length === 0 && <EmptyState text={texts.empty}>{newKey}</EmptyState>}
      {keys.items && keys.items.length > 0 && (
        <>
          <DataTable label={texts.title} columns={[shared.name, texts.scopes, texts.created, texts.expires, '']}>
            {keys.items.map((key) => {
              const changed = lastChange({ targetId: key.id })
              return (
                <tr key={key.id}>
                  <th scope="row" dir="auto">
                    {key.name}
                    <span className={styles.detail}>
                      {key.hint}
                      {key.agentId && ` · ${texts.as(names.get(key.agentId) ?? key.agentId)}`}
                    </span>
                    {changed && (
                      <span className={styles.detail}>
                        <ChangedBy change={changed} />
                      </span>
                    )}
                  </th>
                  <td>{key.scopes.join(', ')}</td>
                  <td>
                    <RelativeTime at={key.createdAt} />
                  </td>
                  <td>{key.expiresAt ? exactTime(key.expiresAt, language) : texts.never}</td>
                  <td>
                    <Button
                      look="quiet"
                      aria-label={texts.rotateOf(key.name)}
                      onClick={() => setAsked({ key, to: 'rotate' })}
                    >
                      {texts.rotate}
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={texts.revokeOf(key.name)}
                      onClick={() => setAsked({ key, to: 'revoke' })}
                    >
                      {texts.revoke}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </DataTable>
          <div className={styles.actions}>
            {newKey}
            <MoreButton hasMore={keys.hasMore} onMore={keys.readMore} />
          </div>
        </>
      )}
      {isMaking && (
        <NewRecord
          title={texts.newKey}
          blank={blank}
          fields={() => fields}
          create={create}
          onClose={() => setMaking(false)}
        />
      )}
      {shown && (
        <ShownOnce
          title={texts.shownTitle}
          text={texts.shownText}
          label={shown.name}
          secret={shown.key}
          onClose={() => setShown(undefined)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={asked.to === 'rotate' ? texts.rotateTitle(asked.key.name) : texts.revokeTitle(asked.key.name)}
          text={asked.to === 'rotate' ? texts.rotateText : texts.revokeText}
          confirm={asked.to === 'rotate' ? texts.rotate : texts.revoke}
          look={asked.to === 'rotate' ? 'primary' : 'danger'}
          onConfirm={async () => {
            const path = { keyId: asked.key.id }
            if (asked.to === 'rotate') {
              setShown(await client.post('/api/api-keys/{keyId}/rotate', { path, body: { overlapSeconds } }))
            } else await client.delete('/api/api-keys/{keyId}', { path })
            keys.readAgain()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
