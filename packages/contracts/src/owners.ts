import { analytics } from './analytics.ts'
import { channels } from './channels.ts'
import { chat } from './chat.ts'
import { contacts } from './contacts.ts'
import { copilot } from './copilot.ts'
import { crawler } from './crawler.ts'
import { gateway } from './gateway.ts'
import { ingest } from './ingest.ts'
import { policyEngine } from './policy-engine.ts'
import { retrieval } from './retrieval.ts'
import { webhookDispatcher } from './webhook-dispatcher.ts'

/** Every service of the platform, by its name, with what it answers and tells. */
export const owners = {
  gateway,
  ingest,
  crawler,
  retrieval,
  'policy-engine': policyEngine,
  chat,
  copilot,
  contacts,
  channels,
  analytics,
  'webhook-dispatcher': webhookDispatcher,
}
export type Owners = typeof owners
export type ServiceName = keyof Owners
export const serviceNames = Object.keys(owners) as ServiceName[]

/** The erasures of all who keep copies, in the order in which they are asked: what is read by others first. */
export const copiesErasures = [
  chat.queries.copiesErase,
  copilot.queries.copiesErase,
  analytics.queries.copiesErase,
  channels.queries.copiesErase,
  webhookDispatcher.queries.copiesErase,
  gateway.queries.copiesErase,
] as const
