import type { BodyOf, Scope, WebhookEndpoint, webhookDispatcher } from '@frontdesk/contracts'
import { collection, type Lease } from '@frontdesk/documents'

/**
 * Which deliveries an endpoint's sign of life brings forward. `unanswered`: those whose last attempt met nobody. `failed`:
 * all that wait. `all`: the same, and at once, for a person asked for it.
 */
export type Release = { at: number; what: 'unanswered' | 'failed' | 'all' }

/** A secret at rest. The operation that made it gets it shown again; without an end it is the one in use. */
export type StoredSecret = { operation: string; sealed: string; createdAt: string; expiresAt?: number }

/** Where a tenant's events go. */
export type EndpointDocument = BodyOf<typeof webhookDispatcher.queries.endpointCreate>['endpoint'] & {
  /** Of what it is sent, as far as its maker's key could read it; absent when that was all, or was not noted. */
  scopes?: Scope[]
  /** The scopes of all that it was ever to be sent; absent when that was not noted. */
  carried?: Scope[]
  enabled: boolean
  disabledReason?: string
  createdAt: string
  /** Newest last. Expired ones go with the next rotation. */
  secrets: StoredSecret[]
  /** Since when (milliseconds since 1970) nothing was delivered; absent while deliveries succeed. */
  failingSince?: number
  /** Milliseconds since 1970; what `Retry-After` asked for: until then it is left alone. May be over. */
  notBefore?: number
  /** Since when (milliseconds since 1970) nobody answered there; absent while somebody does. */
  awaySince?: number
  /** What waits for it is to be brought forward; absent when that is done. */
  release?: Release
  /** The process that delivers to it: one at a time, so that its pace and the order of its lanes hold over all of them. */
  lease?: Lease | null
}
export const endpoints = collection<EndpointDocument>(
  'webhook-dispatcher-endpoints',
  [{ fields: ['createdAt'] }, { fields: ['release.at'], acrossTenants: true }],
  {
    // An older secret signs beside the newest for a day; without it an endpoint goes on.
    refersTo: ({ tenant, id, body: { secrets } }) => ({
      secrets: secrets.slice(-1).map(({ sealed }) => ({ purpose: 'webhook', owner: `${tenant}/${id}`, sealed })),
    }),
  },
)

/** An endpoint as the API shows it: never its secrets. */
export const toEndpoint = (id: string, document: EndpointDocument): WebhookEndpoint => ({
  id,
  url: document.url,
  events: document.events,
  ...(document.scopes && { scopes: document.scopes }),
  ...(document.description !== undefined && { description: document.description }),
  enabled: document.enabled,
  ...(document.disabledReason !== undefined && { disabledReason: document.disabledReason }),
  ...(document.maxPerSecond !== undefined && { maxPerSecond: document.maxPerSecond }),
  ...(document.failingSince !== undefined && { failingSince: new Date(document.failingSince).toISOString() }),
  createdAt: document.createdAt,
})
