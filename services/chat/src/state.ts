import { type Clock, systemClock } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { LiveSignal } from './inbox/live-signal-document.ts'
import { openClockJumps } from './retention/clock-jumps.ts'
import { openLiveTurns } from './turns/live-turns.ts'
import type { VisitorFeed } from './visitors/visitor-feed-state.ts'

/** What one running service knows of a tenant's log: the newest number seen, and the append that is under way. */
export type KnownLog = { highest: number; appending: Promise<void> }

/** What one running service knows: who reads which turn, where the log of each tenant ends, and who is where. */
export const openState = (clock: Clock) => ({
  /** Absent where a test moves the clock: that means it. */
  clockJumps: clock === systemClock ? openClockJumps(clock.now()) : undefined,
  liveTurns: openLiveTurns(),
  logs: new Map<string, KnownLog>(),
  /** Tenants that have series of their own in the metrics of this process. */
  countedTenants: new Set<string>(),
  /** When each fault that repeats with every question was logged, in ms since 1970. */
  loggedAt: new Map<string, number>(),
  /** Readings of a tenant's signals that are under way. */
  signals: new Map<string, Promise<Stored<LiveSignal>[]>>(),
  /** Summaries of hand-overs that this process is writing, by conversation. */
  handoverSummaries: new Map<string, Promise<string>>(),
  /** What the visitors of a tenant are told, where somebody listens. */
  visitorFeeds: new Map<string, VisitorFeed>(),
})
export type State = ReturnType<typeof openState>
