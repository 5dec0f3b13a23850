import { contacts } from '@frontdesk/contracts'
import { ascending, removeOld } from '@frontdesk/documents'
import type { ContactsContext } from '../context.ts'

/** Longer than it takes to delete one, as a rule. */
const lookAfterMs = 30_000
/** Their events are long settled by then. */
const keptMs = 7 * 24 * 3_600_000

/** To be called before a contact is removed: from now on, if it goes that is told, whatever dies. */
export async function recordDeletion(contactId: string, { commit, collections, clock }: ContactsContext) {
  await commit(collections.deletions, contactId, () => ({
    body: { at: clock.now(), dueAt: clock.now() + lookAfterMs },
  }))
}

/** Tells that a contact is gone, once. */
export async function publishDeletion(contactId: string, { commit, collections, clock, event }: ContactsContext) {
  await commit(collections.deletions, contactId, (current) =>
    current?.body.dueAt === undefined
      ? undefined
      : {
          body: { at: clock.now() },
          events: [event(contacts.events.contactChanged, { contactId, change: 'deleted' })],
        },
  )
}

/** Tells of contacts that are gone although whoever deleted them did not come to it, and forgets those that stayed. */
export async function publishDeletions({ collections, clock, signal, forTenant }: ContactsContext): Promise<void> {
  const due = await collections.deletions.findAcrossTenants({
    where: { dueAt: { lte: clock.now() } },
    sort: ascending('dueAt'),
    limit: 200,
  })
  for (const { tenant, id, revision } of due) {
    const context = forTenant(tenant)
    if (await collections.contacts.get(tenant, id)) await collections.deletions.remove(tenant, id, revision)
    else await publishDeletion(id, context)
  }
  await removeOld(collections.deletions, { field: 'at', before: clock.now() - keptMs }, signal)
}
