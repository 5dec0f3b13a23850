import { agentRoutes } from './agents.ts'
import { analyticsRoutes } from './analytics.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { attachmentRoutes } from './attachments.ts'
import { bulkIngestRoutes } from './bulk-ingest.ts'
import { cannedReplyRoutes } from './canned-replies.ts'
import { channelRoutes } from './channels.ts'
import { chatRoutes } from './chat.ts'
import { connectorRoutes } from './connectors.ts'
import { contactBlockRoutes } from './contact-blocks.ts'
import { contactImportRoutes } from './contact-imports.ts'
import { contactRoutes } from './contacts.ts'
import { contradictionRoutes } from './contradictions.ts'
import { conversationRoutes } from './conversations.ts'
import { copilotRoutes } from './copilot.ts'
import { crawlRoutes } from './crawls.ts'
import { deadLetterRoutes } from './dead-letters.ts'
import { deletionRoutes } from './deletions.ts'
import { draftRoutes } from './drafts.ts'
import { duplicateRoutes } from './duplicates.ts'
import { embeddingRoutes } from './embeddings.ts'
import { escalationRuleRoutes } from './escalation-rules.ts'
import { eventRoutes } from './events.ts'
import { filteredEmailRoutes } from './filtered-emails.ts'
import { inboxRoutes } from './inbox.ts'
import { jobRoutes } from './jobs.ts'
import { knowledgeExportRoutes } from './knowledge-export.ts'
import { knowledgeImportRoutes } from './knowledge-import.ts'
import { meRoutes } from './me.ts'
import { notificationRoutes } from './notifications.ts'
import { oidcRoutes } from './oidc.ts'
import { passwordRoutes } from './passwords.ts'
import { policyRoutes } from './policies.ts'
import { presenceRoutes } from './presence.ts'
import { challengeRoutes, providerRequestRoutes } from './provider-requests.ts'
import { ratingRoutes } from './ratings.ts'
import { rehearsalRoutes } from './rehearsals.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './search.ts'
import { sessionRoutes } from './sessions.ts'
import { settingsRoutes } from './settings.ts'
import { simulateRoutes } from './simulate.ts'
import { slaPolicyRoutes } from './sla-policies.ts'
import { sourceVersionRoutes } from './source-versions.ts'
import { sourceRoutes } from './sources.ts'
import { suiteRoutes } from './suites.ts'
import { tagRoutes } from './tags.ts'
import { teamRoutes } from './teams.ts'
import { tenantRoutes } from './tenants.ts'
import { totpRoutes } from './totp.ts'
import { tuningRoutes } from './tuning.ts'
import { usageRoutes } from './usage.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'
import { webhookListenerRoutes } from './webhook-listeners.ts'
import { widgetActionRoutes } from './widget-actions.ts'
import { widgetAttachmentRoutes } from './widget-attachments.ts'
import { widgetConversationRoutes } from './widget-conversations.ts'
import { widgetEventRoutes } from './widget-events.ts'
import { widgetMessageRoutes } from './widget-messages.ts'
import { widgetSessionRoutes } from './widget-sessions.ts'
import { widgetTranscriptRoutes } from './widget-transcripts.ts'
import { widgetRoutes } from './widgets.ts'

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
  ...tuningRoutes,
  ...contradictionRoutes,
  ...deletionRoutes,
  ...policyRoutes,
  ...simulateRoutes,
  ...suiteRoutes,
  ...rehearsalRoutes,
  ...conversationRoutes,
  ...ratingRoutes,
  ...inboxRoutes,
  ...tagRoutes,
  ...draftRoutes,
  ...presenceRoutes,
  ...notificationRoutes,
  ...attachmentRoutes,
  ...eventRoutes,
  ...contactRoutes,
  ...contactBlockRoutes,
  ...connectorRoutes,
  ...cannedReplyRoutes,
  ...contactImportRoutes,
  ...copilotRoutes,
  ...channelRoutes,
  ...filteredEmailRoutes,
  ...providerRequestRoutes,
  ...challengeRoutes,
  ...widgetRoutes,
  ...widgetSessionRoutes,
  ...widgetConversationRoutes,
  ...widgetMessageRoutes,
  ...widgetEventRoutes,
  ...widgetAttachmentRoutes,
  ...widgetTranscriptRoutes,
  ...widgetActionRoutes,
  ...webhookEndpointRoutes,
  ...webhookListenerRoutes,
  ...sessionRoutes,
  ...oidcRoutes,
  ...passwordRoutes,
  ...meRoutes,
  ...totpRoutes,
  ...apiKeyRoutes,
  ...agentRoutes,
  ...teamRoutes,
  ...slaPolicyRoutes,
  ...settingsRoutes,
  ...escalationRuleRoutes,
  ...usageRoutes,
  ...analyticsRoutes,
  ...deadLetterRoutes,
  ...tenantRoutes,
]
