import { screenTexts } from '../../../app/language.tsx'

const en = {
  shortcut: 'Shortcut',
  shortcutHint: 'Letters, digits, - and _.',
  content: 'Text',
  contentHint: '{{contact.name}} and {{agent.name}} are replaced with the names.',
  shared: 'For everyone',
  sharedHint: 'Turned off, only you can see it.',
  tags: 'Tags to add',
  tagsHint: 'Separated by commas.',
  status: 'Set the conversation to',
  keep: 'Leave as it is',
  used: (n: number) => (n === 1 ? 'used once' : `used ${n} times`),
  mine: 'Only you',
  create: 'New reply',
  empty: 'No canned replies yet.',
}
const sv: typeof en = {
  shortcut: 'Kortkommando',
  shortcutHint: 'Bokstäver, siffror, - och _.',
  content: 'Text',
  contentHint: '{{contact.name}} och {{agent.name}} ersätts med namnen.',
  shared: 'För alla',
  sharedHint: 'Avstängt: bara du ser det.',
  tags: 'Taggar att lägga till',
  tagsHint: 'Åtskilda med kommatecken.',
  status: 'Sätt konversationen till',
  keep: 'Låt vara som den är',
  used: (n) => (n === 1 ? 'använt en gång' : `använt ${n} gånger`),
  mine: 'Bara du',
  create: 'Nytt snabbsvar',
  empty: 'Inga snabbsvar än.',
}
export const useRepliesTexts = screenTexts({ en, sv })
