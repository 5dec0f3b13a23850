import { type BodyOf, derivedId, type importStart } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { runImport } from './run-imports.ts'

/** Records an import and begins with it; whatever ends this process, another goes on. */
export async function startImport(
  { operationId, blobId, form, name }: BodyOf<typeof importStart>,
  context: IngestContext,
) {
  const { tenant, collections, clock } = context
  const jobId = derivedId('job', tenant, operationId)
  const verdicts = { created: 0, updated: 0, skipped: 0, rejected: 0 }
  const { inserted } = await collections.jobs.insert(tenant, jobId, {
    kind: 'import',
    createdAt: timestampOf(clock),
    items: [],
    import: { blobId, form, name, handled: 0, isOver: false, attempts: 0, verdicts },
    dueAt: clock.now(),
  })
  if (inserted) context.detach('import', (lasting) => runImport(jobId, lasting))
  return { jobId }
}
