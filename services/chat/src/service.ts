import {
  activityList,
  bulkExport,
  bulkPerformed,
  bulkRun,
  changeFollow,
  chatCopiesErase,
  contactChanged,
  contactLink,
  contactRelink,
  conversationChanged,
  conversationCreated,
  conversationEscalated,
  conversationHandBack,
  conversationHandOver,
  conversationList,
  conversationRead,
  conversationResolved,
  conversationUpdate,
  feedbackRead,
  knowledgeUpdated,
  messageAnswer,
  messageDeliveryChanged,
  messageList,
  messageRate,
  messageReceived,
  messageSent,
  messageSimulate,
  messageWrite,
  ruleCreate,
  ruleDelete,
  ruleList,
  ruleRead,
  ruleUpdate,
  settingsChanged,
  settingsRead,
  settingsUpdate,
  suiteCreate,
  suiteDelete,
  suiteList,
  suiteRead,
  suiteRunList,
  suiteRunRead,
  suiteRunReportRead,
  suiteRunStart,
  suiteUpdate,
  thresholdPreview,
  turnFollow,
  usageRead,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { acceptMessage } from './accept-message.ts'
import { listActivities, projectActivities } from './activity-log.ts'
import { appendChange, followChanges, forgetOldChanges } from './change-log.ts'
import { asks, collections, config, publishes } from './context.ts'
import { doWhatIsDue } from './do-what-is-due.ts'
import { eraseCopies } from './erase-copies.ts'
import { exportConversations } from './export-conversations.ts'
import { followTurn } from './follow-turn.ts'
import { handBack, handOver } from './hand-over.ts'
import { createRule, deleteRule, pageRules, readRule, updateRule } from './keep-rules.ts'
import { readSettings, updateSettings } from './keep-settings.ts'
import { linkContact, relinkContact } from './link-contact.ts'
import { listConversations, readConversation } from './list-conversations.ts'
import { listMessages, projectMessages } from './list-messages.ts'
import { previewThreshold } from './preview-threshold.ts'
import { projectQuestions } from './question-records.ts'
import { rateAnswer, readFeedback } from './rate-answer.ts'
import { readUsage } from './read-usage.ts'
import { recordDelivery } from './record-delivery.ts'
import { forgetBulks, resumeBulks, runBulk } from './run-bulk.ts'
import { runRetentions, scheduleRetention } from './run-retention.ts'
import { resumeTurns, runTurns } from './run-turns.ts'
import { simulate } from './simulate/simulate.ts'
import { createSuite, deleteSuite, listSuites, readSuite, updateSuite } from './suites/keep-suites.ts'
import { listRuns, readReport, readRun } from './suites/read-runs.ts'
import { resumeRuns } from './suites/run-suites.ts'
import { startRun } from './suites/start-run.ts'
import { updateConversation } from './update-conversation.ts'
import { writeMessage } from './write-message.ts'

/** Owns conversations and their messages, and brings every customer's message to exactly one answer or a visible end. */
export const chat = defineService({
  name: 'chat',
  config,
  uses: ['models'],
  collections,
  publishes,
  asks,
  handles: {
    chatCopiesErase,
    contactLink,
    contactRelink,
    messageAnswer,
    turnFollow,
    conversationList,
    conversationRead,
    messageList,
    messageRate,
    feedbackRead,
    conversationUpdate,
    messageWrite,
    conversationHandOver,
    conversationHandBack,
    activityList,
    bulkRun,
    bulkExport,
    settingsRead,
    settingsUpdate,
    ruleCreate,
    ruleList,
    ruleRead,
    ruleUpdate,
    ruleDelete,
    changeFollow,
    conversationCreated,
    conversationChanged,
    conversationEscalated,
    conversationResolved,
    messageReceived,
    messageSent,
    messageDeliveryChanged,
    settingsChanged,
    bulkPerformed,
    contactChanged,
    knowledgeUpdated,
    messageSimulate,
    suiteCreate,
    suiteDelete,
    suiteList,
    suiteRead,
    suiteRunList,
    suiteRunRead,
    suiteRunReportRead,
    suiteRunStart,
    suiteUpdate,
    thresholdPreview,
    usageRead,
  },
  handlers: {
    chatCopiesErase: (body, context) => eraseCopies(body, context),
    async contactLink({ conversationId, contactId }, context) {
      await linkContact(conversationId, contactId, context)
      return {}
    },
    contactRelink: async ({ from, into }, context) => ({ changed: await relinkContact(from, into, context) }),
    async *messageAnswer(body, context) {
      const { conversationId, answerId, claimed, faults } = await acceptMessage(body, context)
      // Somebody waits: what pauses after a fault is tried again at once.
      runTurns(conversationId, context, { claimed, eager: !body.unread })
      if (body.unread) {
        yield { type: 'start', offset: 0, conversationId, messageId: answerId }
        return
      }
      yield* followTurn(answerId, 0, context, faults)
    },
    turnFollow: ({ messageId, offset }, context) => followTurn(messageId, offset, context),
    async *messageSimulate(question, context) {
      yield await simulate(question, context)
    },
    suiteCreate: (body, context) => createSuite(body, context),
    suiteList: (page, context) => listSuites(page, context),
    suiteRead: ({ suiteId }, context) => readSuite(suiteId, context),
    suiteUpdate: (body, context) => updateSuite(body, context),
    async suiteDelete({ suiteId }, context) {
      await deleteSuite(suiteId, context)
      return {}
    },
    suiteRunStart: (body, context) => startRun(body, context),
    suiteRunList: (page, context) => listRuns(page, context),
    suiteRunRead: (run, context) => readRun(run, context),
    suiteRunReportRead: (page, context) => readReport(page, context),
    conversationList: (filters, context) => listConversations(filters, context),
    conversationRead: ({ conversationId }, context) => readConversation(conversationId, context),
    messageList: (page, context) => listMessages(page, context),
    messageRate: (rating, context) => rateAnswer(rating, context),
    feedbackRead: ({ conversationId }, context) => readFeedback(conversationId, context),
    conversationUpdate: (body, context) => updateConversation(body, context),
    messageWrite: (body, context) => writeMessage(body, context),
    conversationHandOver: (body, context) => handOver(body, context),
    conversationHandBack: (body, context) => handBack(body, context),
    activityList: (page, context) => listActivities(page, context),
    async bulkRun(body, context) {
      const { id: _, ...result } = await runBulk(body, context)
      return result
    },
    bulkExport: (body, context) => exportConversations(body, context),
    settingsRead: (_, context) => readSettings(context),
    settingsUpdate: (body, context) => updateSettings(body, context),
    usageRead: (days, context) => readUsage(days, context),
    thresholdPreview: (asked, context) => previewThreshold(asked, context),
    ruleCreate: (body, context) => createRule(body, context),
    ruleList: (page, context) => pageRules(page, context),
    ruleRead: ({ ruleId }, context) => readRule(ruleId, context),
    ruleUpdate: (body, context) => updateRule(body, context),
    async ruleDelete({ ruleId }, context) {
      await deleteRule(ruleId, context)
      return {}
    },
    changeFollow: ({ after }, context) => followChanges(after, context),
    conversationCreated: ({ conversation: { id } }, context, envelope) =>
      appendChange({ type: 'conversation.created', conversationId: id }, envelope, context),
    conversationChanged: ({ conversation: { id } }, context, envelope) =>
      appendChange({ type: 'conversation.changed', conversationId: id }, envelope, context),
    conversationEscalated: ({ conversation: { id } }, context, envelope) =>
      appendChange({ type: 'conversation.escalated', conversationId: id }, envelope, context),
    conversationResolved: ({ conversation: { id } }, context, envelope) =>
      appendChange({ type: 'conversation.resolved', conversationId: id }, envelope, context),
    messageReceived: ({ conversation: { id }, message }, context, envelope) =>
      appendChange({ type: 'message.received', conversationId: id, messageId: message.id }, envelope, context),
    messageSent: ({ conversation: { id }, message }, context, envelope) =>
      appendChange({ type: 'message.sent', conversationId: id, messageId: message.id }, envelope, context),
    messageDeliveryChanged: recordDelivery,
    async settingsChanged({ settings }, context, envelope) {
      await scheduleRetention(settings, context)
      await appendChange({ type: 'settings.changed' }, envelope, context)
    },
    bulkPerformed: ({ id }, context, envelope) =>
      appendChange({ type: 'bulk.performed', bulkId: id }, envelope, context),
    contactChanged: ({ contactId }, context, envelope) =>
      appendChange({ type: 'contact.changed', contactId }, envelope, context),
    knowledgeUpdated: ({ source: { id, title, status }, change }, context, envelope) =>
      appendChange({ type: 'knowledge.updated', source: { id, title, status }, change }, envelope, context),
  },
  projections: {
    async conversations(stored, context) {
      await Promise.all([
        projectMessages(stored, context),
        projectActivities(stored, context),
        projectQuestions(stored, context),
      ])
    },
  },
  background: {
    doWhatIsDue: { everyMs: 1_000, run: doWhatIsDue },
    resumeBulks: { everyMs: 5_000, run: resumeBulks },
    runRetentions: { everyMs: 60_000, run: runRetentions },
    forgetBulks: { everyMs: 3_600_000, run: forgetBulks },
    forgetOldChanges: { everyMs: 3_600_000, run: forgetOldChanges },
    resumeTurns: { everyMs: 5_000, run: resumeTurns },
    resumeSuiteRuns: { everyMs: 5_000, run: resumeRuns },
  },
})
