import { webhookDispatcher } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { applyEndpoint, pauseStored } from '../lanes/endpoint-pace.ts'
import { releaseOf } from '../lanes/release-waiting.ts'
import type { EndpointDocument } from './endpoint-document.ts'

/** Five days of nothing but failure. */
const patienceMs = 5 * 24 * 3_600_000

/** `gone`: the endpoint answered 410. */
export type Verdict = 'delivered' | 'gone' | 'failed'

type Asked = {
  /** Until when the reply asks to be left alone. */
  notBefore?: number | undefined
  /** What had been asked for when the request went out. */
  before?: number | undefined
  /** Somebody answered there who may be sent more. */
  isAlive?: boolean | undefined
}

/** What an attempt means for its endpoint; `undefined` when nothing changes. */
export function healthAfter(
  endpoint: EndpointDocument,
  verdict: Verdict,
  now: number,
  asked: Asked = {},
): EndpointDocument | undefined {
  const { failingSince, awaySince, notBefore, ...rest } = endpoint
  if (verdict === 'delivered') {
    // What was asked for while this was on its way holds.
    const alone = notBefore !== asked.before ? { notBefore: notBefore! } : {}
    if (failingSince === undefined && (notBefore === undefined || 'notBefore' in alone)) return undefined
    // A test event: what waits goes when the endpoint is enabled. Sent before, it would fail.
    if (!endpoint.enabled) return { ...rest, ...alone }
    return { ...rest, ...alone, release: releaseOf('failed', now, rest.release) }
  }
  if (!endpoint.enabled) return undefined
  if (verdict === 'gone')
    return { ...rest, enabled: false, disabledReason: 'The endpoint answered 410 Gone, which asks for no more events.' }
  if (failingSince !== undefined && now - failingSince >= patienceMs) {
    const since = new Date(failingSince).toISOString()
    return { ...rest, enabled: false, disabledReason: `No delivery has succeeded for five days, since ${since}.` }
  }
  const later = Math.max(notBefore ?? 0, asked.notBefore ?? 0)
  const isBack = asked.isAlive === true && awaySince !== undefined
  const isNews = failingSince === undefined || later > (notBefore ?? 0)
  if (!isNews && (asked.isAlive ? !isBack : awaySince !== undefined)) return undefined
  return {
    ...rest,
    failingSince: failingSince ?? now,
    ...(later > 0 && { notBefore: later }),
    ...(!asked.isAlive && { awaySince: awaySince ?? now }),
    ...(isBack && { release: releaseOf('unanswered', now, rest.release) }),
  }
}

type Told = { verdict: Verdict; notBefore?: number | undefined; isAlive?: boolean }

/**
 * Keeps an endpoint's health: disabled by 410, or by five days of nothing but failure, left alone until `notBefore`. `seen`
 * is what was delivered to.
 */
export async function recordHealth(
  seen: Stored<EndpointDocument>,
  told: Told,
  context: DispatcherContext,
): Promise<void> {
  let stored: Stored<EndpointDocument> | undefined
  try {
    const asked = { notBefore: told.notBefore, before: seen.body.notBefore, isAlive: told.isAlive }
    if (healthAfter(seen.body, told.verdict, context.clock.now(), asked))
      stored = await writeHealth(seen, told, context)
  } finally {
    if (told.notBefore !== undefined) pauseStored(seen.id, (stored ?? seen).revision, context)
  }
  if (stored) applyEndpoint(stored, context)
}

async function writeHealth(
  seen: Stored<EndpointDocument>,
  { verdict, notBefore, isAlive }: Told,
  { commit, collections, clock, log, event }: DispatcherContext,
): Promise<Stored<EndpointDocument> | undefined> {
  let isDisabled = false
  const stored = await commit(collections.endpoints, seen.id, (current) => {
    // Of an address that was replaced meanwhile nothing was asked.
    const asked = {
      notBefore: current?.body.url === seen.body.url ? notBefore : undefined,
      before: seen.body.notBefore,
      isAlive,
    }
    const body = current && healthAfter(current.body, verdict, clock.now(), asked)
    isDisabled = body !== undefined && current!.body.enabled && !body.enabled
    if (!body || !isDisabled) return body && { body }
    const told = { endpointId: seen.id, reason: body.disabledReason! }
    return { body, events: [event(webhookDispatcher.events.endpointDisabled, told)] }
  })
  if (isDisabled) log.warn({ endpoint: seen.id, reason: stored?.body.disabledReason }, 'endpoint disabled')
  return stored
}
