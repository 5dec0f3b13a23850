import type { IncomingHttpHeaders } from 'node:http'
import type { GrantedScope } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { WidgetRecord } from '../widgets/widget-document.ts'

/** A visitor of a chat widget, as the token says. */
export type VisitorCaller = {
  id: string
  sessionId: string
  widget: Stored<WidgetRecord>
  verified: boolean
  /** Whether the session showed proof of work. */
  hasWorked: boolean
  /** Where this request comes from. */
  network?: string
}

/** Who asks: a key of a tenant, a person, a visitor of a chat widget, or the holder of the admin token. */
export type Caller = {
  tenant: string
  /** Of the key or the session: requests, idempotency keys and replies are counted and kept by it. */
  keyId: string
  kind: 'key' | 'session' | 'visitor' | 'admin-token'
  scopes: readonly GrantedScope[]
  /** The agent that the caller is: whose session it is, or whom the key was made for. Absent: a key of nobody in particular. */
  agentId?: string
  /** Of a visitor alone. */
  visitor?: VisitorCaller
  /** The session can only set up a second factor: its tenant requires one, and its agent has none. */
  lacksTotp?: boolean
  /** When the key ends, in milliseconds since 1970; `Infinity` when it does not, and for a session: keys outlive it. */
  endsAt: number
  /** What they showed. Seals stored replies that hold secrets; never stored or logged. */
  presented: string
}

export type Authenticator = {
  /**
   * Throws `unauthenticated` for no key, an unknown, an expired or a revoked one. Answers at once for a key that is
   * known, which is nearly always; a promise otherwise.
   */
  authenticate(headers: IncomingHttpHeaders): Caller | Promise<Caller>
  /** The same for what a caller showed before: throws `unauthenticated` once that has ended. */
  recheck(caller: Caller): Promise<void>
  /** Sessions of people. */
  sessions: SessionReader
  /** Widgets by their public ids, and their visitors. */
  widgets: WidgetReader
  visitors: VisitorReader
  /** Forgets what is known of a key, so that its change holds here at once; elsewhere it does within `trustMs`. */
  forget(keyId: string): void
}

export type SessionReader = {
  /** The agent whose session a token is. Throws `unauthenticated` for one that is over, or none. */
  read(token: string, options?: { isUse?: boolean }): Caller | Promise<Caller>
  /** Forgets what is known of sessions, so that a change holds here at once; elsewhere it does within `trustMs`. */
  forget(which: { sessionId?: string; agentId?: string }): void
}

/** Finds widgets by their public id, for requests that know no tenant. */
export type WidgetReader = {
  /** Throws `not_found` for one that is not there, is not enabled, or whose tenant is being erased. */
  find(widgetId: string): Promise<Stored<WidgetRecord>>
}

/** Visitors by the tokens that they show. */
export type VisitorReader = {
  /** The visitor whose token it is. Throws `unauthenticated` for one that is over, or none. */
  read(presented: string | undefined): Promise<Caller>
  /** Forgets what is known of a token, so that its end holds here at once. */
  forget(presented: string): void
}
