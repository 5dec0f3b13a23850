import { screenTexts } from '../../app/language.tsx'

const en = {
  title: 'Notifications',
  empty: 'Nothing new. Mentions and conversations assigned to you appear here.',
  markAll: 'Mark all as read',
  mention: (name: string) => `${name} mentioned you`,
  assigned: (name: string) => `${name} assigned a conversation to you`,
  someone: 'Someone',
  unread: 'Unread',
  how: 'How you are told',
  assignedLabel: 'When a conversation is assigned to me',
  mentionedLabel: 'When I am mentioned',
  queueLabel: 'When a conversation without an assignee waits',
  sound: 'Play a sound',
  mail: 'Send an email when I am away',
  system: 'Show notifications outside of this page',
  systemRefused: 'The browser does not allow it. Change that in its settings for this site.',
}
const sv: typeof en = {
  title: 'Aviseringar',
  empty: 'Inget nytt. Här visas när någon nämner dig eller tilldelar dig en konversation.',
  markAll: 'Markera alla som lästa',
  mention: (name) => `${name} nämnde dig`,
  assigned: (name) => `${name} tilldelade dig en konversation`,
  someone: 'Någon',
  unread: 'Oläst',
  how: 'Så får du veta',
  assignedLabel: 'När en konversation tilldelas mig',
  mentionedLabel: 'När någon nämner mig',
  queueLabel: 'När en konversation väntar som inte är någons',
  sound: 'Spela ett ljud',
  mail: 'Skicka e-post när jag är borta',
  system: 'Visa aviseringar utanför sidan',
  systemRefused: 'Webbläsaren tillåter det inte. Ändra det i dess inställningar för webbplatsen.',
}

/** The texts of the notifications. */
export const useTexts = screenTexts({ en, sv })
