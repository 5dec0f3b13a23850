import { collection } from '@frontdesk/documents'

/**
 * When the newest mails of an address, in a conversation or with a text came (milliseconds since 1970), to see a loop by. Its id
 * is a digest: neither an address nor a text can be read from it.
 */
export type MailArrivalsDocument = { channelId: string; arrivals: number[]; at: string }
export const mailArrivals = collection<MailArrivalsDocument>('channels-mail-arrivals', [
  { fields: ['at'], acrossTenants: true },
])
