import type { GatewayContext } from '../context.ts'
import type { Authenticator, Caller } from '../keys/caller.ts'

/** What a route that begins or ends a session works with. */
export type EntryInput<P = unknown, Q = unknown, B = unknown> = {
  params: P
  query: Q
  body: B
  /** On behalf of nobody. */
  context: GatewayContext
  /** Of a route with the access `session`. */
  caller: Caller | undefined
  client: { ip: string; network: string; userAgent: string }
  browser: {
    /** This server as the browser knows it: `PUBLIC_URL`, or what the request says. */
    origin: string
    /** `Sec-Fetch-Site`; empty when there is none. */
    site: string
    /** Whether a person looks at what it gets: a navigation asks for HTML, a program for JSON. */
    wantsPage: boolean
    /** The token that it keeps for a purpose; empty when there is none. */
    token(purpose: string): string
  }
  authenticator: Authenticator
}

/**
 * What it answers: `session` is the token of one that begins, null ends the one that is. `browserToken` is kept by the
 * browser for ten minutes, null ends that. `location` is where a redirect leads.
 */
export type EntryReply = {
  status?: number
  body?: unknown
  session?: string | null
  browserToken?: { purpose: string; token: string | null }
  location?: string
}
