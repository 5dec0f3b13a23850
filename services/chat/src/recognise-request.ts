import { words } from '@frontdesk/language'

/** Whether a customer asks for a person. */
export const asksForPerson = (text: string): boolean => / (human|människa) /.test(` ${words(text).join(' ')} `)
