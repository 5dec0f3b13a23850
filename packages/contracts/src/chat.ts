import { z } from 'zod'
import { chatEvents } from './chat-events.ts'
import { inboxQueries } from './chat-inbox.ts'
import { visitorConversation, visitorQueries } from './chat-visitors.ts'
import { owner, query, stream } from './define.ts'
import { copiesErase } from './erasure.ts'
import { id, operationId } from './identifiers.ts'
import { activity, actor, bulkInput, bulkResult, change, conversationPatch, handedOver, thenAction } from './inbox.ts'
import { limits } from './limits.ts'
import { presence, sourceProgress, typing } from './live-signals.ts'
import { notificationQueries, notificationSignal } from './notifications.ts'
import {
  attachment,
  channel,
  clientId,
  contactDetails,
  conversation,
  mentions,
  message,
  messageFormat,
  pageOf,
  pageRequest,
} from './records.ts'
import { rehearsalQueries } from './rehearsals.ts'
import { settingsQueries } from './settings-queries.ts'
import { simulation, simulationInput, simulationPart } from './simulation.ts'
import { slaQueries } from './sla-policies.ts'
import { sourceUsage } from './source-usage.ts'
import { runInput, scenarioReport, suite, suiteContent, suitePatch, suiteRun } from './suites.ts'
import { teamQueries } from './teams.ts'
import { identifier } from './text-marks.ts'
import { turnBudget, turnPart, visitorTurn } from './turns.ts'

const messageSequence = z.coerce.number().int().min(0).max(1e15).optional()
/** Which messages beside the newest; one of these at most, and no cursor with it. */
const messageWindow = {
  before: messageSequence.describe('The newest ones before the message of this `sequence`'),
  after: messageSequence.describe('The oldest ones after the message of this `sequence`'),
  around: messageSequence.describe('Those before and after the message of this `sequence`, with it'),
}

/** An answer under way takes some 200 kB of a process (test/bench/answering.ts), so these take some 200 MB. */
const maxStreams = 1_000

const day = z.iso.date().describe('A day in UTC: 2026-01-31')
const counted = { questions: z.number().int(), promptTokens: z.number().int(), completionTokens: z.number().int() }

/** Everything that chat answers and tells. */
export const chat = owner('chat', {
  queries: {
    ...inboxQueries,
    ...visitorQueries,
    ...notificationQueries,
    ...settingsQueries,
    ...teamQueries,
    ...slaQueries,
    ...rehearsalQueries,
    /** Messages of a conversation, newest first; those that are not projected yet are there too. */
    messageList: query(
      'query.chat.message.list.v1',
      pageRequest.extend({ conversationId: id, ...messageWindow }),
      pageOf(message),
    ),
    /** One message, projected or not. Throws `not_found`. */
    messageRead: query('query.chat.message.read.v1', z.object({ conversationId: id, messageId: id }), message),
    /** Ends an answer that is being written. */
    answerStop: query(
      'query.chat.answer.stop.v1',
      z.object({ messageId: id, visitorId: id.optional().describe('Whose answer it must be') }),
      z.object({}),
    ),
    /** What the customer thought of an answer; `helpful: true` resolves the conversation as confirmed. */
    messageRate: query(
      'query.chat.message.rate.v1',
      z.object({
        messageId: id,
        helpful: z.boolean(),
        comment: z.string().max(2_000).optional(),
        visitorId: id.optional().describe('Whose answer it must be'),
      }),
      z.object({ messageId: identifier, conversationId: identifier, helpful: z.boolean() }),
    ),
    /** What questions cost, by day. Both days count; at most 366. */
    usageRead: query(
      'query.chat.usage.read.v1',
      z.object({ from: day, to: day }),
      z.object({
        from: z.string(),
        to: z.string(),
        ...counted,
        days: z.array(z.object({ day: z.string(), ...counted })),
      }),
      { timeoutMs: 30_000 },
    ),
    /** The contact that a conversation is with. One that is linked already stays so. */
    contactLink: query('query.chat.contact.link.v1', z.object({ conversationId: id, contactId: id }), z.object({})),
    /**
     * Conversations of a contact are another's from now on, or (null) nobody's: at most 200 a call, so it is asked again until it
     * answers that none changed.
     */
    contactRelink: query(
      'query.chat.contact.relink.v1',
      z.object({ from: id, into: id.nullable() }),
      z.object({ changed: z.number().int() }),
      { timeoutMs: 30_000 },
    ),
    /** The answers that cite a source; none for one that is not there. */
    sourceUsageRead: query('query.chat.source-usage.read.v1', pageRequest.extend({ sourceId: id }), sourceUsage),
    /** What a customer said of the answers in a conversation, or of some of them, oldest first. */
    feedbackRead: query(
      'query.chat.feedback.read.v1',
      z.object({
        conversationId: id,
        messageIds: z.array(id).max(100).optional(),
        cursor: pageRequest.shape.cursor,
      }),
      pageOf(z.object({ messageId: identifier, helpful: z.boolean(), comment: z.string().optional(), at: z.string() })),
    ),
    copiesErase: copiesErase('chat'),
    conversationUpdate: query(
      'query.chat.conversation.update.v1',
      z.object({ conversationId: id, patch: conversationPatch, actor }),
      conversation,
    ),
    /**
     * An agent's reply or note. `conversation_moved` when newer messages exist than `sawSequence`. The same operation again
     * answers the same message.
     */
    messageWrite: query(
      'query.chat.message.write.v1',
      z.object({
        operationId,
        conversationId: id,
        kind: z.enum(['reply', 'note']),
        content: z.string().min(1).max(limits.messageCharacters),
        agent: z.object({ id, name: z.string() }),
        sawSequence: z.number().int().min(0).optional(),
        format: messageFormat.optional(),
        attachments: z
          .array(id)
          .min(1)
          .max(limits.messageAttachments)
          .optional()
          .describe('Ids of uploads (`POST /api/attachments`) that no message uses yet'),
        clientId: clientId.optional(),
        mentions: mentions.optional(),
        // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a message.
        then: thenAction.optional(),
      }),
      message,
    ),
    /** Gives a conversation to people. When they have it already nothing changes, and the reply says so. */
    conversationHandOver: query(
      'query.chat.conversation.hand-over.v1',
      z.object({
        operationId,
        conversationId: id,
        reason: z.string().max(200).trim().min(1).optional(),
        note: z.string().max(limits.messageCharacters).trim().min(1).optional(),
        assignee: id.optional(),
        teamId: id.optional(),
        actor,
      }),
      handedOver,
      { timeoutMs: 15_000 },
    ),
    /** The AI answers again. */
    conversationHandBack: query(
      'query.chat.conversation.hand-back.v1',
      z.object({ conversationId: id, actor }),
      conversation,
    ),
    activityList: query('query.chat.activity.list.v1', pageRequest.extend({ conversationId: id }), pageOf(activity)),
    /** Does one thing to up to 1,000 conversations. A kill in the midst loses nothing: the rest follows by itself. */
    bulkRun: query('query.chat.bulk.run.v1', z.object({ operationId, bulk: bulkInput, actor }), bulkResult, {
      timeoutMs: 60_000,
      maxInFlight: 16,
    }),
    suiteCreate: query('query.chat.suite.create.v1', z.object({ operationId, suite: suiteContent }), suite),
    /** Newest first; a page ends early where suites are large. */
    suiteList: query('query.chat.suite.list.v1', pageRequest, pageOf(suite)),
    suiteRead: query('query.chat.suite.read.v1', z.object({ suiteId: id }), suite),
    suiteUpdate: query('query.chat.suite.update.v1', z.object({ suiteId: id, patch: suitePatch }), suite),
    /** Takes its runs with it, also those under way. */
    suiteDelete: query('query.chat.suite.delete.v1', z.object({ suiteId: id }), z.object({}), {
      timeoutMs: 30_000,
    }),
    /** Accepts a run of the suite as it is now; the work goes on by itself. */
    suiteRunStart: query(
      'query.chat.suite-run.start.v1',
      z.object({ operationId, suiteId: id, run: runInput }),
      suiteRun,
    ),
    /** Runs of a suite, or of all, newest first. */
    suiteRunList: query(
      'query.chat.suite-run.list.v1',
      pageRequest.extend({ suiteId: id.optional() }),
      pageOf(suiteRun),
    ),
    suiteRunRead: query('query.chat.suite-run.read.v1', z.object({ suiteId: id.optional(), runId: id }), suiteRun),
    /** A run's scenarios in order, as many at a time as fit into a message. */
    suiteRunReportRead: query(
      'query.chat.suite-run-report.read.v1',
      z.object({ suiteId: id, runId: id, cursor: z.string().max(16).optional() }),
      pageOf(scenarioReport),
    ),
  },
  streams: {
    /** Commits the customer's message and its turn, then follows the turn to its end. An unknown conversation is `not_found`. */
    messageAnswer: stream(
      'stream.chat.message.answer.v1',
      z.object({
        operationId,
        message: z.string().min(1).max(8_000),
        conversationId: id.optional(),
        channel: channel.default('api'),
        contact: contactDetails.optional(),
        subject: z.string().max(500).trim().min(1).optional().describe('Of a new conversation'),
        attachments: z.array(attachment).min(1).max(limits.attachments).optional(),
        clientId: clientId.optional(),
        unread: z
          .literal(true)
          .optional()
          .describe('The caller does not follow the turn: the stream ends after `start`'),
        isForPeople: z
          .literal(true)
          .optional()
          .describe('Nothing may answer it automatically: the conversation goes to people, with this message'),
        visitor: visitorTurn.optional().describe('Whose message it is, where a visitor of a chat widget wrote it'),
        uploads: z
          .array(id)
          .min(1)
          .max(limits.messageAttachments)
          .optional()
          .describe('Ids of uploads of that visitor, which become its attachments'),
        budget: turnBudget.optional(),
        keepRunningMs: z
          .number()
          .int()
          .min(0)
          .max(600_000)
          .optional()
          .describe('How long the answer is still written after its last reader disconnected'),
      }),
      turnPart,
      { maxInFlight: maxStreams },
    ),
    /** Follows a turn (its `messageId`) from an offset on, whether it is under way or long over. */
    turnFollow: stream(
      'stream.chat.turn.follow.v1',
      z.object({
        messageId: id,
        offset: z.number().int().min(0),
        visitorId: id.optional().describe('Whose turn it must be'),
      }),
      turnPart,
      { maxInFlight: maxStreams },
    ),
    /** What happens in the conversations of a visitor, after a number, until the reader goes away. */
    visitorFollow: stream(
      'stream.chat.visitor.follow.v1',
      z.object({ visitorId: id, after: z.number().int().min(0).optional() }),
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('ready'), number: z.number().int() }),
        z.object({ type: z.literal('reset'), number: z.number().int() }),
        z.object({
          type: z.literal('conversation'),
          number: z.number().int(),
          conversation: visitorConversation,
          message: message.optional(),
        }),
        z.object({ type: z.literal('typing'), conversationId: identifier, agentId: identifier, active: z.boolean() }),
      ]),
      { maxInFlight: 4_096 },
    ),
    /** The conversations of an export, as text in pieces; put together they are the file. */
    bulkExport: stream(
      'stream.chat.bulk.export.v1',
      z.object({ operationId, bulk: bulkInput, actor }),
      z.object({ text: z.string() }),
      { maxInFlight: 16 },
    ),
    /** Changes after a number, as they come, until the reader goes away; without one only those that come from now on. */
    changeFollow: stream(
      'stream.chat.change.follow.v1',
      z.object({
        after: z.number().int().min(0).optional(),
        types: z.array(z.string().max(64)).min(1).max(50).optional().describe('Only these, and `ready` and `reset`'),
        conversationId: id.optional().describe('Only what is about this conversation'),
        agentId: id.optional().describe('The agent who reads; this agent’s notifications are sent too'),
      }),
      change
        .or(z.object({ type: z.literal('ready'), number: z.number().int() }))
        .or(presence)
        .or(typing)
        .or(sourceProgress)
        .or(notificationSignal),
      { maxInFlight: 1_024 },
    ),
    /**
     * Runs the pipeline on a question, stores and publishes nothing, and answers one part. A stream, so that it ends when its
     * reader goes away, and may take as long as a model does. Throws what would have made the turn fail.
     */
    messageSimulate: stream(
      'stream.chat.message.simulate.v1',
      simulationInput.extend({
        isForColleague: z
          .boolean()
          .optional()
          .describe('The answer is for an agent: escalation rules don’t apply, only the knowledge base decides'),
      }),
      simulation,
      { maxInFlight: 64 },
    ),
    /** The same, told while it goes on. */
    simulationFollow: stream('stream.chat.simulation.follow.v1', simulationInput, simulationPart, { maxInFlight: 64 }),
  },
  events: chatEvents,
})
