import type { analytics, BodyOf, Settings } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export const settingsCollection = collection<Settings>('chat-settings')

/** As the newest event told it. One a tenant. */
export const recalibrationCollection = collection<
  BodyOf<typeof analytics.events.recalibrationChanged> & { sequence: number }
>('chat-recalibrations')
