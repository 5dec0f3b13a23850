import {
  analyticsCopiesErase,
  analyticsLog,
  analyticsOverview,
  analyticsRows,
  bulkPerformed,
  changeRecorded,
  conversationChanged,
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  crawlFinished,
  endpointDisabled,
  knowledgeUpdated,
  messageReceived,
  messageSent,
  pageUsage,
  retentionPerformed,
  settingsChanged,
  suggestionAccept,
  suggestionDismiss,
  suggestionList,
  suggestionRead,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { asks, collections, config, uses } from './context.ts'
import { countPages, recordPages } from './count-pages.ts'
import { acceptSuggestion, dismissSuggestion } from './gaps/accept-suggestion.ts'
import { groupWaiting } from './gaps/group-sweep.ts'
import { eraseCopies, forgetOldQuestions, keepQuestion } from './gaps/keep-questions.ts'
import { listSuggestions, readSuggestion } from './gaps/read-suggestions.ts'
import { runChecks } from './gaps/run-checks.ts'
import { listLog, recordBulk, recordChange, recordDisabled, recordRetention, recordSettings } from './keep-log.ts'
import { listRows } from './list-rows.ts'
import { readOverview } from './read-overview.ts'
import { recordConversation, recordEscalation, recordReceived, recordSent, recordSource } from './record-facts.ts'

/** Owns what is counted of conversations and sources, the log of bulk actions and settings, and content gaps. */
export const analytics = defineService({
  name: 'analytics',
  config,
  uses,
  collections,
  publishes: {},
  asks,
  handles: {
    conversationCreated,
    conversationChanged,
    conversationEscalated,
    conversationResolved,
    messageReceived,
    messageSent,
    bulkPerformed,
    settingsChanged,
    changeRecorded,
    retentionPerformed,
    endpointDisabled,
    knowledgeUpdated,
    crawlFinished,
    pageUsage,
    analyticsOverview,
    analyticsRows,
    analyticsLog,
    analyticsCopiesErase,
    suggestionAccept,
    suggestionDismiss,
    suggestionList,
    suggestionRead,
  },
  handlers: {
    conversationCreated: recordConversation,
    conversationChanged: recordConversation,
    conversationEscalated: recordEscalation,
    conversationResolved: recordConversation,
    messageReceived: recordReceived,
    async messageSent(sent, context) {
      await recordSent(sent, context)
      await keepQuestion(sent, context)
    },
    bulkPerformed: recordBulk,
    settingsChanged: recordSettings,
    changeRecorded: recordChange,
    retentionPerformed: recordRetention,
    endpointDisabled: recordDisabled,
    knowledgeUpdated: recordSource,
    crawlFinished: recordPages,
    pageUsage: countPages,
    analyticsOverview: readOverview,
    analyticsRows: listRows,
    analyticsLog: listLog,
    analyticsCopiesErase: eraseCopies,
    suggestionAccept: acceptSuggestion,
    suggestionDismiss: dismissSuggestion,
    suggestionList: listSuggestions,
    suggestionRead: ({ suggestionId }, context) => readSuggestion(suggestionId, context),
  },
  background: {
    groupWaiting: { everyMs: 1_000, run: groupWaiting },
    runChecks: { everyMs: 500, run: runChecks },
    forgetOldQuestions: { everyMs: 3_600_000, run: forgetOldQuestions },
  },
})
