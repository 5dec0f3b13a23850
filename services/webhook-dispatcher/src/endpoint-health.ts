import { endpointDisabled } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { DispatcherContext } from './context.ts'
import type { EndpointDocument } from './documents.ts'
import { keepPace, leftAlone } from './hold-endpoints.ts'

/** Five days of nothing but failure. */
const patienceMs = 5 * 24 * 3_600_000

/** `gone`: the endpoint answered 410. */
export type Verdict = 'delivered' | 'gone' | 'failed'

type Asked = {
  /** Until when the reply asks to be left alone. */
  notBefore?: number | undefined
  /** What had been asked for when the request went out. */
  before?: number | undefined
}

/** What an attempt means for its endpoint; `undefined` when nothing changes. */
export function healthAfter(
  endpoint: EndpointDocument,
  verdict: Verdict,
  now: number,
  asked: Asked = {},
): EndpointDocument | undefined {
  const { failingSince, notBefore, ...rest } = endpoint
  if (verdict === 'delivered') {
    // What was asked for while this was on its way holds.
    if (notBefore !== asked.before) return failingSince === undefined ? undefined : { ...rest, notBefore: notBefore! }
    return failingSince === undefined && notBefore === undefined ? undefined : rest
  }
  if (!endpoint.enabled) return undefined
  if (verdict === 'gone')
    return { ...rest, enabled: false, disabledReason: 'The endpoint answered 410 Gone, which asks for no more events.' }
  const later = Math.max(notBefore ?? 0, asked.notBefore ?? 0)
  const alone = later > 0 ? { notBefore: later } : {}
  if (failingSince === undefined) return { ...rest, failingSince: now, ...alone }
  if (now - failingSince < patienceMs) return later > (notBefore ?? 0) ? { ...rest, failingSince, ...alone } : undefined
  const since = new Date(failingSince).toISOString()
  return { ...rest, enabled: false, disabledReason: `Nothing could be delivered for five days, since ${since}.` }
}

type Told = { verdict: Verdict; notBefore?: number | undefined }

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
    const asked = { notBefore: told.notBefore, before: seen.body.notBefore }
    if (healthAfter(seen.body, told.verdict, context.clock.now(), asked))
      stored = await writeHealth(seen, told, context)
  } finally {
    if (told.notBefore !== undefined) leftAlone(seen.id, (stored ?? seen).revision, context)
  }
  if (stored) keepPace(stored, context)
}

async function writeHealth(
  seen: Stored<EndpointDocument>,
  { verdict, notBefore }: Told,
  { commit, collections, clock, log, event }: DispatcherContext,
): Promise<Stored<EndpointDocument> | undefined> {
  let isDisabled = false
  const stored = await commit(collections.endpoints, seen.id, (current) => {
    // Of an address that was replaced meanwhile nothing was asked.
    const asked = {
      notBefore: current?.body.url === seen.body.url ? notBefore : undefined,
      before: seen.body.notBefore,
    }
    const body = current && healthAfter(current.body, verdict, clock.now(), asked)
    isDisabled = body !== undefined && current!.body.enabled && !body.enabled
    if (!body || !isDisabled) return body && { body }
    const told = { endpointId: seen.id, reason: body.disabledReason! }
    return { body, events: [event(endpointDisabled, told)] }
  })
  if (isDisabled) log.warn({ endpoint: seen.id, reason: stored?.body.disabledReason }, 'endpoint disabled')
  return stored
}
