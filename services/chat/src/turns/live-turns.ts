import { randomUUID } from 'node:crypto'
import type { ServiceError } from '@frontdesk/contracts'

/** A turn that has readers in this process. `notifications` counts how often they were notified. */
type Reading = { readers: number; notifications: number; waiting: Set<() => void>; failure?: ServiceError }

/**
 * What one running service knows of turns beside the store: which turns it works on, who reads here, and who to notify
 * when there is more. It only makes answers quicker; correctness does not depend on it: a reader that is not notified
 * looks into the store from time to time.
 */
export type LiveTurns = {
  /** This service, in leases. */
  owner: string
  /** Conversations (`tenant/id`) whose turns it works on now. */
  running: Set<string>
  /** Counts a reader in; the returned function counts it out. */
  enter(turnId: string): () => void
  readersOf(turnId: string): number
  /** How often the readers of this turn were notified here. */
  notificationsOf(turnId: string): number
  /** Tells the readers of this turn in this process that nothing about it can be stored, so the store will not tell them. */
  fail(turnId: string, failure: ServiceError): void
  /** What the readers were told so; undefined while all is well. */
  failureOf(turnId: string): ServiceError | undefined
  /** Wakes every reader of the turn in this process. */
  notify(turnId: string): void
  /**
   * For readers who have entered: resolves once there were more notifications than `seen`, after `atMostMs`, or when the
   * signal aborts. Read `seen` before looking into the store, so that no notification is missed.
   */
  nextNotification(turnId: string, seen: number, atMostMs: number, signal: AbortSignal): Promise<void>
  /** Registers how to stop the work on a turn in this process; the returned function unregisters it. */
  work(turnId: string, stop: () => void): () => void
  /** Stops the work on a turn in this process, because nobody wants more of it, and wakes its readers. */
  stop(turnId: string): void
  /** How many turns have readers in this process. */
  readonly size: number
}

export function openLiveTurns(): LiveTurns {
  const readings = new Map<string, Reading>()
  const stops = new Map<string, () => void>()
  const notify = (turnId: string) => {
    const reading = readings.get(turnId)
    if (!reading) return
    reading.notifications++
    for (const wake of reading.waiting) wake()
  }

  return {
    owner: randomUUID(),
    running: new Set(),
    enter(turnId) {
      const reading = readings.get(turnId) ?? { readers: 0, notifications: 0, waiting: new Set() }
      readings.set(turnId, reading)
      reading.readers++
      return () => {
        reading.readers--
        if (reading.readers === 0) readings.delete(turnId)
      }
    },
    readersOf: (turnId) => readings.get(turnId)?.readers ?? 0,
    notificationsOf: (turnId) => readings.get(turnId)?.notifications ?? 0,
    fail(turnId, failure) {
      const reading = readings.get(turnId)
      if (reading) reading.failure = failure
      notify(turnId)
    },
    failureOf: (turnId) => readings.get(turnId)?.failure,
    notify,
    work(turnId, stop) {
      stops.set(turnId, stop)
      return () => stops.delete(turnId)
    },
    stop(turnId) {
      stops.get(turnId)?.()
      notify(turnId)
    },
    async nextNotification(turnId, seen, atMostMs, signal) {
      const reading = readings.get(turnId)
      if (!reading || reading.notifications > seen || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = () => resolve()
      const timer = setTimeout(wake, atMostMs)
      reading.waiting.add(wake)
      signal.addEventListener('abort', wake)
      await promise
      clearTimeout(timer)
      reading.waiting.delete(wake)
      signal.removeEventListener('abort', wake)
    },
    get size() {
      return readings.size
    },
  }
}
