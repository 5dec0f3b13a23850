import { type ContactPatch, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { claimAddresses, releaseAddresses } from '../contacts/claim-addresses.ts'
import { changed, emptyContact, shownOf } from '../contacts/contact-document.ts'
import { keysOf } from '../contacts/contact-store.ts'
import type { ContactsContext } from '../context.ts'
import { type RowDocument, rowId } from './import-document.ts'
import type { Judged } from './judge-batch.ts'

/** Does what was decided about rows, and answers their verdicts as they came out. Doing it again changes nothing. */
export async function writeBatch(jobId: string, judged: Judged[], context: ContactsContext): Promise<RowDocument[]> {
  const { tenant, collections } = context
  const ids = judged.map(({ row }) => rowId(jobId, row.row))
  const write = async (each: Judged, before: Stored<RowDocument> | undefined): Promise<RowDocument> => {
    if (each.todo === 'create') return create(jobId, each, context)
    return each.todo === 'update' ? update(jobId, each, before, context) : rowOf(jobId, each)
  }
  const written = new Map((await collections.importRows.getMany(tenant, ids)).map((stored) => [stored.id, stored]))
  const results = new Map<number, RowDocument>()
  // Together, for their writes share a sync; but rows about one contact in their order.
  await Promise.all(
    [...byContact(judged)].map(async (rows) => {
      for (const each of rows) results.set(each.row.row, await write(each, written.get(rowId(jobId, each.row.row))))
    }),
  )
  const rows = judged.map(({ row }) => results.get(row.row)!)
  await collections.importRows.putMany(
    tenant,
    rows.map((body) => ({ id: rowId(jobId, body.row), body })),
  )
  return rows
}

const byContact = (judged: Judged[]): Iterable<Judged[]> =>
  Map.groupBy(judged, (each) => (each.todo === 'nothing' ? each.row.row : each.contactId)).values()

const rowOf = (jobId: string, { row, verdict }: Judged): RowDocument => ({
  ...verdict,
  jobId,
  ...(verdict.verdict === 'rejected' && { cells: row.cells }),
})

async function create(
  jobId: string,
  judged: Extract<Judged, { todo: 'create' }>,
  context: ContactsContext,
): Promise<RowDocument> {
  const { tenant, collections, clock } = context
  const { contactId, contact, keys, verdict } = judged
  const [taken] = await claimAddresses(contactId, keys, context)
  if (taken && !verdict.duplicateOf) {
    // Somebody made this contact meanwhile.
    const { contactId } = taken
    return { row: verdict.row, verdict: 'duplicate', contactId, duplicateOf: { contactId }, jobId }
  }
  const now = timestampOf(clock)
  const document = changed(emptyContact(now), contact, now, keysOf(context))
  const { stored } = await collections.contacts.insert(tenant, contactId, { ...document, keys })
  return { ...rowOf(jobId, judged), writtenAt: stored.body.updatedAt }
}

/** What a row says over what a contact has; its tags and attributes are added. */
const added = (current: { tags: string[]; attributes: object }, contact: ContactPatch): ContactPatch => ({
  ...contact,
  ...(contact.tags && { tags: [...new Set([...current.tags, ...contact.tags])].slice(0, 50) }),
  ...(contact.attributes && { attributes: { ...current.attributes, ...contact.attributes } as never }),
})

async function update(
  jobId: string,
  judged: Extract<Judged, { todo: 'update' }>,
  written: Stored<RowDocument> | undefined,
  context: ContactsContext,
): Promise<RowDocument> {
  const { tenant, collections, clock, commit } = context
  const { contactId, contact } = judged
  const current = await collections.contacts.get(tenant, contactId)
  if (!current) return { ...rowOf(jobId, judged), verdict: 'rejected', reasons: ['the contact was deleted meanwhile'] }
  const fields = shownOf(current.body)
  // What it was is written before it changes, so that a crash between the two can't lose it.
  // An earlier attempt may have been about a contact that has been merged into this one since.
  const earlier = written?.body.contactId === contactId ? written.body : undefined
  const writtenAt = earlier?.writtenAt ?? timestampOf(clock)
  const before = earlier?.before ?? { fields, changedAt: writtenAt }
  const row: RowDocument = { ...rowOf(jobId, judged), before, writtenAt }
  await collections.importRows.put(tenant, rowId(jobId, row.row), row)

  const after = changed(current.body, added(fields, contact), writtenAt, keysOf(context))
  const fresh = after.keys.filter((key) => !current.body.keys.includes(key))
  const [taken] = await claimAddresses(contactId, fresh, context)
  if (taken) {
    return {
      ...rowOf(jobId, judged),
      verdict: 'rejected',
      cells: judged.row.cells,
      reasons: [`one of its addresses belongs to another contact, ${taken.contactId}`],
    }
  }
  const stored = await commit(collections.contacts, contactId, (now) => {
    // The next attempt finds the contact that it was merged into.
    if (!now || now.body.mergedInto || now.body.leavingFor) throw new ServiceError('version_conflict')
    return { body: changed(now.body, added(now.body, contact), writtenAt, keysOf(context)) }
  })
  await releaseAddresses(
    contactId,
    current.body.keys.filter((key) => !stored!.body.keys.includes(key)),
    context,
  )
  return row
}
