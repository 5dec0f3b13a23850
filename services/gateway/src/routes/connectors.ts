import {
  connector,
  connectorDelivery,
  connectorInput,
  connectorPatch,
  contacts,
  derivedId,
  id,
  pageRequest,
} from '@frontdesk/contracts'
import { sealFor } from '@frontdesk/secrets'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { heldBy, mayUse } from '../keys/authenticate.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', onlyReads: false, tag: 'Connectors' } as const
const params = z.object({ connectorId: id })
const page = z.strictObject(pageRequest.shape)
const names = { hubspot: 'HubSpot', zendesk: 'Zendesk' } as const

/** Secrets as they cross the bus: only the service that keeps connectors can open them. */
async function letterOf(secrets: Record<string, string>, connectorId: string, context: GatewayContext) {
  const { publicKey } = await context.ask(contacts.queries.publicKeyRead, {})
  return sealFor(publicKey, JSON.stringify(secrets), `${context.tenant}/${connectorId}`)
}

/** CRM and helpdesk systems that conversations and contacts go to, and contacts come from. */
export const connectorRoutes = [
  jsonRoute('GET /api/connectors', {
    ...common,
    name: 'listConnectors',
    summary: 'List connectors',
    query: page,
    reply: contacts.queries.connectorList.reply,
    handle: ({ context, query }) => context.ask(contacts.queries.connectorList, query),
  }),
  jsonRoute('POST /api/connectors', {
    ...common,
    name: 'createConnector',
    summary: 'Create a connector',
    description:
      'Secrets are stored encrypted and never shown again. `pushConversations` needs the scope `conversations`; `pushContacts` and `pullContacts` need `contacts`. Without the scope the reply is a 403 that names it. Options that you leave out are off.',
    body: connectorInput,
    status: 201,
    reply: connector,
    async handle({ context, caller, body, operationId }) {
      const {
        secrets,
        name = names[body.kind],
        pushConversations = mayUse(caller, 'conversations') ? ['escalated' as const] : [],
        pullContacts = mayUse(caller, 'contacts'),
        ...rest
      } = body
      const settings = { ...rest, pushConversations, pullContacts, scopes: heldBy(caller) }
      const connectorId = derivedId('cnn', context.tenant, operationId)
      const letter = await letterOf(secrets, connectorId, context)
      return context.ask(contacts.queries.connectorCreate, { ...settings, name, connectorId, operationId, letter })
    },
  }),
  jsonRoute('GET /api/connectors/:connectorId', {
    ...common,
    name: 'getConnector',
    summary: 'Read a connector',
    params,
    reply: connector,
    handle: ({ context, params }) => context.ask(contacts.queries.connectorRead, params),
  }),
  jsonRoute('PATCH /api/connectors/:connectorId', {
    ...common,
    name: 'updateConnector',
    summary: 'Change a connector',
    description:
      'Changes only the fields in the body; `secrets` replaces all secrets. The key needs the scopes of everything that the connector transfers, before and after the change, and both `conversations` and `contacts` for `secrets`.',
    params,
    body: connectorPatch,
    reply: connector,
    async handle({ context, caller, params, body: { secrets, ...patch } }) {
      const letter = secrets && (await letterOf(secrets, params.connectorId, context))
      return context.ask(contacts.queries.connectorUpdate, {
        ...params,
        patch,
        scopes: heldBy(caller),
        ...(letter && { letter }),
      })
    },
  }),
  jsonRoute('DELETE /api/connectors/:connectorId', {
    ...common,
    name: 'deleteConnector',
    summary: 'Delete a connector',
    description:
      'Tickets and contacts in the other system stay. The key needs the scopes of everything that the connector transfers.',
    params,
    handle: ({ context, caller, params }) =>
      context.ask(contacts.queries.connectorDelete, { ...params, scopes: heldBy(caller) }),
  }),
  jsonRoute('POST /api/connectors/:connectorId/sync', {
    ...common,
    name: 'syncConnector',
    summary: 'Sync contacts',
    description:
      'Imports contacts that are new or changed in the other system, then writes those that are new or changed here, depending on the connector. A connector runs one sync at a time: if one is running, the reply is its job. Also needs the scope `contacts`.',
    params,
    status: 202,
    reply: contacts.queries.syncStart.reply,
    refusals: ['conflict'],
    handle: ({ context, caller, params, operationId }) =>
      context.ask(contacts.queries.syncStart, { ...params, operationId, scopes: heldBy(caller) }),
  }),
  jsonRoute('GET /api/connectors/:connectorId/syncs', {
    ...common,
    name: 'listConnectorSyncs',
    summary: 'List contact syncs',
    params,
    query: page,
    reply: contacts.queries.syncList.reply,
    handle: ({ context, params, query }) => context.ask(contacts.queries.syncList, { ...params, ...query }),
  }),
  jsonRoute('GET /api/connectors/:connectorId/deliveries', {
    ...common,
    name: 'listConnectorDeliveries',
    summary: 'List the deliveries of conversations, with every attempt',
    params,
    query: page,
    reply: contacts.queries.connectorDeliveryList.reply,
    handle: ({ context, caller, params, query }) =>
      context.ask(contacts.queries.connectorDeliveryList, { ...params, ...query, scopes: heldBy(caller) }),
  }),
  jsonRoute('POST /api/connectors/:connectorId/conversations', {
    ...common,
    name: 'pushConversation',
    summary: 'Deliver a conversation now',
    description: 'Also needs the scope `conversations`.',
    params,
    body: z.strictObject({ conversationId: id }),
    status: 202,
    reply: connectorDelivery,
    refusals: ['conflict'],
    handle: ({ context, caller, params, body }) =>
      context.ask(contacts.queries.conversationPush, { ...params, ...body, scopes: heldBy(caller) }),
  }),
]
