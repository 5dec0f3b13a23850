import {
  conversationList,
  conversationRead,
  messageAnswer,
  messageList,
  messageRate,
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
  turnFollow,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { acceptMessage } from './accept-message.ts'
import { asks, collections, config, publishes } from './context.ts'
import { followTurn } from './follow-turn.ts'
import { listConversations, readConversation } from './list-conversations.ts'
import { listMessages, projectMessages } from './list-messages.ts'
import { rateAnswer } from './rate-answer.ts'
import { resumeTurns, runTurns } from './run-turns.ts'
import { simulate } from './simulate/simulate.ts'
import { createSuite, deleteSuite, listSuites, readSuite, updateSuite } from './suites/keep-suites.ts'
import { listRuns, readReport, readRun } from './suites/read-runs.ts'
import { resumeRuns } from './suites/run-suites.ts'
import { startRun } from './suites/start-run.ts'

/** Owns conversations and their messages, and brings every customer's message to exactly one answer or a visible end. */
export const chat = defineService({
  name: 'chat',
  config,
  uses: ['models'],
  collections,
  publishes,
  asks,
  handles: {
    messageAnswer,
    turnFollow,
    conversationList,
    conversationRead,
    messageList,
    messageRate,
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
  },
  handlers: {
    async *messageAnswer(body, context) {
      const { conversationId, answerId, claimed } = await acceptMessage(body, context)
      runTurns(conversationId, context, claimed)
      yield* followTurn(answerId, 0, context)
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
  },
  projections: { conversations: projectMessages },
  background: {
    resumeTurns: { everyMs: 5_000, run: resumeTurns },
    resumeSuiteRuns: { everyMs: 5_000, run: resumeRuns },
  },
})
