import type { ChannelAccount, ChannelKind } from '@frontdesk/contracts'
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
export const accounts = collection<ChannelDocument>(
  'channels-accounts',
  [
    { fields: ['kind', 'address'], unique: true, acrossTenants: true },
    { fields: ['channelId'], acrossTenants: true },
    { fields: ['createdAt'] },
  ],
  {
    refersTo: ({ tenant, body: { channelId, sealed } }) => ({
      secrets: [{ purpose: 'channel', owner: `${tenant}/${channelId}`, sealed }],
    }),
  },
)
