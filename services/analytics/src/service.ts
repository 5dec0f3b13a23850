import {
  analyticsLog,
  analyticsOverview,
  analyticsRows,
  bulkPerformed,
  conversationChanged,
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  knowledgeUpdated,
  messageReceived,
  messageSent,
  settingsChanged,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { asks, collections, config, uses } from './context.ts'
import { listLog, recordBulk, recordSettings } from './keep-log.ts'
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
    knowledgeUpdated,
    analyticsOverview,
    analyticsRows,
    analyticsLog,
  },
  handlers: {
    conversationCreated: recordConversation,
    conversationChanged: recordConversation,
    conversationEscalated: recordEscalation,
    conversationResolved: recordConversation,
    messageReceived: recordReceived,
    messageSent: recordSent,
    bulkPerformed: recordBulk,
    settingsChanged: recordSettings,
    knowledgeUpdated: recordSource,
    analyticsOverview: readOverview,
    analyticsRows: listRows,
    analyticsLog: listLog,
  },
})
