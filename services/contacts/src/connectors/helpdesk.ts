import type { Contact, Conversation, Message } from '@frontdesk/contracts'
import type { SharedFields } from './connector-document.ts'

/** A contact as the other side has it. */
export type RemoteContact = SharedFields & { id: string }

/** A conversation as it is written there; its texts as the policies let them out. */
export type Ticket = {
  conversation: Conversation
  /** Oldest first, without notes. */
  messages: Message[]
  /** Who it is with, there. */
  contactRemoteId?: string | undefined
  /** The ticket that it is already, when we know. */
  remoteId?: string | undefined
  /** False: an attempt before may have made it although nobody heard. */
  isFirstAttempt: boolean
}

/** Somebody's CRM or helpdesk. What fails throws a `ConnectorError`. */
export type Helpdesk = {
  /** Writes a contact: the one of that id, else the one with that e-mail address, else a new one. Answers its id. */
  pushContact(
    contact: Pick<Contact, 'id' | 'name' | 'email' | 'phone'>,
    remoteId: string | undefined,
    signal: AbortSignal,
  ): Promise<string>
  /** Writes a conversation as a ticket, or changes the one that it is already. Answers its id. */
  pushConversation(ticket: Ticket, signal: AbortSignal): Promise<string>
  /**
   * A page of contacts that are new or changed since the cursor, oldest change first; without one all of them. The
   * cursor of the last page is where the next sync begins; a contact may come again.
   */
  pullContacts(
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ contacts: RemoteContact[]; cursor: string; isLast: boolean }>
}

/** Why the other side did not do it. */
export class ConnectorError extends Error {
  /** `unauthorized`, `rate_limited`, `rejected`, `unavailable`, `unreadable`. */
  readonly code: 'unauthorized' | 'rate_limited' | 'rejected' | 'unavailable' | 'unreadable'
  /** HTTP status, when there was a reply. */
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ConnectorError['code'], message: string, status?: number, retryAfterMs?: number) {
    super(message)
    this.name = 'ConnectorError'
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same request may go through later. */
  get passes(): boolean {
    return this.code === 'rate_limited' || this.code === 'unavailable'
  }
}
