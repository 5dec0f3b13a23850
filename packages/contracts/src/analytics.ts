import { z } from 'zod'
import { event, owner, query } from './define.ts'
import { copiesErase } from './erasure.ts'
import { id } from './identifiers.ts'
import { actor } from './inbox.ts'
import { channel, escalationReason, outcome, pageOf, pageRequest, timestamp } from './records.ts'
import { slaTarget } from './sla-policies.ts'
import { suggestionQueries } from './suggestions.ts'
import { removed } from './tenancy.ts'
import { identifier } from './text-marks.ts'

const point = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const period = {
  from: point.optional().describe('A day (UTC) or a time; default: 29 days before `to`'),
  to: point.optional().describe('A day (included) or a time (excluded); default: today'),
}

const durations = z.object({
  count: z.number().int(),
  p50Ms: z.number().nullable().describe('Nearest rank; null if there is no value'),
  p90Ms: z.number().nullable(),
})
const slaCounts = { met: z.number().int(), breached: z.number().int() }
const slaNumbers = z.object({
  firstResponse: z.object(slaCounts),
  nextResponse: z.object(slaCounts),
  resolution: z.object(slaCounts),
  firstResponseTime: durations.describe(
    'First responses under a policy, in time or late, counted as the policy says: in business hours if it has them',
  ),
})
const numbers = {
  conversations: z.number().int().describe('Begun'),
  messages: z.number().int().describe('Of customers'),
  questions: z.number().int().describe('Questions that the AI finished: answered, blocked, escalated or failed'),
  answered: z.number().int(),
  blocked: z.number().int(),
  failed: z.number().int(),
  escalated: z.number().int().describe('Handovers to people, by anyone'),
  escalatedByReason: z.partialRecord(escalationReason, z.number().int()),
  confidence: z.object({
    count: z.number().int(),
    mean: z.number().nullable(),
    distribution: z.array(z.number().int()).describe('Ten: from 0 up to 0.1, …, from 0.9 to 1'),
  }),
  firstResponse: durations.describe('Time from a customer’s first message to the first answer by the AI or a person'),
  resolved: z.object({ confirmed: z.number().int(), assumed: z.number().int() }),
  resolvedBy: z
    .object({ ai: z.number().int(), agent: z.number().int() })
    .describe('Who resolved them; unknown for conversations that an earlier release counted'),
  resolution: durations.describe('Time from the start of a conversation to its resolution'),
  rating: z.object({
    count: z.number().int().describe('Rated conversations'),
    mean: z.number().nullable(),
    distribution: z.array(z.number().int()).describe('Five: how many gave 1, …, 5'),
  }),
  sla: slaNumbers.describe('Service-level targets that ended in the period'),
}
const sourceUse = z.object({ sourceId: identifier, title: z.string(), count: z.number().int() })

export const analyticsMetric = z.enum([
  'conversations',
  'messages',
  'questions',
  'answered',
  'blocked',
  'failed',
  'escalated',
  'confidence',
  'judged',
  'first_response',
  'resolved_confirmed',
  'resolved_assumed',
  'resolved_ai',
  'resolved_agent',
  'resolution',
  'rating',
  'sla_met',
  'sla_breached',
  'sources_used',
  'sources_unused',
])
export type AnalyticsMetric = z.output<typeof analyticsMetric>

const verdict = z.enum(['right', 'wrong'])

/** What a number of the overview counts, without a word of any message. */
export const analyticsRow = z.object({
  at: timestamp,
  conversationId: identifier.optional(),
  messageId: identifier.optional(),
  channel: channel.optional(),
  outcome: outcome.optional(),
  reason: z.string().optional(),
  confidence: z.number().optional(),
  judged: verdict.optional().describe('Of an answer, as far as it is known'),
  policies: z
    .array(z.object({ policyId: identifier, name: z.string() }))
    .optional()
    .describe('The policies that blocked'),
  sourceIds: z.array(z.string()).optional(),
  how: z.enum(['confirmed', 'assumed']).optional(),
  by: z.enum(['ai', 'agent']).optional().describe('Who resolved it'),
  ms: z.number().optional(),
  score: z.number().int().optional().describe('Of `rating`: from 1 to 5'),
  slaPolicyId: identifier.optional(),
  slaPolicyName: z.string().optional(),
  target: slaTarget.optional(),
  teamId: identifier.optional(),
  sourceId: identifier.optional(),
  title: z.string().optional(),
  count: z.number().int().optional(),
})
export type AnalyticsRow = z.output<typeof analyticsRow>

/** What a change of the tenant was about. */
export const changedKind = z.enum([
  'agent',
  'api_key',
  'channel',
  'connector',
  'contact',
  'dead_letter',
  'escalation_rule',
  'policy',
  'rehearsal',
  'session',
  'settings',
  'sla_policy',
  'source',
  'suite',
  'team',
  'tenant',
  'webhook_endpoint',
  'widget',
])
export type ChangedKind = z.output<typeof changedKind>

export const recordedChange = {
  actor: actor.omit({ name: true }),
  keyId: identifier.optional().describe('The API key or session that was used, if the actor is an agent'),
  action: z
    .string()
    .describe('`create`, `update`, `delete`, or the last part of the route, such as `rotate` or `import`'),
  targetId: identifier.optional().describe('Id of the changed record, or of the started job'),
  outcome: z
    .enum(['done', 'unknown'])
    .optional()
    .describe('`unknown`: the change was started, but its result is not known'),
}

/** Who did what to many things or to the tenant, when. */
export const analyticsLogEntry = z.object({
  id: identifier,
  at: timestamp,
  kind: z.enum(['bulk', 'suggestion', 'retention', ...changedKind.options]),
  ...recordedChange,
  requested: z.number().int().optional(),
  succeeded: z.number().int().optional(),
  failed: z.number().int().optional(),
  assignee: identifier.optional(),
  teamId: identifier.optional(),
  tag: z.string().optional(),
  changed: z.array(z.string()).optional().describe('Names of the changed fields, without values'),
  suggestionId: identifier.optional(),
  removed: removed.optional().describe('Counts of the data that retention removed'),
})
export type AnalyticsLogEntry = z.output<typeof analyticsLogEntry>

const countedDays = z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int() })) })

const recalibration = z
  .object({ intercept: z.number(), slope: z.number() })
  .describe('The log-odds of a right answer are `intercept + slope · log-odds of the computed confidence`')

/** Everything that analytics answers and tells. */
export const analytics = owner('analytics', {
  events: {
    /** What customers and agents said of earlier answers changed how confidences are corrected; null: not any more. */
    recalibrationChanged: event(
      'event.analytics.recalibration.changed.v1',
      z.object({ fit: recalibration.nullable() }),
    ),
  },
  queries: {
    /** Every number counts rows, which `analyticsRows` lists. At most 366 days. */
    overviewRead: query(
      'query.analytics.overview.read.v1',
      z.object({ ...period, by: z.enum(['day', 'channel', 'tag']).optional() }),
      z.object({
        from: timestamp,
        to: timestamp.describe('Not included'),
        ...numbers,
        blockedByPolicy: z.array(z.object({ policyId: identifier, name: z.string(), count: z.number().int() })),
        slaByPolicy: z
          .array(z.object({ slaPolicyId: identifier, name: z.string(), ...slaCounts }))
          .describe('At most 100'),
        slaByTeam: z
          .array(z.object({ teamId: identifier.nullable(), ...slaCounts }))
          .describe('By the team at that time; null: none. At most 200'),
        calibration: z
          .object({
            judged: z.number().int(),
            error: z
              .number()
              .nullable()
              .describe(
                'Expected calibration error of the judged answers, from 0 (exact) to 1; null if there are none',
              ),
            bins: z
              .array(
                z.object({
                  from: z.number(),
                  to: z.number(),
                  answers: z.number().int(),
                  right: z.number().int(),
                  wrong: z.number().int(),
                  predicted: z.number().nullable().describe('Mean confidence of the judged answers'),
                }),
              )
              .describe('Ten, by confidence'),
            // An analytics of the release before knows nothing of it.
            recalibration: z
              .object({ at: timestamp, judged: z.number().int(), fit: recalibration.nullable() })
              .nullable()
              .default(null)
              .describe(
                'How confidences are corrected now, whatever the period: `fit` is null below 30 judged answers of the last 90 days. Null: no answer was judged',
              ),
          })
          .describe(
            'The AI’s confidence in its answers, compared with how many were right. Right: rated helpful, or the customer confirmed the ' +
              'resolution. Wrong: corrected by an agent, rated not helpful, handed over because the customer asked for it, or reopened after the resolution. All others are not judged',
          ),
        sources: z.object({
          used: z.number().int(),
          unused: z.number().int().describe('Live sources on which no answer of the period is based'),
          mostUsed: z.array(sourceUse).describe('At most 25'),
          neverUsed: z.array(sourceUse.omit({ count: true })).describe('At most 25, oldest first'),
        }),
        by: z.enum(['day', 'channel', 'tag']).nullable(),
        groups: z
          .array(z.object({ key: z.string().nullable(), ...numbers }))
          .describe('With `by=day` one group per day of the period; null: conversations without a tag. At most 366'),
      }),
      { timeoutMs: 30_000, maxInFlight: 4 },
    ),
    /** What conversations are about over a period. */
    topicRead: query(
      'query.analytics.topic.read.v1',
      z.object({ ...period, by: z.enum(['tag', 'source']).default('tag') }),
      z.object({
        from: timestamp,
        to: timestamp.describe('Not included'),
        by: z.enum(['tag', 'source']),
        step: z.enum(['day', 'week']).describe('`week`: the period is longer than 31 days'),
        periods: z
          .array(z.object({ from: timestamp, to: timestamp.describe('Not included') }))
          .describe('The days or weeks of the period, oldest first; the first week may be shorter'),
        topics: z
          .array(
            z.object({
              key: z.string().describe('The tag, or the id of the source'),
              title: z.string(),
              count: z.number().int(),
              counts: z.array(z.number().int()).describe('One for each of `periods`'),
            }),
          )
          .describe('At most 25, most frequent first'),
      }),
      { timeoutMs: 30_000, maxInFlight: 4 },
    ),
    /** The rows behind a number, newest first; the filters narrow them to a group or a part of it. A page may be short. */
    rowList: query(
      'query.analytics.row.list.v1',
      pageRequest.extend({
        metric: analyticsMetric,
        ...period,
        channel: channel.optional(),
        tag: z.string().min(1).max(64).optional(),
        untagged: z.literal('true').optional().describe('Only of conversations without tags'),
        score: z.coerce.number().int().min(1).max(5).optional().describe('Of `rating`'),
        reason: escalationReason.optional(),
        policyId: id.optional(),
        sourceId: id.optional(),
        slaPolicyId: id.optional(),
        teamId: id.optional(),
        target: slaTarget.optional(),
        judged: verdict.optional(),
        minConfidence: z.coerce.number().min(0).max(1).optional(),
        maxConfidence: z.coerce.number().min(0).max(1).optional().describe('Not included, unless it is 1'),
      }),
      pageOf(analyticsRow),
      { timeoutMs: 30_000, maxInFlight: 16 },
    ),
    logList: query(
      'query.analytics.log.list.v1',
      pageRequest.extend({
        kind: analyticsLogEntry.shape.kind.optional(),
        from: point.optional(),
        to: point.optional(),
      }),
      pageOf(analyticsLogEntry),
    ),
    ...suggestionQueries,
    /** Pages that were fetched for URL sources, by the days on which there were any. Both days count. */
    pageUsageRead: query(
      'query.analytics.page-usage.read.v1',
      z.object({ from: z.iso.date(), to: z.iso.date() }),
      countedDays,
      { timeoutMs: 15_000 },
    ),
    copiesErase: copiesErase('analytics'),
  },
})
