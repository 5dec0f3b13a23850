import type { Schemas } from '@frontdesk/client'
import { useAgentNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import type { FieldOf } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { useTeamTexts } from './texts.ts'

type Team = Schemas['Team']
type Patch = Schemas['TeamPatch']
const blank = { id: '', name: '', members: [] as string[], assignment: 'manual' } as unknown as Team
const assignments = ['manual', 'round_robin', 'least_busy'] as const

/** Teams, their members, and how conversations get an assignee. */
export function Teams() {
  const shared = useTexts()
  const texts = useTeamTexts()
  const names = useAgentNames()
  const teams = useRecords('teams', (options) => client.get('/api/teams', options))
  const fields: FieldOf<Team, Patch>[] = [
    { kind: 'text', name: 'name', label: shared.name, isRequired: true },
    { kind: 'text', name: 'description', label: texts.description },
    { kind: 'many', name: 'members', label: texts.members, choices: [...names] },
    {
      kind: 'choice',
      name: 'assignment',
      label: texts.assignment,
      choices: assignments.map((each) => [each, texts.assignments[each]]),
    },
  ]
  return (
    <RecordList
      records={teams}
      logKind="team"
      fields={() => fields}
      summary={({ name, members, assignment }) => ({
        name,
        detail: `${texts.count(members.length)} · ${texts.assignments[assignment]}`,
      })}
      blank={blank}
      newTitle={texts.create}
      empty={texts.empty}
      create={({ name, description, members, assignment }) =>
        client.post('/api/teams', { body: { name, members, assignment, ...(description && { description }) } })
      }
      update={({ id }, body) => client.patch('/api/teams/{teamId}', { path: { teamId: id }, body })}
      remove={({ id }) => client.delete('/api/teams/{teamId}', { path: { teamId: id } })}
      removeText={texts.removeText}
    />
  )
}
