import { type Delivery, ServiceError, toWireError, version, without } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { readRetryAfter } from '@frontdesk/outbound-http'
import type { DispatcherContext } from '../context.ts'
import type { EndpointDocument } from '../endpoints/endpoint-document.ts'
import { recordHealth, type Verdict } from '../endpoints/endpoint-health.ts'
import { liveSecrets } from '../endpoints/endpoint-secrets.ts'
import { signPayload } from '../endpoints/sign-payload.ts'
import { holdEndpoint } from '../lanes/claim-endpoints.ts'
import { applyEndpoint, pausedUntil, pauseEndpoint } from '../lanes/endpoint-pace.ts'
import { isSignOfLife } from '../lanes/release-waiting.ts'
import { type DeliveryDocument, unsent } from './delivery-document.ts'
import { notBeforeOf, retryDelayMs } from './retry-schedule.ts'

/** Of a reply, for the ledger. */
const replyBytes = 1_024

type Outcome = {
  attempt: Delivery['attempts'][number]
  verdict: Verdict
  retryAfterMs?: number | undefined
}

/**
 * Sends a delivery once and records what came of it, on the delivery and on the endpoint's health. Throws only on our own
 * faults and when the service stops; then nothing is recorded and the same event goes out again later, with the same id.
 * `answered` is called when the request is over. `settled`: delivered, or failed for good. `waits`: nothing was recorded, for
 * the endpoint asked to be left alone, or another process has its lease by now.
 */
export async function attemptDelivery(
  delivery: Stored<DeliveryDocument>,
  found: DispatcherContext,
  answered: () => void = () => {},
): Promise<'settled' | 'failed' | 'waits'> {
  // A lane delivers events of many requests, whoever set it out.
  const context = found.forTenant(found.tenant, delivery.body.cause)
  const { collections, tenant, clock } = context
  const endpoint = await collections.endpoints.get(tenant, delivery.body.endpointId)
  if (!endpoint) {
    await collections.deliveries.remove(tenant, delivery.id)
    return 'settled'
  }
  // A test goes from anywhere, once: its revision is enough.
  const isHeld = delivery.body.once ? async () => true : holdEndpoint(endpoint.id, context)
  if (!endpoint.body.enabled && delivery.body.once !== true) {
    await markUnsent(delivery, isHeld, context)
    return 'settled'
  }
  applyEndpoint(endpoint, context)
  const isAskedFor = delivery.body.once === true || delivery.body.byHand === true
  if (!isAskedFor && pausedUntil(endpoint.id, context) !== undefined) return 'waits'
  const outcome = await send(delivery, endpoint, context)
  const { verdict, retryAfterMs } = outcome
  const notBefore = verdict === 'failed' ? notBeforeOf(clock.now(), retryAfterMs) : undefined
  if (notBefore !== undefined) pauseEndpoint(endpoint.id, notBefore, context)
  answered()
  if (!(await isHeld(false))) {
    const { status } = outcome.attempt
    const fields = { delivery: delivery.id, endpoint: endpoint.id, event: delivery.body.event.id, status }
    context.log.warn(fields, 'an attempt was not recorded, because another process has taken over the endpoint')
    return 'waits'
  }
  const [after] = await Promise.all([
    record(delivery, outcome, isHeld, context),
    recordHealth(
      endpoint,
      { verdict, notBefore, isAlive: isSignOfLife(outcome.attempt.status, retryAfterMs) },
      context,
    ),
  ])
  return after?.body.state === 'pending' ? 'failed' : 'settled'
}

type IsHeld = ReturnType<typeof holdEndpoint>

const at = ({ clock }: DispatcherContext): string => new Date(clock.now()).toISOString()

async function markUnsent(
  delivery: Stored<DeliveryDocument>,
  isHeld: IsHeld,
  context: DispatcherContext,
): Promise<void> {
  await write(
    delivery,
    (body) => ({ ...without(body, 'nextAttemptAt', 'dueAt', 'byHand', 'scheduledAt'), ...unsent }),
    isHeld,
    context,
  )
  const { endpointId, event } = delivery.body
  context.log.warn({ delivery: delivery.id, endpoint: endpointId, event: event.id, ...unsent }, 'a delivery failed')
}

async function send(
  { body: delivery }: Stored<DeliveryDocument>,
  endpoint: Stored<EndpointDocument>,
  context: DispatcherContext,
): Promise<Outcome> {
  const { outboundHttp, clock, config, signal } = context
  const traced = context.trace('webhook delivery', 'client')
  const sentAt = at(context)
  const started = performance.now()
  try {
    const signed = signPayload(
      { id: delivery.event.id, body: delivery.body, timestampSeconds: Math.floor(clock.now() / 1_000) },
      liveSecrets(endpoint, context),
    )
    const reply = await outboundHttp.fetch({
      url: endpoint.body.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Frontdesk/${version}`,
        'x-request-id': context.cause.correlationId,
        traceparent: traced.context.cause.traceparent,
        ...signed,
      },
      body: delivery.body,
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      maxBytes: replyBytes,
      maxRedirects: 0,
      signal,
    })
    traced.end(reply.status <= 299 ? undefined : new Error(`status ${reply.status}`))
    const text = new TextDecoder().decode(reply.body)
    const verdict = reply.status >= 200 && reply.status <= 299 ? 'delivered' : reply.status === 410 ? 'gone' : 'failed'
    return {
      attempt: {
        at: sentAt,
        status: reply.status,
        durationMs: Math.round(performance.now() - started),
        ...(reply.status >= 300 && reply.status <= 399 && { error: 'Redirects are not followed.' }),
        ...(text !== '' && { reply: text }),
      },
      verdict,
      retryAfterMs: readRetryAfter(reply.headers['retry-after'], clock.now()),
    }
  } catch (error) {
    traced.end(error)
    if (signal.aborted) throw error
    const durationMs = Math.round(performance.now() - started)
    return { attempt: { at: sentAt, durationMs, error: toWireError(error).message }, verdict: 'failed' }
  }
}

/** The delivery after an attempt: settled, or with the time of the next one. One that was brought forward is none of the ten. */
function deliveryAfter(
  before: DeliveryDocument,
  { attempt, verdict, retryAfterMs }: Outcome,
  { now, random }: { now: number; random: number },
): DeliveryDocument {
  const { scheduledAt } = before
  const delivery = without(before, 'nextAttemptAt', 'dueAt', 'byHand', 'scheduledAt')
  const tries = delivery.tries + (scheduledAt === undefined ? 1 : 0)
  const attempted = { ...delivery, attempts: [...delivery.attempts, attempt], tries }
  if (verdict === 'delivered') return { ...attempted, state: 'delivered' }
  if (verdict === 'gone' || delivery.once) return { ...attempted, state: 'failed' }
  if (scheduledAt !== undefined) {
    const at = Math.max(scheduledAt, notBeforeOf(now, retryAfterMs) ?? 0, now + 1)
    return { ...attempted, nextAttemptAt: at, dueAt: at }
  }
  const delayMs = retryDelayMs(tries, random, retryAfterMs)
  if (delayMs === undefined) return { ...attempted, state: 'failed' }
  return { ...attempted, nextAttemptAt: now + delayMs, dueAt: now + delayMs }
}

/** What was sent lost its words meanwhile; the subscriber may have repeated them. */
const withoutReply = ({ attempt: { reply: _, ...attempt }, ...outcome }: Outcome): Outcome => ({ ...outcome, attempt })

async function record(
  seen: Stored<DeliveryDocument>,
  outcome: Outcome,
  isHeld: IsHeld,
  context: DispatcherContext,
): Promise<Stored<DeliveryDocument> | undefined> {
  const { clock, log } = context
  const random = Math.random()
  const change = (body: DeliveryDocument) =>
    deliveryAfter(body, body.body === seen.body.body ? outcome : withoutReply(outcome), { now: clock.now(), random })
  const after = await write(seen, change, isHeld, context)
  const fields = () => {
    const { reply: _, ...facts } = outcome.attempt
    const { endpointId, event } = seen.body
    return { delivery: seen.id, endpoint: endpointId, event: event.id, state: after?.body.state, ...facts }
  }
  if (outcome.verdict === 'delivered') log.routine(fields, 'delivered')
  else log.warn(fields(), 'a delivery failed')
  return after
}

/** As it was seen, as a rule; read again when somebody changed it meanwhile: an erasure, a retry by hand. Not after another process took over. */
async function write(
  seen: Stored<DeliveryDocument>,
  change: (body: DeliveryDocument) => DeliveryDocument,
  isHeld: IsHeld,
  { commit, collections }: DispatcherContext,
): Promise<Stored<DeliveryDocument> | undefined> {
  try {
    return await collections.deliveries.replace(seen, change(seen.body))
  } catch (error) {
    if (!(error instanceof ServiceError) || !['version_conflict', 'not_found'].includes(error.code)) throw error
    if (!(await isHeld(true))) return undefined
    return commit(collections.deliveries, seen.id, (current) =>
      current?.body.state === 'pending' ? { body: change(current.body) } : undefined,
    )
  }
}
