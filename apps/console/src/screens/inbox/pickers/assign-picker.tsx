import { useAgents, useTeams } from '../../../app/agents.ts'
import { useSession } from '../../../app/session.ts'
import { Picker } from '../../../components/picker/picker.tsx'
import { useTexts } from '../texts.ts'

type Props = {
  /** Who has it; absent for several conversations. */
  current?: { assignee: string | null; teamId?: string }
  onAgent: (id: string | null) => void
  onTeam: (id: string | null) => void
  onClose: () => void
}

/** Chooses who gets conversations: oneself first, then people, then teams. */
export function AssignPicker({ current, onAgent, onTeam, onClose }: Props) {
  const { assign } = useTexts()
  const me = useSession().agent.id
  const agents = useAgents().filter(({ status }) => status !== 'disabled')
  const people = [...agents].sort((a, b) => Number(b.id === me) - Number(a.id === me) || a.name.localeCompare(b.name))
  const detailOf = ({ id, available }: (typeof agents)[number]) =>
    id === current?.assignee ? assign.current : id === me ? assign.you : available ? undefined : assign.away
  const choices = [
    ...people.map((agent) => ({
      id: agent.id,
      name: agent.name,
      detail: detailOf(agent),
      run: () => onAgent(agent.id),
    })),
    ...useTeams().map(({ id, name }) => ({
      id,
      name,
      detail: id === current?.teamId ? assign.current : assign.team,
      run: () => onTeam(id),
    })),
    ...(current?.assignee === null ? [] : [{ id: 'nobody', name: assign.nobody, run: () => onAgent(null) }]),
    ...(current && !current.teamId ? [] : [{ id: 'no-team', name: assign.noTeam, run: () => onTeam(null) }]),
  ]
  return (
    <Picker
      title={assign.title}
      placeholder={assign.placeholder}
      none={assign.none}
      choices={choices}
      onClose={onClose}
    />
  )
}
