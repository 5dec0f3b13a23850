import { randomUUID } from 'node:crypto'
import { errorCodes, limits, ServiceError } from '@frontdesk/contracts'
import type { IngestContext } from '../context.ts'
import { type ImportState, type JobDocument, type JobItem, jobItemId } from '../job-document.ts'
import { importManifest } from './import-manifest.ts'
import { ArchiveFault, openArchive } from './open-archive.ts'
import { ManifestFault } from './read-manifest.ts'

const jobsARun = 10
/** Times that a process may end, or a part be away, without the import getting any further. */
const mostAttempts = 8
const itemsAStep = 50
const stepMs = 1_000

/** An import in the hands of this process. */
export type Held = {
  jobId: string
  state: ImportState
  /** Whether the rest is to end as cancelled. */
  isCancelled(): boolean
  /** Items come in the order of the manifest; a step is committed now and then. */
  record(item: JobItem): Promise<void>
}

/** Takes up imports that nobody works on. */
export async function runImports(context: IngestContext): Promise<void> {
  const due = await context.collections.jobs.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: jobsARun,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    await runImport(id, context.forTenant(tenant))
  }
}

/** Imports that this process works on: a lease that it renews late, on a busy machine, is not to be taken from itself. */
const running = new Set<string>()

/** Works on an import to its end, unless somebody else does. Each step is committed, and done again it does the same. */
export async function runImport(jobId: string, context: IngestContext): Promise<void> {
  const key = `${context.tenant}/${jobId}`
  if (running.has(key)) return
  running.add(key)
  try {
    await runClaimed(jobId, context)
  } finally {
    running.delete(key)
  }
}

async function runClaimed(jobId: string, context: IngestContext): Promise<void> {
  const { collections, commit, clock, config, log, tenant } = context
  const claim = randomUUID()
  const claimed = await commit(collections.jobs, jobId, (current) => {
    if (!current?.body.import || current.body.dueAt === null || current.body.dueAt > clock.now()) return undefined
    const state = { ...current.body.import, attempts: current.body.import.attempts + 1 }
    return { body: { ...current.body, import: state, claim, dueAt: clock.now() + config.IMPORT_LEASE_MS } }
  })
  if (claimed?.body.claim !== claim) return

  const step = stepsOf(jobId, claim, claimed.body, context)
  const renewal = setInterval(() => {
    step.renew().catch((error) => log.warn({ jobId, err: error }, 'a lease was not renewed'))
  }, config.IMPORT_LEASE_MS / 3)
  try {
    if (claimed.body.import!.attempts > mostAttempts) {
      await step.held.record(
        refusal(claimed.body.import!.name, 'processing_failed', errorCodes.processing_failed.title),
      )
    } else await work(step.held, context)
    await step.end()
    await context.blobs.remove(tenant, claimed.body.import!.blobId)
  } catch (error) {
    if (!context.signal.aborted) log.warn({ jobId, err: error }, 'an import will be taken up again')
    await step.handBack(context.signal.aborted ? 0 : config.IMPORT_LEASE_MS / 3)
  } finally {
    clearInterval(renewal)
  }
}

async function work(held: Held, context: IngestContext): Promise<void> {
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

/** An item that is refused. */
export const refusal = (
  source: string,
  code: 'invalid_request' | 'processing_failed' | 'cancelled',
  message: string,
): JobItem => ({
  source,
  ...(code !== 'cancelled' && { verdict: 'rejected' as const }),
  error: { code, message },
})

/** Commits the items of an import in steps, for as long as it is ours. Throws `conflict` when it no longer is. */
function stepsOf(jobId: string, claim: string, begun: JobDocument, context: IngestContext) {
  const { tenant, collections, commit, clock, config } = context
  let state = begun.import!
  let isCancelled = begun.cancelled === true
  let waiting: JobItem[] = []
  let savedAt = clock.now()

  async function change(next: (job: JobDocument) => JobDocument): Promise<void> {
    const stored = await commit(collections.jobs, jobId, (current) =>
      current?.body.claim === claim ? { body: next(current.body) } : undefined,
    )
    if (stored?.body.claim !== claim) throw new ServiceError('conflict', { detail: 'Another process works on it.' })
    isCancelled = stored.body.cancelled === true
  }

  async function save(isOver: boolean): Promise<void> {
    const items = waiting
    waiting = []
    savedAt = clock.now()
    const documents = items.map((item, i) => {
      const index = state.handled + i
      return { id: jobItemId(jobId, index), body: { ...item, jobId, index } }
    })
    if (documents.length > 0) await collections.jobItems.putMany(tenant, documents)
    const verdicts = { ...state.verdicts }
    for (const { verdict } of items) if (verdict) verdicts[verdict]++
    const attempts = items.length > 0 ? 0 : state.attempts
    state = { ...state, handled: state.handled + items.length, verdicts, isOver, attempts }
    const dueAt = isOver ? null : clock.now() + config.IMPORT_LEASE_MS
    await change((job) => ({ ...job, import: state, dueAt }))
  }

  const held: Held = {
    jobId,
    state,
    isCancelled: () => isCancelled,
    async record(item) {
      context.signal.throwIfAborted()
      waiting.push(item)
      if (waiting.length >= itemsAStep || clock.now() - savedAt >= stepMs) await save(false)
    },
  }
  return {
    held,
    renew: () => change((job) => ({ ...job, dueAt: clock.now() + config.IMPORT_LEASE_MS })),
    end: () => save(true),
    async handBack(afterMs: number) {
      await commit(collections.jobs, jobId, (current) => {
        if (current?.body.claim !== claim || current.body.import?.isOver) return undefined
        const { claim: _, ...job } = current.body
        return { body: { ...job, dueAt: clock.now() + afterMs } }
      })
    },
  }
}
