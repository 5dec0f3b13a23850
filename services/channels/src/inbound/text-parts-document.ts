import { collection } from '@frontdesk/documents'
import type { Cause } from '@frontdesk/service'

/**
 * A long text that comes in parts: what came of it so far. `dueAt` (milliseconds since 1970): when the rest is not waited for
 * any more; once a message is made of it (`closing`) or was, when that is forgotten.
 */
export type PartsDocument = {
  channelId: string
  requestId: string
  address: string
  name?: string
  total: number
  state: 'waiting' | 'closing' | 'done'
  /** By place, from 1. */
  parts: Record<string, { id: string; text: string }>
  /** The request that started it, whichever process continues it. */
  cause?: Cause
  dueAt: number
}
export const parts = collection<PartsDocument>('channels-parts', [
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['address'] },
])
