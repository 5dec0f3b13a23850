import type { Removed } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** The progress of removing a tenant's old conversations. One document for each rule of a tenant (retention-rules.ts). */
export type RetentionDocument = Leased & {
  /** The current run. */
  startedAt?: string
  /** Conversations that are being removed: they may already be gone here but not in other services. */
  batch?: string[]
  /** Visitors of these conversations. */
  visitors?: string[]
  /** How far this run has looked, for rules that keep some of what they look at. */
  walk?: { days: number; before: string; cursor: string }
  /** Another run was asked for during this one, which may not see what for. */
  isWanted?: true
  /** What this run removed so far. */
  removed?: Removed
}
export const retentions = collection<RetentionDocument>('chat-retentions', [{ fields: ['dueAt'], acrossTenants: true }])
