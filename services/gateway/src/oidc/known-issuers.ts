import { LRUCache } from 'lru-cache'
import type { ServerMetadata } from 'openid-client'

const maxIssuers = 1_000

/** Discovery documents by their issuer. `readAt` is in milliseconds since 1970. */
export const openKnownIssuers = () =>
  new LRUCache<string, { metadata: ServerMetadata; readAt: number }>({ max: maxIssuers })
