import type { Schemas } from '@frontdesk/client'
import { useTeamNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { type FieldOf, numberOrNone, textOrNone } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { useAiTexts } from './texts.ts'

type Rule = Schemas['EscalationRule']
type Patch = Schemas['EscalationRulePatch']
type When = Schemas['EscalationConditionInput']
type Field = FieldOf<Rule, Patch>

const kinds = ['requested', 'frustrated', 'low_confidence', 'turns', 'keywords', 'outside_hours'] as const
const turnsAtFirst = 5
// biome-ignore lint/suspicious/noThenProperty: the name of the field in the API
const blank = { id: '', name: '', when: { kind: 'requested' }, then: {}, priority: 0, enabled: true } as unknown as Rule

/** A condition with what its kind needs. */
const conditionOf = (kind: string): When =>
  kind === 'turns' ? { kind, turns: turnsAtFirst } : kind === 'keywords' ? { kind, keywords: [] } : ({ kind } as When)

/** Rules that pass questions on to people, each when its condition holds. */
export function EscalationRules({ agents }: { agents: ReadonlyMap<string, string> }) {
  const shared = useTexts()
  const texts = useAiTexts()
  const rules = useRecords('escalation-rules', (options) => client.get('/api/escalation-rules', options))
  const teams = [...useTeamNames()]
  const then = (
    name: 'assignee' | 'teamId' | 'message',
    field: Pick<Field, 'label'> & ({ kind: 'long' } | { kind: 'choice'; choices: (readonly [string, string])[] }),
  ): Field => ({
    ...field,
    name: `then.${name}`,
    read: ({ then }) => then[name] ?? '',
    write: (value: string, { then: { [name]: _, ...others } }) => {
      const given = textOrNone(value)
      // biome-ignore lint/suspicious/noThenProperty: the name of the field in the API
      return { then: { ...others, ...(given !== undefined && { [name]: given }) } }
    },
  })
  const fields = ({ when }: Rule): Field[] => [
    { kind: 'text', name: 'name', label: shared.name, isRequired: true },
    {
      kind: 'choice',
      name: 'when.kind',
      label: texts.when,
      choices: kinds.map((kind) => [kind, texts.conditions[kind]]),
      read: (rule) => rule.when.kind,
      write: (kind) => ({ when: conditionOf(kind) }),
    },
    ...(when.kind === 'turns'
      ? ([
          {
            kind: 'number',
            name: 'when.turns',
            label: texts.turns,
            min: 1,
            step: 1,
            isRequired: true,
            read: () => String(when.turns),
            write: (turns) => ({ when: { kind: 'turns', turns: Number(turns) } }),
          },
        ] satisfies Field[])
      : when.kind === 'keywords'
        ? ([
            {
              kind: 'words',
              name: 'when.keywords',
              label: texts.keywords,
              hint: shared.commas,
              read: () => when.keywords,
              write: (keywords) => ({ when: { kind: 'keywords', keywords } }),
            },
          ] satisfies Field[])
        : when.kind === 'low_confidence'
          ? ([
              {
                kind: 'number',
                name: 'when.threshold',
                label: texts.ownThreshold,
                hint: texts.ownThresholdHint,
                min: 0,
                max: 1,
                step: 0.01,
                read: () => String(when.threshold ?? ''),
                write: (value) => {
                  const threshold = numberOrNone(value)
                  return { when: { kind: 'low_confidence', ...(threshold !== undefined && { threshold }) } }
                },
              },
            ] satisfies Field[])
          : []),
    then('teamId', { kind: 'choice', label: texts.toTeam, choices: [['', texts.anyone], ...teams] }),
    then('assignee', { kind: 'choice', label: texts.toPerson, choices: [['', texts.anyone], ...agents] }),
    then('message', { kind: 'long', label: texts.message }),
    { kind: 'number', name: 'priority', label: texts.priority, hint: texts.priorityHint, step: 1, isRequired: true },
    { kind: 'switch', name: 'enabled', label: shared.enabled },
  ]
  return (
    <RecordList
      records={rules}
      logKind="escalation_rule"
      fields={fields}
      summary={({ name, when, enabled }) => ({
        name,
        detail: texts.conditions[when.kind],
        badge: enabled ? { text: shared.on, tone: 'ok' } : { text: shared.off },
      })}
      blank={blank}
      newTitle={texts.newRule}
      empty={texts.noRules}
      create={({ name, when, then, priority, enabled }) =>
        client.post('/api/escalation-rules', { body: { name, when, then, priority, enabled } })
      }
      update={({ id }, body) => client.patch('/api/escalation-rules/{ruleId}', { path: { ruleId: id }, body })}
      remove={({ id }) => client.delete('/api/escalation-rules/{ruleId}', { path: { ruleId: id } })}
    />
  )
}
