import { type BodyOf, derivedId, type ingest } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import type { JobDocument } from '../jobs/job-document.ts'

/** Records an import and starts it; if this process ends, another one continues. */
export async function startImport(
  { operationId, blobId, form, name }: BodyOf<typeof ingest.queries.importStart>,
  context: IngestContext,
) {
  const { tenant, collections, clock, commit } = context
  const jobId = derivedId('job', tenant, operationId)
  const verdicts = { created: 0, updated: 0, skipped: 0, rejected: 0 }
  const begun: JobDocument = {
    kind: 'import',
    createdAt: timestampOf(clock),
    items: [],
    import: { blobId, form, name, handled: 0, isOver: false, verdicts },
    cause: context.cause,
    dueAt: clock.now(),
    lookAt: clock.now(),
  }
  await commit(collections.jobs, jobId, (current) => (current ? undefined : { body: begun }))
  return { jobId }
}
