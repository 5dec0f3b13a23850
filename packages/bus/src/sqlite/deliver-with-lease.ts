import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, toWireError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type BusEvent, type ConsumeOptions, type Delivery, maxRetryMs, partitionOf, type Verdict } from '../port.ts'
import { storeDeadLetter } from './dead-letters.ts'
import type { Entry } from './deliveries.ts'
import type { EventLog } from './event-log.ts'

export type Deliver = (delivery: Delivery) => Promise<Verdict>
type Group = { store: SqliteStore; log: EventLog; clock: Clock; group: number }

/** A timer can't be set further ahead (2³¹ − 1 ms); it then looks at the time again. */
const maxTimerMs = 2 ** 31 - 1
/** After this long the attempt is recorded, so that a delivery that crashes the process is counted. */
const recordAttemptAfterMs = 100
/** Pause before a verdict that could not be written is written again. */
const rewriteMs = 1_000

/**
 * Delivers one event to one member, until the verdict is written or the lease expires (`leaseMs` without `working`); a later
 * verdict is ignored. Resolves with what to deliver again, if anything.
 */
export async function deliverWithLease(
  { store, log, clock, group }: Group,
  entry: Entry & { event: BusEvent },
  { leaseMs }: Pick<ConsumeOptions, 'leaseMs'>,
  deliver: Deliver,
): Promise<Entry | undefined> {
  const { event, position } = entry
  const partition = partitionOf(event.key)
  const attempt = entry.attempts + 1
  let isLeased = true
  let isRecorded = false
  let expiresAt = performance.now() + leaseMs
  let timer: NodeJS.Timeout

  /** `working` only moves `expiresAt`; the timer catches up here. */
  const leaseRanOut = new Promise<'lease ran out'>((resolve) => {
    const look = () => {
      const leftMs = expiresAt - performance.now()
      if (leftMs <= 0) return resolve('lease ran out')
      const recorded = { position, event: undefined, attempts: attempt, dueAt: 0 }
      if (!isRecorded) void untilWritten(store, () => isLeased && log.postpone(group, partition, recorded))
      isRecorded = true
      timer = setTimeout(look, Math.min(leftMs, maxTimerMs))
    }
    timer = setTimeout(look, Math.min(recordAttemptAfterMs, leaseMs))
  })
  const delivery: Delivery = {
    ...event,
    headers: { ...event.headers },
    // A copy, as over a wire: no two groups may share memory.
    bytes: event.bytes.slice(),
    attempt,
    working() {
      expiresAt = performance.now() + leaseMs
    },
  }
  const verdict = await Promise.race([verdictOf(deliver, delivery), leaseRanOut])
  clearTimeout(timer!)
  isLeased = false

  if (verdict === 'lease ran out' || verdict.kind === 'retry') {
    const dueAt = verdict === 'lease ran out' ? 0 : clock.now() + Math.min(Math.max(0, verdict.afterMs), maxRetryMs)
    // Without its cached event: should its tenant be erased meanwhile, the table says so when its time comes.
    const again: Entry = { position, event: undefined, attempts: attempt, dueAt }
    return (await untilWritten(store, () => log.postpone(group, partition, again))) ? again : undefined
  }
  await untilWritten(store, () => {
    const isStillThere = log.finish(group, partition, position)
    if (verdict.kind === 'dead' && isStillThere)
      storeDeadLetter({ store, clock }, group, event, attempt, verdict.reason)
  })
  return undefined
}

async function verdictOf(deliver: Deliver, delivery: Delivery): Promise<Verdict> {
  try {
    return await deliver(delivery)
  } catch {
    // The port's promise: a throw counts as a retry after 1 s. Logging is the caller's.
    return { kind: 'retry', afterMs: 1_000 }
  }
}

/** A verdict is known and must not be lost to a full disk: tried until it is written or the store is closed. */
async function untilWritten<T>(store: SqliteStore, work: () => T): Promise<T | undefined> {
  for (;;) {
    try {
      return await store.write(work)
    } catch (error) {
      if (!store.database.isOpen) return undefined
      if (toWireError(error).code !== 'unavailable') throw error
      await sleep(rewriteMs)
    }
  }
}
