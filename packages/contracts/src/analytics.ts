import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { channel, escalationReason, outcome, pageOf, pageRequest, timestamp } from './records.ts'
import { removed } from './tenancy.ts'

const point = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const period = {
  from: point.optional().describe('A day (UTC) or a time; 29 days before `to` when left out'),
  to: point.optional().describe('A day, which counts whole, or a time, which does not count; today when left out'),
}

const durations = z.object({
  count: z.number().int(),
  p50Ms: z.number().nullable().describe('Nearest rank; null when there is none'),
  p90Ms: z.number().nullable(),
})
const numbers = {
  conversations: z.number().int().describe('Begun'),
  messages: z.number().int().describe('Of customers'),
  questions: z.number().int().describe('That the AI brought to an end: answered, blocked, escalated, failed'),
  answered: z.number().int(),
  blocked: z.number().int(),
  failed: z.number().int(),
  escalated: z.number().int().describe('Times that conversations went to people, by whomever'),
  escalatedByReason: z.partialRecord(escalationReason, z.number().int()),
  confidence: z.object({
    count: z.number().int(),
    mean: z.number().nullable(),
    distribution: z.array(z.number().int()).describe('Ten: from 0 up to 0.1, …, from 0.9 to 1'),
  }),
  firstResponse: durations.describe('From the first message of a customer to the first answer by the AI or by people'),
  resolved: z.object({ confirmed: z.number().int(), assumed: z.number().int() }),
  resolution: durations.describe('From the beginning of a conversation to its resolution'),
}
const sourceUse = z.object({ sourceId: z.string(), title: z.string(), count: z.number().int() })

/** Every number counts rows, which `analyticsRows` lists. At most 366 days. */
export const analyticsOverview = query(
  'query.analytics.overview.read.v1',
  z.object({ ...period, by: z.enum(['day', 'channel', 'tag']).optional() }),
  z.object({
    from: timestamp,
    to: timestamp.describe('Not included'),
    ...numbers,
    blockedByPolicy: z.array(z.object({ policyId: z.string(), name: z.string(), count: z.number().int() })),
    sources: z.object({
      used: z.number().int(),
      unused: z.number().int().describe('Live, and no answer of the period rests on it'),
      mostUsed: z.array(sourceUse).describe('At most 25'),
      neverUsed: z.array(sourceUse.omit({ count: true })).describe('At most 25, oldest first'),
    }),
    by: z.enum(['day', 'channel', 'tag']).nullable(),
    groups: z
      .array(z.object({ key: z.string().nullable(), ...numbers }))
      .describe('By day each day of the period; null: conversations without a tag. At most 366'),
  }),
  { timeoutMs: 30_000, maxInFlight: 4 },
)

export const analyticsMetric = z.enum([
  'conversations',
  'messages',
  'questions',
  'answered',
  'blocked',
  'failed',
  'escalated',
  'confidence',
  'first_response',
  'resolved_confirmed',
  'resolved_assumed',
  'resolution',
  'sources_used',
  'sources_unused',
])
export type AnalyticsMetric = z.output<typeof analyticsMetric>

/** What a number of the overview counts, without a word of any message. */
export const analyticsRow = z.object({
  at: timestamp,
  conversationId: z.string().optional(),
  messageId: z.string().optional(),
  channel: channel.optional(),
  outcome: outcome.optional(),
  reason: z.string().optional(),
  confidence: z.number().optional(),
  policies: z
    .array(z.object({ policyId: z.string(), name: z.string() }))
    .optional()
    .describe('Those that blocked'),
  sourceIds: z.array(z.string()).optional(),
  how: z.enum(['confirmed', 'assumed']).optional(),
  ms: z.number().optional(),
  sourceId: z.string().optional(),
  title: z.string().optional(),
  count: z.number().int().optional(),
})
export type AnalyticsRow = z.output<typeof analyticsRow>

/** The rows behind a number, newest first; the filters narrow them to a group or a part of it. A page may be short. */
export const analyticsRows = query(
  'query.analytics.row.list.v1',
  pageRequest.extend({
    metric: analyticsMetric,
    ...period,
    channel: channel.optional(),
    tag: z.string().min(1).max(64).optional(),
    reason: escalationReason.optional(),
    policyId: id.optional(),
    sourceId: id.optional(),
  }),
  pageOf(analyticsRow),
  { timeoutMs: 30_000, maxInFlight: 16 },
)

/** What a change of the tenant was about. */
const changedKind = z.enum([
  'agent',
  'api_key',
  'channel',
  'connector',
  'contact',
  'dead_letter',
  'escalation_rule',
  'policy',
  'source',
  'suite',
  'tenant',
  'webhook_endpoint',
])
export type ChangedKind = z.output<typeof changedKind>

const change = {
  actor: actor.omit({ name: true }),
  keyId: z.string().optional().describe('The API key that was used, where an agent is the actor'),
  action: z.string().describe('`create`, `update`, `delete`, or the last word of the route: `rotate`, `import`'),
  targetId: z.string().optional().describe('Of what was changed, or of the job that was started'),
  outcome: z
    .enum(['done', 'unknown'])
    .optional()
    .describe('`unknown`: it was begun, and whether it came to its end was never heard'),
}

/** Something of a tenant was changed through the API: names of what changed, no value. `id` is that of the operation. */
export const changeRecorded = event(
  'event.gateway.change.recorded.v1',
  z.object({
    id,
    at: timestamp,
    kind: changedKind,
    ...change,
    changed: z.array(z.string()).optional(),
    requested: z.number().int().optional(),
    succeeded: z.number().int().optional(),
    failed: z.number().int().optional(),
  }),
)

/** Who did what to many things or to the tenant, when. */
export const analyticsLogEntry = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.enum(['bulk', 'settings', 'suggestion', 'retention', ...changedKind.options]),
  ...change,
  requested: z.number().int().optional(),
  succeeded: z.number().int().optional(),
  failed: z.number().int().optional(),
  assignee: z.string().optional(),
  tag: z.string().optional(),
  changed: z.array(z.string()).optional().describe('Names of what was set; no values'),
  suggestionId: z.string().optional(),
  removed: removed.optional().describe('What was removed because it was older than `retentionDays`'),
})
export type AnalyticsLogEntry = z.output<typeof analyticsLogEntry>
export const analyticsLog = query(
  'query.analytics.log.list.v1',
  pageRequest.extend({ kind: analyticsLogEntry.shape.kind.optional(), from: point.optional(), to: point.optional() }),
  pageOf(analyticsLogEntry),
)

export const suggestionStatus = z.enum(['open', 'checking', 'closed', 'dismissed'])
/** A gap in what the sources say: questions that ask the same and were not answered, or hardly. */
export const suggestion = z.object({
  id: z.string(),
  title: z.string().describe('The question that the others are most like'),
  language: z.string().nullable(),
  count: z.number().int().describe('How often it was asked'),
  lastAskedAt: timestamp,
  questions: z
    .array(
      z.object({
        messageId: z.string(),
        conversationId: z.string(),
        text: z.string(),
        askedAt: timestamp,
        outcome,
        confidence: z.number().optional(),
      }),
    )
    .describe('The newest, at most 10'),
  draft: z.object({
    title: z.string(),
    text: z.string(),
    isAnswered: z.boolean().describe('False: nobody has replied yet, so the text only asks'),
  }),
  status: suggestionStatus,
  check: z
    .object({
      state: z.enum(['running', 'finished']),
      startedAt: timestamp,
      finishedAt: timestamp.optional(),
      sourceId: z.string().nullable().describe('Null: no source was made, the questions were only asked again'),
      asked: z.number().int(),
      passed: z.number().int(),
      notPassed: z.array(z.string()).describe('Ids of the questions that are still not answered'),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    })
    .optional()
    .describe('The newest acceptance'),
})
export type Suggestion = z.output<typeof suggestion>

/** The most frequent first. */
export const suggestionList = query(
  'query.analytics.suggestion.list.v1',
  pageRequest.extend({ status: suggestionStatus.optional() }),
  pageOf(suggestion),
  { timeoutMs: 15_000, maxInFlight: 32 },
)
export const suggestionRead = query('query.analytics.suggestion.read.v1', z.object({ suggestionId: id }), suggestion)
/**
 * Makes a source of the draft (or of the given text), waits until it answers, and asks the questions again: the gap
 * closes only when all pass. Without any answer to make one of, the questions are only asked again. Throws `conflict`
 * unless it is open.
 */
export const suggestionAccept = query(
  'query.analytics.suggestion.accept.v1',
  z.object({
    operationId,
    suggestionId: id,
    title: z.string().trim().min(1).max(500).optional(),
    text: z.string().trim().min(1).max(100_000).optional(),
    actor,
  }),
  suggestion,
  { timeoutMs: 15_000 },
)
/** Not listed as open any more, also when it is asked again. */
export const suggestionDismiss = query(
  'query.analytics.suggestion.dismiss.v1',
  z.object({ operationId, suggestionId: id, actor }),
  suggestion,
)

const countedDays = z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int() })) })
/** Pages that were fetched for URL sources, by the days on which there were any. Both days count. */
export const pageUsage = query(
  'query.analytics.page-usage.read.v1',
  z.object({ from: z.iso.date(), to: z.iso.date() }),
  countedDays,
  { timeoutMs: 15_000 },
)
