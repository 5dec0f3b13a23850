import { endpointDisabled } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { DispatcherContext } from './context.ts'
import type { EndpointDocument } from './documents.ts'
import { keepPace } from './hold-endpoints.ts'

/** Five days of nothing but failure. */
const patienceMs = 5 * 24 * 3_600_000

/** `gone`: the endpoint answered 410. */
export type Verdict = 'delivered' | 'gone' | 'failed'

/** What an attempt means for its endpoint; `undefined` when nothing changes. */
export function healthAfter(endpoint: EndpointDocument, verdict: Verdict, now: number): EndpointDocument | undefined {
  const { failingSince, ...rest } = endpoint
  if (verdict === 'delivered') return failingSince === undefined ? undefined : rest
  if (!endpoint.enabled) return undefined
  if (verdict === 'gone')
    return { ...rest, enabled: false, disabledReason: 'The endpoint answered 410 Gone, which asks for no more events.' }
  if (failingSince === undefined) return { ...rest, failingSince: now }
  if (now - failingSince < patienceMs) return undefined
  const since = new Date(failingSince).toISOString()
  return { ...rest, enabled: false, disabledReason: `Nothing could be delivered for five days, since ${since}.` }
}

/** Keeps an endpoint's health: disabled by 410, or by five days of nothing but failure. `seen` is what was delivered to. */
export async function recordHealth(
  seen: Stored<EndpointDocument>,
  verdict: Verdict,
  context: DispatcherContext,
): Promise<void> {
  const { commit, collections, clock, log, event } = context
  if (!healthAfter(seen.body, verdict, clock.now())) return
  let isDisabled = false
  const stored = await commit(collections.endpoints, seen.id, (current) => {
    const body = current && healthAfter(current.body, verdict, clock.now())
    isDisabled = body !== undefined && current!.body.enabled && !body.enabled
    if (!body || !isDisabled) return body && { body }
    const told = { endpointId: seen.id, reason: body.disabledReason! }
    return { body, events: [event(endpointDisabled, told)] }
  })
  if (stored) keepPace(stored, context)
  if (isDisabled) log.warn({ endpoint: seen.id, reason: stored?.body.disabledReason }, 'endpoint disabled')
}
