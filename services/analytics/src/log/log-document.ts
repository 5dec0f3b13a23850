import type { AnalyticsLogEntry } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export const log = collection<Omit<AnalyticsLogEntry, 'id'>>('analytics-log', [
  { fields: ['at'] },
  { fields: ['kind', 'at'] },
])
