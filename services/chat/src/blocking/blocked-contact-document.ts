import { collection } from '@frontdesk/documents'

/** A contact that is blocked, as chat was told: its conversations are marked, and so are those that it will have. */
export type BlockedContact = { blockedAt: string }

/** Keyed by the contact's id. Few: a tenant that has none asks nobody who a customer is. */
export const blockedContacts = collection<BlockedContact>('chat-blocked-contacts')
