import type { ConversationVisitor, VisitorClaims, VisitorDetails } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** What is known of a visitor of a chat widget, under the visitor's id. Absent of one who said nothing of themselves. */
export type VisitorRecord = {
  widgetId: string
  /** What the site says of a user who is signed in there. */
  claims?: VisitorClaims
  /** What the visitor says. */
  details?: VisitorDetails
  /** Where they were when their session began. */
  page?: ConversationVisitor['page']
  updatedAt: string
}

export const visitors = collection<VisitorRecord>('chat-visitors', [{ fields: ['updatedAt'], acrossTenants: true }])

/** A visitor as their conversations show them: what the site says counts before what they say. */
export function visitorOf(
  { id, widgetId, page }: Pick<ConversationVisitor, 'id' | 'widgetId' | 'page'>,
  record: Pick<VisitorRecord, 'claims' | 'details'> | undefined,
): ConversationVisitor {
  const { claims, details } = record ?? {}
  const name = claims?.name ?? details?.name
  const email = claims?.email ?? details?.email
  const fields = { ...details?.fields, ...claims?.attributes }
  return {
    id,
    widgetId,
    verified: claims !== undefined,
    ...(name && { name }),
    ...(email && { email }),
    ...(claims?.phone && { phone: claims.phone }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(details?.language && { language: details.language }),
    ...(details?.consent !== undefined && { consent: details.consent }),
    ...(page && { page }),
  }
}

/**
 * The addresses by which a conversation is linked to a contact: only what the site vouches for. Undefined for a visitor whom
 * nobody vouches for, so that an e-mail that somebody typed opens no contact.
 */
export const contactOf = (record: Pick<VisitorRecord, 'claims'> | undefined) =>
  record?.claims && {
    externalId: record.claims.externalId,
    ...(record.claims.name && { name: record.claims.name }),
    ...(record.claims.email && record.claims.isEmailVerified && { email: record.claims.email }),
  }
