import { ascending, pagesOf } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { bySequence, type DeliveryDocument } from '../deliveries/delivery-document.ts'
import type { EndpointDocument, Release } from '../endpoints/endpoint-document.ts'

const reach = { unanswered: 0, failed: 1, all: 2 } as const

/** What is left to be released when something is to be on top of it. */
export const releaseOf = (what: Release['what'], at: number, before?: Release): Release => ({
  at,
  what: before && reach[before.what] > reach[what] ? before.what : what,
})

/** Statuses that a proxy answers with when nobody is behind it, or that ask for fewer requests. */
const awayStatuses = [429, 502, 503, 504]

/** Whether a reply comes from a subscriber that is there and may be sent more. */
export const isSignOfLife = (status: number | undefined, retryAfterMs?: number): boolean =>
  status !== undefined && !awayStatuses.includes(status) && retryAfterMs === undefined

/**
 * One delivery is brought forward 5 s after its last attempt, then 10 s, 20 s and so on: an event that its subscriber can't
 * handle is not tried with each success of another one. Until its schedule is over that is at most 16 times
 * (5 s · 2^16 is more than three days).
 */
const firstGapMs = 5_000

/** When a delivery that waits for its next attempt goes instead; undefined when nothing changes for it. */
function broughtForward(
  { nextAttemptAt, releases = 0, attempts }: DeliveryDocument,
  release: Release,
  now: number,
): number | undefined {
  const last = attempts.at(-1)
  if (nextAttemptAt === undefined || nextAttemptAt <= now || !last) return undefined
  const lastAt = Date.parse(last.at)
  if (release.what === 'unanswered' && isSignOfLife(last.status)) return undefined
  // It failed again since.
  if (release.what === 'all') return lastAt > release.at ? undefined : now
  const at = Math.max(now, lastAt + firstGapMs * 2 ** releases)
  return at < nextAttemptAt ? at : undefined
}

const page = 200

/**
 * Brings forward what waits for an endpoint, and what waits behind that: the sweep finds it due. Resolves when all of it is
 * written; `resumeReleases` goes on with what a crash left. Does nothing while the endpoint is disabled.
 */
export async function releaseWaiting(endpointId: string, context: DispatcherContext): Promise<void> {
  const { collections, tenant, clock, commit, signal, log } = context
  const endpoint = await collections.endpoints.get(tenant, endpointId)
  const release = endpoint?.body.enabled ? endpoint.body.release : undefined
  if (!release) return
  const heads = new Map<string, Promise<number>>()
  let count = 0
  const sort = ascending('dueAt')
  const find = { where: { endpointId, dueAt: { gt: clock.now() } }, sort, limit: page }
  for await (const found of pagesOf(collections.deliveries, tenant, find)) {
    signal.throwIfAborted()
    const moved = found.map(async ({ id, body: { lane } }) => {
      if (!heads.has(lane)) heads.set(lane, headDueAt(lane, release, context))
      const behind = await heads.get(lane)!
      await commit(collections.deliveries, id, (current) => {
        const body = current && released(current.body, release, behind, clock.now())
        return body && { body }
      })
    })
    await Promise.all(moved)
    count += moved.length
  }
  await commit(collections.endpoints, endpointId, (current) =>
    current?.body.release?.at === release.at ? { body: withoutRelease(current.body) } : undefined,
  )
  log.info({ endpoint: endpointId, deliveries: count, ...release }, 'sent the waiting deliveries of an endpoint')
}

const withoutRelease = ({ release: _, ...rest }: EndpointDocument): EndpointDocument => rest

/** When the first pending delivery of a lane goes, after the release. */
async function headDueAt(
  lane: string,
  release: Release,
  { collections, tenant, clock }: DispatcherContext,
): Promise<number> {
  const { items } = await collections.deliveries.find(tenant, {
    where: { lane, state: 'pending' },
    sort: bySequence,
    limit: 1,
  })
  const body = items[0]?.body
  const now = clock.now()
  return (body && (broughtForward(body, release, now) ?? body.nextAttemptAt)) ?? now
}

/** A delivery after a release: one that waits by itself keeps its schedule in mind, one that waits behind another follows it. */
function released(body: DeliveryDocument, release: Release, behind: number, now: number): DeliveryDocument | undefined {
  if (body.state !== 'pending') return undefined
  const at = broughtForward(body, release, now)
  if (at !== undefined) {
    const { scheduledAt = body.nextAttemptAt!, releases = 0 } = body
    return { ...body, nextAttemptAt: at, dueAt: at, scheduledAt, releases: releases + 1 }
  }
  const isBehind = (body.nextAttemptAt ?? 0) <= now
  return isBehind && body.dueAt !== undefined && body.dueAt > behind
    ? { ...body, dueAt: Math.max(now, behind) }
    : undefined
}
