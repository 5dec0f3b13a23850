import type { Attachment, ChannelAccount, ChannelKind } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A channel. Its id stands in the body too, for a request that names it comes without a tenant. */
export type ChannelDocument = {
  channelId: string
  kind: ChannelKind
  provider: ChannelAccount['provider']
  /** In normal form. Belongs to one channel of one tenant. */
  address: string
  name?: string
  enabled: boolean
  /** Sealed at rest, as JSON of secrets by name, for the owner `<tenant>/<channelId>`. */
  sealed: string
  secretNames: string[]
  createdAt: string
  updatedAt: string
}
export const accounts = collection<ChannelDocument>('channels-accounts', [
  { fields: ['kind', 'address'], unique: true, acrossTenants: true },
  { fields: ['channelId'], acrossTenants: true },
  { fields: ['createdAt'] },
])

/** A verified request as it came, without what authorised it. Its id follows from what it says, so it is there once. */
export type RequestDocument = {
  channelId: string
  method: 'POST'
  target: string
  headers: Record<string, string>
  body: { base64: string } | { blobId: string; bytes: number }
  receivedAt: string
  /** Lanes in which it is still to be worked off. */
  lanes: string[]
  /** Whose words are in it, as the lanes of all their addresses: what an erasure finds it by. */
  senders: string[]
  /** `waiting`: told of twice. `failed`: among the dead letters, with the reason. */
  state: 'received' | 'waiting' | 'done' | 'failed'
}
export const requests = collection<RequestDocument>('channels-requests', [
  { fields: ['channelId', 'senders'] },
  { fields: ['receivedAt'], acrossTenants: true },
  { fields: ['state', 'receivedAt'], acrossTenants: true },
])

/**
 * Requests of one sender come after each other: this is where their events get their numbers. `arrivals`: when its newest
 * mails came (milliseconds since 1970), to see a loop by.
 */
export type LaneDocument = { channelId: string; acceptedAt: string; arrivals?: number[] }
export const lanes = collection<LaneDocument>('channels-lanes', [{ fields: ['acceptedAt'], acrossTenants: true }])

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
  dueAt: number
}
export const parts = collection<PartsDocument>('channels-parts', [
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['address'] },
])

/** What must not be accepted a second time while it could still verify. */
export type OnceDocument = { requestId: string; until: number }
export const once = collection<OnceDocument>('channels-once', [{ fields: ['until'], acrossTenants: true }])

/**
 * A message that came in, by the provider's id of it (or its Message-ID). Where it belongs is decided before chat is asked,
 * so that a second try asks the same.
 */
export type InboundDocument = {
  channelId: string
  requestId: string
  state: 'decided' | 'done' | 'dropped'
  /** Why it became no message: what kind of mail it was, or `empty`. */
  dropped?: string
  /** The conversation it goes on with; absent: it begins one. */
  conversationId?: string
  messageId?: string
  /** Its sender was sent something of that conversation, so answers may go to them. */
  isInvited?: true
  /** Nobody but people may answer it: a machine seems to write. */
  forPeople?: true
  at: string
}
export const inbound = collection<InboundDocument>('channels-inbound', [
  { fields: ['conversationId'] },
  { fields: ['channelId'] },
  { fields: ['state', 'at'] },
  { fields: ['at'], acrossTenants: true },
])

/** A conversation that came by a channel, with what an answer to it needs. Its id is the conversation's. */
export type ThreadDocument = {
  conversationId: string
  channelId: string
  kind: ChannelKind
  /** The customer's, in normal form. */
  address: string
  name?: string
  subject?: string
  /** The subject without what programs put before it, to find it by. */
  subjectKey?: string
  /** Of the customer's newest message; RFC 3339. */
  lastInboundAt: string
  /** Message-IDs of mails of the conversation, in angle brackets, oldest first; the newest 50. */
  messageIds: string[]
  /** The Message-ID of the customer's newest mail, and what of its References is kept. */
  lastMessageId?: string
  references?: string[]
}
export const threads = collection<ThreadDocument>('channels-threads', [
  { fields: ['channelId', 'address', 'lastInboundAt'] },
])

/** To which conversation a Message-ID belongs; its id is `mailIdOf`. */
export type MailIdDocument = { conversationId: string }
export const mailIds = collection<MailIdDocument>('channels-mail-ids', [{ fields: ['conversationId'] }])

/** A file that came with a message. Its conversation is named once chat has taken the message; until then it is unclaimed. */
export type AttachmentDocument = Omit<Attachment, 'id'> & {
  conversationId?: string
  unclaimedSince?: string
  blobId: string
}
export const attachments = collection<AttachmentDocument>('channels-attachments', [
  { fields: ['conversationId'] },
  { fields: ['unclaimedSince'], acrossTenants: true },
])
