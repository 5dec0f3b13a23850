import type { Schemas } from '@frontdesk/client'
import { screenTexts } from '../../../app/language.tsx'

type Reason = Schemas['FilterReason']

const en = {
  title: 'Filtered e-mails',
  sender: 'From',
  noSender: 'No sender',
  subject: 'Subject',
  noSubject: 'No subject',
  reason: 'Why it was left out',
  at: 'Received',
  all: 'All reasons',
  reasons: {
    auto_reply: 'Out-of-office or read receipt',
    bounce: 'Delivery report',
    own: 'Our own e-mail came back',
    no_sender: 'No sender',
    empty: 'Nothing in it',
  } satisfies Record<Reason, string>,
  empty: 'No e-mails were left out. Out-of-office replies and delivery reports are shown here for 30 days.',
  bringBack: 'Bring back',
  open: 'Open conversation',
  broughtBack: 'It is a conversation now.',
  original: 'Download original',
  removeText: 'The e-mail is deleted. You can’t undo this.',
}
const sv: typeof en = {
  title: 'Bortsorterad e-post',
  sender: 'Från',
  noSender: 'Ingen avsändare',
  subject: 'Ämne',
  noSubject: 'Inget ämne',
  reason: 'Varför det sorterades bort',
  at: 'Kom in',
  all: 'Alla orsaker',
  reasons: {
    auto_reply: 'Frånvaromeddelande eller läskvitto',
    bounce: 'Leveransrapport',
    own: 'Vår egen e-post kom tillbaka',
    no_sender: 'Ingen avsändare',
    empty: 'Inget innehåll',
  },
  empty: 'Ingen e-post har sorterats bort. Frånvaromeddelanden och leveransrapporter visas här i 30 dagar.',
  bringBack: 'Hämta tillbaka',
  open: 'Öppna konversationen',
  broughtBack: 'Det är en konversation nu.',
  original: 'Ladda ner originalet',
  removeText: 'Mejlet tas bort. Det går inte att ångra.',
}
export const useFilteredEmailTexts = screenTexts({ en, sv })
