import type { Settings } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export const settingsCollection = collection<Settings>('chat-settings')
