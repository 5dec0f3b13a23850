import { collection } from '@frontdesk/documents'

/**
 * Requests of one sender come after each other: this is where their events get their numbers. `arrivals`: when its newest
 * mails came (milliseconds since 1970), to see a loop by.
 */
export type LaneDocument = { channelId: string; acceptedAt: string; arrivals?: number[] }
export const lanes = collection<LaneDocument>('channels-lanes', [{ fields: ['acceptedAt'], acrossTenants: true }])
