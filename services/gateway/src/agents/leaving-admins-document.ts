import { collection } from '@frontdesk/documents'

/** Admins who are giving up the role, or their account, just now. `until` is in milliseconds since 1970. */
export type LeavingAdminsRecord = { leaving: { token: string; agentId: string; until: number }[] }

/** One record a tenant. */
export const leavingAdminsId = 'admins'

export const leavingAdmins = collection<LeavingAdminsRecord>('gateway-leaving-admins')
