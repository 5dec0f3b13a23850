import {
  type BodyOf,
  derivedId,
  requireScopes,
  type Scope,
  ServiceError,
  type webhookDispatcher,
} from '@frontdesk/contracts'
import { getExisting, pagesOf, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from '../context.ts'
import { filterFor, scopesEverSent } from '../events/event-access.ts'
import { applyEndpoint } from '../lanes/endpoint-pace.ts'
import { releaseOf } from '../lanes/release-waiting.ts'
import { type EndpointDocument, toEndpoint } from './endpoint-document.ts'
import { makeSecret, rotated, secretOf } from './endpoint-secrets.ts'

const unknownEndpoint = () => new ServiceError('not_found', { detail: 'There is no such webhook endpoint.' })

/** Throws `invalid_request` for a URL that outbound HTTP would refuse now. */
async function checkUrl(url: string, path: string, { outboundHttp }: DispatcherContext): Promise<void> {
  try {
    await outboundHttp.checkNow({ url })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new ServiceError('invalid_request', {
      detail: error.message,
      cause: error,
      errors: [{ path, message: error.message }],
    })
  }
}

/** Throws `not_found`. */
export async function getEndpoint(
  endpointId: string,
  { tenant, collections }: DispatcherContext,
): Promise<Stored<EndpointDocument>> {
  return getExisting(collections.endpoints, tenant, endpointId, unknownEndpoint)
}

/**
 * Makes an endpoint with its first secret, once for an operation. It is sent what the scopes of its maker read; throws
 * `forbidden` for events by name that they do not.
 */
export async function createEndpoint(
  { operationId, endpoint, scopes: held }: BodyOf<typeof webhookDispatcher.queries.endpointCreate>,
  context: DispatcherContext,
) {
  const filter = filterFor(endpoint.events, held)
  await checkUrl(endpoint.url, 'url', context)
  const { tenant, collections, clock } = context
  const id = derivedId('whe', tenant, operationId)
  const document: EndpointDocument = {
    ...endpoint,
    ...filter,
    events: endpoint.events,
    carried: scopesEverSent({ ...filter, carried: [] }),
    enabled: true,
    createdAt: timestampOf(clock),
    secrets: [makeSecret(id, operationId, context)],
  }
  const { stored } = await collections.endpoints.insert(tenant, id, document)
  return { ...toEndpoint(id, stored.body), secret: secretOf(stored, operationId, context) }
}

/** An endpoint as it is with other events, which someone with these scopes names. */
function refiltered<D extends EndpointDocument>(
  { scopes, ...document }: D,
  events: EndpointDocument['events'],
  held: readonly Scope[] | undefined,
) {
  const filter = filterFor(events, held)
  const before = scopesEverSent({ ...document, ...(scopes && { scopes }) })
  return { ...document, ...filter, events, carried: scopesEverSent({ ...filter, carried: before }) }
}

/**
 * Changes an endpoint; enabling it forgets why it was disabled. Enabling it and giving it another address forget that it was
 * to be left alone, and let what waits for it go, unless it is disabled. Other events come as the scopes of who names them let them. Throws
 * `forbidden` for an endpoint that was sent more than these scopes read.
 */
export async function updateEndpoint(
  { endpointId, patch, scopes: held }: BodyOf<typeof webhookDispatcher.queries.endpointUpdate>,
  context: DispatcherContext,
) {
  requireScopes(held, scopesEverSent((await getEndpoint(endpointId, context)).body))
  if (patch.url !== undefined) await checkUrl(patch.url, 'url', context)
  const stored = await context.commit(context.collections.endpoints, endpointId, (current) => {
    if (!current) throw unknownEndpoint()
    requireScopes(held, scopesEverSent(current.body))
    const { disabledReason, failingSince, awaySince, notBefore, ...unfiltered } = current.body
    const rest = patch.events ? refiltered(unfiltered, patch.events, held) : unfiltered
    const isNew = patch.url !== undefined && patch.url !== rest.url
    const history = patch.enabled ? {} : { disabledReason, failingSince, ...(!isNew && { awaySince, notBefore }) }
    const release = releaseOf('all', context.clock.now(), rest.release)
    const kept = Object.fromEntries(Object.entries(history).filter(([, value]) => value !== undefined))
    const isReleased = patch.enabled || (isNew && (patch.enabled ?? rest.enabled))
    const { maxPerSecond, ...changed } = { ...rest, ...kept, ...patch, ...(isReleased && { release }) }
    return { body: { ...changed, ...(typeof maxPerSecond === 'number' && { maxPerSecond }) } }
  })
  applyEndpoint(stored!, context)
  return toEndpoint(endpointId, stored!.body)
}

/** Removes an endpoint, then what was on its way to it. A delivery in hand finds it gone and is dropped. */
export async function deleteEndpoint(
  { endpointId, scopes }: BodyOf<typeof webhookDispatcher.queries.endpointDelete>,
  context: DispatcherContext,
): Promise<void> {
  const { tenant, collections } = context
  requireScopes(scopes, scopesEverSent((await getEndpoint(endpointId, context)).body))
  if (!(await collections.endpoints.remove(tenant, endpointId))) throw unknownEndpoint()
  for await (const page of pagesOf(collections.deliveries, tenant, { where: { endpointId }, limit: 1_000 }))
    await Promise.all(page.map(({ id }) => collections.deliveries.remove(tenant, id)))
}

/** Gives an endpoint a new secret, once for an operation; the old ones sign for another 24 h. */
export async function rotateSecret(
  { operationId, endpointId, scopes }: BodyOf<typeof webhookDispatcher.queries.secretRotate>,
  context: DispatcherContext,
) {
  const { commit, collections, clock } = context
  const next = makeSecret(endpointId, operationId, context)
  const stored = await commit(collections.endpoints, endpointId, (current) => {
    if (!current) throw unknownEndpoint()
    requireScopes(scopes, scopesEverSent(current.body))
    if (current.body.secrets.some(({ operation }) => operation === operationId)) return undefined
    return { body: { ...current.body, secrets: rotated(current.body.secrets, next, clock.now()) } }
  })
  return { ...toEndpoint(endpointId, stored!.body), secret: secretOf(stored!, operationId, context) }
}
