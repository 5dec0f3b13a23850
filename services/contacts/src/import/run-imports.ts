import { contacts, ServiceError } from '@frontdesk/contracts'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import type { ContactsContext } from '../context.ts'
import { type ImportDocument, toJob } from './import-document.ts'
import { discardUnwritten, judgeBatch, rememberRows, type SeenInFile } from './judge-batch.ts'
import { type Row, readRows } from './read-rows.ts'
import { undoRows, undoUncounted } from './undo-import.ts'
import { writeBatch } from './write-batch.ts'

/** Rows between two checkpoints. */
const atOnce = 50

/** Imports and undos. A crash goes on with the batch that it was in. */
export const importWork = job<ContactsContext, ImportDocument>({
  name: 'contact import',
  collection: ({ collections }) => collections.imports,
  leaseMs: 30_000,
  pauseMs: 3_000,
  work: (lease, context) => (lease.body.undo ? undo(lease, context) : importRows(lease, context)),
  givesUp: {
    attempts: 5,
    outcome({ code, message }, context, jobId, { undo }) {
      const error = { code, message }
      if (!undo) return ended(jobId, context, (body) => ({ ...body, state: 'finished', error }))
      return { change: (body) => ({ ...body, undo: { ...body.undo!, state: 'finished', error } }) }
    },
  },
})

async function importRows(lease: Lease<ImportDocument>, context: ContactsContext): Promise<Outcome<ImportDocument>> {
  const { tenant, blobs, signal } = context
  const claimed = lease.body
  const isFresh = claimed.total === 0
  if (claimed.cancelled && isFresh) return end(lease.id, context)
  const { header, rows } = await readRows(await blobs.stream(tenant, claimed.blobId), claimed.encoding)
  const missing = Object.keys(claimed.mapping).filter((column) => !header.includes(column))
  if (missing.length > 0) {
    const detail = `The file has no column ${missing.map((name) => JSON.stringify(name)).join(', ')}.`
    throw new ServiceError('invalid_request', { detail })
  }
  await lease.note((body) => ({ ...body, header, total: rows.length }))
  if (lease.body.cancelled && isFresh) return end(lease.id, context)
  const seen: SeenInFile = new Map()
  await rememberRows(lease.id, rows.slice(0, claimed.at), claimed, seen, context)
  for (let at = claimed.at; at < rows.length; at += atOnce) {
    signal.throwIfAborted()
    await importBatch(lease, rows.slice(at, at + atOnce), { at, seen }, context)
    if (lease.body.cancelled) break
  }
  return end(lease.id, context)
}

/** An import has ended, which is told; its file is not needed any more. */
const ended = (
  jobId: string,
  { tenant, blobs, event }: ContactsContext,
  change: (body: ImportDocument) => ImportDocument,
): Outcome<ImportDocument> => ({
  change,
  tell(body) {
    const { id, kind, state, total, done, failed, createdAt } = toJob(jobId, body)
    return [event(contacts.events.jobFinished, { job: { id, kind, state, total, done, failed, createdAt } })]
  },
  afterwards: ({ body }) => blobs.remove(tenant, body.blobId),
})

const end = (jobId: string, context: ContactsContext): Outcome<ImportDocument> =>
  ended(jobId, context, (body) => {
    const isCut = body.cancelled && (body.total === 0 || body.at < body.total)
    const error = { code: 'cancelled', message: 'The import was cancelled.' }
    return { ...body, state: 'finished', ...(isCut && { error }) }
  })

async function importBatch(
  lease: Lease<ImportDocument>,
  rows: Row[],
  { at, seen }: { at: number; seen: SeenInFile },
  context: ContactsContext,
): Promise<void> {
  const judged = await judgeBatch(lease.id, rows, lease.body, seen, context)
  await lease.hold()
  const verdicts = await writeBatch(lease.id, judged, context)
  discardUnwritten(judged, verdicts, seen, context)
  await lease.checkpoint((body) => {
    const counts = { ...body.verdicts }
    for (const { verdict } of verdicts) counts[verdict]++
    return { ...body, at: at + rows.length, verdicts: counts }
  })
}

async function undo(lease: Lease<ImportDocument>, context: ContactsContext): Promise<Outcome<ImportDocument>> {
  const { total, at: counted } = lease.body
  const inHand = Array.from({ length: Math.min(atOnce, total - counted) }, (_, i) => counted + i + 1)
  await undoUncounted(lease.id, inHand, context)
  for (let at = lease.body.undo!.at; at > 0; ) {
    context.signal.throwIfAborted()
    await lease.hold()
    const next = await undoRows(lease.id, at, context)
    if (next > 0) await lease.checkpoint((body) => ({ ...body, undo: { state: 'running', at: next } }))
    at = next
  }
  return { change: (body) => ({ ...body, undo: { state: 'finished', at: 0 } }) }
}
