import { contacts, policyEngine, type webhookDispatcher } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { deliveries } from './deliveries/delivery-document.ts'
import { endpoints } from './endpoints/endpoint-document.ts'
import { numberings } from './events/numbering-document.ts'
import { listenerEvents, listeners } from './listen/listener-document.ts'
import { replayPages, replays } from './replays/replay-document.ts'
import type { State } from './state.ts'

export const config = z.object({
  /** Secrets of endpoints are sealed with it; another one can't open them. */
  ENCRYPTION_KEY: z.string('your own secret is needed to encrypt stored secrets').min(1),
  /** An endpoint that takes longer than this has failed the attempt. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(10_000),
  /** Requests that an endpoint gets at the same time. */
  WEBHOOK_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
  /** Requests that an endpoint gets in a second, unless it asks for fewer. */
  WEBHOOK_MAX_PER_SECOND: z.coerce.number().int().min(1).max(10_000).default(1_000),
})
export const collections = { endpoints, deliveries, replays, replayPages, numberings, listeners, listenerEvents }
export const asks = [contacts, policyEngine] as const

export type DispatcherContext = Context<
  'outboundHttp',
  typeof config,
  typeof collections,
  typeof webhookDispatcher,
  typeof asks,
  State
>
