import { isOfLater } from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import { openLookAhead } from '@frontdesk/jobs'
import type { DispatcherContext } from '../context.ts'
import type { DeliveryDocument } from '../deliveries/delivery-document.ts'
import { longestDelayMs } from '../deliveries/retry-schedule.ts'

/** When it was last tried, or made. */
const writtenAt = ({ createdAt, attempts }: DeliveryDocument): number => Date.parse(attempts.at(-1)?.at ?? createdAt)

async function hasDeliveryOfLater({ collections, clock }: DispatcherContext): Promise<boolean> {
  const [newest] = await collections.deliveries.findAcrossTenants({
    where: { createdAt: { gt: new Date(clock.now()).toISOString() } },
    sort: descending('createdAt'),
    limit: 1,
  })
  return newest !== undefined && isOfLater(Date.parse(newest.body.createdAt), clock.now())
}

/**
 * Makes deliveries due whose next attempt was set by a clock that was set back since; they would wait until it gets there
 * again. `atStart`: unless deliveries of later times exist, looks only at what is due later than any delivery is put off.
 */
export async function resumeAfterSetBack(context: DispatcherContext, { atStart }: { atStart: boolean }): Promise<void> {
  const { collections, clock, signal } = context
  const wasSetBack = !atStart || (await hasDeliveryOfLater(context))
  const later = clock.now() + (wasSetBack ? 0 : longestDelayMs)
  const resume = async ({ tenant, id, body }: Stored<DeliveryDocument>) => {
    if (!isOfLater(writtenAt(body), clock.now())) return
    await context.forTenant(tenant).commit(collections.deliveries, id, (current) => {
      if (current?.body.dueAt === undefined || !isOfLater(writtenAt(current.body), clock.now())) return undefined
      const { nextAttemptAt: _, scheduledAt: __, ...rest } = current.body
      return { body: { ...rest, dueAt: clock.now() } }
    })
  }
  // All at once: it looks only when the clock was seen to go back, and when it starts.
  const ahead = openLookAhead<DeliveryDocument>({ pages: Number.POSITIVE_INFINITY })
  await ahead.look(collections.deliveries, later, resume, signal)
}
