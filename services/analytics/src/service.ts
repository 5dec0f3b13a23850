import { analytics } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { asks, collections, config, uses } from './context.ts'
import { judgeByFeedback, judgeByHandover, judgeByResolution } from './facts/judge-answers.ts'
import {
  recordConversation,
  recordEscalation,
  recordLateAnswer,
  recordRating,
  recordReceived,
  recordSent,
  recordSla,
  recordSource,
} from './facts/record-facts.ts'
import { acceptSuggestion, dismissSuggestion } from './gaps/accept-suggestion.ts'
import { proposeAnswer } from './gaps/propose-answer.ts'
import { listSuggestions, readSuggestion } from './gaps/read-suggestions.ts'
import { eraseCopies, purgeOldQuestions, recordQuestion } from './gaps/record-questions.ts'
import { checkJob } from './gaps/run-checks.ts'
import { groupingJob, queueGroupings } from './gaps/run-groupings.ts'
import { listLog, recordBulk, recordChange, recordDisabled, recordRetention, recordSettings } from './log/audit-log.ts'
import { listRows } from './overview/list-rows.ts'
import { readOverview } from './overview/read-overview.ts'
import { readTopics } from './overview/read-topics.ts'
import { countPages, recordPages } from './pages/count-crawled-pages.ts'

/** Owns what is counted of conversations and sources, the log of bulk actions and settings, and content gaps. */
export const analyticsService = defineService({
  contracts: analytics,
  config,
  uses,
  collections,
  asks,
  handlers: {
    pageUsageRead: countPages,
    overviewRead: readOverview,
    topicRead: readTopics,
    rowList: listRows,
    logList: listLog,
    copiesErase: eraseCopies,
    suggestionAccept: acceptSuggestion,
    suggestionDismiss: dismissSuggestion,
    suggestionList: listSuggestions,
    suggestionPropose: proposeAnswer,
    suggestionRead: ({ suggestionId }, context) => readSuggestion(suggestionId, context),
  },
  subscriptions: {
    chat: {
      conversationCreated: recordConversation,
      conversationChanged: recordConversation,
      async conversationEscalated(escalated, context, envelope) {
        await judgeByHandover(escalated, context, envelope)
        await recordEscalation(escalated, context, envelope)
      },
      conversationRated: recordRating,
      async conversationResolved(resolved, context, envelope) {
        await judgeByResolution(resolved, context, envelope)
        await recordConversation(resolved, context, envelope)
      },
      conversationSlaAnsweredLate: recordLateAnswer,
      conversationSlaMet: recordSla,
      conversationSlaBreached: recordSla,
      messageReceived: recordReceived,
      messageRated: judgeByFeedback,
      async messageSent(sent, context, envelope) {
        await recordSent(sent, context, envelope)
        await recordQuestion(sent, context)
      },
      bulkPerformed: recordBulk,
      settingsChanged: recordSettings,
      retentionPerformed: recordRetention,
    },
    gateway: {
      changeRecorded: recordChange,
    },
    'webhook-dispatcher': {
      endpointDisabled: recordDisabled,
    },
    ingest: {
      knowledgeUpdated: recordSource,
    },
    crawler: {
      crawlFinished: recordPages,
    },
  },
  jobs: { checks: checkJob, groupings: groupingJob },
  background: {
    queueGroupings: { everyMs: 1_000, run: queueGroupings },
    purgeOldQuestions: { everyMs: 3_600_000, run: purgeOldQuestions },
  },
})
