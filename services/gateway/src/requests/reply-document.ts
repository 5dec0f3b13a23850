import { collection } from '@frontdesk/documents'

/** A reply as it is kept for whoever sends the same request again. */
export type StoredReply = {
  status: number
  /** JSON, or sealed JSON when the reply shows a secret. */
  body: string | null
  sealed: boolean
  /** Where it is neither JSON nor a problem. */
  contentType?: string
  /** It says nothing but ids, codes and counts, so that an erasure leaves it. */
  onlyIds?: true
  /** What it said was erased: whoever sends the same again is told so. */
  erased?: true
}

/**
 * What is known of one Idempotency-Key of one API key on one route. `running`: its work is in somebody's hands until
 * `leaseUntil`. `open`: it ended without a reply worth keeping and may run again. `done`: it has its reply.
 */
export type ReplyRecord = {
  state: 'running' | 'open' | 'done'
  /** SHA-256 of query and body. */
  fingerprint: string
  /** Milliseconds since 1970; part of the operation's name, so that a key used again after a day is a new operation. */
  createdAt: number
  leaseUntil: number
  reply: StoredReply | null
}

export const replies = collection<ReplyRecord>('gateway-replies', [{ fields: ['createdAt'], acrossTenants: true }])
