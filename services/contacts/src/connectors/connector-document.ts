import { type Connector, type ConnectorDelivery, type ConnectorSync, without } from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** A connector as it is stored. `sealed`: its secrets as JSON, encrypted. */
export type ConnectorDocument = Omit<Connector, 'id'> & {
  sealed: string
  /** Where the pull goes on: the adapter's own words. */
  pullCursor?: string
  /** Contacts changed here up to this (RFC 3339) are there. */
  pushedUntil?: string
  /** When the next sync by itself is due (milliseconds since 1970). */
  syncDueAt?: number
}

/** Fields that both sides know. */
export type SharedFields = { name: string | null; email: string | null; phone: string | null }

/**
 * Which thing there is which thing here. `base`: what a contact's fields were when both sides last agreed; the side that
 * differs from it has changed. A contact that the other side would make twice has `sentAt` (milliseconds since 1970) and no
 * `theirs` while it is made there: an attempt of which nobody heard may have done it.
 */
export type LinkDocument = {
  connectorId: string
  kind: 'contact' | 'conversation'
  ours: string
  theirs?: string
  base?: SharedFields
  sentAt?: number
}

/** One conversation on its way to one connector. Due while `dueAt` is there. */
export type DeliveryDocument = Omit<ConnectorDelivery, 'id' | 'nextAttemptAt'> &
  Leased & {
    /** RFC 3339, when it was last over; not there while it is pending. */
    settledAt?: string
    /** Counts the requests to write it: it stays pending when a newer request arrived during an attempt. */
    wish: number
  }

/** The commit point of a sync. */
export type SyncDocument = Pick<
  ConnectorSync,
  'connectorId' | 'createdAt' | 'finishedAt' | 'counts' | 'error' | 'items'
> &
  Leased & {
    state: ConnectorSync['state']
    phase: 'pull' | 'push'
    /** Where the phase goes on. */
    cursor?: string
    /** RFC 3339, where the next push begins when it is earlier than the end of this one. */
    pushAgainFrom?: string
    /** Whether its items or its error say something, which may be about a person. */
    hasWords?: boolean
  }

export const connectors = collection<ConnectorDocument>(
  'contacts-connectors',
  [{ fields: ['createdAt'] }, { fields: ['syncDueAt'], acrossTenants: true }],
  {
    refersTo: ({ tenant, id, body: { sealed } }) => ({
      secrets: [{ purpose: 'connector', owner: `${tenant}/${id}`, sealed }],
    }),
  },
)
export const connectorLinks = collection<LinkDocument>('contacts-connector-links', [
  { fields: ['connectorId', 'theirs'] },
  { fields: ['ours'] },
])
export const connectorDeliveries = collection<DeliveryDocument>('contacts-connector-deliveries', [
  { fields: ['connectorId', 'createdAt'] },
  { fields: ['conversationId'] },
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['settledAt'], acrossTenants: true },
])
export const connectorSyncs = collection<SyncDocument>('contacts-connector-syncs', [
  { fields: ['createdAt'] },
  { fields: ['connectorId', 'createdAt'] },
  { fields: ['connectorId', 'state'] },
  { fields: ['hasWords'] },
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['finishedAt'], acrossTenants: true },
])

/** A connector as the API shows it: never its secrets. */
export function toConnector({ id, body }: Stored<ConnectorDocument>): Connector {
  return { id, ...without(body, 'sealed', 'pullCursor', 'pushedUntil', 'syncDueAt') }
}

export function toDelivery({ id, body }: Stored<DeliveryDocument>): ConnectorDelivery {
  const { dueAt } = body
  const shown = without(body, 'tries', 'dueAt', 'wish', 'claim', 'settledAt', 'cause', 'outageSince', 'waitsFor')
  return { id, ...shown, ...(dueAt !== undefined && { nextAttemptAt: new Date(dueAt).toISOString() }) }
}

export function toSync({ id, body }: Pick<Stored<SyncDocument>, 'id' | 'body'>): ConnectorSync {
  const { connectorId, state, createdAt, finishedAt, counts, error, items } = body
  const { pulled, pushed, rejected } = counts
  const total = pulled + pushed + (rejected - items.filter(({ contactId }) => contactId === undefined).length)
  return {
    id,
    kind: 'connector-sync',
    connectorId,
    state,
    createdAt,
    counts,
    items,
    ...(finishedAt !== undefined && { finishedAt }),
    ...(error && { error }),
    total,
    done: total - rejected,
    failed: rejected,
  }
}
