import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../app/client.ts'
import { queryClient } from '../../../app/query-client.ts'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import type { FieldOf } from './field-of.ts'
import styles from './fields.module.css'
import { useLastChange } from './last-change.tsx'
import { SavedField } from './saved-field.tsx'

export type TenantSettings = Schemas['GetSettingsResponse']
export type SettingsPatch = Schemas['UpdateSettingsRequest']

const queryKey = ['settings', 'settings'] as const

/** The tenant's settings. */
export const useSettings = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => client.get('/api/settings', { signal }) })

/** Changes settings, and shows what holds then. */
export async function saveSettings(body: SettingsPatch): Promise<void> {
  queryClient.setQueryData(queryKey, await client.patch('/api/settings', { body }))
  void queryClient.invalidateQueries({ queryKey: ['log'] })
}

/** Fields of the settings, each with who changed it last. */
export function SettingsFields({ fields }: { fields: FieldOf<TenantSettings, SettingsPatch>[] }) {
  const settings = useSettings()
  const lastChange = useLastChange('settings')
  if (settings.error) return <ProblemNotice error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data) return null
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <SavedField
          key={field.name}
          field={field}
          record={settings.data}
          save={saveSettings}
          changed={lastChange({ field: field.name.split('.')[0]! })}
        />
      ))}
    </div>
  )
}
