import { z } from 'zod'
import { jobProgress } from './jobs.ts'
import { oneLineName } from './one-line.ts'
import { mailbox, timestamp } from './records.ts'
import { deliveryAttempt } from './webhook-dispatcher.ts'

export const connectorKind = z.enum(['hubspot', 'zendesk'])
export type ConnectorKind = z.output<typeof connectorKind>

/** What a connector does by itself. */
const settings = {
  name: z.string().max(100).overwrite(oneLineName).min(1),
  enabled: z.boolean(),
  pushConversations: z
    .array(z.enum(['escalated', 'resolved']))
    .max(2)
    .describe('When a conversation is written to the other system as a ticket'),
  pushContacts: z.boolean().describe('Whether a sync writes new and changed contacts to the other system'),
  pullContacts: z.boolean().describe('Whether a sync imports contacts from the other system'),
  syncEveryMinutes: z.number().int().min(5).max(10_080).nullable().describe('null: only on request'),
}
const secret = z.string().max(2_048).trim().min(1)

/** What each kind is reached with. Kept encrypted and never shown again. */
export const connectorSecrets = {
  hubspot: z.strictObject({ accessToken: secret.describe('Access token of a private app') }),
  zendesk: z.strictObject({
    email: z
      .email()
      .max(254)
      .refine(...mailbox),
    apiToken: secret,
  }),
} as const satisfies Record<ConnectorKind, z.ZodType>

/** The part of `<subdomain>.zendesk.com` that is the customer's own. */
export const zendeskSubdomain = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'the part before .zendesk.com, in lower case')

const wanted = {
  name: settings.name.optional(),
  enabled: settings.enabled.default(true),
  pushConversations: settings.pushConversations
    .optional()
    .describe(
      'When a conversation is written to the other system as a ticket. Default: `escalated`, if the key has `conversations`',
    ),
  pushContacts: settings.pushContacts.default(false),
  pullContacts: settings.pullContacts
    .optional()
    .describe('Whether a sync imports contacts from the other system. Default: true if the key has `contacts`'),
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
  secrets: z.record(z.string().max(64), z.string().max(2_048)).optional().describe('Replaces all secrets'),
})

const failure = z.object({ code: z.string(), message: z.string() })

/** A connection to somebody's CRM or helpdesk, as the API shows it. */
export const connector = z.object({
  id: z.string(),
  kind: connectorKind,
  subdomain: z.string().optional(),
  ...settings,
  error: failure.optional().describe('Why deliveries fail at present; absent after the next success'),
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
  remoteId: z.string().optional().describe('Id of the ticket in the other system'),
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
  rejected: z.number().int().describe('Contacts that one of the systems rejected'),
})
/** A sync as a job. `total` grows while pages come. */
export const connectorSync = z.object({
  id: z.string(),
  kind: z.literal('connector-sync'),
  connectorId: z.string(),
  ...jobProgress,
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
  counts,
  error: failure.optional(),
  items: z
    .array(z.object({ contactId: z.string().optional(), remoteId: z.string().optional(), error: failure }))
    .describe('The first 100 rejected contacts'),
})
export type ConnectorSync = z.output<typeof connectorSync>
export const settingsShape = z.object(settings)
