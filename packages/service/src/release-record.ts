import { platformTenant, version } from '@frontdesk/contracts'
import { collection, type Documents, type DocumentsReader } from '@frontdesk/documents'
import { type Clock, timestampOf } from './clock.ts'

/** The release of the process that last started a service, under the name of that service. */
type ReleaseRecord = { version: string; since: string }

/** Absent in data of releases before there was a record. */
export const releases = collection<ReleaseRecord>('service-releases')

export type WrittenBy = { service: string; version: string; since: string }

/** Says in the documents that this release writes for these services from now on. Writes only what is new. */
export async function recordRelease(documents: Documents, services: string[], clock: Clock): Promise<void> {
  const collection = await documents.collection(releases)
  const known = await collection.getMany(platformTenant, services)
  const isRecorded = (service: string) => known.some(({ id, body }) => id === service && body.version === version)
  const since = timestampOf(clock)
  const late = services.filter((service) => !isRecorded(service))
  if (late.length === 0) return
  await collection.putMany(
    platformTenant,
    late.map((id) => ({ id, body: { version, since } })),
  )
}

/** Which release last started each service; empty for data of releases before there was a record. */
export async function readReleases(documents: DocumentsReader): Promise<WrittenBy[]> {
  const found = await Array.fromAsync(documents.all(releases))
  return found.map(({ id, body: { version, since } }) => ({ service: id, version, since }))
}

/** Major, minor and patch; what follows a hyphen does not count. */
const numbersOf = (text: string): number[] => text.split('-')[0]!.split('.').map(Number)

/** Negative when the first one is the older one, 0 when they are the same. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const at = [0, 1, 2].find((i) => a[i] !== b[i])
  return at === undefined ? 0 : a[at]! - b[at]!
}

/** Whether processes of the second release may run beside those of the first: the same or the next minor version. */
export function canRunBeside(before: string, after: string): boolean {
  const [a, b] = [numbersOf(before), numbersOf(after)]
  return a[0] === b[0] && Math.abs(b[1]! - a[1]!) <= 1
}
