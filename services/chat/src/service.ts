import { chat } from '@frontdesk/contracts'
import { defineService, dueBy } from '@frontdesk/service'
import { blockConversations } from './blocking/block-conversations.ts'
import { asks, collections, config } from './context.ts'
import { listActivities, projectActivities } from './conversations/activity-log.ts'
import { appendChange, followChanges, purgeOldChanges } from './conversations/change-log.ts'
import { conversations } from './conversations/conversation-document.ts'
import { exportConversations } from './conversations/export-conversations.ts'
import { linkContact, relinkContact } from './conversations/link-contact.ts'
import { listConversations, readConversation } from './conversations/list-conversations.ts'
import { listMessages, projectMessages, readMessage } from './conversations/list-messages.ts'
import { rateAnswer, readFeedback } from './conversations/rate-answer.ts'
import { rateConversation } from './conversations/rate-conversation.ts'
import { recordDelivery } from './conversations/record-delivery.ts'
import { bulkWork, purgeBulks, runBulk } from './conversations/run-bulk.ts'
import { runDueTransitions } from './conversations/run-due-transitions.ts'
import { updateConversation } from './conversations/update-conversation.ts'
import { writeMessage } from './conversations/write-message.ts'
import { handBack, handOver } from './escalation/hand-over.ts'
import { createRule, deleteRule, pageRules, readRule, updateRule } from './escalation/rule-store.ts'
import { writeHandoverSummary } from './escalation/write-handover-summary.ts'
import { openingHoursAt } from './hours/business-hours.ts'
import { backfillFields, countFieldsToFill } from './inbox/backfill-fields.ts'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  readCannedReply,
  renderCannedReply,
  updateCannedReply,
} from './inbox/canned-replies.ts'
import { countTags } from './inbox/count-tags.ts'
import { countViews } from './inbox/count-views.ts'
import { deleteDraft, listDrafts, purgeDrafts, readDraft, writeDraft } from './inbox/drafts.ts'
import { purgeSignals, recordPresence, recordSourceProgress, recordTyping } from './inbox/live-signals.ts'
import { markRead } from './inbox/read-markers.ts'
import { removeAgentData } from './inbox/remove-agent-data.ts'
import { createView, deleteView, listViews, readView, updateView } from './inbox/views.ts'
import type { Notified } from './notifications/notification-document.ts'
import { listNotifications, markNotificationsRead, purgeNotifications } from './notifications/read-notifications.ts'
import { notifyAssignee, notifyMentions } from './notifications/record-notifications.ts'
import { listResults, listResultsOf } from './rehearsals/read-results.ts'
import { cancelRehearsal, deleteRehearsal, listRehearsals, readRehearsal } from './rehearsals/rehearsal-store.ts'
import { rehearsalWork } from './rehearsals/run-rehearsals.ts'
import { startRehearsal } from './rehearsals/start-rehearsal.ts'
import { eraseCopies } from './retention/erase-copies.ts'
import { retentionWork, scheduleAnonymousRetention, scheduleRetention } from './retention/run-retention.ts'
import { previewThreshold } from './settings/preview-threshold.ts'
import { readSettings, recordRecalibration, updateSettings } from './settings/settings-store.ts'
import { followSimulation, simulate } from './simulation/simulate.ts'
import {
  createSlaPolicy,
  deleteSlaPolicy,
  listSlaPolicies,
  readSlaPolicy,
  updateSlaPolicy,
} from './sla/sla-policy-store.ts'
import { openState } from './state.ts'
import { listRuns, readReport, readRun } from './suites/read-runs.ts'
import { suiteRunWork } from './suites/run-suites.ts'
import { startRun } from './suites/start-run.ts'
import { createSuite, deleteSuite, listSuites, readSuite, updateSuite } from './suites/suite-store.ts'
import { assignmentWork } from './teams/assign-waiting.ts'
import { teamRemovalWork } from './teams/remove-team.ts'
import { assignAfterChange, assignAgain, requestAssignment } from './teams/request-assignment.ts'
import { createTeam, deleteTeam, listTeams, readTeam, updateTeam } from './teams/team-store.ts'
import { readTexts } from './texts/customer-texts.ts'
import { acceptMessage } from './turns/accept-message.ts'
import { declareAnswerMetrics } from './turns/count-answers.ts'
import { followTurn } from './turns/follow-turn.ts'
import { resumeTurns, runTurns } from './turns/run-turns.ts'
import { stopAnswer } from './turns/stop-answer.ts'
import { projectQuestions } from './usage/question-records.ts'
import { readUsage } from './usage/read-usage.ts'
import { projectCitations, readSourceUsage } from './usage/source-usage.ts'
import { deleteVisitorConversations } from './visitors/delete-conversations.ts'
import { followVisitor } from './visitors/follow-visitor.ts'
import {
  closeVisitorConversation,
  listVisitorConversations,
  markVisitorRead,
  readVisitorConversation,
} from './visitors/visitor-conversations.ts'
import { identifyVisitor, purgeVisitors, readVisitor, updateVisitor } from './visitors/visitor-store.ts'
import { purgeWidgetUsage } from './visitors/widget-budget.ts'

const told = (notified: Notified[]) => notified.length > 0 && { notified }

/** Owns conversations and their messages, and gives every customer's message exactly one answer or a visible end. */
export const chatService = defineService({
  contracts: chat,
  config,
  uses: ['models', 'health'],
  collections,
  state: (context) => {
    declareAnswerMetrics(context)
    return openState(context.clock)
  },
  asks,
  handlers: {
    copiesErase: (body, context) => eraseCopies(body, context),
    contactLink: ({ conversationId, contactId }, context) => linkContact(conversationId, contactId, context),
    contactRelink: async ({ from, into }, context) => ({ changed: await relinkContact(from, into, context) }),
    async *messageAnswer(body, context) {
      const { conversationId, answerId, claimed, faults } = await acceptMessage(body, context)
      // Somebody waits: what pauses after a fault is tried again at once.
      runTurns(conversationId, context, { claimed, eager: !body.unread })
      if (body.unread) {
        yield { type: 'start', offset: 0, conversationId, messageId: answerId }
        return
      }
      yield* followTurn(answerId, 0, context, { faultsSeen: faults })
    },
    answerStop: (body, context) => stopAnswer(body, context),
    turnFollow: ({ messageId, offset, visitorId }, context) => followTurn(messageId, offset, context, { visitorId }),
    async *messageSimulate(question, context) {
      yield await simulate(question, context)
    },
    simulationFollow: (question, context) => followSimulation(question, context),
    suiteCreate: (body, context) => createSuite(body, context),
    suiteList: (page, context) => listSuites(page, context),
    suiteRead: ({ suiteId }, context) => readSuite(suiteId, context),
    suiteUpdate: (body, context) => updateSuite(body, context),
    suiteDelete: ({ suiteId }, context) => deleteSuite(suiteId, context),
    suiteRunStart: (body, context) => startRun(body, context),
    suiteRunList: (page, context) => listRuns(page, context),
    suiteRunRead: (run, context) => readRun(run, context),
    suiteRunReportRead: (page, context) => readReport(page, context),
    rehearsalStart: (body, context) => startRehearsal(body, context),
    rehearsalList: (page, context) => listRehearsals(page, context),
    rehearsalRead: ({ rehearsalId }, context) => readRehearsal(rehearsalId, context),
    rehearsalCancel: ({ rehearsalId }, context) => cancelRehearsal(rehearsalId, context),
    rehearsalDelete: ({ rehearsalId }, context) => deleteRehearsal(rehearsalId, context),
    rehearsalResultList: (page, context) => listResults(page, context),
    rehearsalResultsOfConversation: (page, context) => listResultsOf(page, context),
    visitorIdentify: (body, context) => identifyVisitor(body, context),
    visitorUpdate: (body, context) => updateVisitor(body, context),
    visitorRead: ({ visitorId }, context) => readVisitor(visitorId, context),
    visitorConversationList: (page, context) => listVisitorConversations(page, context),
    visitorConversationRead: (body, context) => readVisitorConversation(body, context),
    visitorMarkRead: (body, context) => markVisitorRead(body, context),
    visitorConversationClose: (body, context) => closeVisitorConversation(body, context),
    visitorConversationsDelete: ({ visitorId }, context) => deleteVisitorConversations(visitorId, context),
    conversationList: (filters, context) => listConversations(filters, context),
    conversationRead: (body, context) => readConversation(body, context),
    conversationRate: (rating, context) => rateConversation(rating, context),
    conversationMarkRead: (body, context) => markRead(body, context),
    inboxCount: (body, context) => countViews(body, context),
    tagCount: (asked, context) => countTags(asked, context),
    viewCreate: (body, context) => createView(body, context),
    viewList: (asking, context) => listViews(asking, context),
    viewRead: (body, context) => readView(body, context),
    viewUpdate: (body, context) => updateView(body, context),
    viewDelete: (body, context) => deleteView(body, context),
    draftRead: (about, context) => readDraft(about, context),
    draftWrite: (body, context) => writeDraft(body, context),
    draftDelete: (about, context) => deleteDraft(about, context),
    draftList: (page, context) => listDrafts(page, context),
    cannedReplyCreate: (body, context) => createCannedReply(body, context),
    cannedReplyList: (asking, context) => listCannedReplies(asking, context),
    cannedReplyRead: (body, context) => readCannedReply(body, context),
    cannedReplyUpdate: (body, context) => updateCannedReply(body, context),
    cannedReplyDelete: (body, context) => deleteCannedReply(body, context),
    cannedReplyRender: (body, context) => renderCannedReply(body, context),
    slaPolicyCreate: (body, context) => createSlaPolicy(body, context),
    slaPolicyList: (page, context) => listSlaPolicies(page, context),
    slaPolicyRead: ({ slaPolicyId }, context) => readSlaPolicy(slaPolicyId, context),
    slaPolicyUpdate: (body, context) => updateSlaPolicy(body, context),
    slaPolicyDelete: ({ slaPolicyId }, context) => deleteSlaPolicy(slaPolicyId, context),
    teamCreate: (body, context) => createTeam(body, context),
    teamList: (page, context) => listTeams(page, context),
    teamRead: ({ teamId }, context) => readTeam(teamId, context),
    teamUpdate: (body, context) => updateTeam(body, context),
    teamDelete: (body, context) => deleteTeam(body, context),
    agentForget: (body, context) => removeAgentData(body, context),
    notificationList: (asking, context) => listNotifications(asking, context),
    notificationMarkRead: (body, context) => markNotificationsRead(body, context),
    presenceTell: (body, context) => recordPresence(body, context),
    sourceProgressTell: (body, context) => recordSourceProgress(body, context),
    typingTell: (body, context) => recordTyping(body, context),
    messageList: (page, context) => listMessages(page, context),
    messageRead: (asked, context) => readMessage(asked, context),
    messageRate: (rating, context) => rateAnswer(rating, context),
    feedbackRead: (asked, context) => readFeedback(asked, context),
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
    textsRead: async (body, context) => readTexts(body, await readSettings(context)),
    hoursRead: async (_, context) => openingHoursAt((await readSettings(context)).businessHours, context.clock.now()),
    settingsUpdate: (body, context) => updateSettings(body, context),
    sourceUsageRead: (page, context) => readSourceUsage(page, context),
    usageRead: (days, context) => readUsage(days, context),
    thresholdPreview: (asked, context) => previewThreshold(asked, context),
    ruleCreate: (body, context) => createRule(body, context),
    ruleList: (page, context) => pageRules(page, context),
    ruleRead: ({ ruleId }, context) => readRule(ruleId, context),
    ruleUpdate: (body, context) => updateRule(body, context),
    ruleDelete: ({ ruleId }, context) => deleteRule(ruleId, context),
    visitorFollow: (asked, context) => followVisitor(asked, context),
    changeFollow: (asked, context) => followChanges(asked, context),
  },
  subscriptions: {
    analytics: { recalibrationChanged: recordRecalibration },
    chat: {
      async conversationCreated({ conversation: { id, visitor } }, context, envelope) {
        if (visitor && !visitor.verified) await scheduleAnonymousRetention(context)
        await appendChange({ type: 'conversation.created', conversationId: id }, envelope, context)
      },
      async conversationChanged(changed, context, envelope) {
        const notified = await notifyAssignee(changed, context)
        const { id: conversationId } = changed.conversation
        await appendChange({ type: 'conversation.changed', conversationId, ...told(notified) }, envelope, context)
        await assignAfterChange(changed, context)
      },
      conversationEscalated: ({ conversation: { id } }, context, envelope) =>
        appendChange({ type: 'conversation.escalated', conversationId: id }, envelope, context),
      handoverSummaryDeferred: { order: 'none', limitMs: 60_000, handle: writeHandoverSummary },
      conversationRated: ({ conversation: { id } }, context, envelope) =>
        appendChange({ type: 'conversation.rated', conversationId: id }, envelope, context),
      conversationSlaBreached: ({ conversation: { id } }, context, envelope) =>
        appendChange({ type: 'conversation.sla_breached', conversationId: id }, envelope, context),
      conversationResolved: ({ conversation: { id } }, context, envelope) =>
        appendChange({ type: 'conversation.resolved', conversationId: id }, envelope, context),
      messageReceived: ({ conversation: { id }, message }, context, envelope) =>
        appendChange({ type: 'message.received', conversationId: id, messageId: message.id }, envelope, context),
      async messageSent(sent, context, envelope) {
        const notified = await notifyMentions(sent, context)
        const about = { conversationId: sent.conversation.id, messageId: sent.message.id }
        await appendChange({ type: 'message.sent', ...about, ...told(notified) }, envelope, context)
      },
      async settingsChanged({ settings }, context, envelope) {
        await scheduleRetention(settings, context)
        await appendChange({ type: 'settings.changed' }, envelope, context)
      },
      async teamChanged({ teamId, mayAssign }, context, envelope) {
        await appendChange({ type: 'team.changed', teamId }, envelope, context)
        if (mayAssign) await requestAssignment(context)
      },
      bulkPerformed: ({ id, requested, succeeded, failed }, context, envelope) =>
        appendChange(
          { type: 'bulk.performed', bulkId: id, total: requested, done: succeeded + failed },
          envelope,
          context,
        ),
    },
    channels: {
      deliveryChanged: recordDelivery,
    },
    contacts: {
      contactBlocked: { order: 'key', limitMs: 600_000, handle: blockConversations },
      async contactChanged({ contactId, change }, context, envelope) {
        if (change !== 'created') await appendChange({ type: 'contact.changed', contactId }, envelope, context)
      },
    },
    gateway: {
      agentChanged: (_, context) => assignAgain(context),
      async changeRecorded({ kind, targetId }, context, envelope) {
        if (kind !== 'policy') return
        await appendChange({ type: 'policy.changed', ...(targetId && { policyId: targetId }) }, envelope, context)
      },
    },
    ingest: {
      knowledgeUpdated: ({ source: { id, title, status }, change }, context, envelope) =>
        appendChange({ type: 'knowledge.updated', source: { id, title, status }, change }, envelope, context),
    },
  },
  projections: {
    async conversations(stored, context) {
      await Promise.all([
        projectMessages(stored, context),
        projectActivities(stored, context),
        projectQuestions(stored, context),
        projectCitations(stored, context),
      ])
    },
  },
  jobs: {
    bulks: bulkWork,
    retentions: retentionWork,
    suiteRuns: suiteRunWork,
    rehearsals: rehearsalWork,
    teamRemovals: teamRemovalWork,
    assignments: assignmentWork,
  },
  backfills: { 'conversations get the fields that lists show': countFieldsToFill },
  background: {
    backfillFields: { everyMs: 10_000, run: backfillFields },
    runDueTransitions: { everyMs: 1_000, due: dueBy(conversations, 'dueAt'), run: runDueTransitions },
    purgeBulks: { everyMs: 3_600_000, run: purgeBulks },
    purgeNotifications: { everyMs: 3_600_000, run: purgeNotifications },
    purgeDrafts: { everyMs: 3_600_000, run: purgeDrafts },
    purgeWidgetUsage: { everyMs: 3_600_000, run: purgeWidgetUsage },
    purgeVisitors: { everyMs: 3_600_000, run: purgeVisitors },
    purgeSignals: { everyMs: 60_000, run: purgeSignals },
    purgeOldChanges: { everyMs: 3_600_000, run: purgeOldChanges },
    resumeTurns: { everyMs: 5_000, run: resumeTurns },
  },
})
