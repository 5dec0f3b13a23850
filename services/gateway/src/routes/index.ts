import type { Route } from '../route.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { bulkIngestRoutes } from './bulk-ingest.ts'
import { chatRoutes } from './chat.ts'
import { conversationRoutes } from './conversations.ts'
import { copilotRoutes } from './copilot.ts'
import { crawlRoutes } from './crawls.ts'
import { deadLetterRoutes } from './dead-letters.ts'
import { duplicateRoutes } from './duplicates.ts'
import { embeddingRoutes } from './embeddings.ts'
import { jobRoutes } from './jobs.ts'
import { knowledgeExportRoutes } from './knowledge-export.ts'
import { policyRoutes } from './policies.ts'
import { searchRoutes } from './search.ts'
import { simulateRoutes } from './simulate.ts'
import { sourceVersionRoutes } from './source-versions.ts'
import { sourceRoutes } from './sources.ts'
import { suiteRoutes } from './suites.ts'
import { tenantRoutes } from './tenants.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

/** Every route of the API: what is not here does not exist, and what is here is served, documented and tested. */
export const routes: Route[] = [
  ...chatRoutes,
  ...sourceRoutes,
  ...sourceVersionRoutes,
  ...bulkIngestRoutes,
  ...knowledgeExportRoutes,
  ...jobRoutes,
  ...crawlRoutes,
  ...searchRoutes,
  ...embeddingRoutes,
  ...duplicateRoutes,
  ...policyRoutes,
  ...simulateRoutes,
  ...suiteRoutes,
  ...conversationRoutes,
  ...copilotRoutes,
  ...webhookEndpointRoutes,
  ...apiKeyRoutes,
  ...deadLetterRoutes,
  ...tenantRoutes,
]
