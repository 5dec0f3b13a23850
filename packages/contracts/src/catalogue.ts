import * as analytics from './analytics.ts'
import * as channelDeliveries from './channel-deliveries.ts'
import * as channels from './channels.ts'
import * as chat from './chat.ts'
import * as chatSettings from './chat-settings.ts'
import * as connectors from './connectors.ts'
import * as contacts from './contacts.ts'
import * as copilot from './copilot.ts'
import * as crawler from './crawler.ts'
import type { Contract } from './define.ts'
import * as erasure from './erasure.ts'
import * as inbox from './inbox.ts'
import * as ingest from './ingest.ts'
import * as policyEngine from './policy-engine.ts'
import * as retrieval from './retrieval.ts'
import * as simulation from './simulation.ts'
import * as suites from './suites.ts'
import { tenantErasures } from './tenancy.ts'
import * as webhookDispatcher from './webhook-dispatcher.ts'

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'subject' in value && 'kind' in value && 'body' in value

/** Every contract there is. `make check` holds it against what the services declare. */
export const catalogue: Contract[] = [
  analytics,
  channelDeliveries,
  channels,
  chat,
  connectors,
  contacts,
  chatSettings,
  copilot,
  crawler,
  inbox,
  erasure,
  ingest,
  policyEngine,
  retrieval,
  simulation,
  suites,
  tenantErasures,
  webhookDispatcher,
].flatMap((module) => Object.values(module).filter(isContract))
