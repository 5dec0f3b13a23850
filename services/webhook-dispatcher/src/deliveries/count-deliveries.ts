import type { BodyOf, webhookDispatcher } from '@frontdesk/contracts'
import type { DispatcherContext } from '../context.ts'
import { unsent } from './delivery-document.ts'

const dayMs = 86_400_000
/** Longer ago the ledger knows nothing. */
const ledgerDays = 31

/** Deliveries by day, of the days that the ledger still knows; not those that were left unsent. */
export async function countDeliveries(
  { from, to }: BodyOf<typeof webhookDispatcher.queries.usageRead>,
  { tenant, collections, clock }: DispatcherContext,
): Promise<{ days: { day: string; count: number }[] }> {
  const days = []
  const first = Math.max(Date.parse(from), Date.parse(to) - 366 * dayMs)
  const known = Math.floor(clock.now() / dayMs - ledgerDays) * dayMs
  for (let at = Math.max(first, known); at <= Math.min(Date.parse(to), clock.now()); at += dayMs) {
    const [day, next] = [at, at + dayMs].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string]
    const createdAt = { gte: day, lt: next }
    const recorded = await collections.deliveries.count(tenant, { createdAt })
    if (recorded === 0) continue
    const never = await collections.deliveries.count(tenant, { createdAt, state: unsent.state, tries: 0 })
    if (recorded > never) days.push({ day, count: recorded - never })
  }
  return { days }
}
