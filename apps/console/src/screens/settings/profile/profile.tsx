import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { queryClient } from '../../../app/query-client.ts'
import { mayUse, setSession, useSession } from '../../../app/session.ts'
import { currentTheme, type Theme } from '../../../app/theme.ts'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import styles from '../fields/fields.module.css'
import { SavedField } from '../fields/saved-field.tsx'
import { useTexts } from '../texts.ts'
import { OutOfOffice } from './out-of-office.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { useProfileTexts } from './texts.ts'

type Me = Schemas['Me']
type Patch = Schemas['UpdateMeRequest']

/** The reader's own name, preferences, password, second factor and sessions. */
export function Profile() {
  const shared = useTexts()
  const texts = useProfileTexts()
  const { language } = useLanguage()
  const session = useSession()
  const me = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.get('/api/me', { signal }),
  })
  if (me.error) return <ProblemNotice error={me.error} onRetry={() => void me.refetch()} />
  if (!me.data) return null
  const save = async (body: Patch) => {
    const changed = await client.patch('/api/me', { body })
    queryClient.setQueryData(['me'], changed)
    // The frame shows the name; colleagues see it with their next read.
    setSession({ ...session, agent: changed.agent })
    void queryClient.invalidateQueries({ queryKey: ['agents'] })
  }
  const fields: FieldOf<Me, Patch>[] = [
    {
      kind: 'text',
      name: 'name',
      label: shared.name,
      isRequired: true,
      read: ({ agent }) => agent.name,
      write: (name) => ({ name }),
    },
    {
      kind: 'choice',
      name: 'preferences.language',
      label: texts.language,
      choices: [
        ['en', 'English'],
        ['sv', 'Svenska'],
      ],
      read: () => language,
      write: (value) => ({ preferences: { language: value } }),
    },
    {
      kind: 'choice',
      name: 'preferences.theme',
      label: texts.theme,
      choices: [
        ['system', texts.themes.system],
        ['light', texts.themes.light],
        ['dark', texts.themes.dark],
      ],
      read: () => currentTheme(),
      write: (value) => ({ preferences: { theme: value as Theme } }),
    },
    {
      kind: 'long',
      name: 'preferences.signature',
      label: texts.signature,
      hint: texts.signatureHint,
      read: ({ preferences }) => preferences.signature ?? '',
      write: (signature) => ({ preferences: { signature } }),
    },
    {
      kind: 'switch',
      name: 'available',
      label: texts.available,
      hint: texts.availableHint,
      read: ({ agent }) => agent.available,
      write: (available) => ({ available }),
    },
  ]
  const told = (name: 'mail' | 'mentioned' | 'assigned', label: string): FieldOf<Me, Patch> => ({
    kind: 'switch',
    name: `preferences.notifications.${name}`,
    label,
    read: ({ preferences }) => preferences.notifications?.[name] ?? true,
    write: (isOn, { preferences }) => ({
      preferences: { notifications: { ...preferences.notifications, [name]: isOn } },
    }),
  })
  const digest: FieldOf<Me, Patch> = {
    kind: 'switch',
    name: 'preferences.digest',
    label: texts.digest,
    hint: texts.digestHint,
    read: ({ preferences }) => !!preferences.digest,
    write: (isOn) => ({
      preferences: { digest: isOn ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : null },
    }),
  }
  const notifications = [
    told('mentioned', texts.mentioned),
    told('assigned', texts.assigned),
    told('mail', texts.mails),
    ...(mayUse(session, 'analytics:read') ? [digest] : []),
  ]
  const list = (of: FieldOf<Me, Patch>[]) => (
    <div className={styles.fields}>
      {of.map((field) => (
        <SavedField key={field.name} field={field} record={me.data} save={save} />
      ))}
    </div>
  )
  return (
    <>
      {list(fields)}
      <OutOfOffice agent={me.data.agent} save={save} />
      <h2>{texts.notifications}</h2>
      {list(notifications)}
      {me.data.agent.hasPassword && (
        <>
          <Password />
          <SecondFactor me={me.data} onChange={() => void me.refetch()} />
        </>
      )}
      <Sessions />
    </>
  )
}
