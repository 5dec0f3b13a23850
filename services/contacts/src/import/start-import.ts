import {
  type BodyOf,
  type ContactJob,
  type contacts,
  derivedId,
  invalidField,
  ServiceError,
  without,
} from '@frontdesk/contracts'
import { ascending, descending, findPage, getExisting } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { toJob } from './import-document.ts'
import { readFileText } from './read-rows.ts'

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })
const noVerdicts = { created: 0, updated: 0, duplicate: 0, rejected: 0 }

/**
 * Accepts an import; the same operation starts one. Columns are told without the spaces around their names, as the file's
 * are. Throws `invalid_request` for a mapping that names a column or a field twice, `charset_unknown`
 * with candidates, `damaged_document`.
 */
export async function startImport(
  { operationId, filename: _, ...given }: BodyOf<typeof contacts.queries.importStart>,
  { tenant, collections, blobs, clock, cause, commit }: ContactsContext,
): Promise<{ jobId: string }> {
  const columns = Object.keys(given.mapping).map((column) => column.trim())
  const fields = Object.values(given.mapping)
  const wanted = { ...given, mapping: Object.fromEntries(columns.map((column, i) => [column, fields[i]!])) }
  const twice = firstTwice(fields)
  const column = firstTwice(columns)
  const fault =
    fields.length === 0
      ? 'No column is mapped.'
      : twice !== undefined
        ? `Two columns are mapped to ${twice}.`
        : column !== undefined && `The column ${JSON.stringify(column)} is mapped twice.`
  if (fault) {
    throw invalidField('mapping', fault)
  }
  const jobId = derivedId('cjob', tenant, operationId)
  if (!(await collections.imports.get(tenant, jobId)))
    await readFileText(await blobs.stream(tenant, given.blobId), given.encoding)
  const progress = { header: [], total: 0, at: 0, verdicts: noVerdicts }
  const begun = { ...wanted, ...progress, createdAt: timestampOf(clock), state: 'running' as const, cause }
  await commit(collections.imports, jobId, (current) =>
    current ? undefined : { body: { ...begun, dueAt: clock.now() } },
  )
  return { jobId }
}

const firstTwice = (names: string[]): string | undefined => names.find((name, i) => names.indexOf(name) !== i)

/** Throws `not_found`. */
export async function readJob(jobId: string, { tenant, collections }: ContactsContext): Promise<ContactJob> {
  const stored = await getExisting(collections.imports, tenant, jobId, unknownJob)
  return toJob(jobId, stored.body)
}

export const listJobs = (
  { limit, cursor }: BodyOf<typeof contacts.queries.jobList>,
  { tenant, collections }: ContactsContext,
) =>
  findPage(collections.imports, tenant, { sort: descending('createdAt'), limit, cursor }, ({ id, body }) =>
    toJob(id, body),
  )

/** Verdicts in the order of the file, after a row. Throws `not_found`. */
export async function listRows(
  { jobId, verdict, after, limit }: BodyOf<typeof contacts.queries.importRowList>,
  { tenant, collections }: ContactsContext,
) {
  const stored = await getExisting(collections.imports, tenant, jobId, unknownJob)
  const { items, nextCursor } = await collections.importRows.find(tenant, {
    where: { jobId, ...(verdict && { verdict }), row: { gt: after } },
    sort: ascending('row'),
    limit,
  })
  const shown = items.map(({ body }) => without(body, 'jobId', 'before', 'writtenAt'))
  return { header: stored.body.header, items: shown, isLast: nextCursor === null }
}

/** Rows that have no verdict once the batch in hand is done get none, and count as failed. Throws `not_found`. */
export async function cancelImport(jobId: string, context: ContactsContext): Promise<ContactJob> {
  const stored = await context.commit(context.collections.imports, jobId, (current) => {
    if (!current) throw unknownJob()
    return current.body.state === 'running' ? { body: { ...current.body, cancelled: true as const } } : undefined
  })
  return toJob(jobId, stored!.body)
}

/** Begins to take an import back. Again it is the same undo, or the rest of one that failed. Throws `not_found`, `conflict` before the import's end. */
export async function startUndo(jobId: string, context: ContactsContext): Promise<ContactJob> {
  const { collections, clock, commit } = context
  const stored = await commit(collections.imports, jobId, (current) => {
    if (!current) throw unknownJob()
    const { state, dryRun, undo, total } = current.body
    if (state === 'running')
      throw new ServiceError('conflict', { detail: 'The import is still running; cancel it first.' })
    if (dryRun)
      throw new ServiceError('conflict', { detail: 'A dry run changes nothing, so there is nothing to undo.' })
    if (undo && !undo.error) return undefined
    // Whatever row has a verdict, counted or not.
    const at = undo?.at ?? total + 1
    const begun = { state: 'running' as const, at }
    return { body: { ...current.body, undo: begun, tries: 0, cause: context.cause, dueAt: clock.now() } }
  })
  return toJob(jobId, stored!.body)
}
