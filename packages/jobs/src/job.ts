import { isOutage, ServiceError, toWireError, type WireError } from '@frontdesk/contracts'
import { type Collection, cursorAcrossTenants, type Sort, type Stored, type Where } from '@frontdesk/documents'
import type { BackgroundJob, Cause } from '@frontdesk/service'
import {
  claimJob,
  type Failures,
  isDue,
  isSetBack,
  isWaitedFor,
  type JobContext,
  type Lease,
  type Leased,
  LostLease,
  type MaxWaits,
  maxPauseMs,
  type Outcome,
} from './lease.ts'
import { openLookAhead } from './look-ahead.ts'
import { openSlots, type Slot, type SlotLimits } from './slots.ts'

const defaultPauseMs = 5_000
const defaultEveryMs = 5_000
const byDueTime: Sort = { field: 'dueAt', direction: 'asc' }
const page = 100
/** Of one sweep. Many of one key may wait before one of another, so the next sweep goes on after them. */
const pagesPerSweep = 3

type Job<T> = Pick<Stored<T & object>, 'tenant' | 'id'> & { body: T }

/** Background work of a service that must not be lost, kept in one of its collections (with an index over `dueAt`, `acrossTenants`). */
export type JobDefinition<X extends JobContext, T extends Leased> = {
  /** What log lines call it: `contact import`. */
  name: string
  collection: (context: X) => Collection<T>
  /** A process that is silent for so long has lost the job. */
  leaseMs: number | ((context: X) => number)
  /**
   * Works on the job from its last checkpoint on, and answers what becomes of it. Each part may be done again after a crash,
   * so it is idempotent; between parts it calls `context.signal.throwIfAborted()`, which throws on a stop and after the
   * lease was lost.
   */
  work: (lease: Lease<T>, context: X) => Promise<Outcome<T>>
  /** After a failure the job waits this long (default 5 s), twice as long after each further one without a checkpoint between, up to 5 min. */
  pauseMs?: number
  /** The longest that `dueInMs` of an outcome, or a commit, puts it off, if there is such a limit: past that the clock was set back, and it is due. */
  maxWaitMs?: number
  /** What `waitsFor` says after a failure; default: the error's code. */
  waitsFor?: (body: T, error: WireError) => string
  /** When a job is given up. Without it a job is tried until it succeeds. */
  givesUp?: {
    /**
     * Failures without a checkpoint between. An error that is not retryable is the last one in any case; an outage counts
     * when it has lasted for a day.
     */
    attempts: number
    outcome: (error: WireError, context: X, id: string, body: T) => Outcome<T>
  }
  /** Runs after the lease was lost, with the job as it was: removes what the work wrote beside one that is gone. */
  lost?: (lease: Lease<T>, context: X) => Promise<void>
  /** The request that a job belongs to; default: its `cause`. */
  causeOf?: (body: T) => Cause | undefined
  /**
   * How often a process looks for jobs while it finds some, or one that it wrote has fallen due; default 5 s. Else it looks each
   * 5 s, for what other processes left. A commit that leaves one due begins it at once.
   */
  everyMs?: number
  /** Jobs that one process works on at once. */
  slots?: SlotLimits & {
    /** What the limit for each key counts by; default: the tenant. */
    key?: (job: Job<T>) => string
  }
  /** Jobs that an earlier release stored without `dueAt`: each process gives them one when it starts. */
  adopts?: { where: Where; change: (body: T, context: X) => T }
}

/** Work as `job` made it, for the `jobs` of a service. */
export type JobWork<X> = BackgroundJob<X> & {
  /** Works on one job, unless it is not due or another process has it: for whoever waits for its end. Throws when the store is away. */
  run(id: string, context: X): Promise<void>
  /** Works on the jobs of all tenants that are due, and resolves when they are done with: for tests. */
  runDue(context: X): Promise<void>
}

/** The request that a job belongs to. */
const causeOf = <X extends JobContext, T extends Leased>({ causeOf }: JobDefinition<X, T>, body: T) =>
  causeOf ? causeOf(body) : body.cause

/** How long a job may be put off. */
const waitsOf = <X extends JobContext, T extends Leased>(
  { leaseMs, pauseMs = defaultPauseMs, maxWaitMs }: JobDefinition<X, T>,
  context: X,
): MaxWaits => ({ leaseMs: typeof leaseMs === 'number' ? leaseMs : leaseMs(context), pauseMs, maxWaitMs })

/** What one process has at hand, and how far its search for jobs that are due has come. */
function openSweep<X extends JobContext, T extends Leased>(definition: JobDefinition<X, T>) {
  const { collection, adopts } = definition
  const keyOf = definition.slots?.key ?? (({ tenant }: Job<T>) => tenant)
  const slots = openSlots(definition.slots)
  let cursor: string | undefined
  let hasAdopted = adopts === undefined
  const ahead = openLookAhead<T>()

  async function adopt(context: X): Promise<void> {
    const found = await collection(context).findAcrossTenants({ where: adopts!.where, limit: 1_000 })
    for (const { tenant, id, revision } of found) {
      const own = context.forTenant(tenant) as X
      await own.commit(collection(context), id, (current) =>
        current?.revision === revision ? { body: adopts!.change(current.body, own) } : undefined,
      )
    }
    hasAdopted = true
  }

  /** True when it found some: behind those that are begun there may be more. */
  async function sweepDue(context: X, start: (due: Job<T>, own: X) => void): Promise<boolean> {
    let found = 0
    for (let pages = 0; pages < pagesPerSweep; pages++) {
      const due = await collection(context).findAcrossTenants({
        where: { dueAt: { lte: context.clock.now() } },
        sort: byDueTime,
        limit: page,
        ...(cursor !== undefined && { cursor }),
      })
      for (const each of due) start(each, context.forTenant(each.tenant, causeOf(definition, each.body)) as X)
      found += due.length
      cursor = due.length < page ? undefined : cursorAcrossTenants(due.at(-1)!, byDueTime)
      if (cursor === undefined) break
    }
    return found > 0
  }

  /** Starts jobs that are due later than they can have been put off. */
  async function sweepSetBack(context: X, start: (due: Job<T>, own: X) => void): Promise<void> {
    const waits = waitsOf(definition, context)
    const { clock, signal } = context
    const startIfSetBack = (each: Job<T>) => {
      if (isSetBack(each.body, clock.now(), waits))
        start(each, context.forTenant(each.tenant, causeOf(definition, each.body)) as X)
    }
    await ahead.look(collection(context), clock.now() + waits.leaseMs, startIfSetBack, signal)
  }

  return {
    /** Undefined: this process is at it, or at too many. Then a sweep finds it. */
    take: (due: Job<T>): Slot | undefined => slots.take(`${due.tenant}/${due.id}`, keyOf(due)),

    /** Starts some of the jobs that are due; the next sweep goes on after them. */
    async sweep(context: X, start: (due: Job<T>, own: X) => void): Promise<boolean> {
      if (!hasAdopted) await adopt(context)
      const hasFound = await sweepDue(context, start)
      await sweepSetBack(context, start)
      return hasFound
    },
  }
}

/** Makes background work out of its definition. The promises are in the README and in `conformance.ts`. */
export function job<X extends JobContext, T extends Leased>(definition: JobDefinition<X, T>): JobWork<X> {
  const { name, collection, work, pauseMs = defaultPauseMs, waitsFor, givesUp, lost } = definition

  /** What becomes of a job whose work threw, and what it keeps of that. */
  function outcomeOf(error: unknown, lease: Lease<T>, context: X): { outcome: Outcome<T>; failures: Failures } {
    const { tries = 1, outageSince: since, waitsFor: waited } = lease.body
    // A stop is nobody's fault: whoever is next goes on at once.
    if (context.signal.aborted) {
      const failures = { tries: tries - 1, ...(since && { outageSince: since }), ...(waited && { waitsFor: waited }) }
      return { outcome: { dueInMs: 0 }, failures }
    }
    const wire = toWireError(error)
    context.log.warn({ jobId: lease.id, job: name, attempt: tries, code: wire.code, err: error }, 'a job failed')
    const now = context.clock.now()
    const outageSince = isOutage(error) ? (since ?? now) : undefined
    const isAttempt = !isWaitedFor(error, lease.body, now)
    const isLast = givesUp && ((isAttempt && tries >= givesUp.attempts) || !wire.retryable)
    if (isLast) return { outcome: givesUp.outcome(wire, context, lease.id, lease.body), failures: { tries } }
    // An outage is waited for as long again as it has lasted, which doubles too.
    const waitedMs = outageSince === undefined ? pauseMs * 2 ** (tries - 1) : now - outageSince
    const dueInMs = Math.max(pauseMs, Math.min(waitedMs, maxPauseMs))
    const failures = {
      tries: isAttempt ? tries : tries - 1,
      ...(outageSince !== undefined && { outageSince }),
      waitsFor: waitsFor?.(lease.body, wire) ?? wire.code,
    }
    return { outcome: { dueInMs }, failures }
  }

  async function run(id: string, context: X): Promise<void> {
    if (context.signal.aborted) return
    const lease = await claimJob(collection(context), id, context, waitsOf(definition, context))
    if (!lease) return
    const own = context.withSignal(AbortSignal.any([context.signal, lease.signal])) as X
    try {
      let ended: { outcome: Outcome<T>; failures: Failures }
      try {
        // Processes that die over it count as failures too: a job that kills them is given up like one that throws.
        if (givesUp && lease.body.tries! > givesUp.attempts) throw new ServiceError('processing_failed')
        const outcome = await work(lease, own)
        ended = { outcome, failures: { tries: outcome.isFailure ? lease.body.tries! : 0 } }
      } catch (error) {
        if (error instanceof LostLease || lease.signal.aborted) throw new LostLease()
        ended = outcomeOf(error, lease, context)
      }
      const stored = await lease.finish(ended.outcome, ended.failures)
      await ended.outcome.afterwards?.(stored)
    } catch (error) {
      if (!(error instanceof LostLease)) throw error
      context.log.info({ jobId: id, job: name }, 'a job went on without this process')
      await lost?.(lease, context)
    } finally {
      lease.stop()
    }
  }

  /** The same beside what else runs: nobody is there to hear of a failure. */
  async function runAlone(id: string, context: X): Promise<void> {
    try {
      await run(id, context)
    } catch (error) {
      // Its lease runs out, and it is tried again.
      if (isOutage(error)) context.log.warn({ jobId: id, job: name, detail: error.message }, 'a job waits for a server')
      else context.log.error({ jobId: id, job: name, err: error }, 'a job could not be stored')
    }
  }

  return {
    everyMs: definition.everyMs ?? defaultEveryMs,
    run,
    async runDue(context) {
      const { take, sweep } = openSweep(definition)
      const running: (Promise<void> | undefined)[] = []
      await sweep(context, (due, own) => running.push(take(due)?.(() => runAlone(due.id, own))))
      await Promise.all(running)
    },
    open() {
      const { take, sweep } = openSweep(definition)
      const start = (due: Job<T>, own: X) => {
        const slot = take(due)
        if (slot) own.detach(name, (lasting) => slot(() => runAlone(due.id, lasting as X)))
      }
      return {
        sweep: (context) => sweep(context, start),
        wake({ collection: committed, stored: { id, body }, context }) {
          const { tenant, clock } = context
          if (committed === collection(context) && isDue(body, clock.now()))
            start({ tenant, id, body }, context.forTenant(tenant, causeOf(definition, body)) as X)
        },
        dueAt: ({ collection: committed, stored, context }) =>
          committed === collection(context) ? stored.body.dueAt : undefined,
      }
    },
  }
}
