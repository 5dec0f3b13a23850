import type { Schemas } from '@frontdesk/client'
import { useTeamNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { type FieldOf, numberOrNone, textOrNone } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { useServiceLevelTexts } from './texts.ts'

type Policy = Schemas['SlaPolicy']
type Patch = Schemas['SlaPolicyPatch']
type Target = keyof Schemas['SlaTargetsInput']
const targets = ['firstResponse', 'nextResponse', 'resolution'] as const
const channels = ['widget', 'email', 'whatsapp', 'sms', 'api'] as const
const blank = {
  id: '',
  name: '',
  targets: {},
  businessHours: true,
  filter: {},
  order: 0,
  enabled: true,
} as unknown as Policy

/** How soon customers should get an answer, and what happens when they do not. */
export function ServiceLevels() {
  const shared = useTexts()
  const messages = useMessages()
  const texts = useServiceLevelTexts()
  const policies = useRecords('sla-policies', (options) => client.get('/api/sla-policies', options))
  const teams = [...useTeamNames()]
  const minutes = (target: Target): FieldOf<Policy, Patch> => ({
    kind: 'number',
    name: `targets.${target}`,
    label: texts.targets[target],
    min: 1,
    read: (policy) => String(policy.targets[target] ?? ''),
    write: (value, { targets: { [target]: _, ...others } }) => {
      const given = numberOrNone(value)
      return { targets: { ...others, ...(given !== undefined && { [target]: given }) } }
    },
  })
  const fields: FieldOf<Policy, Patch>[] = [
    { kind: 'text', name: 'name', label: shared.name, isRequired: true },
    ...targets.map(minutes),
    { kind: 'switch', name: 'businessHours', label: texts.businessHours },
    {
      kind: 'many',
      name: 'filter.channel',
      label: texts.channels,
      hint: texts.all,
      choices: channels.map((channel) => [channel, messages.channel[channel]]),
      read: ({ filter }) => filter.channel ?? [],
      write: (channel, { filter }) => ({
        filter: { ...filter, channel: channel as Schemas['ConversationChannel'][] },
      }),
    },
    ...(teams.length > 0
      ? [
          {
            kind: 'many',
            name: 'filter.team',
            label: texts.teams,
            hint: texts.all,
            choices: teams,
            read: ({ filter }) => filter.team ?? [],
            write: (team, { filter }) => ({ filter: { ...filter, team } }),
          } satisfies FieldOf<Policy, Patch>,
        ]
      : []),
    {
      kind: 'words',
      name: 'filter.tags',
      label: texts.tags,
      hint: texts.allTags,
      read: ({ filter }) => filter.tags ?? [],
      write: (tags, { filter }) => ({ filter: { ...filter, tags } }),
    },
    {
      kind: 'words',
      name: 'onBreach.addTags',
      label: texts.addTags,
      hint: shared.commas,
      read: ({ onBreach }) => onBreach?.addTags ?? [],
      write: (addTags, { onBreach }) => ({ onBreach: { ...onBreach, addTags } }),
    },
    {
      kind: 'choice',
      name: 'onBreach.teamId',
      label: texts.toTeam,
      choices: [['', texts.noTeam], ...teams],
      read: ({ onBreach }) => onBreach?.teamId ?? '',
      write: (value, { onBreach: { teamId: _, ...others } = {} }) => {
        const teamId = textOrNone(value)
        return { onBreach: { ...others, ...(teamId !== undefined && { teamId }) } }
      },
    },
    {
      kind: 'switch',
      name: 'onBreach.escalate',
      label: texts.escalate,
      read: ({ onBreach }) => onBreach?.escalate === true,
      write: (escalate, { onBreach: { escalate: _, ...others } = {} }) => ({
        onBreach: { ...others, ...(escalate && { escalate }) },
      }),
    },
    { kind: 'number', name: 'order', label: texts.order, hint: texts.orderHint, step: 1, isRequired: true },
    { kind: 'switch', name: 'enabled', label: shared.enabled },
  ]
  return (
    <RecordList
      records={policies}
      logKind="sla_policy"
      fields={() => fields}
      summary={(policy) => ({
        name: policy.name,
        detail: targets
          .filter((target) => policy.targets[target] !== undefined)
          .map((target) => texts.within(texts.targets[target], policy.targets[target]!))
          .join(' · '),
        badge: policy.enabled ? { text: shared.on, tone: 'ok' } : { text: shared.off },
      })}
      blank={blank}
      newTitle={texts.create}
      empty={texts.empty}
      create={({ name, targets: wanted, businessHours, filter, onBreach, order, enabled }) =>
        client.post('/api/sla-policies', {
          body: { name, targets: wanted, businessHours, filter, order, enabled, ...(onBreach && { onBreach }) },
        })
      }
      update={({ id }, body) => client.patch('/api/sla-policies/{slaPolicyId}', { path: { slaPolicyId: id }, body })}
      remove={({ id }) => client.delete('/api/sla-policies/{slaPolicyId}', { path: { slaPolicyId: id } })}
    />
  )
}
