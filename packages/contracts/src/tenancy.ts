import { z } from 'zod'
import { type Query, query } from './define.ts'

/** Every service of the platform. */
export const serviceNames = [
  'gateway',
  'ingest',
  'crawler',
  'retrieval',
  'policy-engine',
  'chat',
  'copilot',
  'contacts',
  'channels',
  'analytics',
  'webhook-dispatcher',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** What belongs to no tenant is kept under this name, which no tenant can have. */
export const platformTenant = '_platform'

/** How many of what were removed. */
export const removed = z.array(z.object({ what: z.string(), count: z.number().int() }))
export type Removed = z.output<typeof removed>

const erase = (service: string) =>
  query(`query.${service}.tenant.erase.v1`, z.object({}), z.object({ removed }), { timeoutMs: 60_000, maxInFlight: 4 })

/**
 * Removes every document, blob, chunk and stored event of a tenant that the service owns, and counts them. `packages/service`
 * answers it for each service. Asked again it finds what came late; the caller takes the tenant's keys away before.
 */
export const tenantErasures = Object.fromEntries(serviceNames.map((service) => [service, erase(service)])) as Record<
  ServiceName,
  ReturnType<typeof erase>
>

/** The erasure that a service answers; undefined for what is no service of the platform. */
export const erasureOf = (service: string): Query | undefined => tenantErasures[service as ServiceName]
