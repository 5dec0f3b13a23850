import {
  type BodyOf,
  derivedId,
  type endpointCreate,
  type endpointUpdate,
  ServiceError,
  type secretRotate,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from './context.ts'
import { type EndpointDocument, toEndpoint } from './documents.ts'
import { makeSecret, rotated, secretOf } from './endpoint-secrets.ts'
import { keepPace } from './hold-endpoints.ts'

const unknownEndpoint = () => new ServiceError('not_found', { detail: 'There is no such webhook endpoint.' })

/** Throws `invalid_request` for a URL that outbound HTTP will refuse whatever DNS says. */
function checkUrl(url: string, path: string, { outboundHttp }: DispatcherContext): void {
  try {
    outboundHttp.check(url)
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
  const stored = await collections.endpoints.get(tenant, endpointId)
  if (!stored) throw unknownEndpoint()
  return stored
}

/** Makes an endpoint with its first secret, once for an operation. */
export async function createEndpoint(
  { operationId, endpoint }: BodyOf<typeof endpointCreate>,
  context: DispatcherContext,
) {
  checkUrl(endpoint.url, 'url', context)
  const { tenant, collections, clock } = context
  const id = derivedId('whe', tenant, operationId)
  const document: EndpointDocument = {
    ...endpoint,
    enabled: true,
    createdAt: timestampOf(clock),
    secrets: [makeSecret(id, operationId, context)],
  }
  const { stored } = await collections.endpoints.insert(tenant, id, document)
  return { ...toEndpoint(id, stored.body), secret: secretOf(stored, operationId, context) }
}

/** Changes an endpoint; enabling it forgets why it was disabled, and that or another address that it was to be left alone. */
export async function updateEndpoint({ endpointId, patch }: BodyOf<typeof endpointUpdate>, context: DispatcherContext) {
  if (patch.url !== undefined) checkUrl(patch.url, 'url', context)
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const stored = await context.commit(context.collections.endpoints, endpointId, (current) => {
    if (!current) throw unknownEndpoint()
    const { disabledReason, failingSince, notBefore, ...rest } = current.body
    const history = patch.enabled ? {} : { disabledReason, failingSince, ...(patch.url === undefined && { notBefore }) }
    const kept = Object.fromEntries(Object.entries(history).filter(([, value]) => value !== undefined))
    const { maxPerSecond, ...changed } = { ...rest, ...kept, ...given }
    return { body: { ...changed, ...(typeof maxPerSecond === 'number' && { maxPerSecond }) } }
  })
  keepPace(stored!, context)
  return toEndpoint(endpointId, stored!.body)
}

/** Removes an endpoint, then what was on its way to it. A delivery in hand finds it gone and is dropped. */
export async function deleteEndpoint(endpointId: string, { tenant, collections }: DispatcherContext): Promise<void> {
  if (!(await collections.endpoints.remove(tenant, endpointId))) throw unknownEndpoint()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await collections.deliveries.find(tenant, {
      where: { endpointId },
      limit: 1_000,
      ...(cursor && { cursor }),
    })
    await Promise.all(page.items.map(({ id }) => collections.deliveries.remove(tenant, id)))
    cursor = page.nextCursor
  }
}

/** Gives an endpoint a new secret, once for an operation; the old ones sign for another 24 h. */
export async function rotateSecret(
  { operationId, endpointId }: BodyOf<typeof secretRotate>,
  context: DispatcherContext,
) {
  const { commit, collections, clock } = context
  const next = makeSecret(endpointId, operationId, context)
  const stored = await commit(collections.endpoints, endpointId, (current) => {
    if (!current) throw unknownEndpoint()
    if (current.body.secrets.some(({ operation }) => operation === operationId)) return undefined
    return { body: { ...current.body, secrets: rotated(current.body.secrets, next, clock.now()) } }
  })
  return { ...toEndpoint(endpointId, stored!.body), secret: secretOf(stored!, operationId, context) }
}
