import { type Delivery, toWireError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import packageJson from '../package.json' with { type: 'json' }
import type { DispatcherContext } from './context.ts'
import type { DeliveryDocument, EndpointDocument } from './documents.ts'
import { recordHealth, type Verdict } from './endpoint-health.ts'
import { liveSecrets } from './endpoint-secrets.ts'
import { readRetryAfter, retryDelayMs } from './retry-schedule.ts'
import { signPayload } from './sign-payload.ts'

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
 */
export async function attemptDelivery(delivery: Stored<DeliveryDocument>, context: DispatcherContext): Promise<void> {
  const { collections, tenant } = context
  const endpoint = await collections.endpoints.get(tenant, delivery.body.endpointId)
  if (!endpoint) {
    await collections.deliveries.remove(tenant, delivery.id)
    return
  }
  const isWanted = endpoint.body.enabled || delivery.body.once === true
  const outcome = isWanted ? await send(delivery, endpoint, context) : disabled(context)
  await record(delivery.id, outcome, context)
  await recordHealth(endpoint.id, outcome.verdict, context)
}

const at = ({ clock }: DispatcherContext): string => new Date(clock.now()).toISOString()

const disabled = (context: DispatcherContext): Outcome => ({
  attempt: { at: at(context), durationMs: 0, error: 'Not sent: the endpoint is disabled.' },
  verdict: 'disabled',
})

async function send(
  { body: delivery }: Stored<DeliveryDocument>,
  endpoint: Stored<EndpointDocument>,
  context: DispatcherContext,
): Promise<Outcome> {
  const { outboundHttp, clock, config, signal } = context
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
        'user-agent': `Frontdesk/${packageJson.version}`,
        ...signed,
      },
      body: delivery.body,
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      maxBytes: replyBytes,
      maxRedirects: 0,
      signal,
    })
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
    if (signal.aborted) throw error
    const durationMs = Math.round(performance.now() - started)
    return { attempt: { at: sentAt, durationMs, error: toWireError(error).message }, verdict: 'failed' }
  }
}

/** The delivery after an attempt: settled, or with the time of the next one. */
function deliveryAfter(
  { nextAttemptAt: _, ...delivery }: DeliveryDocument,
  { attempt, verdict, retryAfterMs }: Outcome,
  { now, random }: { now: number; random: number },
): DeliveryDocument {
  const attempted = { ...delivery, attempts: [...delivery.attempts, attempt], tries: delivery.tries + 1 }
  if (verdict === 'delivered') return { ...attempted, state: 'delivered' }
  const delayMs =
    verdict === 'failed' && !delivery.once ? retryDelayMs(attempted.tries, random, retryAfterMs) : undefined
  return delayMs === undefined ? { ...attempted, state: 'failed' } : { ...attempted, nextAttemptAt: now + delayMs }
}

async function record(id: string, outcome: Outcome, context: DispatcherContext): Promise<void> {
  const { commit, collections, clock, log } = context
  const random = Math.random()
  const stored = await commit(collections.deliveries, id, (current) =>
    current?.body.state === 'pending'
      ? { body: deliveryAfter(current.body, outcome, { now: clock.now(), random }) }
      : undefined,
  )
  const { reply: _, ...facts } = outcome.attempt
  const { endpointId, event, state } = stored?.body ?? {}
  const fields = { delivery: id, endpoint: endpointId, event: event?.id, state, ...facts }
  if (outcome.verdict === 'delivered') log.info(fields, 'delivered')
  else log.warn(fields, 'a delivery failed')
}
