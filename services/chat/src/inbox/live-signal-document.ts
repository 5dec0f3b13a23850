import type { Presence, SourceProgress } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A live signal (presence, typing or the progress of a source) until it expires: short-lived, but visible to every process. */
export type LiveSignal = (
  | { kind: 'presence'; agentId: string; conversationId: string | null; state: Presence['state'] }
  | { kind: 'typing'; conversationId: string }
  | { kind: 'source'; sourceId: string; progress: SourceProgress['progress'] }
) & {
  /** When it expires, in milliseconds since 1970. */
  until: number
}

/** Keyed by the agent, conversation or source. */
export const liveSignals = collection<LiveSignal>('chat-live-signals', [
  { fields: ['until'] },
  { fields: ['until'], acrossTenants: true },
  { fields: ['conversationId'] },
])
