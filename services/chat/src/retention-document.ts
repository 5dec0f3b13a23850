import type { Removed } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** How far the removal of old conversations of a tenant is. There is one document a tenant that wants it. */
export type RetentionDocument = {
  /** When somebody should go on with it (milliseconds since 1970); renewed by whoever does. */
  dueAt: number
  /** Of the run that is under way. */
  startedAt?: string
  /** Conversations that are being removed: they may be gone here and not elsewhere. */
  batch?: string[]
  /** What this run removed so far. */
  removed?: Removed
}
export const retentions = collection<RetentionDocument>('chat-retentions', [{ fields: ['dueAt'], acrossTenants: true }])
