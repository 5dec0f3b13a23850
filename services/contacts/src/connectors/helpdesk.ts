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

/** What a contact of ours is written with. */
export type OurContact = Pick<Contact, 'id' | 'name' | 'email' | 'phone'>

/** Somebody's CRM or helpdesk. What fails throws a `ConnectorError`. */
export type Helpdesk = {
  /** Writes into the contact of that id. False: there is none (any more). */
  changeContact(contact: OurContact, remoteId: string, signal: AbortSignal): Promise<boolean>
  /** Writes into the contact with that e-mail address, else makes one. Answers its id. */
  makeContact(contact: OurContact, signal: AbortSignal): Promise<string>
  /** Whether the other side makes one of it however often it is asked: something of it is unique there. */
  isMadeOnce(contact: OurContact): boolean
  /** The contact there with this phone number and name and no e-mail address: what a lost reply may have made. */
  findByPhone(contact: OurContact, signal: AbortSignal): Promise<string | undefined>
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

type Failure = { status?: number | undefined; retryAfterMs?: number | undefined; isUndone?: boolean }

/** Why the other side did not do it. */
export class ConnectorError extends Error {
  /** `unknown`: it may have been done, and nothing there tells. */
  readonly code: 'unauthorized' | 'rate_limited' | 'rejected' | 'unavailable' | 'unreadable' | 'unknown'
  /** HTTP status, when there was a reply. */
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  /** Whether nothing was done, for certain: it was refused, or never left. */
  readonly isUndone: boolean

  constructor(code: ConnectorError['code'], message: string, { status, retryAfterMs, isUndone = false }: Failure = {}) {
    super(message)
    this.name = 'ConnectorError'
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.isUndone = isUndone
  }

  /** Whether the same request may go through later. */
  get passes(): boolean {
    return this.code === 'rate_limited' || this.code === 'unavailable'
  }
}
