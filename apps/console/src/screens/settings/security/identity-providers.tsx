import type { Schemas } from '@frontdesk/client'
import { CopyText } from '../../../components/copy-text/copy-text.tsx'
import { type FieldOf, textOrNone } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { saveSettings, useSettings } from '../fields/settings-fields.tsx'
import { useTexts } from '../texts.ts'
import { useSecurityTexts } from './texts.ts'

type Stored = Schemas['OidcProvider']
type Input = Schemas['OidcProviderInput']
/** A record of the list as it is edited: with its key beside the `id`, and a new secret beside the stored one. */
type Draft = Stored & { key: string; clientSecret?: string }
type Patch = Partial<Draft>

const roles = ['agent', 'manager', 'admin'] as const
const blank = {
  id: '',
  key: '',
  name: '',
  issuer: '',
  clientId: '',
  scopes: ['email', 'profile'] as string[],
  roles: {},
  defaultRole: null,
  createsAgents: false,
  emailDomains: [] as string[],
  enabled: true,
  hasClientSecret: false,
  redirectPath: '',
} as Draft

/** What is sent of a provider: all but what the server derives. Without a secret the stored one stays. */
function inputOf({ key, hasClientSecret: _, redirectPath: __, clientSecret, ...provider }: Draft): Input {
  return { ...provider, id: key, ...(clientSecret && { clientSecret }) }
}
/** `support=agent, leads=manager` */
const rolesOf = (lines: string[]): Stored['roles'] =>
  Object.fromEntries(lines.map((line) => line.split('=').map((part) => part.trim()))) as Stored['roles']

/** The identity providers at which people sign in. They are one setting: a change of one sends all. */
export function IdentityProviders() {
  const shared = useTexts()
  const texts = useSecurityTexts()
  const settings = useSettings()
  const stored = (settings.data?.signIn.oidc.providers ?? []).map(
    (provider): Draft => ({ ...provider, key: provider.id }),
  )
  const send = (drafts: Draft[]) => saveSettings({ signIn: { oidc: { providers: drafts.map(inputOf) } } })
  const text = (name: 'name' | 'issuer' | 'clientId', label: string, hint?: string): FieldOf<Draft, Patch> => ({
    kind: 'text',
    type: name === 'issuer' ? 'url' : 'text',
    name,
    label,
    ...(hint !== undefined && { hint }),
    isRequired: true,
    read: (provider) => provider[name],
    write: (value) => ({ [name]: value }),
  })
  const fields: FieldOf<Draft, Patch>[] = [
    {
      kind: 'text',
      name: 'id',
      label: texts.id,
      hint: texts.idHint,
      isOnlyNew: true,
      isRequired: true,
      read: ({ key }) => key,
      write: (key) => ({ key }),
    },
    text('name', shared.name, texts.nameHint),
    text('issuer', texts.issuer, texts.issuerHint),
    text('clientId', texts.clientId),
    { kind: 'text', type: 'password', name: 'clientSecret', label: texts.clientSecret, hint: texts.clientSecretHint },
    { kind: 'words', name: 'emailDomains', label: texts.domains, hint: texts.domainsHint },
    {
      kind: 'text',
      name: 'rolesClaim',
      label: texts.claim,
      hint: texts.claimHint,
      read: ({ rolesClaim }) => rolesClaim ?? '',
      write: (value) => {
        const rolesClaim = textOrNone(value)
        return rolesClaim === undefined ? {} : { rolesClaim }
      },
    },
    {
      kind: 'words',
      name: 'roles',
      label: texts.roles,
      hint: texts.rolesHint,
      read: (provider) => Object.entries(provider.roles).map(([value, role]) => `${value}=${role}`),
      write: (lines) => ({ roles: rolesOf(lines) }),
    },
    {
      kind: 'choice',
      name: 'defaultRole',
      label: texts.defaultRole,
      choices: [['', texts.noRole], ...roles.map((role) => [role, texts.roleNames[role]] as const)],
      read: ({ defaultRole }) => defaultRole ?? '',
      write: (role) => ({ defaultRole: (textOrNone(role) as Stored['defaultRole'] | undefined) ?? null }),
    },
    { kind: 'switch', name: 'createsAgents', label: texts.creates, hint: texts.createsHint },
    { kind: 'switch', name: 'enabled', label: shared.enabled },
  ]
  return (
    <>
      <h2>{texts.providers}</h2>
      <p>{texts.providersText}</p>
      <RecordList
        records={{
          items: settings.data && stored,
          error: settings.error,
          isReading: settings.isFetching,
          hasMore: false,
          readMore: () => {},
          readAgain: () => void settings.refetch(),
        }}
        fields={() => fields}
        summary={({ name, issuer, enabled }) => ({
          name,
          detail: issuer,
          badge: enabled ? { text: shared.on, tone: 'ok' } : { text: shared.off },
        })}
        blank={blank}
        newTitle={texts.newProvider}
        empty={texts.noProviders}
        create={(draft) => send([...stored, draft])}
        update={(changed, patch) =>
          send(stored.map((each) => (each.key === changed.key ? { ...each, ...patch } : each)))
        }
        remove={(gone) => send(stored.filter(({ key }) => key !== gone.key))}
        removeText={texts.removeProvider}
        actions={({ redirectPath }) => <CopyText label={texts.redirect} text={`${location.origin}${redirectPath}`} />}
      />
    </>
  )
}
