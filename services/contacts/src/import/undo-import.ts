import { type ImportRow, ServiceError } from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import { claimAddresses, releaseAddresses } from '../contacts/claim-addresses.ts'
import { changed, isIdle } from '../contacts/contact-document.ts'
import { deleteContact, keysOf } from '../contacts/contact-store.ts'
import type { ContactsContext } from '../context.ts'
import { contactIdOf, type RowDocument, rowId } from './import-document.ts'

/** Rows taken back between two commits of how far it is. */
const atOnce = 200

/**
 * Takes the rows before `at` back, the last ones first, and answers where to go on; 0 when all are. What was changed
 * since its row was imported stays as it is. Doing it again changes nothing.
 */
export async function undoRows(jobId: string, at: number, context: ContactsContext): Promise<number> {
  const { tenant, collections } = context
  const { items } = await collections.importRows.find(tenant, {
    where: { jobId, row: { lt: at } },
    sort: descending('row'),
    limit: atOnce,
  })
  const undone: RowDocument[] = []
  // Together, for their writes share a sync; but rows about one contact in their order.
  await Promise.all(
    [...Map.groupBy(items, ({ body }) => body.contactId).values()].map(async (rows) => {
      for (const { body } of rows) {
        if (body.undone) continue
        if (body.verdict === 'created') undone.push({ ...body, undone: await takeBack(body, context) })
        if (body.verdict === 'updated') undone.push({ ...body, undone: await restore(body, context) })
      }
    }),
  )
  await collections.importRows.putMany(
    tenant,
    undone.map((body) => ({ id: rowId(jobId, body.row), body })),
  )
  return items.length < atOnce ? 0 : items.at(-1)!.body.row
}

/** Takes back whom these rows made although they have no verdict, for the import failed between the two. */
export async function undoUncounted(jobId: string, rows: number[], context: ContactsContext): Promise<void> {
  const { tenant, collections } = context
  const ids = rows.map((row) => rowId(jobId, row))
  const counted = new Set((await collections.importRows.getMany(tenant, ids)).map(({ body }) => body.row))
  const uncounted = rows.filter((row) => !counted.has(row)).map((row) => contactIdOf(tenant, jobId, row))
  const made = await collections.contacts.getMany(tenant, uncounted)
  await Promise.all(made.map(({ id, body }) => takeBack({ contactId: id, writtenAt: body.createdAt }, context)))
}

type Written = Pick<RowDocument, 'contactId' | 'writtenAt'>

async function takeBack({ contactId, writtenAt }: Written, context: ContactsContext): Promise<ImportRow['undone']> {
  const stored = await context.collections.contacts.get(context.tenant, contactId!)
  if (!stored) return 'removed'
  if (stored.body.updatedAt !== writtenAt || !isIdle(stored.body)) return 'kept'
  try {
    await deleteContact(contactId!, context)
  } catch (error) {
    // Somebody deleted or merged it meanwhile.
    if (!(error instanceof ServiceError && error.code === 'not_found')) throw error
  }
  return 'removed'
}

async function restore(
  { contactId, before, writtenAt }: RowDocument,
  context: ContactsContext,
): Promise<ImportRow['undone']> {
  const { tenant, collections, commit } = context
  const stored = await collections.contacts.get(tenant, contactId!)
  if (!stored || !before) return 'kept'
  // An earlier attempt may have restored it already.
  if (stored.body.updatedAt === before.fields.updatedAt) return 'restored'
  if (stored.body.updatedAt !== writtenAt) return 'kept'
  const { updatedAt, createdAt: _, ...fields } = before.fields
  const after = changed(stored.body, fields, updatedAt, keysOf(context))
  const fresh = after.keys.filter((key) => !stored.body.keys.includes(key))
  const taken = await claimAddresses(contactId!, fresh, context)
  if (taken.length > 0) return 'kept'
  const committed = await commit(collections.contacts, contactId!, (current) =>
    current?.body.updatedAt === writtenAt && isIdle(current.body) && !current.body.mergedInto
      ? { body: changed(current.body, fields, updatedAt, keysOf(context)) }
      : undefined,
  )
  const has = committed?.body.keys ?? []
  await releaseAddresses(
    contactId!,
    [...fresh, ...stored.body.keys].filter((key) => !has.includes(key)),
    context,
  )
  return committed?.body.updatedAt === updatedAt ? 'restored' : 'kept'
}
