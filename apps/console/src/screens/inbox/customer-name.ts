import type { Conversation } from '../../app/live-store.ts'

/** What a conversation's customer is called. */
export const nameOf = ({ contact, subject }: Conversation, unknown: string): string =>
  contact?.name ?? contact?.email ?? contact?.phone ?? subject ?? unknown
