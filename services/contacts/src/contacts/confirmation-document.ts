import { collection } from '@frontdesk/documents'

/** Exactly what a bulk delete will delete, once somebody has seen it. */
export type ConfirmationDocument = { ids: string[]; createdAt: number }

export const confirmations = collection<ConfirmationDocument>('contacts-confirmations', [
  { fields: ['createdAt'], acrossTenants: true },
])
