import { type BodyOf, errorCodes, type ingest, retrieval, ServiceError, toWireError } from '@frontdesk/contracts'
import { type RetrievalContext, spaceOf, wordsSpaceOf } from '../context.ts'
import { emptyRecord } from '../live/live-record-document.ts'
import { copiesOf, retireUnneeded } from '../live/retire-copies.ts'

/** Says that a version could not be indexed, and takes away what of it stands in the index. What was live stays live. */
export async function rejectVersion(
  { sourceId, version, contents }: BodyOf<typeof ingest.events.versionExtracted>,
  error: unknown,
  context: RetrievalContext,
): Promise<void> {
  const { collections, clock, commit, event } = context
  const { code, message } = toWireError(error)
  // A source ends with a reason that its owner can read; the log has the rest.
  const isPublic = error instanceof ServiceError && code !== 'internal'
  const failure = isPublic
    ? { code, message }
    : { code: 'processing_failed', message: errorCodes.processing_failed.title }
  await commit(collections.live, sourceId, (stored) => {
    const record = stored?.body ?? emptyRecord
    if (record.deleted || record.version >= version) return undefined
    const indexing = record.indexing?.version === version ? null : record.indexing
    const spaces = [spaceOf(context), wordsSpaceOf(context)]
    const written = spaces.flatMap((space) => copiesOf({ contents, ...space }))
    return {
      body: retireUnneeded(record, { ...record, indexing }, clock.now(), written),
      events: [event(retrieval.events.versionRejected, { sourceId, version, error: failure })],
    }
  })
}
