import { collection } from '@frontdesk/documents'

/** How many outbound events a conversation or source has had since somebody subscribed, and the numbers of the latest. */
export type NumberingDocument = {
  /** The highest place in the document's own sequence that was counted. */
  last: number
  number: number
  recent: { id: string; number: number }[]
  /** Milliseconds since 1970; only when its conversation or source was erased. */
  forgetAt?: number
}

export const numberings = collection<NumberingDocument>('webhook-dispatcher-numberings', [
  { fields: ['forgetAt'], acrossTenants: true },
])
