import { screenTexts } from '../../../app/language.tsx'

const en = {
  description: 'Description',
  members: 'Members',
  assignment: 'Assignment',
  assignments: {
    manual: 'People assign',
    round_robin: 'In turns',
    least_busy: 'To whoever has the fewest open conversations',
  },
  count: (n: number) => (n === 1 ? '1 member' : `${n} members`),
  create: 'New team',
  empty: 'No teams yet.',
  removeText: 'Its conversations keep their assignee. Escalation rules no longer name the team.',
}
const sv: typeof en = {
  description: 'Beskrivning',
  members: 'Medlemmar',
  assignment: 'Tilldelning',
  assignments: {
    manual: 'Människor tilldelar',
    round_robin: 'I tur och ordning',
    least_busy: 'Till den som har minst öppna konversationer',
  },
  count: (n) => (n === 1 ? '1 medlem' : `${n} medlemmar`),
  create: 'Nytt team',
  empty: 'Inga team än.',
  removeText: 'Konversationerna behåller sin ansvariga. Eskaleringsregler nämner inte längre teamet.',
}
export const useTeamTexts = screenTexts({ en, sv })
