import type { MessageDelivery } from '@frontdesk/contracts'

/** What is known of something that was sent at once; `returned`: a mail came back, which people are told as `failed`. */
export type Known = MessageDelivery['state'] | 'returned'

/**
 * From what says least to what says most. That a text arrived proves wrong that it failed, and of a mail, too, that we could
 * not send it. But a mail server that took a mail may still send it back (RFC 5321, 6.1), and the reports of both overtake each
 * other: only that somebody read it proves that wrong.
 */
const line: Known[] = ['sending', 'unknown', 'sent', 'failed', 'delivered', 'returned', 'read']

/** Whether one may follow the other: never backwards, so whatever comes in whatever order, the furthest counts. */
export const isLaterState = (before: Known, after: Known): boolean => line.indexOf(after) > line.indexOf(before)
