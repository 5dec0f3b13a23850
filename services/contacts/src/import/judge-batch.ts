import type { ContactPatch, ImportRow } from '@frontdesk/contracts'
import { ownersOf } from '../contacts/claim-addresses.ts'
import { addressKeys } from '../contacts/normalise-address.ts'
import type { ContactsContext } from '../context.ts'
import { contactIdOf, type ImportDocument, rowId } from './import-document.ts'
import { readContact } from './judge-row.ts'
import type { Row } from './read-rows.ts'

/** What is to be done about a row. `keys` are the addresses that it makes its contact's own. */
export type Judged = { row: Row; verdict: ImportRow } & (
  | { todo: 'nothing' }
  | { todo: 'create'; contactId: string; contact: ContactPatch; keys: string[] }
  | { todo: 'update'; contactId: string; contact: ContactPatch }
)

/** A contact that has an address: by a row of the file, or since before. `isMade`: a row makes it, or would but for a dry run. */
type Holder = { row?: number; contactId: string; isMade: boolean }
/** Whose the addresses are that rows have brought so far. Within an import an address stays whose it was first. */
export type SeenInFile = Map<string, Holder & { row: number }>

const keysOf = ({ email = null, phone = null, externalId = null }: ContactPatch, region: string): string[] =>
  addressKeys({ email, phone, externalId }, region)

/**
 * Judges rows in their order: what can't be a contact, what is there already (in this file, or in the book), and what is
 * new. `seen` learns the addresses that become a contact's by these rows.
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
  const read = rows.map((row) => {
    const result = readContact(row, mapping, region)
    return 'contact' in result ? { row, ...result, keys: keysOf(result.contact, region) } : { row, ...result }
  })
  const owners = await ownersOf(
    read.flatMap((each) => ('contact' in each ? each.keys : [])),
    context,
  )
  const held = await keysOfContacts(onDuplicate === 'update' ? [...owners.values()] : [], owners, context)
  return read.map((each): Judged => {
    const { row } = each
    const rejected = (reasons: string[]): Judged => ({
      row,
      verdict: { row: row.row, verdict: 'rejected', reasons },
      todo: 'nothing',
    })
    if (!('contact' in each)) return rejected(each.reasons)
    const { contact, keys } = each
    const notes = each.notes.length > 0 && { notes: each.notes }
    const own = contactIdOf(tenant, jobId, row.row)
    const holders = keys.map((key) => holderOf(key, own, { seen, owners }))
    const before = holders.find((holder) => holder !== undefined)
    const duplicateOf = before && {
      ...(before.row !== undefined && { row: before.row }),
      ...(!(dryRun && before.isMade) && { contactId: before.contactId }),
    }
    if (before && onDuplicate === 'skip') {
      return { row, verdict: { row: row.row, verdict: 'duplicate', ...told(duplicateOf) }, todo: 'nothing' }
    }
    if (before && onDuplicate === 'update') {
      const other = holders.find((holder) => holder && holder.contactId !== before.contactId)
      if (other) return rejected([`one of its addresses belongs to another contact, ${nameOf(other)}`])
      const { contactId, isMade } = before
      learn([...keys, ...(held.get(contactId) ?? [])], { row: row.row, contactId, isMade }, { seen, owners })
      const verdict: ImportRow = { row: row.row, verdict: 'updated', ...told(duplicateOf), ...notes }
      return dryRun ? { row, verdict, todo: 'nothing' } : { row, verdict, todo: 'update', contactId, contact }
    }
    learn(keys, { row: row.row, contactId: own, isMade: true }, { seen, owners })
    const verdict: ImportRow = { row: row.row, verdict: 'created', ...(duplicateOf && { duplicateOf }), ...notes }
    if (dryRun) return { row, verdict, todo: 'nothing' }
    const free = keys.filter((_, i) => holders[i] === undefined)
    return { row, verdict: { ...verdict, contactId: own }, todo: 'create', contactId: own, contact, keys: free }
  })
}

type Known = { seen: SeenInFile; owners: Map<string, string> }

function holderOf(key: string, own: string, { seen, owners }: Known): Holder | undefined {
  const owner = owners.get(key)
  // After a crash its own contact may have it.
  return seen.get(key) ?? (owner === undefined || owner === own ? undefined : { contactId: owner, isMade: false })
}

const nameOf = ({ row, contactId, isMade }: Holder): string => (isMade ? `that of row ${row}` : contactId)

const told = (duplicateOf: ImportRow['duplicateOf']): Partial<ImportRow> => ({
  ...(duplicateOf?.contactId !== undefined && { contactId: duplicateOf.contactId }),
  ...(duplicateOf && { duplicateOf }),
})

/** Remembers the contact of addresses that are nobody else's. */
function learn(keys: string[], holder: Holder & { row: number }, { seen, owners }: Known): void {
  for (const key of keys) {
    if (!seen.has(key) && (owners.get(key) ?? holder.contactId) === holder.contactId) seen.set(key, holder)
  }
}

/** The addresses of contacts that are in the book; `owners` learns whose they are. */
async function keysOfContacts(
  ids: string[],
  owners: Map<string, string>,
  context: ContactsContext,
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const found = await context.collections.contacts.getMany(context.tenant, [...new Set(ids)])
  const unknown = found.flatMap(({ body }) => body.keys.filter((key) => !owners.has(key)))
  if (unknown.length > 0) for (const [key, owner] of await ownersOf(unknown, context)) owners.set(key, owner)
  return new Map(found.map(({ id, body }) => [id, body.keys]))
}

/** Forgets what rows were to bring that came out otherwise, for somebody was quicker. */
export function discardUnwritten(
  judged: Judged[],
  written: ImportRow[],
  seen: SeenInFile,
  { config }: ContactsContext,
): void {
  for (const [i, each] of judged.entries()) {
    if (each.todo === 'nothing' || written[i]!.verdict === each.verdict.verdict) continue
    for (const key of keysOf(each.contact, config.DEFAULT_REGION)) {
      if (seen.get(key)?.row === each.row.row) seen.delete(key)
    }
  }
}

const rememberedAtOnce = 500

/** The addresses of rows that have their verdicts, as a run that goes on in the middle has to know them. */
export async function rememberRows(
  jobId: string,
  rows: Row[],
  { mapping }: ImportDocument,
  seen: SeenInFile,
  context: ContactsContext,
): Promise<void> {
  const { tenant, collections, config } = context
  const region = config.DEFAULT_REGION
  for (let at = 0; at < rows.length; at += rememberedAtOnce) {
    const some = rows.slice(at, at + rememberedAtOnce)
    const stored = await collections.importRows.getMany(
      tenant,
      some.map(({ row }) => rowId(jobId, row)),
    )
    const verdicts = new Map(stored.map(({ body }) => [body.row, body]))
    const read = some.flatMap((row) => {
      const verdict = verdicts.get(row.row)
      const isWritten = verdict?.verdict === 'created' || verdict?.verdict === 'updated'
      const result = isWritten ? readContact(row, mapping, region) : undefined
      return verdict && result && 'contact' in result ? [{ verdict, keys: keysOf(result.contact, region) }] : []
    })
    const owners = await ownersOf(
      read.flatMap(({ keys }) => keys),
      context,
    )
    const updated = read.flatMap(({ verdict: { verdict, contactId } }) => (verdict === 'updated' ? [contactId] : []))
    const held = await keysOfContacts(
      updated.filter((id) => id !== undefined),
      owners,
      context,
    )
    for (const { verdict, keys } of read) {
      const { row } = verdict
      if (verdict.verdict === 'created') {
        learn(keys, { row, contactId: contactIdOf(tenant, jobId, row), isMade: true }, { seen, owners })
        continue
      }
      const { contactId, isMade } = keys.map((key) => seen.get(key)).find((holder) => holder !== undefined) ?? {
        contactId: verdict.contactId!,
        isMade: false,
      }
      const had = verdict.before ? keysOf(verdict.before.fields, region) : []
      learn([...keys, ...had, ...(held.get(contactId) ?? [])], { row, contactId, isMade }, { seen, owners })
    }
  }
}
