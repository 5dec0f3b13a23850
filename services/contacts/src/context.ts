import {
  analytics,
  channels,
  chat,
  type contacts as contactsContracts,
  copilot,
  gateway,
  policyEngine,
  webhookDispatcher,
} from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { isSupportedCountry } from 'libphonenumber-js'
import { z } from 'zod'
import { connectorDeliveries, connectorLinks, connectorSyncs, connectors } from './connectors/connector-document.ts'
import { confirmations } from './contacts/confirmation-document.ts'
import { addresses, contacts } from './contacts/contact-document.ts'
import { deletions } from './contacts/deletion-document.ts'
import { erasures } from './erasure/erasure-document.ts'
import { importRows, imports } from './import/import-document.ts'
import { merges } from './merge/merge-document.ts'

const urls = z.strictObject({ hubspot: z.url().optional(), zendesk: z.url().optional() })
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const config = z.object({
  /** Where phone numbers without a country code are from: an ISO 3166 code. */
  DEFAULT_REGION: z
    .string()
    .default('SE')
    .refine((region) => isSupportedCountry(region), { message: 'must be an ISO 3166 country code such as SE' }),
  /** Secrets of connectors are sealed with it; another one can't open them. */
  ENCRYPTION_KEY: z.string('your own secret is needed to encrypt stored secrets').min(1),
  CONNECTOR_URLS: z
    .string()
    .default('{}')
    .transform((text, issues) => {
      const parsed = urls.safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      issues.addIssue({ code: 'custom', message: 'must be JSON such as {"hubspot":"https://…","zendesk":"https://…"}' })
      return z.NEVER
    })
    .describe('Where connectors go in place of the public API: a proxy of yours, a server for tests'),
})
export const collections = {
  contacts,
  addresses,
  confirmations,
  erasures,
  imports,
  importRows,
  merges,
  deletions,
  connectors,
  connectorLinks,
  connectorDeliveries,
  connectorSyncs,
}
export const asks = [analytics, channels, chat, copilot, gateway, policyEngine, webhookDispatcher] as const
export const uses = ['blobs', 'outboundHttp'] as const

export type ContactsContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof contactsContracts,
  typeof asks
>
