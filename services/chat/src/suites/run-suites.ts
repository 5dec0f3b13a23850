import { chat, errorCodes, type TurnResult, toWireError } from '@frontdesk/contracts'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import { failedTurn, hasPassed, nextQuestion, turnResultOf, waitingTurn } from '@frontdesk/suites'
import type { ChatContext } from '../context.ts'
import { simulate } from '../simulation/simulate.ts'
import { finishedRun, type PlanDocument, type RunDocument, resultIdOf, stepsOf } from './suite-documents.ts'
import { removeRun } from './suite-store.ts'

/** Attempts of a turn with a temporary failure, with growing pauses. */
const maxAttempts = 3
/** A turn fails after this many processes crashed at it. */
const maxClaims = 5
const turnLimitMs = 120_000

type Running = Lease<RunDocument>
type Step = { scenario: number; configuration: number; turn: number }

/** Runs of suites. Each turn is a separate step, so that concurrent runs alternate. */
export const suiteRunWork = job<ChatContext, RunDocument>({
  name: 'run of a test suite',
  collection: ({ collections }) => collections.suiteRuns,
  leaseMs: ({ config }) => config.TURN_LEASE_MS,
  pauseMs: 500,
  everyMs: 1_000,
  // Customers' questions come first.
  slots: { perKey: 2, total: 2 },
  async work(lease, context) {
    const { tenant, collections } = context
    const { suiteId, step } = lease.body
    const plan = (await collections.suitePlans.get(tenant, lease.id))?.body
    if (!plan || !(await collections.suites.get(tenant, suiteId))) {
      await removeRun(lease.id, context)
      return {}
    }
    const next = stepsOf(plan)[step]!
    return outcomeOf(lease, plan, next, await resultOf(lease, plan, next, context), context)
  },
  async lost({ id, body: { suiteId } }, context) {
    // Deleted while a turn was under way, which left its result.
    if (!(await context.collections.suites.get(context.tenant, suiteId))) await removeRun(id, context)
  },
})

/** The result of the turn. Throws temporary failures as long as a retry is allowed. */
async function resultOf(
  { id: runId, body: run }: Running,
  plan: PlanDocument,
  { scenario, configuration, turn }: Step,
  context: ChatContext,
): Promise<TurnResult> {
  const { tries = 1 } = run
  if (tries > maxClaims) return failedTurn('internal', errorCodes.internal.title)
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
    if (context.signal.aborted || (retryable && tries < maxAttempts)) throw error
    context.log.warn({ runId, step: run.step, code, err: error }, 'a turn of a test suite failed')
    return failedTurn(code, message)
  }
}

/** Writes the result of a turn, once; after the last turn the run is finished. */
async function outcomeOf(
  { id: runId, body: run }: Running,
  plan: PlanDocument,
  { scenario, configuration, turn }: Step,
  result: TurnResult,
  { tenant, collections, clock, event }: ChatContext,
): Promise<Outcome<RunDocument>> {
  const body = { suiteId: plan.suiteId, runId, step: run.step, result }
  // Whoever lost its lease meanwhile may have been first: then that is what the turn came to.
  const { stored } = await collections.suiteResults.insert(tenant, resultIdOf(runId, run.step), body)
  const { turns } = plan.scenarios[scenario]!
  const passed = hasPassed(plan.scenarios[scenario]!, turn, stored.body.result)
  const isLastTurn = turn === turns.length - 1
  return {
    change(before) {
      const hasFailed = before.hasFailed || !passed
      const counted = (each: RunDocument['configurations'][number], i: number) => {
        if (!isLastTurn || i !== configuration) return each
        return hasFailed ? { ...each, failed: each.failed + 1 } : { ...each, passed: each.passed + 1 }
      }
      const step = before.step + 1
      return {
        ...before,
        step,
        configurations: before.configurations.map(counted),
        hasFailed: hasFailed && !isLastTurn,
        ...(step === before.steps && { finishedAt: timestampOf(clock) }),
      }
    },
    dueInMs: ({ finishedAt }) => (finishedAt === undefined ? 0 : undefined),
    tell: (after) =>
      after.finishedAt === undefined ? [] : [event(chat.events.jobFinished, finishedRun(runId, after))],
  }
}
