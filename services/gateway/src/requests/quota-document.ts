import { collection } from '@frontdesk/documents'

/** The window of a key, shared by all gateways: when it began (milliseconds since 1970), how much of it was given out. */
export type QuotaRecord = { startedAt: number; taken: number }

/** Keyed by the API key's id. */
export const quotas = collection<QuotaRecord>('gateway-quotas')
