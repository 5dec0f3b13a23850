import { defaultThreshold } from '@frontdesk/answers'
import {
  analytics,
  channels,
  type chat,
  contacts,
  copilot,
  gateway,
  ingest,
  policyEngine,
  retrieval,
  webhookDispatcher,
} from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { blockedContacts } from './blocking/blocked-contact-document.ts'
import { activityLog } from './conversations/activity-document.ts'
import { bulks } from './conversations/bulk-document.ts'
import { changeLog } from './conversations/change-document.ts'
import { conversations } from './conversations/conversation-document.ts'
import { messageDeliveries } from './conversations/delivery-document.ts'
import { messages } from './conversations/message-document.ts'
import { messageWords } from './conversations/message-words.ts'
import { rulesCollection } from './escalation/rule-document.ts'
import { backfills } from './inbox/backfill-document.ts'
import { cannedReplies } from './inbox/canned-reply-document.ts'
import { drafts } from './inbox/draft-document.ts'
import { liveSignals } from './inbox/live-signal-document.ts'
import { readMarkers } from './inbox/read-marker-document.ts'
import { views } from './inbox/view-document.ts'
import { notifications } from './notifications/notification-document.ts'
import { rehearsalCollections } from './rehearsals/rehearsal-document.ts'
import { retentions } from './retention/retention-document.ts'
import { recalibrationCollection, settingsCollection } from './settings/settings-document.ts'
import { slaPolicies } from './sla/sla-policy-document.ts'
import type { State } from './state.ts'
import { suiteCollections } from './suites/suite-documents.ts'
import { assignments } from './teams/assignment-document.ts'
import { teams } from './teams/team-document.ts'
import { citations } from './usage/citation-document.ts'
import { questions, usageDays } from './usage/question-document.ts'
import { visitors } from './visitors/visitor-document.ts'
import { widgetUsage } from './visitors/widget-usage-document.ts'

export const config = z.object({
  /** Below this confidence a question is handed over. */
  ESCALATION_THRESHOLD: z.coerce.number().min(0).max(1).default(defaultThreshold),
  /** How long the configured model may take to judge whether passages answer. 0: it is not asked. */
  JUDGE_TIMEOUT_MS: z.coerce.number().int().min(0).default(3_000),
  /** How long an answer is still written after its last reader left. */
  ABANDON_AFTER_MS: z.coerce.number().int().min(0).default(15_000),
  /** A turn whose dependencies are unavailable is retried until it is this old; then it ends as an error. */
  GIVE_UP_AFTER_MS: z.coerce.number().int().min(0).default(600_000),
  /** How long an answer that is partly sent may still be written after a stop was asked for; as the gateway's. */
  ANSWER_GRACE_MS: z.coerce.number().int().min(0).default(15_000),
  /** Another process takes over a turn when its lease was not renewed for this long. */
  TURN_LEASE_MS: z.coerce.number().int().min(1_000).default(15_000),
})
export const collections = {
  conversations,
  messages,
  messageDeliveries,
  messageWords,
  readMarkers,
  blockedContacts,
  backfills,
  views,
  drafts,
  liveSignals,
  notifications,
  cannedReplies,
  activityLog,
  changeLog,
  bulks,
  questions,
  citations,
  usageDays,
  settings: settingsCollection,
  recalibrations: recalibrationCollection,
  rules: rulesCollection,
  retentions,
  slaPolicies,
  teams,
  assignments,
  visitors,
  widgetUsage,
  ...suiteCollections,
  ...rehearsalCollections,
}
export const asks = [
  analytics,
  channels,
  contacts,
  copilot,
  gateway,
  ingest,
  policyEngine,
  retrieval,
  webhookDispatcher,
] as const

export type ChatContext = Context<
  'models' | 'health',
  typeof config,
  typeof collections,
  typeof chat,
  typeof asks,
  State
>
