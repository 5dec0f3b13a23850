import { collection } from '@frontdesk/documents'

/**
 * When the newest mails of an address, in a conversation or with a text came, to see a loop by. Its id and its subject are made
 * with a key of the tenant: without `ENCRYPTION_KEY` nobody can tell whether an address or a text was counted.
 */
export type MailArrivalsDocument = {
  channelId: string
  /** The mailbox or the conversation that it is about, digested: what an erasure finds it by. */
  subject: string
  /** When they came (milliseconds since 1970), each with the id of its mark, so that one that is tried again counts once. */
  arrivals: { at: number; inboundId: string }[]
  at: string
}
export const mailArrivals = collection<MailArrivalsDocument>('channels-mail-arrivals', [
  { fields: ['subject'] },
  { fields: ['at'], acrossTenants: true },
])
