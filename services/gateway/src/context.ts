import { changeRecorded } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import type { AgentRecord } from './agent-records.ts'
import { asks } from './asks.ts'
import { changes } from './change-records.ts'
import type { ErasureRecord } from './erasure-record.ts'
import type { ApiKeyRecord, TenantRecord } from './key-records.ts'
import type { QuotaRecord } from './rate-limit.ts'
import type { ReplyRecord } from './reply-records.ts'
import type { SweepRecord } from './sweep-blobs.ts'

const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'addresses and CIDRs, such as 10.0.0.0/8,192.168.7.20')
  .refine((text) => !/\/0+$/.test(text), 'not everybody is a proxy: name the networks of yours')

/** Settings of the gateway, by their names in the environment. */
export const config = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('0 takes any free port'),
  HOST: z.string().default('0.0.0.0'),
  BOOTSTRAP_API_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  ADMIN_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  ERASE_AGAIN_AFTER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(35_000)
    .describe('Between the two rounds that erase a tenant: what was in hand when its keys went away is over by then'),
  IMPORT_MAX_MB: z.coerce.number().int().min(1).default(2_048).describe('Of a manifest or a ZIP that is imported'),
  PROVIDER_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000)
    .describe('Refused requests of channel providers from one address, of one kind, before the next ones wait'),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6_000).describe('Requests of one API key'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(network))
    .describe('Whose X-Forwarded-For is believed'),
})

/** What the gateway owns. */
export const collections = {
  changes,
  tenants: collection<TenantRecord>('gateway-tenants', [{ fields: ['createdAt'] }]),
  apiKeys: collection<ApiKeyRecord>('gateway-api-keys', [
    { fields: ['hash'], acrossTenants: true },
    { fields: ['previousHash'], acrossTenants: true },
    { fields: ['createdAt'] },
  ]),
  erasures: collection<ErasureRecord>('gateway-erasures', [{ fields: ['createdAt'] }, { fields: ['dueAt'] }]),
  agents: collection<AgentRecord>('gateway-agents', [{ fields: ['createdAt'] }]),
  sweeps: collection<SweepRecord>('gateway-sweeps', []),
  quotas: collection<QuotaRecord>('gateway-quotas', []),
  replies: collection<ReplyRecord>('gateway-replies', [{ fields: ['createdAt'], acrossTenants: true }]),
}

export { asks }

export const uses = ['blobs', 'deadLetters', 'health'] as const

export const publishes = { changeRecorded }

/** What every part of the gateway works with; `forTenant` makes the one that a request works with. */
export type GatewayContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof publishes,
  typeof asks
>
