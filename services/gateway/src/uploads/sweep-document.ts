import { collection } from '@frontdesk/documents'

/** When the next sweep is due (milliseconds since 1970). One document for all gateways, so that only one of them sweeps. */
export type SweepRecord = { dueAt: number }

export const sweeps = collection<SweepRecord>('gateway-sweeps')
