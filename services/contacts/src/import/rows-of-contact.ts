import { type BodyOf, type contacts, without } from '@frontdesk/contracts'
import { findPage, pagesOf } from '@frontdesk/documents'
import { addressKeys, emailKey, phoneKey } from '../contacts/normalise-address.ts'
import type { ContactsContext } from '../context.ts'
import type { ImportDocument, RowDocument } from './import-document.ts'

/** Documents that are read at once. */
const limit = 500

/** A page of what imports keep of a contact. */
export const listRowsOf = (
  { contactId, limit, cursor }: BodyOf<typeof contacts.queries.contactRowList>,
  { tenant, collections }: ContactsContext,
) =>
  findPage(
    collections.importRows,
    tenant,
    { where: { contactId }, limit, cursor },
    ({ body: { writtenAt: _, ...row } }) => row,
  )

/**
 * Takes what imports keep of a contact out of its rows, and out of rejected ones and names of columns that have an address of
 * it, for they were about the same person. Answers how many rows these are. Doing it again changes nothing.
 */
export async function eraseRowsOf(contactId: string, context: ContactsContext): Promise<number> {
  const { tenant, collections } = context
  let count = 0
  for await (const page of pagesOf(collections.importRows, tenant, { where: { contactId }, limit })) {
    await collections.importRows.putMany(tenant, page.map(withoutWords))
    count += page.length
  }
  const known = await addressesOf(contactId, context)
  if (known.size === 0) return count
  for await (const imports of pagesOf(collections.imports, tenant, { limit })) {
    for (const { id: jobId, body } of imports) {
      count += await eraseRejected(jobId, body, known, context)
      await eraseColumns(jobId, body, known, context)
    }
  }
  return count
}

const withoutWords = ({ id, body }: { id: string; body: RowDocument }): { id: string; body: RowDocument } => {
  const row = without(body, 'before', 'cells', 'reasons')
  return { id, body: { ...row, ...(body.reasons && { reasons: ['its contact was erased'] }) } }
}

/** Its own addresses and those that it shows, in their normal form. */
async function addressesOf(contactId: string, { tenant, collections, config }: ContactsContext): Promise<Set<string>> {
  const contact = (await collections.contacts.get(tenant, contactId))?.body
  const known = new Set(contact && [...contact.keys, ...addressKeys(contact, config.DEFAULT_REGION)])
  // A number that can't be read has no normal form.
  if (contact?.phone) known.add(`digits:${digitsOf(contact.phone)}`)
  for await (const page of pagesOf(collections.addresses, tenant, { where: { contactId }, limit })) {
    for (const { body } of page) known.add(body.key)
  }
  return known
}

async function eraseRejected(
  jobId: string,
  { header, mapping }: ImportDocument,
  known: Set<string>,
  { tenant, collections, config }: ContactsContext,
): Promise<number> {
  const where = { jobId, verdict: 'rejected' }
  const isExternalId = header.map((column) => Object.hasOwn(mapping, column) && mapping[column] === 'externalId')
  let count = 0
  for await (const page of pagesOf(collections.importRows, tenant, { where, limit })) {
    const theirs = page.filter(({ body: { cells = [] } }) =>
      cells.some((cell, i) =>
        keysIn(cell, isExternalId[i] === true, config.DEFAULT_REGION).some((key) => known.has(key)),
      ),
    )
    if (theirs.length > 0) await collections.importRows.putMany(tenant, theirs.map(withoutWords))
    count += theirs.length
  }
  return count
}

/**
 * Gives columns a number in place of a name that has an address of the contact: a file without a header has a person there.
 * An import that runs still needs the names.
 */
async function eraseColumns(
  jobId: string,
  { header, mapping, state }: ImportDocument,
  known: Set<string>,
  { collections, config, commit }: ContactsContext,
): Promise<void> {
  if (state === 'running') return
  const columns = [...new Set([...header, ...Object.keys(mapping)])]
  const isTheirs = (name: string) => keysIn(name, true, config.DEFAULT_REGION).some((key) => known.has(key))
  const renamed = new Map(columns.flatMap((name, i) => (isTheirs(name) ? [[name, `Column ${i + 1}`] as const] : [])))
  if (renamed.size === 0) return
  const rename = (name: string) => renamed.get(name) ?? name
  await commit(collections.imports, jobId, (current) => {
    if (!current) return undefined
    const { error, ...body } = current.body
    // Of a column that the file didn't have, its message has the name.
    const message = [...renamed].reduce((text, [name, to]) => text.replaceAll(name, to), error?.message ?? '')
    return {
      body: {
        ...body,
        header: body.header.map(rename),
        mapping: Object.fromEntries(Object.entries(body.mapping).map(([name, field]) => [rename(name), field])),
        ...(error && { error: { ...error, message } }),
      },
    }
  })
}

/** The longest phone number is 15 digits (E.164), and people write a few signs between them. */
const maxPhoneCharacters = 40

/** A short external id stands in other columns too and means something else there. */
const maxCommonCharacters = 5

const digitsOf = (text: string): string => text.replace(/[\s()./-]/g, '')

/** What addresses a cell may hold, whatever its column, in their normal form. */
function keysIn(cell: string, isExternalId: boolean, region: string): string[] {
  const emails = cell.includes('@') ? cell.split(/[\s<>()[\],;:"]+/).filter((word) => word.includes('@')) : []
  const number = cell.length <= maxPhoneCharacters && /\d/.test(cell) ? phoneKey(cell, region) : undefined
  return [
    ...emails.map((email) => `email:${emailKey(email)}`),
    ...(number === undefined ? [`digits:${digitsOf(cell)}`] : [`phone:${number}`]),
    ...(isExternalId || cell.length > maxCommonCharacters ? [`external:${cell.trim()}`] : []),
  ]
}
