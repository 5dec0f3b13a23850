import type { Route } from '../route.ts'
import { agentRoutes } from './agents.ts'
import { analyticsRoutes } from './analytics.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { attachmentRoutes } from './attachments.ts'
import { bulkIngestRoutes } from './bulk-ingest.ts'
import { channelRoutes } from './channels.ts'
import { chatRoutes } from './chat.ts'
import { connectorRoutes } from './connectors.ts'
import { contactImportRoutes } from './contact-imports.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { copilotRoutes } from './copilot.ts'
import { crawlRoutes } from './crawls.ts'
import { deadLetterRoutes } from './dead-letters.ts'
import { deletionRoutes } from './deletions.ts'
import { duplicateRoutes } from './duplicates.ts'
import { embeddingRoutes } from './embeddings.ts'
import { escalationRuleRoutes } from './escalation-rules.ts'
import { eventRoutes } from './events.ts'
import { jobRoutes } from './jobs.ts'
import { knowledgeExportRoutes } from './knowledge-export.ts'
import { knowledgeImportRoutes } from './knowledge-import.ts'
import { policyRoutes } from './policies.ts'
import { challengeRoutes, providerRequestRoutes } from './provider-requests.ts'
import { searchRoutes } from './search.ts'
import { settingsRoutes } from './settings.ts'
import { simulateRoutes } from './simulate.ts'
import { sourceVersionRoutes } from './source-versions.ts'
import { sourceRoutes } from './sources.ts'
import { suiteRoutes } from './suites.ts'
import { tenantRoutes } from './tenants.ts'
import { usageRoutes } from './usage.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'
import { webhookListenerRoutes } from './webhook-listeners.ts'

/** Every route of the API: what is not here does not exist, and what is here is served, documented and tested. */
export const routes: Route[] = [
  ...chatRoutes,
  ...sourceRoutes,
  ...sourceVersionRoutes,
  ...bulkIngestRoutes,
  ...knowledgeExportRoutes,
  ...knowledgeImportRoutes,
  ...jobRoutes,
  ...crawlRoutes,
  ...searchRoutes,
  ...embeddingRoutes,
  ...duplicateRoutes,
  ...deletionRoutes,
  ...policyRoutes,
  ...simulateRoutes,
  ...suiteRoutes,
  ...conversationRoutes,
  ...attachmentRoutes,
  ...eventRoutes,
  ...contactRoutes,
  ...connectorRoutes,
  ...contactImportRoutes,
  ...copilotRoutes,
  ...channelRoutes,
  ...providerRequestRoutes,
  ...challengeRoutes,
  ...webhookEndpointRoutes,
  ...webhookListenerRoutes,
  ...apiKeyRoutes,
  ...agentRoutes,
  ...settingsRoutes,
  ...escalationRuleRoutes,
  ...usageRoutes,
  ...analyticsRoutes,
  ...deadLetterRoutes,
  ...tenantRoutes,
]
