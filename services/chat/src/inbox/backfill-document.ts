import { collection } from '@frontdesk/documents'

/** A backfill of stored conversations that is done; kept under the platform's tenant. */
export type BackfillDocument = { doneAt: string }

export const backfills = collection<BackfillDocument>('chat-backfills')
