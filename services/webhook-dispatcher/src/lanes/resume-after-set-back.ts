import { cursorAcrossTenants, type Sort } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import type { DeliveryDocument } from '../deliveries/delivery-document.ts'
import { longestDelayMs } from '../deliveries/retry-schedule.ts'

/** Clocks of processes may differ by so much. */
const maxDifferenceMs = 5 * 60_000
const latestFirst: Sort = { field: 'dueAt', direction: 'desc' }
const page = 200

/** Whether it was last tried, or made, later than it is now. */
const isOfLater = ({ createdAt, attempts }: DeliveryDocument, now: number): boolean =>
  Date.parse(attempts.at(-1)?.at ?? createdAt) > now + maxDifferenceMs

/**
 * Makes deliveries due whose next attempt was set by a clock that was set back since; they would wait until it gets there
 * again. `atStart`: looks only at what is due later than any delivery is put off.
 */
export async function resumeAfterSetBack(context: DispatcherContext, { atStart }: { atStart: boolean }): Promise<void> {
  const { collections, clock, signal } = context
  const later = clock.now() + maxDifferenceMs + (atStart ? longestDelayMs : 0)
  let cursor: string | undefined
  while (!signal.aborted) {
    const found = await collections.deliveries.findAcrossTenants({
      where: { dueAt: { gt: later } },
      sort: latestFirst,
      limit: page,
      ...(cursor !== undefined && { cursor }),
    })
    for (const { tenant, id, body } of found) {
      if (!isOfLater(body, clock.now())) continue
      await context.forTenant(tenant).commit(collections.deliveries, id, (current) => {
        if (current?.body.dueAt === undefined || !isOfLater(current.body, clock.now())) return undefined
        const { nextAttemptAt: _, scheduledAt: __, ...rest } = current.body
        return { body: { ...rest, dueAt: clock.now() } }
      })
    }
    if (found.length < page) return
    cursor = cursorAcrossTenants(found.at(-1)!, latestFirst)
  }
}
