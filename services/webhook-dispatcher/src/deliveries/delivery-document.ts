import { type Delivery, without } from '@frontdesk/contracts'
import { ascending, collection, type Sort } from '@frontdesk/documents'
import type { Cause } from '@frontdesk/service'

/** One event on its way to one endpoint, with the ledger of its attempts. Its id follows from both. */
export type DeliveryDocument = {
  endpointId: string
  /** The lane it travels in: endpoint and key of the event. */
  lane: string
  event: { id: string; type: string; key: string; sequence: number }
  /** What is sent, to the byte. */
  body: string
  state: Delivery['state']
  attempts: Delivery['attempts']
  /** Why it was not sent, while it has failed for that. */
  reason?: string
  /** Attempts since it was made, or since somebody asked to deliver it again. */
  tries: number
  /** Tried once, then settled: a test. */
  once?: true
  /** Somebody asked for it: its next attempt heeds no `Retry-After` that the endpoint said to others. */
  byHand?: true
  createdAt: string
  /** The request that the event belongs to: deliveries name it, however late they are. */
  cause?: Cause
  /** Milliseconds since 1970; only while pending and after a failure: not to be tried before. */
  nextAttemptAt?: number
  /** Milliseconds since 1970; only while it was brought forward: when it would have gone. */
  scheduledAt?: number
  /** How often it was brought forward since it began. */
  releases?: number
  /**
   * Milliseconds since 1970, only while pending: when somebody should look at its lane, whose first pending delivery goes
   * out. One that waits behind another one is put off until that one is due.
   */
  dueAt?: number
}
export const deliveries = collection<DeliveryDocument>('webhook-dispatcher-deliveries', [
  { fields: ['endpointId', 'createdAt'] },
  { fields: ['endpointId', 'state', 'createdAt'] },
  { fields: ['endpointId', 'event.type', 'createdAt'] },
  { fields: ['lane', 'state', 'event.sequence'] },
  { fields: ['event.key'] },
  { fields: ['createdAt'] },
  { fields: ['createdAt'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['endpointId', 'dueAt'] },
])

/** What it is while its endpoint is disabled: the ledger has it, and by hand or by a replay it goes. */
export const unsent = { state: 'failed', reason: 'Not sent: the endpoint was disabled.' } as const

/** A delivery that begins anew, with a new round of attempts. */
export function restartDelivery(delivery: DeliveryDocument, dueAt: number): DeliveryDocument {
  const kept = without(delivery, 'nextAttemptAt', 'reason', 'scheduledAt', 'releases')
  return { ...kept, state: 'pending', tries: 0, dueAt }
}

/** The order within a lane. Asked for also where it does not matter: the index of lanes serves what is sorted by it. */
export const bySequence: Sort = ascending('event.sequence')

/** As above: the index of keys serves what is sorted by it. */
export const byKey: Sort = ascending('event.key')

/** The pending deliveries of one key to one endpoint go one after the other, by their sequence. */
export const laneOf = (endpointId: string, key: string): string => `${endpointId}/${key}`

/** A delivery as the API shows it. */
export const toDelivery = (id: string, document: DeliveryDocument): Delivery => ({
  id,
  endpointId: document.endpointId,
  event: document.event,
  state: document.state,
  attempts: document.attempts,
  ...(document.reason !== undefined && { reason: document.reason }),
  createdAt: document.createdAt,
  ...(document.state === 'pending' &&
    document.nextAttemptAt !== undefined && { nextAttemptAt: new Date(document.nextAttemptAt).toISOString() }),
})
