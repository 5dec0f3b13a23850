import type { Change } from '@frontdesk/contracts'

/** What one visitor is told: a change with its conversation, or that an agent begins or ends to write a reply. */
export type VisitorNews = { change: Change } | { typing: { conversationId: string; agentId: string; active: boolean } }

/** What a reader has not taken yet. */
export type VisitorInbox = { news: VisitorNews[]; wake: () => void; failure?: unknown }

/** The one follower of a tenant's changes, in this process, for all visitors who listen. */
export type VisitorFeed = {
  /** Resolves when it follows: whatever comes after that, it tells. */
  started: Promise<void>
  readers: Map<string, Set<VisitorInbox>>
  /** Agents who write a reply, where, and to which visitor. */
  writing: Map<string, { conversationId: string; visitorId: string | undefined }>
  stop: () => void
}
