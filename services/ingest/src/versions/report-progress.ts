import { chat } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { type SourceDocument, type VersionRecord, withVersion } from '../sources/source-document.ts'
import type { Reference } from './contents.ts'

export type Progress = NonNullable<VersionRecord['progress']>

/** Stores the progress of a version, if it still `has` one, and tells it to whoever watches the live events. */
export async function reportProgress(
  { sourceId, version }: Reference,
  change: { progress: Progress } & Partial<VersionRecord>,
  has: (current: Stored<SourceDocument>) => boolean,
  { collections, commit, clock, ask, log }: IngestContext,
): Promise<void> {
  let isStored = false
  await commit(collections.sources, sourceId, (current) => {
    isStored = current !== undefined && has(current)
    if (!current || !isStored) return undefined
    return { body: withVersion(current.body, version, change, timestampOf(clock)) }
  })
  if (!isStored) return
  // That nobody can be told must not fail the work.
  await ask(chat.queries.sourceProgressTell, { sourceId, progress: change.progress }).catch((error: unknown) => {
    log.debug({ sourceId, version, err: error }, 'progress could not be sent')
  })
}
