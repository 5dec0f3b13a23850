import type { Conversation } from '../api/wire.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * How long the stream of events stays open after the panel was closed or the page was loaded, by who answers, and how old
 * the conversation's last message may be for that. A person who has taken over writes again soon; after an answer of the AI,
 * only an agent who steps in would be news. Whoever waits longer is told by polls.
 */
const windows: Record<Conversation['state'], { openMs: number; maxAgeMs: number }> = {
  waiting: { openMs: 10 * minuteMs, maxAgeMs: dayMs },
  person: { openMs: 30 * minuteMs, maxAgeMs: dayMs },
  ai: { openMs: 30_000, maxAgeMs: 10 * minuteMs },
  resolved: { openMs: 30_000, maxAgeMs: 10 * minuteMs },
  closed: { openMs: 0, maxAgeMs: 0 },
}

/** Until when events are streamed to a browser whose panel was closed at `closedAt` (milliseconds since 1970). */
export const streamUntil = (
  conversations: Pick<Conversation, 'state' | 'lastMessageAt'>[],
  closedAt: number,
  now: number,
): number =>
  Math.max(
    0,
    ...conversations.map(({ state, lastMessageAt }) => {
      const { openMs, maxAgeMs } = windows[state]
      return now - Date.parse(lastMessageAt) < maxAgeMs ? closedAt + openMs : 0
    }),
  )

/** The wait before the nth poll in a row that brought nothing: 1, 2, 4, 8, then every 15 minutes. */
export const pollMs = (polls: number): number => Math.min(15, 2 ** polls) * minuteMs
