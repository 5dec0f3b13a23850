import type { analytics, BodyOf, chat, gateway, webhookDispatcher } from '@frontdesk/contracts'
import { descending, findPage } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import { atIn, boundsOf } from '../facts/period.ts'

export async function recordBulk(
  {
    id,
    at,
    actor,
    action,
    requested,
    succeeded,
    failed,
    assignee,
    teamId,
    tag,
  }: BodyOf<typeof chat.events.bulkPerformed>,
  { tenant, collections }: AnalyticsContext,
): Promise<void> {
  await collections.log.put(tenant, id, {
    at,
    kind: 'bulk',
    actor,
    action,
    requested,
    succeeded,
    failed,
    ...(assignee !== undefined && { assignee }),
    ...(teamId !== undefined && { teamId }),
    ...(tag !== undefined && { tag }),
  })
}

export async function recordSettings(
  { changed, actor }: BodyOf<typeof chat.events.settingsChanged>,
  { tenant, collections }: AnalyticsContext,
  { id, at }: Envelope,
): Promise<void> {
  await collections.log.put(tenant, id, { at, kind: 'settings', actor, action: 'update', changed })
}

/** The line of an operation: told again, it says what is known by then. */
export async function recordChange(
  { id, ...entry }: BodyOf<typeof gateway.events.changeRecorded>,
  { tenant, collections }: AnalyticsContext,
): Promise<void> {
  await collections.log.put(tenant, id, entry)
}

export async function recordRetention(
  { removed }: BodyOf<typeof chat.events.retentionPerformed>,
  { tenant, collections }: AnalyticsContext,
  { id, at }: Envelope,
): Promise<void> {
  const actor = { kind: 'system' as const }
  await collections.log.put(tenant, id, { at, kind: 'retention', actor, action: 'remove', removed })
}

/** That we disabled a webhook endpoint; why stands in the endpoint. */
export async function recordDisabled(
  { endpointId }: BodyOf<typeof webhookDispatcher.events.endpointDisabled>,
  { tenant, collections }: AnalyticsContext,
  { id, at }: Envelope,
): Promise<void> {
  const actor = { kind: 'system' as const }
  const entry = { at, kind: 'webhook_endpoint' as const, actor, action: 'disable', targetId: endpointId }
  await collections.log.put(tenant, id, entry)
}

/** Newest first. */
export const listLog = (
  { kind, from, to, limit, cursor }: BodyOf<typeof analytics.queries.logList>,
  { tenant, collections, clock }: AnalyticsContext,
) =>
  findPage(
    collections.log,
    tenant,
    {
      where: { ...(kind && { kind }), ...((from ?? to) && { at: atIn(boundsOf({ from, to }, clock.now())) }) },
      sort: descending('at'),
      limit,
      cursor,
    },
    ({ id, body }) => ({ id, ...body }),
  )
