import { errorCodes, limits } from '@frontdesk/contracts'
import { job, type Lease } from '@frontdesk/jobs'
import type { IngestContext } from '../context.ts'
import { type JobDocument, type JobItem, jobItemId } from '../jobs/job-document.ts'
import { importManifest } from './import-manifest.ts'
import { type Held, refusal } from './import-refusal.ts'
import { ArchiveFault, openArchive } from './open-archive.ts'
import { ManifestFault } from './read-manifest.ts'

/** How often a process may crash, or a part fail, without progress of the import. */
const maxTries = 8
const itemsAStep = 50
const stepMs = 1_000
/** Imports of knowledge. Each step is committed and idempotent. */
export const importWork = job<IngestContext, JobDocument>({
  name: 'import of knowledge',
  collection: ({ collections }) => collections.jobs,
  leaseMs: ({ config }) => config.IMPORT_LEASE_MS,
  everyMs: 1_000,
  async work(lease, context) {
    const { blobId, name } = lease.body.import!
    const { held, written } = recordItems(lease, context)
    if (lease.body.tries! > maxTries)
      await held.record(refusal(name, 'processing_failed', errorCodes.processing_failed.title))
    else await importFile(held, context)
    const change = await written()
    return {
      change(before) {
        const after = change(before)
        return { ...after, import: { ...after.import!, isOver: true } }
      },
      afterwards: () => context.blobs.remove(context.tenant, blobId),
    }
  },
})

async function importFile(held: Held, context: IngestContext): Promise<void> {
  const { blobId, form, name } = held.state
  const { tenant, blobs, config } = context
  const content = await blobs.stream(tenant, blobId)
  try {
    if (form === 'json') return await importManifest(content, held, context)
    const inflatedBytes = config.IMPORT_INFLATED_MB * 1024 * 1024
    const archive = await openArchive(content, { fileBytes: limits.fileBytes, inflatedBytes })
    try {
      await importManifest(await archive.manifest(), held, context, archive.original)
      for (const { name: source, reason } of archive.refused)
        await held.record(refusal(source, 'invalid_request', reason))
    } finally {
      await archive.close()
    }
  } catch (error) {
    // What is wrong with the file stays so: the items before are good, and the job says why there are no more.
    if (!(error instanceof ManifestFault || error instanceof ArchiveFault)) throw error
    await held.record(refusal(name, 'invalid_request', error.message))
  } finally {
    content.destroy()
  }
}

/**
 * Commits the items of an import in steps. `written` stores the waiting ones and resolves with the change of the job.
 */
function recordItems(lease: Lease<JobDocument>, context: IngestContext) {
  const { tenant, collections, clock } = context
  let waiting: JobItem[] = []
  let savedAt = clock.now()

  async function written(): Promise<(job: JobDocument) => JobDocument> {
    const items = waiting
    waiting = []
    savedAt = clock.now()
    const { handled } = lease.body.import!
    const documents = items.map((item, i) => {
      const index = handled + i
      return { id: jobItemId(lease.id, index), body: { ...item, jobId: lease.id, index } }
    })
    await lease.hold()
    if (documents.length > 0) await collections.jobItems.putMany(tenant, documents)
    return (before) => {
      const state = before.import!
      const verdicts = { ...state.verdicts }
      for (const { verdict } of items) if (verdict) verdicts[verdict]++
      return { ...before, import: { ...state, handled: state.handled + items.length, verdicts } }
    }
  }

  const held: Held = {
    jobId: lease.id,
    state: lease.body.import!,
    isCancelled: () => lease.body.cancelled === true,
    async record(item) {
      context.signal.throwIfAborted()
      waiting.push(item)
      if (waiting.length >= itemsAStep || clock.now() - savedAt >= stepMs) await lease.checkpoint(await written())
    },
  }
  return { held, written }
}
