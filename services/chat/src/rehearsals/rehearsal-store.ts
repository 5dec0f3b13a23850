import { limits, type Rehearsal, ServiceError } from '@frontdesk/contracts'
import { getExisting, removeWhere, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { newestFirst } from '../suites/suite-store.ts'
import { ending, type RehearsalDocument, toRehearsal } from './rehearsal-document.ts'

const noRehearsal = () => new ServiceError('not_found', { detail: 'There is no such rehearsal.' })

/** Throws `not_found`. */
export async function findRehearsal(
  rehearsalId: string,
  { tenant, collections }: ChatContext,
): Promise<Stored<RehearsalDocument>> {
  return getExisting(collections.rehearsals, tenant, rehearsalId, noRehearsal)
}

/** Throws `not_found`. */
export const readRehearsal = async (rehearsalId: string, context: ChatContext): Promise<Rehearsal> =>
  toRehearsal(rehearsalId, (await findRehearsal(rehearsalId, context)).body)

/** A page of rehearsals, newest first. */
export async function listRehearsals(
  page: { limit: number; cursor?: string | undefined },
  { tenant, collections }: ChatContext,
): Promise<{ items: Rehearsal[]; nextCursor: string | null }> {
  const limit = Math.min(page.limit, limits.rehearsals)
  const { items, nextCursor } = await collections.rehearsals.find(tenant, newestFirst({}, { ...page, limit }))
  return { items: items.map(({ id, body }) => toRehearsal(id, body)), nextCursor }
}

/** Ends a rehearsal before its time; one that has ended stays as it is. Throws `not_found`. */
export async function cancelRehearsal(rehearsalId: string, context: ChatContext): Promise<Rehearsal> {
  const { collections, commit, clock } = context
  const stored = await commit(collections.rehearsals, rehearsalId, (current) => {
    if (!current) throw noRehearsal()
    if (current.body.ending) return undefined
    // Whoever works on it loses it, and the next one removes what it tried.
    const { claim: _, ...body } = current.body
    return { body: { ...ending(body, { state: 'cancelled' }), dueAt: clock.now() } }
  })
  return toRehearsal(rehearsalId, stored!.body)
}

/** Deletes a rehearsal that is over. Throws `not_found` and `conflict`. */
export async function deleteRehearsal(rehearsalId: string, context: ChatContext): Promise<void> {
  const { body } = await findRehearsal(rehearsalId, context)
  if (body.finishedAt === undefined) {
    throw new ServiceError('conflict', { detail: 'The rehearsal is running. Cancel it first.' })
  }
  await removeRehearsal(rehearsalId, context)
}

/** Removes all documents of a rehearsal, the rehearsal itself last. */
export async function removeRehearsal(rehearsalId: string, context: ChatContext): Promise<void> {
  const { tenant, collections } = context
  await removeResults(rehearsalId, context)
  await collections.rehearsalPlans.remove(tenant, rehearsalId)
  await collections.rehearsals.remove(tenant, rehearsalId)
}

/** Removes what the questions of a rehearsal came to. */
export async function removeResults(rehearsalId: string, { tenant, collections }: ChatContext): Promise<void> {
  await removeWhere(collections.rehearsalResults, tenant, { rehearsalId })
}
