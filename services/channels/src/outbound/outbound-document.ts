import type { ChannelKind, MessageDelivery } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Cause } from '@frontdesk/service'
import type { Receipt } from '../providers/provider.ts'

/** `queued`: it waits for its turn or for its next try; people are told `sending`. */
export type OutboundState = MessageDelivery['state'] | 'queued'

/**
 * What the provider takes at once. `pieces`: what its receipts said of each, when it sent it in several. `isReturned`: a mail
 * that came back.
 */
export type OutboundPart = {
  text: string
  /** The file that it is, in place of a text. */
  attachmentId?: string
  state: OutboundState
  pieces?: MessageDelivery['state'][]
  isReturned?: true
  /** Why it failed, or may have; absent when it was never tried because of another part. */
  code?: string
  detail?: string
}

/** A message of ours on its way out; its id is the message's. */
export type OutboundDocument = {
  conversationId: string
  kind: ChannelKind
  /** Its place in the conversation: messages of one leave in this order. */
  sequence: number
  /** `ai`: no person wrote it. */
  author: 'ai' | 'agent'
  text: string
  /** How `text` is to be read; absent: as it stands. */
  format?: 'markdown'
  /** Files that go with it. */
  attachmentIds?: string[]
  /** An answer that failed: nothing is sent, people get its conversation once its thread is known. */
  forPeople?: true
  /** How it was cut for the provider; empty until it first leaves. */
  parts: OutboundPart[]
  state: OutboundState
  /** Since when that is its state; RFC 3339. */
  at: string
  /** Why it failed, or may have: what its worst part says. */
  code?: string
  detail?: string
  /** Counts the times that it was asked to be sent; and the operation that asked for the latest one. */
  round: number
  operationId?: string
  /** Whether `sending` was told for this round. */
  isTold: boolean
  /** Tries of this round, and when it began (milliseconds since 1970). */
  tries: number
  roundAt: number
  /** The conversation, until it left or failed. Absent then, so that the index holds only what is to be done. */
  lane?: string
  /** When somebody should look at it: at once, for its next try, or when whoever sends it has been silent too long. */
  dueAt?: number
  /** Names the claim that sends it. */
  claim?: string
  /** The channel it last left by. */
  channelId?: string
  /** The request that started it, whichever process continues it. */
  cause?: Cause
  createdAt: string
}
export const outbound = collection<OutboundDocument>('channels-outbound', [
  { fields: ['lane', 'sequence'] },
  { fields: ['conversationId'] },
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['createdAt'], acrossTenants: true },
])

/** A part of a message in the round in which it was sent; or one of the `pieces` that the provider made of it. */
export type SentPart = {
  messageId: string
  conversationId: string
  part: number
  round: number
  piece?: number
  pieces?: number
}

/**
 * What a provider calls a part that it took, and the receipts that came for it before `send` had answered: until then it is
 * not known whose they are. `earlyRound`: the part was known, and sent again, perhaps under the same name, when they came.
 * Forgotten at `until` (milliseconds since 1970).
 */
export type SentIdDocument = { until: number; early: Receipt[]; earlyRound?: number } & (
  | SentPart
  | { messageId?: undefined }
)
export const sentIds = collection<SentIdDocument>('channels-sent-ids', [
  { fields: ['conversationId'] },
  { fields: ['until'], acrossTenants: true },
])
