import { type ContactPatch, derivedId, type ImportRow } from '@frontdesk/contracts'
import { ownersOf } from '../claim-addresses.ts'
import type { ContactsContext } from '../context.ts'
import { addressKeys } from '../normalise-address.ts'
import type { ImportDocument } from './import-document.ts'
import { readContact } from './judge-row.ts'
import type { Row } from './read-rows.ts'

/** What is to be done about a row. `keys` are the addresses that it makes its contact's own. */
export type Judged = { row: Row; verdict: ImportRow } & (
  | { todo: 'nothing' }
  | { todo: 'create'; contactId: string; contact: ContactPatch; keys: string[] }
  | { todo: 'update'; contactId: string; contact: ContactPatch }
)

/** The first row of the file that has an address, and the contact it made, unless the import is a dry run. */
export type SeenInFile = Map<string, { row: number; contactId: string | undefined }>

const keysOf = ({ email = null, phone = null, externalId = null }: ContactPatch, region: string): string[] =>
  addressKeys({ email, phone, externalId }, region)

/** A row makes a contact under the same id however often it is tried. */
const contactIdOf = (tenant: string, jobId: string, row: number): string => derivedId('con', tenant, jobId, row)

/**
 * Judges rows in their order: what can't be a contact, what is there already (in this file, or in the book), and what is
 * new. `seen` learns the addresses of these rows.
 */
export async function judgeBatch(
  jobId: string,
  rows: Row[],
  { mapping, onDuplicate, dryRun }: ImportDocument,
  seen: SeenInFile,
  context: ContactsContext,
): Promise<Judged[]> {
  const { tenant, config } = context
  const region = config.DEFAULT_REGION
  const read = rows.map((row) => ({ row, ...readContact(row, mapping, region) }))
  const owners = await ownersOf(
    read.flatMap((each) => ('contact' in each ? keysOf(each.contact, region) : [])),
    context,
  )
  return read.map((each): Judged => {
    const { row } = each
    if (!('contact' in each)) {
      return { row, verdict: { row: row.row, verdict: 'rejected', reasons: each.reasons }, todo: 'nothing' }
    }
    const { contact } = each
    const contactId = contactIdOf(tenant, jobId, row.row)
    const keys = keysOf(contact, region)
    const before = duplicateOf(keys, contactId, { seen, owners })
    for (const key of keys)
      if (!seen.has(key)) seen.set(key, { row: row.row, contactId: dryRun ? undefined : contactId })
    if (before && onDuplicate !== 'create') {
      const verdict = onDuplicate === 'skip' ? 'duplicate' : 'updated'
      const target = before.contactId
      const told: ImportRow = { row: row.row, verdict, ...(target && { contactId: target }), duplicateOf: before }
      const isUpdate = onDuplicate === 'update' && !dryRun && target !== undefined
      return isUpdate
        ? { row, verdict: told, todo: 'update', contactId: target, contact }
        : { row, verdict: told, todo: 'nothing' }
    }
    const told: ImportRow = { row: row.row, verdict: 'created', ...(before && { duplicateOf: before }) }
    if (dryRun) return { row, verdict: told, todo: 'nothing' }
    const free = keys.filter((key) => !before || !isTaken(key, contactId, { seen, owners, row: row.row }))
    return { row, verdict: { ...told, contactId }, todo: 'create', contactId, contact, keys: free }
  })
}

type Known = { seen: SeenInFile; owners: Map<string, string> }

/** Who has one of these addresses already: a row before, or a contact that was there. */
function duplicateOf(keys: string[], own: string, { seen, owners }: Known): ImportRow['duplicateOf'] {
  for (const key of keys) {
    const inFile = seen.get(key)
    if (inFile) return { row: inFile.row, ...(inFile.contactId && { contactId: inFile.contactId }) }
    const owner = owners.get(key)
    // After a crash its own contact may have it.
    if (owner !== undefined && owner !== own) return { contactId: owner }
  }
  return undefined
}

const isTaken = (key: string, own: string, { seen, owners, row }: Known & { row: number }): boolean =>
  (seen.get(key)?.row ?? row) !== row || (owners.get(key) ?? own) !== own

/** The addresses of rows that were judged before, as a run that goes on in the middle has to know them. */
export function rememberRows(
  jobId: string,
  rows: Row[],
  { mapping, dryRun }: ImportDocument,
  seen: SeenInFile,
  { tenant, config }: ContactsContext,
): void {
  for (const row of rows) {
    const read = readContact(row, mapping, config.DEFAULT_REGION)
    if (!('contact' in read)) continue
    const contactId = dryRun ? undefined : contactIdOf(tenant, jobId, row.row)
    for (const key of keysOf(read.contact, config.DEFAULT_REGION)) {
      if (!seen.has(key)) seen.set(key, { row: row.row, contactId })
    }
  }
}
