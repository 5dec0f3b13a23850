import {
  type BodyOf,
  type Connector,
  type ConnectorKind,
  connectorSecrets,
  type contacts,
  requireScopes,
  ServiceError,
} from '@frontdesk/contracts'
import { descending, findPage, getExisting, removeWhere, type Stored } from '@frontdesk/documents'
import type { OutboundHttp } from '@frontdesk/outbound-http'
import { openSealedBox, openVault } from '@frontdesk/secrets'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { ContactsContext } from '../context.ts'
import { type ConnectorDocument, toConnector } from './connector-document.ts'
import { scopesOfConnector, scopesOfConnectors } from './connector-scopes.ts'
import type { Helpdesk } from './helpdesk.ts'
import { hubspot, hubspotUrl } from './hubspot.ts'
import { zendesk, zendeskUrl } from './zendesk.ts'

const purpose = 'connector'
const ownerOf = (tenant: string, connectorId: string): string => `${tenant}/${connectorId}`
const unknownConnector = () => new ServiceError('not_found', { detail: 'There is no such connector.' })

/** The key that secrets for connectors are sealed with before they cross the bus. */
export const sealedBoxOf = ({ config }: ContactsContext) => openSealedBox(config.ENCRYPTION_KEY, purpose)

/** The secrets in a letter, as they are stored. Throws `invalid_request` that names each fault. */
function sealedFrom(letter: string, kind: ConnectorKind, connectorId: string, context: ContactsContext): string {
  const owner = ownerOf(context.tenant, connectorId)
  const parsed = connectorSecrets[kind].safeParse(JSON.parse(sealedBoxOf(context).open(letter, owner)))
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ path: ['secrets', ...path].join('.'), message }))
    throw new ServiceError('invalid_request', { detail: `These are not the secrets of ${kind}.`, errors })
  }
  return openVault(context.config.ENCRYPTION_KEY, purpose).seal(JSON.stringify(parsed.data), owner)
}

const minute = 60_000
const withDueTime = (document: ConnectorDocument, now: number): ConnectorDocument => {
  const { syncDueAt: _, ...rest } = document
  const { enabled, syncEveryMinutes } = document
  return enabled && syncEveryMinutes !== null ? { ...rest, syncDueAt: now + syncEveryMinutes * minute } : rest
}

/** Makes a connector; the same operation makes it once. Throws `forbidden` for one that carries more than its maker may read. */
export async function createConnector(
  {
    connectorId,
    operationId: _,
    letter,
    subdomain,
    scopes,
    ...settings
  }: BodyOf<typeof contacts.queries.connectorCreate>,
  context: ContactsContext,
): Promise<Connector> {
  requireScopes(scopes, scopesOfConnector(settings))
  const { tenant, collections, clock } = context
  const sealed = sealedFrom(letter, settings.kind, connectorId, context)
  const document = withDueTime(
    { ...settings, ...(subdomain && { subdomain }), sealed, createdAt: timestampOf(clock) },
    clock.now(),
  )
  const { stored } = await collections.connectors.insert(tenant, connectorId, document)
  return toConnector(stored)
}

/** Throws `not_found`. */
export async function findConnector(id: string, context: ContactsContext): Promise<Stored<ConnectorDocument>> {
  return getExisting(context.collections.connectors, context.tenant, id, unknownConnector)
}

export const listConnectors = (
  { limit, cursor }: BodyOf<typeof contacts.queries.connectorList>,
  context: ContactsContext,
) =>
  findPage(
    context.collections.connectors,
    context.tenant,
    { sort: descending('createdAt'), limit, cursor },
    toConnector,
  )

/**
 * Changes what is named; new secrets take its error away. Throws `not_found`, and `forbidden` when it carries, before or after,
 * more than these scopes read.
 */
export async function updateConnector(
  { connectorId, patch, letter, scopes }: BodyOf<typeof contacts.queries.connectorUpdate>,
  context: ContactsContext,
): Promise<Connector> {
  const { collections, commit, clock } = context
  const { body: known } = await findConnector(connectorId, context)
  // What is on its way goes where the secrets say.
  requireScopes(scopes, letter === undefined ? scopesOfConnector(known) : scopesOfConnectors)
  const { kind } = known
  const sealed = letter === undefined ? undefined : sealedFrom(letter, kind, connectorId, context)
  const stored = await commit(collections.connectors, connectorId, (current) => {
    if (!current) throw unknownConnector()
    const { error, ...before } = current.body
    const after = { ...before, ...patch, ...(sealed ? { sealed } : error && { error }) }
    requireScopes(scopes, [...scopesOfConnector(before), ...scopesOfConnector(after)])
    const isRetimed = patch.enabled !== undefined || patch.syncEveryMinutes !== undefined
    return { body: isRetimed ? withDueTime(after, clock.now()) : after }
  })
  return toConnector(stored!)
}

/** Takes a connector away with all that is known of its other side. What is there stays there. Throws `not_found`, `forbidden`. */
export async function deleteConnector(
  { connectorId, scopes }: BodyOf<typeof contacts.queries.connectorDelete>,
  context: ContactsContext,
): Promise<void> {
  const { tenant, collections } = context
  requireScopes(scopes, scopesOfConnector((await findConnector(connectorId, context)).body))
  await collections.connectors.remove(tenant, connectorId)
  await removeWhere(collections.connectorDeliveries, tenant, { connectorId })
  await removeWhere(collections.connectorLinks, tenant, { connectorId })
  await removeWhere(collections.connectorSyncs, tenant, { connectorId })
}

/**
 * The other side of a connector, ready to be asked; `hold` says before each request that the work is still ours. Throws
 * `internal` when its secrets can't be opened.
 */
export function helpdeskOf(
  { id, body }: Stored<ConnectorDocument>,
  hold: () => Promise<void>,
  { tenant, config, outboundHttp, clock }: ContactsContext,
): Helpdesk {
  const http: Pick<OutboundHttp, 'fetch'> = {
    async fetch(request) {
      await hold()
      return outboundHttp.fetch(request)
    },
  }
  const text = openVault(config.ENCRYPTION_KEY, purpose).open(body.sealed, ownerOf(tenant, id))
  const secrets: unknown = JSON.parse(text)
  const now = () => clock.now()
  const urls = config.CONNECTOR_URLS
  if (body.kind === 'hubspot') {
    const own = secrets as z.output<typeof connectorSecrets.hubspot>
    return hubspot(own, http, { baseUrl: urls.hubspot ?? hubspotUrl, now })
  }
  const own = secrets as z.output<typeof connectorSecrets.zendesk>
  return zendesk(own, http, { baseUrl: urls.zendesk ?? zendeskUrl(body.subdomain ?? ''), now })
}

/** Shows on the connector why nothing goes through, or (undefined) that it does again. */
export async function noteError(
  connectorId: string,
  error: Connector['error'],
  { collections, commit }: ContactsContext,
): Promise<void> {
  await commit(collections.connectors, connectorId, (current) => {
    if (!current || (current.body.error?.code === error?.code && current.body.error?.message === error?.message))
      return undefined
    const { error: _, ...rest } = current.body
    return { body: { ...rest, ...(error && { error }) } }
  })
}
