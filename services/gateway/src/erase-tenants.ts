import {
  type Removed,
  ServiceError,
  type ServiceName,
  serviceNames,
  tenantErasures,
  toWireError,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { GatewayContext } from './context.ts'
import type { ErasureRecord, erasure } from './erasure-record.ts'
import { platformTenant } from './key-records.ts'

/** One step is one service's answer, which has 60 s; whoever died with it is followed by another after this. */
const leaseMs = 90_000
const pauseMs = 5_000
const rounds = 2

const unknownTenant = () => new ServiceError('not_found', { detail: 'There is no such tenant.' })

/**
 * Begins to erase a tenant: its keys stop working within 2 s everywhere, everything of it is removed by a job. The same
 * tenant again is the same job. Throws `not_found`.
 */
export async function beginErasure(tenantId: string, jobId: string, context: GatewayContext): Promise<string> {
  const { collections, clock } = context
  const platform = context.forTenant(platformTenant)
  const stored = await platform.commit(collections.tenants, tenantId, (current) => {
    if (!current) throw unknownTenant()
    return current.body.erasure ? undefined : { body: { ...current.body, erasure: jobId } }
  })
  const erasure = stored!.body.erasure!
  await collections.erasures.insert(platformTenant, erasure, {
    tenant: tenantId,
    createdAt: timestampOf(clock),
    state: 'running',
    rounds: 0,
    answered: [],
    removed: {},
    dueAt: clock.now(),
  })
  await collections.apiKeys.eraseTenant(tenantId)
  return erasure
}

/** Throws `not_found`. */
export async function readErasure(id: string, { collections }: GatewayContext): Promise<z.output<typeof erasure>> {
  const stored = await collections.erasures.get(platformTenant, id)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  const { tenant, state, createdAt, finishedAt, waitsFor, removed, rounds: full, answered } = stored.body
  return {
    id,
    tenant,
    state,
    total: rounds * serviceNames.length,
    done: full * serviceNames.length + answered.length,
    failed: 0,
    createdAt,
    ...(finishedAt && { finishedAt }),
    ...(waitsFor && { waitsFor }),
    items: Object.entries(removed).map(([service, own]) => ({ service, removed: own })),
  }
}

/** Goes on with erasures that are due, a service at a time. A crash goes on where it was; nothing is given up. */
export async function eraseTenants(context: GatewayContext): Promise<void> {
  const { collections, clock, signal } = context
  const { items } = await collections.erasures.find(platformTenant, {
    where: { dueAt: { lte: clock.now() } },
    limit: 20,
  })
  for (const { id } of items) {
    while (!signal.aborted && (await eraseNext(id, context.forTenant(platformTenant))));
  }
}

/** Has one service erase its part. False when there is nothing more to do now. */
async function eraseNext(id: string, context: GatewayContext): Promise<boolean> {
  const { collections, commit, clock, log } = context
  let claimed: ErasureRecord | undefined
  await commit(collections.erasures, id, (current) => {
    claimed = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    claimed = current.body
    return { body: { ...current.body, dueAt: clock.now() + leaseMs } }
  })
  if (!claimed) return false
  const service = serviceNames.find((name) => !claimed!.answered.includes(name))
  if (!service) return endRound(id, context)
  try {
    const { removed } = await context.forTenant(claimed.tenant).ask(tenantErasures[service], {})
    await commit(collections.erasures, id, (current) => ({
      body: withAnswer(current!.body, service, removed, clock.now()),
    }))
    return true
  } catch (error) {
    const { code } = toWireError(error)
    log.warn({ erasure: id, tenant: claimed.tenant, asked: service, code, err: error }, 'an erasure waits')
    await commit(collections.erasures, id, (current) => ({
      body: { ...current!.body, waitsFor: `${service}: ${code}`, dueAt: clock.now() + pauseMs },
    }))
    return false
  }
}

function withAnswer(before: ErasureRecord, service: ServiceName, found: Removed, now: number): ErasureRecord {
  const { waitsFor: _, ...rest } = before
  const counts = new Map((before.removed[service] ?? []).map(({ what, count }) => [what, count]))
  for (const { what, count } of found) counts.set(what, (counts.get(what) ?? 0) + count)
  const own = [...counts].map(([what, count]) => ({ what, count }))
  const answered = before.answered.includes(service) ? before.answered : [...before.answered, service]
  return { ...rest, answered, removed: { ...before.removed, [service]: own }, dueAt: now }
}

/** After the last round the tenant is no more. */
async function endRound(id: string, context: GatewayContext): Promise<boolean> {
  const { collections, commit, clock, config } = context
  const stored = await commit(collections.erasures, id, (current) => {
    const { dueAt: _, ...rest } = current!.body
    const next: ErasureRecord = { ...rest, rounds: rest.rounds + 1, answered: [] }
    const body: ErasureRecord =
      next.rounds < rounds
        ? { ...next, dueAt: clock.now() + config.ERASE_AGAIN_AFTER_MS }
        : { ...next, state: 'finished', finishedAt: timestampOf(clock) }
    return { body }
  })
  if (stored!.body.state === 'finished') await collections.tenants.remove(platformTenant, stored!.body.tenant)
  return false
}
