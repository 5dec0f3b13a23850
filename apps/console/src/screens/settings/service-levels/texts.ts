import { screenTexts } from '../../../app/language.tsx'

const en = {
  targets: {
    firstResponse: 'First answer by a person, minutes',
    nextResponse: 'Each later answer, minutes',
    resolution: 'Resolution, minutes',
  },
  within: (target: string, minutes: number) => `${target.replace(/, .*/, '')}: ${minutes.toLocaleString('en')} min`,
  businessHours: 'Only business hours count',
  channels: 'Channels',
  teams: 'Teams',
  all: 'None chosen: all.',
  tags: 'Tags',
  allTags: 'Any of these, separated by commas. Empty: all conversations.',
  addTags: 'When missed, add these tags',
  toTeam: 'When missed, assign to team',
  noTeam: 'No team',
  escalate: 'When missed, escalate the conversation',
  order: 'Order',
  orderHint: 'The enabled policy with the lowest order that fits applies.',
  create: 'New policy',
  empty: 'No targets yet. Without them, no conversation is ever late.',
}
const sv: typeof en = {
  targets: {
    firstResponse: 'Första svar av en människa, minuter',
    nextResponse: 'Varje senare svar, minuter',
    resolution: 'Lösning, minuter',
  },
  within: (target, minutes) => `${target.replace(/, .*/, '')}: ${minutes.toLocaleString('sv')} min`,
  businessHours: 'Bara öppettider räknas',
  channels: 'Kanaler',
  teams: 'Team',
  all: 'Inget valt: alla.',
  tags: 'Taggar',
  allTags: 'Någon av dessa, åtskilda med kommatecken. Tomt: alla konversationer.',
  addTags: 'När målet missas, lägg till taggarna',
  toTeam: 'När målet missas, tilldela team',
  noTeam: 'Inget team',
  escalate: 'När målet missas, eskalera konversationen',
  order: 'Ordning',
  orderHint: 'Av de aktiva policyer som passar gäller den med lägst ordning.',
  create: 'Ny policy',
  empty: 'Inga mål än. Utan dem är ingen konversation försenad.',
}
export const useServiceLevelTexts = screenTexts({ en, sv })
