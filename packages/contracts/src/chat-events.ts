import { z } from 'zod'
import { settings } from './chat-settings.ts'
import { event } from './define.ts'
import { activity, actor, bulkRecord } from './inbox.ts'
import { finishedJob } from './jobs.ts'
import { conversation, conversationRating, escalationReason, message, timestamp } from './records.ts'
import { slaLateAnswer, slaResult } from './sla-policies.ts'
import { removed } from './tenancy.ts'
import { identifier } from './text-marks.ts'

const aboutMessage = z.object({
  conversation: conversation.pick({ id: true, channel: true, status: true, blocked: true }),
  message,
})

/** What chat tells. */
export const chatEvents = {
  conversationCreated: event('event.chat.conversation.created.v1', z.object({ conversation })),
  /** A service-level target was met. */
  conversationSlaMet: event('event.chat.conversation.sla-fulfilled.v1', z.object({ conversation, sla: slaResult })),
  /** A service-level target was missed. */
  conversationSlaBreached: event('event.chat.conversation.sla-breached.v1', z.object({ conversation, sla: slaResult })),
  /** A person first answered after the target for that was missed. */
  conversationSlaAnsweredLate: event(
    'event.chat.conversation.sla-late-answered.v1',
    z.object({ conversation, sla: slaLateAnswer }),
  ),
  conversationResolved: event(
    'event.chat.conversation.resolved.v1',
    z.object({ conversation, how: z.enum(['confirmed', 'assumed']) }),
  ),
  conversationEscalated: event(
    'event.chat.conversation.escalated.v1',
    z.object({ conversation, reason: escalationReason, summary: z.string(), score: z.number() }),
  ),
  /** A conversation was handed over (`at`) before its summary was written. */
  handoverSummaryDeferred: event(
    'event.chat.handover.summary-deferred.v1',
    z.object({ conversationId: identifier, at: timestamp }),
  ),
  /** A customer said what they think of an answer. */
  messageRated: event(
    'event.chat.message.rated.v1',
    z.object({
      conversation: aboutMessage.shape.conversation,
      feedback: z.object({
        messageId: identifier.describe('Of the answer'),
        helpful: z.boolean(),
        comment: z.string().optional(),
        at: timestamp,
      }),
    }),
  ),
  /** A customer said what they think of a conversation, for the first time or anew. */
  conversationRated: event(
    'event.chat.conversation.rated.v1',
    z.object({ conversation: aboutMessage.shape.conversation, rating: conversationRating }),
  ),
  messageReceived: event('event.chat.message.received.v1', aboutMessage),
  messageSent: event('event.chat.message.sent.v1', aboutMessage),
  /** `changed` names the fields; `settings` is what holds now. */
  settingsChanged: event(
    'event.chat.settings.changed.v1',
    z.object({ settings, changed: z.array(z.string()), actor: actor.omit({ name: true }) }),
  ),
  /** Conversations were removed because nobody wrote in them since `before`, as `retentionDays` or `anonymousRetentionDays` wants it. */
  retentionPerformed: event(
    'event.chat.retention.performed.v1',
    z.object({ startedAt: timestamp, before: timestamp, removed }),
  ),
  /** Something of a conversation changed that is no message: who did what, and what it is like now. */
  conversationChanged: event(
    'event.chat.conversation.changed.v1',
    z.object({ conversation, activities: z.array(activity) }),
  ),
  /** A team was created, changed or deleted. */
  teamChanged: event(
    'event.chat.team.changed.v1',
    z.object({ teamId: identifier, mayAssign: z.boolean().describe('Waiting conversations can be assigned now') }),
  ),
  /** There is something new for an agent. */
  agentNotified: event(
    'event.chat.agent.notified.v1',
    z.object({ agentId: identifier, notificationId: identifier, at: timestamp }),
  ),
  bulkPerformed: event('event.chat.bulk.performed.v1', bulkRecord),
  /** Of runs of test suites. */
  jobFinished: event('event.chat.job.finished.v1', finishedJob),
}
