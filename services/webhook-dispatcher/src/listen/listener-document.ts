import type { OutboundEventType, Scope } from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'

/** Somebody who listens while developing: a webhook without an address. It goes away soon after its reader. */
export type ListenerDocument = {
  events: OutboundEventType[]
  /** As far as its maker's key could read them; absent when that was all. */
  scopes?: Scope[]
  /** Signs what it is sent; sealed. */
  secret: string
  createdAt: string
  /** Milliseconds since 1970; its reader puts it off. */
  aliveUntil: number
  /** The number of the newest event that it has heard of. */
  last: number
  /** Numbers of the latest events, so that the same event again gets the same one; not those that its reader gave up. */
  recent: { event: string; number: number }[]
}
/** A stored listener, as it is found across tenants. */
export type Listener = Pick<Stored<ListenerDocument>, 'tenant' | 'id' | 'body'>

export const listeners = collection<ListenerDocument>('webhook-dispatcher-listeners', [
  { fields: ['aliveUntil'], acrossTenants: true },
])

type Numbered = {
  listenerId: string
  number: number
  /** Milliseconds since 1970. */
  heardAt: number
}
/** An event for a listener, as an endpoint would get it. */
export type ListenerEvent = Numbered & {
  event: { id: string; type: string; key: string; sequence: number }
  /** What is sent, to the byte. */
  body: string
}
/** One for each number of a listener, from which its id follows: an event, or nothing, and then nothing comes there any more. */
type ListenerEventDocument = ListenerEvent | (Numbered & { isGivenUp: true })

export const isEvent = (document: ListenerEventDocument): document is ListenerEvent => 'event' in document
export const listenerEventId = (listenerId: string, number: number): string => `${listenerId}/${number}`
export const listenerEvents = collection<ListenerEventDocument>('webhook-dispatcher-heard', [
  { fields: ['listenerId', 'number'] },
])

/** How long a listener whose reader is away may come back and go on where it stopped. */
export const lifeMs = 60_000
/** How long a process may not know of a new listener: it asks for them no more often. */
export const unknownForMs = 500
