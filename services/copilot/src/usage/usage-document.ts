import { collection } from '@frontdesk/documents'

/** What actions cost that asked a language model. It holds no word, and stays when they are erased. Keyed by the run. */
export type UsageRecord = { at: string; promptTokens: number; completionTokens: number }

export const usage = collection<UsageRecord>('copilot-usage', [{ fields: ['at'] }])
