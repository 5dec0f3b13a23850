import type { ImportRow } from '@frontdesk/contracts'
import { claimAddresses, releaseAddresses } from '../claim-addresses.ts'
import { changed } from '../contact-document.ts'
import type { ContactsContext } from '../context.ts'
import { deleteContact, keysOf } from '../keep-contacts.ts'
import { type RowDocument, rowId } from './import-document.ts'

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
    sort: { field: 'row', direction: 'desc' },
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

async function takeBack({ contactId, writtenAt }: RowDocument, context: ContactsContext): Promise<ImportRow['undone']> {
  const stored = await context.collections.contacts.get(context.tenant, contactId!)
  if (!stored) return 'removed'
  if (stored.body.updatedAt !== writtenAt) return 'kept'
  await deleteContact(contactId!, context)
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
  await claimAddresses(
    contactId!,
    after.keys.filter((key) => !stored.body.keys.includes(key)),
    context,
  )
  await commit(collections.contacts, contactId!, (current) =>
    current?.body.updatedAt === writtenAt
      ? { body: changed(current.body, fields, updatedAt, keysOf(context)) }
      : undefined,
  )
  await releaseAddresses(
    contactId!,
    stored.body.keys.filter((key) => !after.keys.includes(key)),
    context,
  )
  return 'restored'
}
