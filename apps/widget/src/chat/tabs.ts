import type { ServerEvent } from '../api/read-events.ts'
import { attempt } from '../attempt.ts'
import { withLock } from './with-lock.ts'

/** What the tabs of a browser tell each other. */
export type TabNote =
  | { type: 'event'; event: ServerEvent }
  /** An answer has started; each tab reads it by itself. */
  | { type: 'answering'; messageId: string; conversationId: string; clientId: string; message: string; from: string }
  | { type: 'outbox' }
  | { type: 'signed out' }
  /** The panel of a tab was opened or closed; an open one says so again (follow-news.ts). */
  | { type: 'panel'; tab: string; isOpen: boolean }
  | { type: 'whose panel is open' }
  | { type: 'who is seen' }
  /** A page is seen: somebody would notice a badge. */
  | { type: 'seen' }

export type Tabs = {
  tell(note: TabNote): void
  /** Runs the work while no other tab runs its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Runs the work in one tab at a time: here as soon as those before are closed. `signal` ends the wait. */
  asLeader(work: () => Promise<void>, signal: AbortSignal): Promise<void>
}

/** Talks to the other tabs of this browser that show the same widget. Without Web Locks each tab is alone. */
export function joinTabs(widget: string, heard: (note: TabNote) => void): Tabs {
  const name = `frontdesk:${widget}`
  const channel = attempt(() => new BroadcastChannel(name))
  let queue: Promise<unknown> = Promise.resolve()
  if (channel) channel.onmessage = ({ data }) => data?.type && heard(data)
  return {
    tell: (note) => channel?.postMessage(note),
    exclusively: (work) =>
      withLock(`${name}:outbox`, work, () => {
        const run = queue.then(work)
        queue = run.catch(() => {})
        return run
      }),
    asLeader: (work, signal) => withLock(name, work, work, signal).catch(() => {}),
  }
}
