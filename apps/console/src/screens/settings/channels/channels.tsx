import type { Schemas } from '@frontdesk/client'
import { channelSecrets } from '@frontdesk/contracts/channel-secrets'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { CopyText } from '../../../components/copy-text/copy-text.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { type SecretName, useChannelTexts } from './texts.ts'

type Channel = Schemas['Channel']
/** Secrets are written and never read: while a channel is made, its new secrets are beside it. */
type Draft = Channel & { given?: Record<string, string>; pair: string }
type Patch = {
  name?: string
  enabled?: boolean
  secrets?: Record<string, string>
  given?: Record<string, string>
} & Partial<Pick<Draft, 'pair' | 'address' | 'kind' | 'provider'>>

/** The names of each provider’s secrets. */
const secretsOf: Record<string, readonly SecretName[]> = Object.fromEntries(
  Object.entries(channelSecrets).flatMap(([kind, ofKind]) =>
    Object.entries<{ required: readonly SecretName[]; optional: readonly SecretName[] }>(ofKind).map(
      ([provider, { required, optional }]) => [`${kind}:${provider}`, [...required, ...optional]],
    ),
  ),
)
/** Not secret in themselves: shown while they are typed. */
const plain = new Set<SecretName>(['accountSid', 'domain', 'region', 'signatureMethod', 'username'])
const providers: Record<Schemas['ChannelProvider'], string> = {
  mailgun: 'Mailgun',
  sendgrid: 'SendGrid',
  postmark: 'Postmark',
  raw: 'MIME',
  meta: 'Meta',
  twilio: 'Twilio',
  vonage: 'Vonage',
}
const blank = {
  id: '',
  kind: 'email',
  provider: 'mailgun',
  pair: 'email:mailgun',
  address: '',
  secrets: [] as string[],
}

/** The addresses that customers write to, and the accounts that carry their messages. */
export function Channels() {
  const shared = useTexts()
  const messages = useMessages()
  const texts = useChannelTexts()
  const channels = useRecords<Draft>('channels', async (options) => {
    const { items, nextCursor } = await client.get('/api/channels', options)
    return { items: items.map((item) => ({ ...item, pair: `${item.kind}:${item.provider}` })), nextCursor }
  })
  const nameOf = (pair: string) => {
    const [kind = '', provider = ''] = pair.split(':')
    return `${messages.channel[kind as Channel['kind']]}, ${providers[provider as Channel['provider']]}`
  }
  const fields = (channel: Draft): FieldOf<Draft, Patch>[] => [
    {
      kind: 'choice',
      name: 'provider',
      label: texts.provider,
      isOnlyNew: true,
      choices: Object.keys(secretsOf).map((pair) => [pair, nameOf(pair)]),
      read: ({ pair }) => pair,
      write: (pair) => {
        const [kind, provider] = pair.split(':')
        return { pair, kind: kind as Channel['kind'], provider: provider as Channel['provider'], given: {} }
      },
    },
    { kind: 'text', name: 'address', label: texts.address, hint: texts.addressHint, isOnlyNew: true, isRequired: true },
    { kind: 'text', name: 'name', label: shared.name, hint: texts.nameHint },
    ...(secretsOf[channel.pair] ?? []).map(
      (secret): FieldOf<Draft, Patch> => ({
        kind: 'text',
        type: plain.has(secret) ? 'text' : 'password',
        name: `secrets.${secret}`,
        label: texts.secret(secret),
        hint: channel.secrets.includes(secret) ? texts.isSet : texts.isNotSet,
        read: ({ given }) => given?.[secret] ?? '',
        write: (value, { given }) => ({ given: { ...given, [secret]: value }, secrets: { [secret]: value } }),
      }),
    ),
    ...(channel.id === ''
      ? []
      : [{ kind: 'switch', name: 'enabled', label: shared.enabled } satisfies FieldOf<Draft, Patch>]),
  ]
  return (
    <RecordList
      records={channels}
      logKind="channel"
      fields={fields}
      summary={({ address, name, pair, enabled, canSend }) => ({
        name: name ?? address,
        detail: `${nameOf(pair)} · ${address}`,
        badge: !enabled
          ? { text: shared.off }
          : canSend
            ? { text: texts.sends, tone: 'ok' }
            : { text: texts.receivesOnly, tone: 'warn' },
      })}
      blank={blank as unknown as Draft}
      newTitle={texts.create}
      empty={texts.empty}
      create={({ kind, provider, address, name, given = {} }) =>
        client.post('/api/channels', {
          body: {
            kind,
            provider,
            address,
            ...(name && { name }),
            secrets: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
          },
        })
      }
      update={({ id }, { name, enabled, secrets }) =>
        client.patch('/api/channels/{channelId}', {
          path: { channelId: id },
          body: {
            ...(name !== undefined && { name }),
            ...(enabled !== undefined && { enabled }),
            ...(secrets && { secrets }),
          },
        })
      }
      remove={({ id }) => client.delete('/api/channels/{channelId}', { path: { channelId: id } })}
      removeText={texts.removeText}
      actions={({ kind, id }) => (
        <CopyText label={texts.webhook} text={`${location.origin}/api/webhooks/${kind}/${id}`} />
      )}
    />
  )
}
