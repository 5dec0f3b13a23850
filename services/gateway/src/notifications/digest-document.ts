import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** The weekly mail of one agent: due on Mondays while they want it. */
export type DigestRecord = Leased & {
  /** The end of the week that the last one was about; no week is told twice. */
  sentFor?: number
}

/** Keyed by the agent. */
export const digests = collection<DigestRecord>('gateway-digests', [{ fields: ['dueAt'], acrossTenants: true }])
