import { type ChangedKind, contacts, derivedId, gateway, ingest, without } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import { actorOf } from '../agents/require-agent.ts'
import type { GatewayContext } from '../context.ts'
import type { Route, RouteInput } from '../routes/route.ts'
import type { ChangeRecord } from './change-document.ts'

/** What routes of a tag change. Those of other tags are no settings, or have a log of their own (docs/analytics.md). */
export const kindOfTag: Record<string, ChangedKind> = {
  'API keys': 'api_key',
  Agents: 'agent',
  Channels: 'channel',
  Connectors: 'connector',
  Contacts: 'contact',
  'Escalation rules': 'escalation_rule',
  'Events out': 'webhook_endpoint',
  Knowledge: 'source',
  Operations: 'dead_letter',
  Policies: 'policy',
  Rehearsals: 'rehearsal',
  'Service levels': 'sla_policy',
  'Signing in': 'session',
  Teams: 'team',
  Tenants: 'tenant',
  'Test suites': 'suite',
  Widgets: 'widget',
}

/** Routes of those tags that are everyday work on one thing, which says itself when it changed, or that change nothing. */
export const unrecorded: ReadonlySet<string> = new Set([
  'POST /api/contacts',
  'PATCH /api/contacts/:contactId',
  'POST /api/knowledge/sources',
  'POST /api/knowledge/sources/:sourceId/retry',
  'POST /api/knowledge/duplicates/:duplicateId/dismiss',
  'POST /api/knowledge/contradictions/:contradictionId/dismiss',
  'POST /api/embeddings',
  'POST /api/crawls/:crawlId/rerun',
  'POST /api/crawls/:crawlId/cancel',
  'POST /api/connectors/:connectorId/conversations',
  'POST /api/webhook-endpoints/:endpointId/test',
])

/** What a route's changes are logged as; undefined for one whose requests are not. */
export const kindOf = (route: Route): ChangedKind | undefined =>
  !changesSomething(route) || unrecorded.has(`${route.method} ${route.url}`) ? undefined : kindOfTag[route.tag]

/** Whether a request of the route may change something of its tenant. Streams only read, unless they answer JSON too. */
export const changesSomething = (route: Route): boolean =>
  route.method !== 'GET' && (route.kind === 'json' || route.kind === 'upload' || 'handle' in route)

/** Bulk actions of which the log says what was done to how many. */
const bulkReplies: Record<string, z.ZodType<BulkReply>> = {
  '/api/contacts/bulk': contacts.queries.contactBulk.reply,
  '/api/knowledge/sources/bulk': ingest.queries.sourceBulkRun.reply,
}
type BulkReply = { confirm: string } | { action: string; requested: number; succeeded: number; failed: number }

/** Longer than any request takes, and after it a sweep may go on with what its gateway left. */
const lookAgainMs = 10 * 60_000

const actions: Record<string, string> = { PATCH: 'update', PUT: 'replace', DELETE: 'delete' }

/** `create` for what makes a thing, otherwise the word that the route ends in. */
function actionOf({ method, url, status }: Route): string {
  const known = actions[method]
  if (known) return known
  return status === 201 && !url.includes(':') ? 'create' : url.slice(url.lastIndexOf('/') + 1)
}

const textIn = (from: unknown, name: string): string | undefined => {
  const value = (from as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The first id of the path; where there is none, that of what was made or begun. */
function targetOf(params: unknown, reply: unknown): string | undefined {
  const [named] = Object.values((params ?? {}) as Record<string, unknown>)
  if (typeof named === 'string') return named
  return textIn(reply, 'id') ?? textIn(reply, 'jobId') ?? textIn(reply, 'tenant')
}

const namesIn = (body: unknown): string[] =>
  Object.entries((body ?? {}) as object).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** What a bulk action did to how many; the list of contacts for confirmation changes nothing. */
function countsIn({ url }: Route, reply: unknown): Partial<ChangeRecord> | 'nothing changed' | undefined {
  const counted = bulkReplies[url]?.parse(reply)
  if (!counted) return undefined
  if ('confirm' in counted) return 'nothing changed'
  const { action, requested, succeeded, failed } = counted
  return { action: `bulk ${action}`, requested, succeeded, failed }
}

/** A change that was noted down before it is made. */
export type NotedChange = {
  /** It was made, and this is its reply. */
  done(reply: unknown): Promise<void>
  /** It was refused: nothing changed. */
  refused(): Promise<void>
}

/**
 * Notes that a request is about to change something of its tenant; undefined for requests that are not logged. Throws
 * `invalid_request` for an agent that is none. Whatever happens then, the log will say that it was begun.
 */
export async function noteChange(route: Route, input: RouteInput): Promise<NotedChange | undefined> {
  const kind = kindOf(route)
  if (!kind) return undefined
  const { context, caller, operationId, agentId, params, body } = input
  const { tenant, collections, clock, commit } = context
  const { name: _, ...actor } = await actorOf(input)
  const id = derivedId('act', tenant, operationId, 'change')
  const names = namesIn(body)
  const begun: ChangeRecord = {
    at: timestampOf(clock),
    kind,
    actor,
    ...(agentId !== '' && { keyId: caller.keyId }),
    action: actionOf(route),
    ...(names.length > 0 && { changed: names }),
    outcome: 'begun',
    cause: context.cause,
    dueAt: clock.now() + lookAgainMs,
  }
  const { inserted } = await collections.changes.insert(tenant, id, begun)
  const refused = async () => {
    // An attempt before this one may have changed something and died.
    if (inserted) await collections.changes.remove(tenant, id, 1)
  }
  return {
    async done(reply) {
      const counts = countsIn(route, reply)
      if (counts === 'nothing changed') return refused()
      const targetId = targetOf(params, reply)
      const made = { ...begun, ...counts, ...(targetId && { targetId }), outcome: 'done' as const }
      await commit(collections.changes, id, (current) =>
        current?.body.outcome === 'done'
          ? undefined
          : tellOf(id, { ...made, at: current?.body.at ?? begun.at }, context),
      )
    },
    refused,
  }
}

/** The record with the event that tells of it. */
function tellOf(id: string, record: ChangeRecord, { event, clock }: GatewayContext) {
  const entry = without(record, 'dueAt', 'cause')
  const told = { ...entry, id, outcome: record.outcome === 'done' ? ('done' as const) : ('unknown' as const) }
  return {
    body: { ...without(record, 'cause'), dueAt: clock.now() + lookAgainMs },
    events: [event(gateway.events.changeRecorded, told)],
  }
}

/** Tells of changes whose gateway died, as `unknown`, and forgets those that were told. */
export async function sweepChanges(context: GatewayContext): Promise<void> {
  const { changes } = context.collections
  const due = await changes.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 500,
  })
  for (const { tenant, id, body, outbox, revision } of due) {
    if (context.signal.aborted) return
    const own = context.forTenant(tenant, body.cause)
    if (body.outcome === 'begun') {
      await own.commit(changes, id, (current) =>
        current?.body.outcome === 'begun' ? tellOf(id, { ...current.body, outcome: 'unknown' }, own) : undefined,
      )
    } else if (outbox.length === 0) await changes.remove(tenant, id, revision)
  }
}
