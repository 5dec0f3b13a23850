import { words } from '@frontdesk/language'

/** Whether a customer is frustrated. */
export const isFrustrated = (text: string): boolean => / (ridiculous|löjligt) /.test(` ${words(text).join(' ')} `)
