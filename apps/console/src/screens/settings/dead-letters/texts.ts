import { screenTexts } from '../../../app/language.tsx'

const en = {
  title: 'Failed events',
  event: 'Event',
  reason: 'Reason',
  attempts: 'Attempts',
  at: 'Given up',
  empty: 'Everything was handled.',
  removeText: 'What it should have caused does not happen. You can’t undo this.',
}
const sv: typeof en = {
  title: 'Misslyckade händelser',
  event: 'Händelse',
  reason: 'Orsak',
  attempts: 'Försök',
  at: 'Gavs upp',
  empty: 'Allt har hanterats.',
  removeText: 'Det som den skulle ha lett till sker inte. Det går inte att ångra.',
}
export const useDeadLetterTexts = screenTexts({ en, sv })
