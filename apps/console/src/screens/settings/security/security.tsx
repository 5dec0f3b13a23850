import { mayUse, useSession } from '../../../app/session.ts'
import type { FieldOf } from '../fields/field-of.ts'
import { SettingsFields, type SettingsPatch, type TenantSettings } from '../fields/settings-fields.tsx'
import { IdentityProviders } from './identity-providers.tsx'
import { useSecurityTexts } from './texts.ts'

type Field = FieldOf<TenantSettings, SettingsPatch>

/** Rules of signing in, of keys, and of how long data is kept. */
export function Security() {
  const texts = useSecurityTexts()
  const session = useSession()
  const signIn: Field[] = [
    {
      kind: 'switch',
      name: 'signIn.requireTotp',
      label: texts.requireTotp,
      hint: texts.requireTotpHint,
      read: (settings) => settings.signIn.requireTotp,
      write: (requireTotp) => ({ signIn: { requireTotp } }),
    },
  ]
  const keys: Field[] = [
    { kind: 'switch', name: 'requireAgentKeys', label: texts.requireAgentKeys, hint: texts.requireAgentKeysHint },
    { kind: 'number', name: 'keyExpiryDays', label: texts.keyExpiry, hint: texts.noLimit, min: 1, step: 1 },
    { kind: 'words', name: 'allowedOrigins', label: texts.origins, hint: texts.originsHint },
  ]
  const data: Field[] = [
    { kind: 'number', name: 'retentionDays', label: texts.retention, hint: texts.retentionHint, min: 1, step: 1 },
    {
      kind: 'number',
      name: 'anonymousRetentionDays',
      label: texts.anonymousRetention,
      hint: texts.anonymousRetentionHint,
      min: 1,
      step: 1,
    },
  ]
  return (
    <>
      {mayUse(session, 'admin') && (
        <>
          <h2>{texts.signIn}</h2>
          <SettingsFields fields={signIn} />
          <IdentityProviders />
        </>
      )}
      <h2>{texts.keys}</h2>
      <SettingsFields fields={keys} />
      <h2>{texts.data}</h2>
      <SettingsFields fields={data} />
    </>
  )
}
