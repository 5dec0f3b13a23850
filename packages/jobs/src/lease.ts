import { isOutage, isStillOn, maxOutageMs, newId } from '@frontdesk/contracts'
import type { Collection, NewEvent, Stored } from '@frontdesk/documents'
import type { Cause, Context } from '@frontdesk/service'

/** What a document needs to be a job. Everything else in it belongs to its service. */
export type Leased = {
  /** When somebody should work on it (milliseconds since 1970); while somebody does, when another may take it over. Absent: there is nothing to do. */
  dueAt?: number
  /** The token of the lease: only its owner may write the job. */
  claim?: string
  /** Claims since it last made progress, the one under way included. */
  tries?: number
  /** Since when it has waited for the end of an outage, without progress (milliseconds since 1970). */
  outageSince?: number
  /** Why it waits after a failure, until it gets on: an error code. */
  waitsFor?: string
  /** The request that it belongs to, whoever works on it. Gone when it has ended: a request's id may name a person. */
  cause?: Cause
}

/** What a job keeps of its failures until it makes progress. */
export type Failures = Pick<Leased, 'tries' | 'outageSince' | 'waitsFor'>

/** What becomes of a job when the work on it is over for now. */
export type Outcome<T extends Leased> = {
  /** Milliseconds until it is due again, perhaps by what became of it. Absent: the job has ended. */
  dueInMs?: number | ((body: T) => number | undefined)
  /** It is told of a failure: failures go on to be counted. */
  isFailure?: true
  /** The document is removed, and nothing else of this is stored. */
  removes?: true
  /** What the document becomes, without its lease. May run several times, so it is pure. */
  change?: (body: T) => T
  /** The events that this causes. */
  tell?: (body: T) => NewEvent[]
  /** Runs once, after all of that is stored. A crash between the two loses it. */
  afterwards?: (stored: Stored<T>) => Promise<unknown>
}

/** The parts of a service's context that a job needs. */
export type JobContext = Pick<Context, 'tenant' | 'signal' | 'clock' | 'log' | 'commit'> & {
  forTenant(tenant: string, cause?: Cause): unknown
  withSignal(signal: AbortSignal): unknown
  detach(name: string, work: (context: unknown) => Promise<void>): void
}

/** Whether somebody should work on it now. */
export const isDue = ({ dueAt }: Leased, now: number): boolean => typeof dueAt === 'number' && dueAt <= now

/** After failures a job waits no longer than this, or than its own pause. */
export const maxPauseMs = 5 * 60_000

/** How long a job may be put off, in milliseconds: while somebody works on it, after a failure, and by itself (absent: without limit). */
export type MaxWaits = { leaseMs: number; pauseMs: number; maxWaitMs?: number | undefined }

/**
 * Whether it is due later than it can have been put off: the clock was set back since, so it is due. Otherwise it would wait
 * until the clock is there again.
 */
export const isSetBack = ({ dueAt, claim, waitsFor }: Leased, now: number, waits: MaxWaits): boolean => {
  if (typeof dueAt !== 'number' || dueAt <= now) return false
  const put = claim === undefined ? waits.maxWaitMs : waits.leaseMs
  const maxWaitMs = claim === undefined && waitsFor !== undefined ? Math.max(waits.pauseMs, maxPauseMs, put ?? 0) : put
  return maxWaitMs !== undefined && !isStillOn(dueAt, maxWaitMs, now)
}

/** Whether the error is an outage whose end the job still waits for, so that it is no attempt. */
export const isWaitedFor = (error: unknown, { outageSince }: Leased, now: number): boolean =>
  isOutage(error) && now - (outageSince ?? now) < maxOutageMs

/** Another process works on the job by now, or it was ended or removed meanwhile. */
export class LostLease extends Error {
  constructor() {
    super('The lease of this job was lost.')
    this.name = 'LostLease'
  }
}

/** A job that one process has claimed. Writes through it only happen while the lease is still ours. */
export type Lease<T extends Leased> = {
  readonly id: string
  /** As it was last written under this lease. */
  readonly body: T
  /**
   * To be called before every side effect that another owner would do as well. Costs a write only when a third of the lease
   * has passed. Throws `LostLease`.
   */
  hold(): Promise<void>
  /** Stores how far the work is with the events of that, renews the lease, and answers what is stored. `change` is pure. Throws `LostLease`. */
  checkpoint(change: (body: T) => T, tell?: (body: T) => NewEvent[]): Promise<T>
  /** The same for what is no progress: failures go on to be counted. */
  note(change: (body: T) => T, tell?: (body: T) => NewEvent[]): Promise<T>
}

/** A lease as `job` holds it. */
export type HeldLease<T extends Leased> = Lease<T> & {
  /** Aborts as soon as it is known, or to be feared, that the lease is lost. */
  signal: AbortSignal
  /** Stores the outcome and gives the lease up. Throws `LostLease`. */
  finish(outcome: Outcome<T>, failures?: Failures): Promise<Stored<T>>
  /** Stops renewing. */
  stop(): void
}

const withoutFailures = <T extends Leased>({ outageSince: _since, waitsFor: _why, ...rest }: T) => rest as unknown as T

/** Claims a job that is due. Undefined when it is not, or another one was first. Renews the lease by itself until `stop`. */
export async function claimJob<T extends Leased>(
  collection: Collection<T>,
  id: string,
  { tenant, commit, clock, log }: JobContext,
  waits: MaxWaits,
): Promise<HeldLease<T> | undefined> {
  const { leaseMs } = waits
  const claim = newId('op')
  const lost = new AbortController()
  let newest!: Stored<T>
  let renewAt = 0
  let lapsesAt = 0
  let isOver = false

  const isOurs = (current: Stored<T> | undefined): current is Stored<T> =>
    current !== undefined && current.body.claim === claim && current.body.dueAt !== undefined
  const remember = (stored: Stored<T>) => {
    // A renewal that was overtaken by a checkpoint answers after it.
    if (newest && stored.revision < newest.revision) return
    newest = stored
    lapsesAt = stored.body.dueAt!
    renewAt = lapsesAt - (leaseMs * 2) / 3
  }
  const lose = (): never => {
    const error = new LostLease()
    lost.abort(error)
    throw error
  }
  async function write(change: (body: T) => T, tell: (body: T) => NewEvent[] = () => []): Promise<T> {
    const stored = await commit(collection, id, (current) => {
      if (!isOurs(current)) return lose()
      const body = { ...change(current.body), claim, dueAt: clock.now() + leaseMs }
      return { body, events: tell(body) }
    })
    remember(stored!)
    return stored!.body
  }

  const claimed = await commit(collection, id, (current) => {
    if (!current || !(isDue(current.body, clock.now()) || isSetBack(current.body, clock.now(), waits))) return undefined
    const tries = (current.body.tries ?? 0) + 1
    return { body: { ...current.body, claim, tries, dueAt: clock.now() + leaseMs } }
  })
  if (!isOurs(claimed)) return undefined
  remember(claimed)

  const timer = setInterval(() => {
    write((body) => body).catch((error) => {
      if (isOver || error instanceof LostLease) return
      log.warn({ jobId: id, err: error }, 'a lease could not be renewed')
      // Another process may have it by now; this one can't know.
      if (clock.now() >= lapsesAt) lost.abort(new LostLease())
    })
  }, leaseMs / 3)

  return {
    id,
    signal: lost.signal,
    get body() {
      return newest.body
    },
    async hold() {
      lost.signal.throwIfAborted()
      if (clock.now() >= renewAt) await write((body) => body)
    },
    note: write,
    checkpoint: (change, tell) => write((body) => ({ ...withoutFailures(change(body)), tries: 1 }), tell),
    async finish({ dueInMs, change = (body) => body, tell = () => [], removes }, failures = { tries: 0 }) {
      isOver = true
      clearInterval(timer)
      if (removes) {
        const current = await collection.get(tenant, id)
        if (!isOurs(current) || !(await collection.remove(tenant, id, current.revision))) throw new LostLease()
        return current
      }
      const stored = await commit(collection, id, (current) => {
        if (!isOurs(current)) throw new LostLease()
        const { claim: _claim, dueAt: _dueAt, ...changed } = change(current.body)
        const rest = { ...withoutFailures(changed), ...failures } as unknown as T
        const inMs = typeof dueInMs === 'function' ? dueInMs(rest) : dueInMs
        const { cause: _cause, ...ended } = rest
        const body = (inMs === undefined ? ended : { ...rest, dueAt: clock.now() + inMs }) as unknown as T
        return { body, events: tell(body) }
      })
      return stored!
    },
    stop() {
      isOver = true
      clearInterval(timer)
    },
  }
}
