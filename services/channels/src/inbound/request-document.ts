import { collection } from '@frontdesk/documents'
import type { Cause } from '@frontdesk/service'

/** A verified request as it came, without what authorised it. Its id follows from what it says, so it is there once. */
export type RequestDocument = {
  channelId: string
  method: 'POST'
  target: string
  headers: Record<string, string>
  body: { base64: string } | { blobId: string; bytes: number }
  receivedAt: string
  /** The request that started it, whichever process continues it. */
  cause?: Cause
  /** Lanes in which it is still to be worked off. */
  lanes: string[]
  /** Whose words are in it, as the lanes of all their addresses: what an erasure finds it by. */
  senders: string[]
  /** `waiting`: told of twice. `failed`: among the dead letters, with the reason. */
  state: 'received' | 'waiting' | 'done' | 'failed'
}
export const requests = collection<RequestDocument>(
  'channels-requests',
  [
    { fields: ['channelId', 'senders'] },
    { fields: ['receivedAt'], acrossTenants: true },
    { fields: ['state', 'receivedAt'], acrossTenants: true },
  ],
  {
    refersTo: ({ body: { state, body } }) =>
      'blobId' in body && (state === 'received' || state === 'waiting') ? { blobs: [body.blobId] } : {},
  },
)

/** What must not be accepted a second time while it could still verify, and the SHA-256 of the body that it came with. */
export type OnceDocument = { digest: string; until: number }
export const once = collection<OnceDocument>('channels-once', [{ fields: ['until'], acrossTenants: true }])
