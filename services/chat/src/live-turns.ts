import { randomUUID } from 'node:crypto'

/** A turn that somebody reads here. `rings` counts the times that its bell rang. */
type Reading = { readers: number; rings: number; bells: Set<() => void> }

/**
 * What one running service knows of turns beside the store: which it works on, who reads here, and a bell that rings when
 * there is more. Nothing here is needed to be right, only to be quick: a reader whom no bell wakes looks into the store
 * from time to time.
 */
export type LiveTurns = {
  /** This service, in leases. */
  owner: string
  /** Conversations (`tenant/id`) whose turns it works on now. */
  running: Set<string>
  /** Counts a reader in; the answer counts it out. */
  enter(turnId: string): () => void
  readersOf(turnId: string): number
  /** How often the bell of a turn that is read here has rung. */
  ringsOf(turnId: string): number
  /** Wakes everyone who reads the turn here. */
  ring(turnId: string): void
  /**
   * For readers who have entered: resolves once the bell has rung more often than `heard`, after `atMostMs`, or when the
   * signal aborts. With `heard` from before they looked into the store no ring is missed.
   */
  nextRing(turnId: string, heard: number, atMostMs: number, signal: AbortSignal): Promise<void>
  /** Names what stops the work on a turn here, while it goes on; the answer forgets it. */
  work(turnId: string, stop: () => void): () => void
  /** Nothing more of this turn is wanted: stops the work on it here, and wakes who reads it. */
  stop(turnId: string): void
  /** Turns that are read here. */
  readonly size: number
}

function openLiveTurns(): LiveTurns {
  const readings = new Map<string, Reading>()
  const stops = new Map<string, () => void>()
  const ring = (turnId: string) => {
    const reading = readings.get(turnId)
    if (!reading) return
    reading.rings++
    for (const bell of reading.bells) bell()
  }

  return {
    owner: randomUUID(),
    running: new Set(),
    enter(turnId) {
      const reading = readings.get(turnId) ?? { readers: 0, rings: 0, bells: new Set() }
      readings.set(turnId, reading)
      reading.readers++
      return () => {
        reading.readers--
        if (reading.readers === 0) readings.delete(turnId)
      }
    },
    readersOf: (turnId) => readings.get(turnId)?.readers ?? 0,
    ringsOf: (turnId) => readings.get(turnId)?.rings ?? 0,
    ring,
    work(turnId, stop) {
      stops.set(turnId, stop)
      return () => stops.delete(turnId)
    },
    stop(turnId) {
      stops.get(turnId)?.()
      ring(turnId)
    },
    async nextRing(turnId, heard, atMostMs, signal) {
      const reading = readings.get(turnId)
      if (!reading || reading.rings > heard || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = () => resolve()
      const timer = setTimeout(wake, atMostMs)
      reading.bells.add(wake)
      signal.addEventListener('abort', wake)
      await promise
      clearTimeout(timer)
      reading.bells.delete(wake)
      signal.removeEventListener('abort', wake)
    },
    get size() {
      return readings.size
    },
  }
}

const liveTurns = new WeakMap<object, LiveTurns>()

/** Of one running service, named by an object that it keeps as long as it runs: two in one process share nothing. */
export function liveTurnsOf({ collections }: { collections: object }): LiveTurns {
  const known = liveTurns.get(collections) ?? openLiveTurns()
  liveTurns.set(collections, known)
  return known
}
