import { collection } from '@frontdesk/documents'

/** A visitor's session as it is stored: never its token, only the SHA-256 of it. */
export type VisitorSessionRecord = {
  hash: string
  widgetId: string
  visitorId: string
  /** Whether the site vouched for the visitor. */
  verified: boolean
  /** Whether proof of work was shown for it. */
  hasWorked?: boolean
  createdAt: string
  /** Milliseconds since 1970, as below; that of an anonymous visitor moves on with each day of use. */
  endsAt: number
  /** How long an anonymous session lasts after its last use, in milliseconds; absent: 30 days. */
  lastsMs?: number
}

export const visitorSessions = collection<VisitorSessionRecord>('gateway-visitor-sessions', [
  { fields: ['hash'], acrossTenants: true },
  { fields: ['endsAt'], acrossTenants: true },
  { fields: ['verified', 'endsAt'] },
])
