import { type ChangedKind, changeRecorded, contactBulk, derivedId } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { actorOf } from './agent-records.ts'
import type { ChangeRecord } from './change-records.ts'
import type { GatewayContext } from './context.ts'
import type { Route, RouteInput } from './route.ts'

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
  Tenants: 'tenant',
  'Test suites': 'suite',
}

/** Routes of those tags that are everyday work on one thing, which says itself when it changed, or that change nothing. */
export const unrecorded: ReadonlySet<string> = new Set([
  'POST /api/contacts',
  'PATCH /api/contacts/:contactId',
  'POST /api/knowledge/sources',
  'POST /api/knowledge/sources/:sourceId/retry',
  'POST /api/knowledge/duplicates/:duplicateId/dismiss',
  'POST /api/embeddings',
  'POST /api/crawls/:crawlId/rerun',
  'POST /api/crawls/:crawlId/cancel',
  'POST /api/connectors/:connectorId/conversations',
  'POST /api/webhook-endpoints/:endpointId/test',
])

/** What a route's changes are logged as; undefined for one whose requests are not. */
export const kindOf = ({ method, url, tag, handle, receive }: Route): ChangedKind | undefined =>
  method === 'GET' || !(handle || receive) || unrecorded.has(`${method} ${url}`) ? undefined : kindOfTag[tag]

const contactBulkUrl = '/api/contacts/bulk'

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

/** What a bulk action on contacts did to how many; its list for confirmation changes nothing. */
function countsIn({ url }: Route, reply: unknown): Partial<ChangeRecord> | 'nothing changed' | undefined {
  if (url !== contactBulkUrl) return undefined
  const counted = contactBulk.reply.parse(reply)
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
  const { outcome, dueAt: _, ...entry } = record
  const told = { ...entry, id, outcome: outcome === 'done' ? ('done' as const) : ('unknown' as const) }
  return { body: { ...record, dueAt: clock.now() + lookAgainMs }, events: [event(changeRecorded, told)] }
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
    const own = context.forTenant(tenant)
    if (body.outcome === 'begun') {
      await own.commit(changes, id, (current) =>
        current?.body.outcome === 'begun' ? tellOf(id, { ...current.body, outcome: 'unknown' }, own) : undefined,
      )
    } else if (outbox.length === 0) await changes.remove(tenant, id, revision)
  }
}
