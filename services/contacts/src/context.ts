import {
  analyticsCopiesErase,
  chatCopiesErase,
  contactLink,
  contactRelink,
  conversationList,
  copilotCopiesErase,
  deliveryCopiesErase,
  replyCopiesErase,
} from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { isSupportedCountry } from 'libphonenumber-js'
import { z } from 'zod'
import { confirmations } from './bulk-contacts.ts'
import { addresses, contacts } from './contact-document.ts'
import { erasures } from './erase-contact.ts'
import { importRows, imports } from './import/import-document.ts'

export const config = z.object({
  /** Where phone numbers without a country code are from: an ISO 3166 code. */
  DEFAULT_REGION: z
    .string()
    .default('SE')
    .refine((region) => isSupportedCountry(region), { message: 'must be an ISO 3166 country code such as SE' }),
})
export const collections = { contacts, addresses, confirmations, erasures, imports, importRows }
export const asks = {
  analyticsCopiesErase,
  chatCopiesErase,
  contactLink,
  contactRelink,
  conversationList,
  copilotCopiesErase,
  deliveryCopiesErase,
  replyCopiesErase,
}
export const uses = ['blobs'] as const

export type ContactsContext = Context<(typeof uses)[number], typeof config, typeof collections, {}, typeof asks>
