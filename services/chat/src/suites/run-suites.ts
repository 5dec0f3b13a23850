import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCodes, type TurnResult, toWireError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { failedTurn, hasPassed, nextQuestion, turnResultOf, waitingTurn } from '@frontdesk/suites'
import pLimit from 'p-limit'
import type { ChatContext } from '../context.ts'
import { simulate } from '../simulate/simulate.ts'
import { removeRun } from './keep-suites.ts'
import { type PlanDocument, type RunDocument, resultIdOf, stepsOf } from './suite-documents.ts'

/** Turns in the hands of this process at once: customers' questions come first. */
const inHand = pLimit(2)
/** Runs that this service works on, or that wait for one of those hands, by its collection of them. */
const runningIn = new WeakMap<object, Set<string>>()
/** A turn that fails for a reason that may pass is tried so often, with this, twice this, … between. */
const mostAttempts = 3
const pauseMs = 500
/** A turn at which this many processes died is given up. */
const mostClaims = 5
const turnLimitMs = 120_000

type Claimed = { runId: string; claim: string; run: RunDocument }
/** In how long a run goes on here. */
type Next = { afterMs: number } | 'ended'
type Step = { scenario: number; configuration: number; turn: number }

/**
 * Works on a run, turn by turn, until it is finished, put off, or somebody else's. Each turn is one step: claimed with a
 * lease, simulated, committed. Safe to call at any time, from the handler or from the sweep.
 */
export function runSuite(runId: string, context: ChatContext): void {
  const key = `${context.tenant}/${runId}`
  const running = runningIn.get(context.collections.suiteRuns) ?? new Set()
  runningIn.set(context.collections.suiteRuns, running)
  if (running.has(key)) return
  running.add(key)
  context.detach('run a test suite', async (lasting) => {
    try {
      const plan = await lasting.collections.suitePlans.get(lasting.tenant, runId)
      if (!plan) return
      const steps = stepsOf(plan.body)
      let next: Next = { afterMs: 0 }
      while (next !== 'ended') {
        // A stop only cuts the pause short: the next step sees it.
        if (next.afterMs > 0) await wait(next.afterMs, undefined, { signal: lasting.signal }).catch(() => {})
        next = await inHand(() => runStep(runId, plan.body, steps, lasting))
      }
    } finally {
      running.delete(key)
    }
  })
}

/** Brings a run one turn further, and answers when to go on: not at all when there is no turn to take now. */
async function runStep(runId: string, plan: PlanDocument, steps: Step[], context: ChatContext): Promise<Next> {
  const { tenant, collections, log } = context
  if (!(await collections.suites.get(tenant, plan.suiteId))) {
    // Deleted, perhaps while the last turn was under way and left its result.
    await removeRun(runId, context)
    return 'ended'
  }
  const claimed = await claimStep(runId, context)
  if (!claimed) return 'ended'
  const renewal = setInterval(() => {
    renew(claimed, context).catch((error) => log.warn({ runId, err: error }, 'a lease was not renewed'))
  }, context.config.TURN_LEASE_MS / 3)
  try {
    const step = steps[claimed.run.step]!
    const result = await resultOf(claimed, plan, step, context)
    await commitStep(claimed, plan, step, result, context)
    return { afterMs: 0 }
  } catch (error) {
    const { attempts, step } = claimed.run
    if (context.signal.aborted) {
      await putOff(claimed, 0, attempts - 1, context)
      return 'ended'
    }
    if (attempts >= mostAttempts) throw error
    log.warn({ runId, step, err: error }, 'a turn of a test suite failed and will be tried again')
    const afterMs = pauseMs * 2 ** (attempts - 1)
    await putOff(claimed, afterMs, attempts, context)
    return { afterMs }
  } finally {
    clearInterval(renewal)
  }
}

/** Takes the next turn of a run that is due. */
async function claimStep(runId: string, context: ChatContext): Promise<Claimed | undefined> {
  const { commit, collections, clock, config, signal } = context
  if (signal.aborted) return undefined
  const claim = randomUUID()
  const stored = await commit(collections.suiteRuns, runId, (current) => {
    if (!current || current.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    const { attempts } = current.body
    return { body: { ...current.body, claim, attempts: attempts + 1, dueAt: clock.now() + config.TURN_LEASE_MS } }
  })
  return stored?.body.claim === claim ? { runId, claim, run: stored.body } : undefined
}

const ownedBy = ({ claim }: Claimed, current: Stored<RunDocument> | undefined): current is Stored<RunDocument> =>
  current?.body.claim === claim

async function renew(claimed: Claimed, { commit, collections, clock, config }: ChatContext) {
  await commit(collections.suiteRuns, claimed.runId, (current) =>
    ownedBy(claimed, current) ? { body: { ...current.body, dueAt: clock.now() + config.TURN_LEASE_MS } } : undefined,
  )
}

/** Whoever comes next, after so long, may take the turn. */
async function putOff(
  claimed: Claimed,
  afterMs: number,
  attempts: number,
  { commit, collections, clock }: ChatContext,
) {
  await commit(collections.suiteRuns, claimed.runId, (current) => {
    if (!ownedBy(claimed, current)) return undefined
    const { claim: _, ...rest } = current.body
    return { body: { ...rest, attempts, dueAt: clock.now() + afterMs } }
  })
}

/** What the turn comes to. Throws what may pass, while it may be tried again. */
async function resultOf(
  { runId, run }: Claimed,
  plan: PlanDocument,
  { scenario, configuration, turn }: Step,
  context: ChatContext,
): Promise<TurnResult> {
  if (run.attempts > mostClaims) return failedTurn('internal', errorCodes.internal.title)
  const { tenant, collections } = context
  const earlierIds = Array.from({ length: turn }, (_, i) => resultIdOf(runId, run.step - turn + i))
  const earlier = earlierIds.length > 0 ? await collections.suiteResults.getMany(tenant, earlierIds) : []
  const byId = new Map(earlier.map(({ id, body }) => [id, body.result]))
  const results = earlierIds.map((id) => byId.get(id)!)
  const question = nextQuestion(plan.scenarios[scenario]!, plan.configurations[configuration]!, results)
  if (!question) return waitingTurn
  try {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(turnLimitMs)])
    return turnResultOf(await simulate(question, { ...context, signal }))
  } catch (error) {
    const { code, message, retryable } = toWireError(error)
    if (context.signal.aborted || (retryable && run.attempts < mostAttempts)) throw error
    context.log.warn({ runId, step: run.step, code, err: error }, 'a turn of a test suite came to nothing')
    return failedTurn(code, message)
  }
}

/** Writes what a turn came to, once, and then that it is done. After the last one the run is finished. */
async function commitStep(
  claimed: Claimed,
  plan: PlanDocument,
  { scenario, configuration, turn }: Step,
  result: TurnResult,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections, commit, clock } = context
  const { runId, run } = claimed
  const body = { suiteId: plan.suiteId, runId, step: run.step, result }
  // Whoever lost its lease meanwhile may have been first: then that is what the turn came to.
  const { stored } = await collections.suiteResults.insert(tenant, resultIdOf(runId, run.step), body)
  const { turns } = plan.scenarios[scenario]!
  const passed = hasPassed(plan.scenarios[scenario]!, turn, stored.body.result)

  await commit(collections.suiteRuns, runId, (current) => {
    if (!ownedBy(claimed, current)) return undefined
    const { claim: _, dueAt: __, ...before } = current.body
    const hasFailed = before.hasFailed || !passed
    const isLastTurn = turn === turns.length - 1
    const counted = (each: RunDocument['configurations'][number], i: number) => {
      if (!isLastTurn || i !== configuration) return each
      return hasFailed ? { ...each, failed: each.failed + 1 } : { ...each, passed: each.passed + 1 }
    }
    const step = before.step + 1
    const next = {
      ...before,
      step,
      attempts: 0,
      configurations: before.configurations.map(counted),
      hasFailed: hasFailed && !isLastTurn,
    }
    if (step < before.steps) return { body: { ...next, dueAt: clock.now() } }
    return { body: { ...next, finishedAt: timestampOf(clock) } }
  })
}

/** Finds runs that are due: put off after a failure, or left by a process that died. */
export async function resumeRuns(context: ChatContext): Promise<void> {
  const due = await context.collections.suiteRuns.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 50,
  })
  for (const { tenant, id } of due) runSuite(id, context.forTenant(tenant))
}
