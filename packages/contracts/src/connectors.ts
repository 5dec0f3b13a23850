import { z } from 'zod'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { deliveryAttempt } from './webhook-dispatcher.ts'

export const connectorKind = z.enum(['hubspot', 'zendesk'])
export type ConnectorKind = z.output<typeof connectorKind>

/** What a connector does by itself. */
const settings = {
  name: z.string().trim().min(1).max(100),
  enabled: z.boolean(),
  pushConversations: z
    .array(z.enum(['escalated', 'resolved']))
    .max(2)
    .describe('When a conversation is written there as a ticket'),
  pushContacts: z.boolean().describe('Whether a sync writes contacts there that are new or changed here'),
  pullContacts: z.boolean().describe('Whether a sync takes contacts from there'),
  syncEveryMinutes: z.number().int().min(5).max(10_080).nullable().describe('null: only when asked'),
}
const secret = z.string().trim().min(1).max(2_048)

/** What each kind is reached with. Kept encrypted and never shown again. */
export const connectorSecrets = {
  hubspot: z.strictObject({ accessToken: secret.describe('Of a private app') }),
  zendesk: z.strictObject({ email: z.email().max(254), apiToken: secret }),
} as const satisfies Record<ConnectorKind, z.ZodType>

/** The part of `<subdomain>.zendesk.com` that is the customer's own. */
export const zendeskSubdomain = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'the part before .zendesk.com, in lower case')

const wanted = {
  name: settings.name.optional(),
  enabled: settings.enabled.default(true),
  pushConversations: settings.pushConversations.default(['escalated']),
  pushContacts: settings.pushContacts.default(false),
  pullContacts: settings.pullContacts.default(true),
  syncEveryMinutes: settings.syncEveryMinutes.default(null),
}
export const connectorInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hubspot'), ...wanted, secrets: connectorSecrets.hubspot }),
  z.strictObject({
    kind: z.literal('zendesk'),
    subdomain: zendeskSubdomain,
    ...wanted,
    secrets: connectorSecrets.zendesk,
  }),
])
export const connectorPatch = z.strictObject({
  name: settings.name.optional(),
  enabled: settings.enabled.optional(),
  pushConversations: settings.pushConversations.optional(),
  pushContacts: settings.pushContacts.optional(),
  pullContacts: settings.pullContacts.optional(),
  syncEveryMinutes: settings.syncEveryMinutes.optional(),
  secrets: z.record(z.string(), z.string()).optional().describe('All of them anew'),
})

const failure = z.object({ code: z.string(), message: z.string() })

/** A connection to somebody's CRM or helpdesk, as the API shows it. */
export const connector = z.object({
  id: z.string(),
  kind: connectorKind,
  subdomain: z.string().optional(),
  ...settings,
  error: failure.optional().describe('Why nothing goes through now; gone with the next success'),
  lastSyncAt: timestamp.optional(),
  createdAt: timestamp,
})
export type Connector = z.output<typeof connector>

/** A conversation on its way to a connector, with the ledger of its attempts. */
export const connectorDelivery = z.object({
  id: z.string(),
  connectorId: z.string(),
  conversationId: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  remoteId: z.string().optional().describe('Of the ticket there'),
  attempts: z.array(deliveryAttempt).describe('The newest 20'),
  createdAt: timestamp,
  nextAttemptAt: timestamp.optional(),
})
export type ConnectorDelivery = z.output<typeof connectorDelivery>

const counts = z.object({
  pulled: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  pushed: z.number().int(),
  rejected: z.number().int().describe('Contacts that one side would not take'),
})
/** A sync as a job. `total` grows while pages come. */
export const connectorSync = z.object({
  id: z.string(),
  kind: z.literal('connector-sync'),
  connectorId: z.string(),
  state: z.enum(['running', 'finished']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
  counts,
  error: failure.optional(),
  items: z
    .array(z.object({ contactId: z.string().optional(), remoteId: z.string().optional(), error: failure }))
    .describe('What was rejected, the first 100'),
})
export type ConnectorSync = z.output<typeof connectorSync>

/** The X25519 key that secrets for this service are sealed with (packages/secrets). */
export const connectorLetterbox = query(
  'query.contacts.letterbox.read.v1',
  z.object({}),
  z.object({ publicKey: z.string() }),
)
const settingsShape = z.object(settings)
/** `letter`: the secrets as JSON, sealed for the letterbox and the owner `<tenant>/<connectorId>`. */
export const connectorCreate = query(
  'query.contacts.connector.create.v1',
  settingsShape.extend({
    connectorId: id,
    operationId,
    kind: connectorKind,
    subdomain: zendeskSubdomain.optional(),
    letter: z.string(),
  }),
  connector,
)
export const connectorList = query('query.contacts.connector.list.v1', pageRequest, pageOf(connector))
export const connectorRead = query('query.contacts.connector.read.v1', z.object({ connectorId: id }), connector)
export const connectorUpdate = query(
  'query.contacts.connector.update.v1',
  z.object({ connectorId: id, patch: settingsShape.partial(), letter: z.string().optional() }),
  connector,
)
export const connectorDelete = query('query.contacts.connector.delete.v1', z.object({ connectorId: id }), z.object({}))
/** One sync of a connector runs at a time: a second request answers the one that runs. */
export const connectorSyncStart = query(
  'query.contacts.sync.start.v1',
  z.object({ operationId, connectorId: id }),
  z.object({ jobId: z.string() }),
)
export const connectorSyncRead = query('query.contacts.sync.read.v1', z.object({ jobId: id }), connectorSync)
export const connectorSyncList = query(
  'query.contacts.sync.list.v1',
  pageRequest.extend({ connectorId: id.optional() }),
  pageOf(connectorSync),
)
export const connectorSyncCancel = query('query.contacts.sync.cancel.v1', z.object({ jobId: id }), connectorSync)
export const connectorDeliveryList = query(
  'query.contacts.connector-delivery.list.v1',
  pageRequest.extend({ connectorId: id }),
  pageOf(connectorDelivery),
)
/** Writes a conversation there, now: once more, or for the first time. */
export const connectorConversationPush = query(
  'query.contacts.conversation.push.v1',
  z.object({ connectorId: id, conversationId: id }),
  connectorDelivery,
)
