import type { BodyOf, changeRecorded } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A change of the tenant on its way into the log. It is written before the change is made, so that none goes unseen. */
export type ChangeRecord = Omit<BodyOf<typeof changeRecorded>, 'id' | 'outcome'> & {
  /** `begun`: not known to be over. */
  outcome: 'begun' | 'done' | 'unknown'
  /** When it is looked at again (milliseconds since 1970): one that is only begun is told as `unknown`, another one goes. */
  dueAt: number
}

/** Keyed by the operation. */
export const changes = collection<ChangeRecord>('gateway-changes', [{ fields: ['dueAt'], acrossTenants: true }])
