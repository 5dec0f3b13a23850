import { collection } from '@frontdesk/documents'

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
