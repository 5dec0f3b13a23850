import {
  connector,
  connectorConversationPush,
  connectorCreate,
  connectorDelete,
  connectorDelivery,
  connectorDeliveryList,
  connectorInput,
  connectorLetterbox,
  connectorList,
  connectorPatch,
  connectorRead,
  connectorSyncList,
  connectorSyncStart,
  connectorUpdate,
  derivedId,
  id,
  pageRequest,
} from '@frontdesk/contracts'
import { sealFor } from '@frontdesk/secrets'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { route } from '../route.ts'

const common = { access: 'settings', tag: 'Connectors' } as const
const params = z.object({ connectorId: id })
const page = z.strictObject(pageRequest.shape)
const names = { hubspot: 'HubSpot', zendesk: 'Zendesk' } as const

/** Secrets as they cross the bus: only the service that keeps connectors can open them. */
async function letterOf(secrets: Record<string, string>, connectorId: string, context: GatewayContext) {
  const { publicKey } = await context.ask(connectorLetterbox, {})
  return sealFor(publicKey, JSON.stringify(secrets), `${context.tenant}/${connectorId}`)
}

/** CRM and helpdesk systems that conversations and contacts go to, and contacts come from. */
export const connectorRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/connectors',
    summary: 'List connectors',
    query: page,
    status: 200,
    reply: connectorList.reply,
    handle: ({ context, query }) => context.ask(connectorList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/connectors',
    summary: 'Make a connector',
    description: 'Its secrets are kept encrypted and never shown again.',
    body: connectorInput,
    status: 201,
    reply: connector,
    async handle({ context, body, operationId }) {
      const { secrets, name = names[body.kind], ...settings } = body
      const connectorId = derivedId('cnn', context.tenant, operationId)
      const letter = await letterOf(secrets, connectorId, context)
      return context.ask(connectorCreate, { ...settings, name, connectorId, operationId, letter })
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/connectors/:connectorId',
    summary: 'Read a connector',
    params,
    status: 200,
    reply: connector,
    handle: ({ context, params }) => context.ask(connectorRead, params),
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/connectors/:connectorId',
    summary: 'Change a connector',
    description: 'Only what is given changes; `secrets` are given all anew.',
    params,
    body: connectorPatch,
    status: 200,
    reply: connector,
    async handle({ context, params, body: { secrets, ...patch } }) {
      const letter = secrets && (await letterOf(secrets, params.connectorId, context))
      return context.ask(connectorUpdate, { ...params, patch, ...(letter && { letter }) })
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/connectors/:connectorId',
    summary: 'Delete a connector',
    description: 'What it wrote on the other side stays there.',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(connectorDelete, params)
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/connectors/:connectorId/sync',
    summary: 'Sync contacts',
    description:
      'Takes contacts that are new or changed there, then writes those that are new or changed here, as the connector is set. One sync of a connector runs at a time: while it does, its job is answered again.',
    params,
    status: 202,
    reply: connectorSyncStart.reply,
    refusals: ['conflict'],
    handle: ({ context, params, operationId }) => context.ask(connectorSyncStart, { ...params, operationId }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/connectors/:connectorId/syncs',
    summary: 'List syncs of contacts',
    params,
    query: page,
    status: 200,
    reply: connectorSyncList.reply,
    handle: ({ context, params, query }) => context.ask(connectorSyncList, { ...params, ...query }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/connectors/:connectorId/deliveries',
    summary: 'List conversations that were written there, with every attempt',
    params,
    query: page,
    status: 200,
    reply: connectorDeliveryList.reply,
    handle: ({ context, params, query }) => context.ask(connectorDeliveryList, { ...params, ...query }),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/connectors/:connectorId/conversations',
    summary: 'Write a conversation there, now',
    params,
    body: z.strictObject({ conversationId: id }),
    status: 202,
    reply: connectorDelivery,
    refusals: ['conflict'],
    handle: ({ context, params, body }) => context.ask(connectorConversationPush, { ...params, ...body }),
  }),
]
