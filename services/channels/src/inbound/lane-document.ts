import { collection } from '@frontdesk/documents'

/** Requests of one sender come after each other: this is where their events get their numbers. */
export type LaneDocument = { channelId: string; acceptedAt: string }
export const lanes = collection<LaneDocument>('channels-lanes', [{ fields: ['acceptedAt'], acrossTenants: true }])
