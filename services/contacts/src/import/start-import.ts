import {
  type BodyOf,
  type ContactJob,
  type contactImportStart,
  type contactJobList,
  derivedId,
  type importRowList,
  ServiceError,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { toJob } from './import-document.ts'

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })
const noVerdicts = { created: 0, updated: 0, duplicate: 0, rejected: 0 }

/** Accepts an import; the same operation starts one. Throws `invalid_request` for a mapping that names a field twice. */
export async function startImport(
  { operationId, filename: _, ...wanted }: BodyOf<typeof contactImportStart>,
  { tenant, collections, clock }: ContactsContext,
): Promise<{ jobId: string }> {
  const fields = Object.values(wanted.mapping)
  const twice = fields.find((field, i) => fields.indexOf(field) !== i)
  const fault = fields.length === 0 ? 'No column is mapped.' : twice && `Two columns are mapped to ${twice}.`
  if (fault) {
    throw new ServiceError('invalid_request', { detail: fault, errors: [{ path: 'mapping', message: fault }] })
  }
  const jobId = derivedId('cjob', tenant, operationId)
  await collections.imports.insert(tenant, jobId, {
    ...wanted,
    createdAt: timestampOf(clock),
    state: 'running',
    header: [],
    total: 0,
    at: 0,
    verdicts: noVerdicts,
    attempts: 0,
    dueAt: clock.now(),
  })
  return { jobId }
}

/** Throws `not_found`. */
export async function readJob(jobId: string, { tenant, collections }: ContactsContext): Promise<ContactJob> {
  const stored = await collections.imports.get(tenant, jobId)
  if (!stored) throw unknownJob()
  return toJob(jobId, stored.body)
}

export async function listJobs(
  { limit, cursor }: BodyOf<typeof contactJobList>,
  { tenant, collections }: ContactsContext,
): Promise<{ items: ContactJob[]; nextCursor: string | null }> {
  const page = await collections.imports.find(tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: page.items.map(({ id, body }) => toJob(id, body)), nextCursor: page.nextCursor }
}

/** Verdicts in the order of the file, after a row. Throws `not_found`. */
export async function listRows(
  { jobId, verdict, after, limit }: BodyOf<typeof importRowList>,
  { tenant, collections }: ContactsContext,
) {
  const stored = await collections.imports.get(tenant, jobId)
  if (!stored) throw unknownJob()
  const { items, nextCursor } = await collections.importRows.find(tenant, {
    where: { jobId, ...(verdict && { verdict }), row: { gt: after } },
    sort: { field: 'row', direction: 'asc' },
    limit,
  })
  const shown = items.map(({ body: { jobId: _, before: __, writtenAt: ___, ...row } }) => row)
  return { header: stored.body.header, items: shown, isLast: nextCursor === null }
}

/** Rows that have no verdict by then get none. Throws `not_found`. */
export async function cancelImport(jobId: string, context: ContactsContext): Promise<ContactJob> {
  const stored = await context.commit(context.collections.imports, jobId, (current) => {
    if (!current) throw unknownJob()
    if (current.body.state === 'finished') return undefined
    const { dueAt: _, ...rest } = current.body
    return {
      body: { ...rest, state: 'finished' as const, error: { code: 'cancelled', message: 'The import was cancelled.' } },
    }
  })
  return toJob(jobId, stored!.body)
}

/** Begins to take an import back. Again it is the same undo. Throws `not_found`, `conflict` before the import's end. */
export async function startUndo(jobId: string, context: ContactsContext): Promise<ContactJob> {
  const { collections, clock, commit } = context
  const stored = await commit(collections.imports, jobId, (current) => {
    if (!current) throw unknownJob()
    const { state, dryRun, undo, at } = current.body
    if (state === 'running')
      throw new ServiceError('conflict', { detail: 'The import is still running; cancel it first.' })
    if (dryRun) throw new ServiceError('conflict', { detail: 'A dry run changed nothing that could be undone.' })
    if (undo) return undefined
    return {
      body: { ...current.body, undo: { state: 'running' as const, at: at + 1 }, attempts: 0, dueAt: clock.now() },
    }
  })
  return toJob(jobId, stored!.body)
}
