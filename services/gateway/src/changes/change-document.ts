import type { BodyOf, gateway } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Cause } from '@frontdesk/service'

/** A change of the tenant on its way into the log. It is written before the change is made, so that none goes unseen. */
export type ChangeRecord = Omit<BodyOf<typeof gateway.events.changeRecorded>, 'id' | 'outcome'> & {
  /** `begun`: not known to be over. */
  outcome: 'begun' | 'done' | 'unknown'
  /** The request that started it, whichever process continues it. */
  cause?: Cause
  /** When it is looked at again (milliseconds since 1970): one that is only begun is told as `unknown`, another one goes. */
  dueAt: number
}

/** Keyed by the operation. */
export const changes = collection<ChangeRecord>('gateway-changes', [{ fields: ['dueAt'], acrossTenants: true }])
