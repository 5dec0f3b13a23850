import { type BodyOf, contactLimits, contacts, derivedId, invalidField, ServiceError } from '@frontdesk/contracts'
import { removeOld } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { unknownContact } from './contact-document.ts'
import { deleteContact, findContact } from './contact-store.ts'
import { contactsThatFit } from './list-contacts.ts'

const confirmWithinMs = 15 * 60_000
/** Changed at once: the store writes them together. */
const atOnce = 50

type Bulk = BodyOf<typeof contacts.queries.contactBulk>

/** Tags, untags or deletes many contacts, with a verdict for each. A delete first answers what it would delete. */
export async function bulkContacts(bulk: Bulk, context: ContactsContext) {
  const { action, confirm } = bulk
  refuseFaults(bulk)
  if (action === 'delete' && confirm === undefined) return askToConfirm(bulk, context)
  const ids = action === 'delete' ? await confirmed(confirm!, context) : await idsOf(bulk, context)
  const work = action === 'delete' ? deleteContact : tagger(action, bulk.tag!)
  const results: { id: string; ok: boolean; code?: string }[] = []
  for (let at = 0; at < ids.length; at += atOnce) {
    results.push(...(await Promise.all(ids.slice(at, at + atOnce).map((id) => verdictOf(id, work, context)))))
  }
  const succeeded = results.filter(({ ok }) => ok).length
  return { action, requested: ids.length, succeeded, failed: ids.length - succeeded, results }
}

function refuseFaults({ action, ids, filter, tag, confirm }: Bulk): void {
  const errors = []
  const isConfirmed = action === 'delete' && confirm !== undefined
  if (!isConfirmed && Number(ids !== undefined) + Number(filter !== undefined) !== 1) {
    errors.push({ path: 'ids', message: 'Give either ids or a filter.' })
  }
  if (action !== 'delete' && tag === undefined) errors.push({ path: 'tag', message: 'Which tag?' })
  if (action !== 'delete' && confirm !== undefined) errors.push({ path: 'confirm', message: 'Only for delete.' })
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

async function idsOf({ ids, filter }: Bulk, context: ContactsContext): Promise<string[]> {
  if (ids) return [...new Set(ids)]
  const found = await contactsThatFit(filter!, contactLimits.bulkContacts, context)
  if (found) return found.map(({ id }) => id)
  throw invalidField('filter', `Matches more than ${contactLimits.bulkContacts} contacts.`)
}

async function askToConfirm(bulk: Bulk, context: ContactsContext) {
  const { tenant, collections, clock } = context
  const stored = await collections.contacts.getMany(tenant, await idsOf(bulk, context))
  const there = stored.filter(({ body }) => !body.mergedInto)
  const confirm = derivedId('cfm', tenant, bulk.operationId)
  await collections.confirmations.insert(tenant, confirm, { ids: there.map(({ id }) => id), createdAt: clock.now() })
  return { confirm, contacts: there.map(({ id, body: { name, email } }) => ({ id, name, email })) }
}

async function confirmed(token: string, { tenant, collections, clock }: ContactsContext): Promise<string[]> {
  const stored = await collections.confirmations.get(tenant, token)
  if (!stored || stored.body.createdAt < clock.now() - confirmWithinMs) {
    throw invalidField('confirm', 'This confirmation is not known, or is older than 15 minutes.')
  }
  return stored.body.ids
}

type Work = (contactId: string, context: ContactsContext) => Promise<unknown>

const tagger =
  (action: 'tag' | 'untag', tag: string): Work =>
  async (contactId, context) => {
    const { collections, commit, clock, event } = context
    await findContact(contactId, context)
    await commit(collections.contacts, contactId, (current) => {
      if (!current || current.body.mergedInto) throw unknownContact()
      if (current.body.leavingFor) throw new ServiceError('conflict', { detail: 'The contact is being merged.' })
      if (current.body.tags.includes(tag) === (action === 'tag')) return undefined
      const tags = action === 'tag' ? [...current.body.tags, tag] : current.body.tags.filter((other) => other !== tag)
      if (tags.length > 50) throw new ServiceError('conflict', { detail: 'A contact has at most 50 tags.' })
      const events = [event(contacts.events.contactChanged, { contactId })]
      return { body: { ...current.body, tags, updatedAt: timestampOf(clock) }, events }
    })
  }

async function verdictOf(id: string, work: Work, context: ContactsContext) {
  try {
    await work(id, context)
    return { id, ok: true }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error
    return { id, ok: false, code: error.code }
  }
}

/** Forgets confirmations that can't be used any more. */
export async function purgeConfirmations({ collections, clock, signal }: ContactsContext): Promise<void> {
  await removeOld(collections.confirmations, { field: 'createdAt', before: clock.now() - 2 * confirmWithinMs }, signal)
}
