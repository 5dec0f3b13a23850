import {
  holdsAll,
  type OutboundEventType,
  outboundEventScopes,
  outboundEventType,
  requireScopes,
  type Scope,
  scopesOfEvents,
} from '@frontdesk/contracts'

/** What is sent somewhere: named types, or all (empty), as far as the maker's scopes let it; absent scopes set no limit. */
type EventFilter = { events: readonly OutboundEventType[]; scopes?: Scope[] }

/** Whether a filter lets events of that type through. */
export const matchesFilter = ({ events, scopes }: EventFilter, type: OutboundEventType): boolean =>
  (events.length === 0 || events.includes(type)) && (scopes === undefined || scopes.includes(outboundEventScopes[type]))

const scopesOfFilter = (filter: EventFilter): Scope[] =>
  scopesOfEvents(outboundEventType.options.filter((type) => matchesFilter(filter, type)))

/**
 * What may be sent for someone with these scopes: what they name, or of everything what they may read. Throws `forbidden`
 * for a named type that they may not read.
 */
export function filterFor(events: OutboundEventType[], held: readonly Scope[] | undefined): EventFilter {
  requireScopes(held, scopesOfEvents(events))
  if (holdsAll(held, ['admin'])) return { events }
  return { events, scopes: scopesOfEvents().filter((each) => held!.includes(each)) }
}

/** Of an endpoint, the scopes of all that it was ever sent. One from before this was noted may have been sent everything. */
export const scopesEverSent = (document: EventFilter & { carried?: Scope[] }): Scope[] =>
  document.carried ? [...new Set([...document.carried, ...scopesOfFilter(document)])] : scopesOfEvents()

/** Throws `forbidden` unless these scopes may read all that a listener is sent. */
export const requireFilter = (held: readonly Scope[] | undefined, filter: EventFilter): void =>
  requireScopes(held, scopesOfFilter(filter))
