import { useAgentNames } from '../../../app/agents.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { SettingsFields, type SettingsPatch, type TenantSettings } from '../fields/settings-fields.tsx'
import { EscalationRules } from './escalation-rules.tsx'
import { useAiTexts } from './texts.ts'
import { Threshold } from './threshold.tsx'

type Field = FieldOf<TenantSettings, SettingsPatch>

/** When the AI agent answers, and when people do. */
export function Ai() {
  const texts = useAiTexts()
  const names = useAgentNames()
  const fields: Field[] = [
    {
      kind: 'choice',
      name: 'contradictions',
      label: texts.contradictions,
      choices: [
        ['newest', texts.newest],
        ['escalate', texts.escalate],
      ],
    },
    { kind: 'words', name: 'languages', label: texts.languages, hint: texts.languagesHint },
    { kind: 'number', name: 'assumedResolutionHours', label: texts.assumed, hint: texts.assumedHint, min: 0 },
    { kind: 'switch', name: 'recalibrateConfidence', label: texts.recalibrate, hint: texts.recalibrateHint },
    { kind: 'switch', name: 'unassignWhenOutOfOffice', label: texts.unassign, hint: texts.unassignHint },
  ]
  return (
    <>
      <h2>{texts.threshold}</h2>
      <Threshold />
      <h2>{texts.answers}</h2>
      <SettingsFields fields={fields} />
      <h2>{texts.rules}</h2>
      <p>{texts.rulesText}</p>
      <EscalationRules agents={names} />
      <h2>{texts.model}</h2>
      <p>{texts.modelText}</p>
      <DataTable label={texts.model} columns={[texts.variable, texts.meaning]}>
        {Object.entries(texts.variables).map(([name, meaning]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </DataTable>
    </>
  )
}
