import {
  owners,
  platformTenant,
  type Removed,
  ServiceError,
  type ServiceName,
  serviceNames,
} from '@frontdesk/contracts'
import { job } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { ErasureRecord, erasure } from './erasure-document.ts'

const rounds = 2

const unknownTenant = () => new ServiceError('not_found', { detail: 'There is no such tenant.' })

/**
 * Begins to erase a tenant: its keys and sessions stop working within 2 s everywhere, everything of it is removed by a job. The same
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
  const begun = { tenant: tenantId, createdAt: timestampOf(clock), state: 'running' as const, cause: context.cause }
  await platform.commit(collections.erasures, erasure, (current) =>
    current ? undefined : { body: { ...begun, rounds: 0, answered: [], removed: {}, dueAt: clock.now() } },
  )
  await collections.apiKeys.eraseTenant(tenantId)
  await collections.sessions.eraseTenant(tenantId)
  await collections.visitorSessions.eraseTenant(tenantId)
  await collections.widgets.eraseTenant(tenantId)
  await collections.signInLinks.eraseTenant(tenantId)
  await collections.oidcSignIns.eraseTenant(tenantId)
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

/** The service that is to erase its part next in this round. */
const nextOf = ({ answered }: ErasureRecord): ServiceName | undefined =>
  serviceNames.find((name) => !answered.includes(name))

/** Erasures of tenants, a service at a time. Nothing is given up. */
export const tenantErasureWork = job<GatewayContext, ErasureRecord>({
  name: 'tenant erasure',
  collection: ({ collections }) => collections.erasures,
  // One service's answer has 60 s.
  leaseMs: 90_000,
  pauseMs: 5_000,
  everyMs: 3_000,
  waitsFor: (body, { code }) => `${nextOf(body) ?? 'gateway'}: ${code}`,
  async work(lease, context) {
    const { collections, clock, config, signal } = context
    const { tenant } = lease.body
    for (let service = nextOf(lease.body); service; service = nextOf(lease.body)) {
      signal.throwIfAborted()
      await lease.hold()
      const { removed } = await context.forTenant(tenant).ask(owners[service].standard.tenantErase, {})
      const answering = service
      await lease.checkpoint((body) => withAnswer(body, answering, removed))
    }
    const ended = (body: ErasureRecord): ErasureRecord => ({ ...body, rounds: body.rounds + 1, answered: [] })
    if (lease.body.rounds + 1 < rounds) return { dueInMs: config.ERASE_AGAIN_AFTER_MS, change: ended }
    // After the last round the tenant is no more.
    await lease.hold()
    await collections.tenants.remove(platformTenant, tenant)
    return { change: (body) => ({ ...ended(body), state: 'finished', finishedAt: timestampOf(clock) }) }
  },
})

function withAnswer(before: ErasureRecord, service: ServiceName, found: Removed): ErasureRecord {
  const counts = new Map((before.removed[service] ?? []).map(({ what, count }) => [what, count]))
  for (const { what, count } of found) counts.set(what, (counts.get(what) ?? 0) + count)
  const own = [...counts].map(([what, count]) => ({ what, count }))
  return { ...before, answered: [...before.answered, service], removed: { ...before.removed, [service]: own } }
}
