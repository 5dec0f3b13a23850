import { ServiceError, toWireError } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'
import type { ImportDocument } from './import-document.ts'
import { forgetUnwritten, judgeBatch, rememberRows, type SeenInFile } from './judge-batch.ts'
import { type Row, readRows } from './read-rows.ts'
import { undoRows, undoUncounted } from './undo-import.ts'
import { writeBatch } from './write-batch.ts'

/** Rows between two commits of how far an import is. */
const atOnce = 200
/** Whoever works on an import renews this with each batch; a dead one is taken over after it. */
const leaseMs = 30_000
const mostAttempts = 5
const pauseMs = 3_000

/** Goes on with imports and undos that are due. A crash goes on with the batch that it was in. */
export async function runImports(context: ContactsContext): Promise<void> {
  const due = await context.collections.imports.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    await runImport(id, context.forTenant(tenant))
  }
}

/** Goes on with one import or undo, unless it is not due or somebody else's. */
export async function runImport(jobId: string, context: ContactsContext): Promise<void> {
  const { collections, commit, clock, signal, log } = context
  let claimed: ImportDocument | undefined
  await commit(collections.imports, jobId, (current) => {
    claimed = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    claimed = { ...current.body, attempts: current.body.attempts + 1, dueAt: clock.now() + leaseMs }
    return { body: claimed }
  })
  if (!claimed) return
  try {
    if (claimed.undo) await undo(jobId, claimed, context)
    else await importRows(jobId, claimed, context)
  } catch (error) {
    const { code, message, retryable } = toWireError(error)
    const triesAgain = signal.aborted || (retryable && claimed.attempts < mostAttempts)
    let isOver = false
    if (!signal.aborted) log.warn({ jobId, attempt: claimed.attempts, code, err: error }, 'an import was interrupted')
    await commit(collections.imports, jobId, (current) => {
      isOver = current?.body.dueAt !== undefined && !triesAgain
      if (current?.body.dueAt === undefined) return undefined
      const { dueAt: _, undo, ...rest } = current.body
      const { body } = current
      if (triesAgain) return { body: { ...body, dueAt: clock.now() + (signal.aborted ? 0 : pauseMs) } }
      if (undo) return { body: { ...rest, undo: { ...undo, state: 'finished' as const, error: { code, message } } } }
      return { body: { ...rest, state: 'finished' as const, error: { code, message } } }
    })
    if (isOver && !claimed.undo) await context.blobs.remove(context.tenant, claimed.blobId)
  }
}

async function importRows(jobId: string, claimed: ImportDocument, context: ContactsContext): Promise<void> {
  const { tenant, blobs, collections, commit, signal } = context
  const isFresh = claimed.total === 0
  if (claimed.cancelled && isFresh) return end(jobId, claimed, context)
  const { header, rows } = await readRows(await blobs.stream(tenant, claimed.blobId))
  const missing = Object.keys(claimed.mapping).filter((column) => !header.includes(column))
  if (missing.length > 0) {
    const detail = `The file has no column ${missing.map((name) => JSON.stringify(name)).join(', ')}.`
    throw new ServiceError('invalid_request', { detail })
  }
  const begun = await commit(collections.imports, jobId, (current) =>
    current?.body.state === 'running' ? { body: { ...current.body, header, total: rows.length } } : undefined,
  )
  if (begun?.body.cancelled && isFresh) return end(jobId, claimed, context)
  const seen: SeenInFile = new Map()
  await rememberRows(jobId, rows.slice(0, claimed.at), claimed, seen, context)
  for (let at = claimed.at; at < rows.length; at += atOnce) {
    signal.throwIfAborted()
    const after = await importBatch(jobId, rows.slice(at, at + atOnce), { at, claimed, seen }, context)
    if (!after) return
    if (after.cancelled) break
  }
  await end(jobId, claimed, context)
}

/** Ends an import; its file is not needed any more. */
async function end(
  jobId: string,
  { blobId }: ImportDocument,
  { tenant, blobs, collections, commit }: ContactsContext,
): Promise<void> {
  await commit(collections.imports, jobId, (current) => {
    if (current?.body.state !== 'running') return undefined
    const { dueAt: _, ...rest } = current.body
    const isCut = rest.cancelled && (rest.total === 0 || rest.at < rest.total)
    const error = { code: 'cancelled', message: 'The import was cancelled.' }
    return { body: { ...rest, state: 'finished' as const, ...(isCut && { error }) } }
  })
  await blobs.remove(tenant, blobId)
}

/** What the import is after these rows; undefined when it is in other hands. */
async function importBatch(
  jobId: string,
  rows: Row[],
  { at, claimed, seen }: { at: number; claimed: ImportDocument; seen: SeenInFile },
  context: ContactsContext,
): Promise<ImportDocument | undefined> {
  const { collections, commit, clock } = context
  const judged = await judgeBatch(jobId, rows, claimed, seen, context)
  const verdicts = await writeBatch(jobId, judged, context)
  forgetUnwritten(judged, verdicts, seen, context)
  let after: ImportDocument | undefined
  await commit(collections.imports, jobId, (current) => {
    after = undefined
    if (current?.body.state !== 'running' || current.body.at !== at) return undefined
    const counts = { ...current.body.verdicts }
    for (const { verdict } of verdicts) counts[verdict]++
    after = { ...current.body, at: at + rows.length, verdicts: counts, attempts: 1, dueAt: clock.now() + leaseMs }
    return { body: after }
  })
  return after
}

async function undo(jobId: string, claimed: ImportDocument, context: ContactsContext): Promise<void> {
  const { collections, commit, clock, signal } = context
  const inHand = Array.from({ length: Math.min(atOnce, claimed.total - claimed.at) }, (_, i) => claimed.at + i + 1)
  await undoUncounted(jobId, inHand, context)
  for (let at = claimed.undo!.at; at > 0; ) {
    signal.throwIfAborted()
    const next = await undoRows(jobId, at, context)
    await commit(collections.imports, jobId, (current) => {
      const { dueAt: _, ...rest } = current!.body
      return next > 0
        ? {
            body: { ...rest, undo: { state: 'running' as const, at: next }, attempts: 1, dueAt: clock.now() + leaseMs },
          }
        : { body: { ...rest, undo: { state: 'finished' as const, at: 0 } } }
    })
    at = next
  }
}
