import type { Outstanding, OutstandingEvents } from '@frontdesk/bus'
import { readLines } from './lines.ts'

/** The newest event that a document of the backup has caused. */
export type Numbered = { collection: string; tenant: string; id: string; sequence: number }

/** The service whose events they are: its collections begin with its name. */
const ownerOf = (subject: string): string => subject.split('.')[1] ?? ''
const placeOf = (owner: string, tenant: string, key: string): string => JSON.stringify([owner, tenant, key])

/**
 * Those events that the documents of the backup know. One that was published while they were read may tell of a change that
 * was committed after its document was read: restored, its effect would stand without it. Memory holds a name for each
 * event of that time, not for each document.
 */
export async function* knownEvents({ events }: OutstandingEvents, sequencesFile: string): AsyncGenerator<Outstanding> {
  const later = new Map<string, number>()
  const owners = new Set<string>()
  for await (const { event, isLater } of events()) {
    if (!isLater) continue
    later.set(placeOf(ownerOf(event.subject), event.tenant, event.key), 0)
    owners.add(ownerOf(event.subject))
  }
  for await (const { collection, tenant, id, sequence } of readLines<Numbered>(sequencesFile)) {
    for (const owner of owners) {
      const place = placeOf(owner, tenant, id)
      if (collection.startsWith(`${owner}-`) && later.has(place))
        later.set(place, Math.max(later.get(place)!, sequence))
    }
  }
  // Read again: what came meanwhile is not named, and so left out.
  for await (const { isLater, ...item } of events()) {
    const { subject, tenant, key, sequence } = item.event
    if (!isLater || (later.get(placeOf(ownerOf(subject), tenant, key)) ?? 0) >= sequence) yield item
  }
}
