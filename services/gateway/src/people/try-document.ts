import { collection } from '@frontdesk/documents'

/** Tries in one window, kept under the platform's own tenant by a hash of what they are counted by. */
export type TryRecord = {
  count: number
  /** End of the window, in milliseconds since 1970. */
  endsAt: number
}

export const tries = collection<TryRecord>('gateway-tries', [{ fields: ['endsAt'], acrossTenants: true }])
