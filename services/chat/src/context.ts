import {
  analyticsCopiesErase,
  answerFilter,
  bulkPerformed,
  channelCopiesErase,
  chunksFind,
  conversationChanged,
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  copilotCopiesErase,
  deliveryCopiesErase,
  messageReceived,
  messageScreen,
  messageSent,
  policySetCheck,
  replyCopiesErase,
  retentionPerformed,
  settingsChanged,
  textsRelease,
} from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { activityLog } from './activity-log.ts'
import { changeLog } from './change-log.ts'
import { conversations } from './conversation-document.ts'
import { defaultThreshold } from './judge-answerability.ts'
import { rulesCollection } from './keep-rules.ts'
import { settingsCollection } from './keep-settings.ts'
import { messageDeliveries } from './message-deliveries.ts'
import { messages } from './message-document.ts'
import { messageWords } from './message-words.ts'
import { questions, usageDays } from './question-records.ts'
import { retentions } from './retention-document.ts'
import { bulks } from './run-bulk.ts'
import { suiteCollections } from './suites/suite-documents.ts'

export const config = z.object({
  /** Below this confidence a question goes to people. */
  ESCALATION_THRESHOLD: z.coerce.number().min(0).max(1).default(defaultThreshold),
  /** How long the configured model may take to judge whether passages answer. 0: it is not asked. */
  JUDGE_TIMEOUT_MS: z.coerce.number().int().min(0).default(3_000),
  /** How long an answer goes on being written after its last reader went away. */
  ABANDON_AFTER_MS: z.coerce.number().int().min(0).default(15_000),
  /** A turn whose dependencies are away is tried again until it is this old; then it ends as an error. */
  GIVE_UP_AFTER_MS: z.coerce.number().int().min(0).default(600_000),
  /** A turn whose runner is silent for this long is taken over. */
  TURN_LEASE_MS: z.coerce.number().int().min(1_000).default(15_000),
})
export const collections = {
  conversations,
  messages,
  messageDeliveries,
  messageWords,
  activityLog,
  changeLog,
  bulks,
  questions,
  usageDays,
  settings: settingsCollection,
  rules: rulesCollection,
  retentions,
  ...suiteCollections,
}
export const publishes = {
  bulkPerformed,
  conversationChanged,
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  messageReceived,
  messageSent,
  retentionPerformed,
  settingsChanged,
}
export const asks = {
  analyticsCopiesErase,
  channelCopiesErase,
  copilotCopiesErase,
  deliveryCopiesErase,
  replyCopiesErase,
  messageScreen,
  answerFilter,
  textsRelease,
  policySetCheck,
  chunksFind,
}

export type ChatContext = Context<'models', typeof config, typeof collections, typeof publishes, typeof asks>
