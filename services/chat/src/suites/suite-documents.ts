import type { Configuration, FinishedJob, Suite, SuiteRun, TurnResult } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

export type SuiteDocument = Omit<Suite, 'id'>

/** The plan of a run, frozen when it was accepted: later changes of the suite do not affect it. */
export type PlanDocument = {
  suiteId: string
  scenarios: Suite['scenarios']
  configurations: Configuration[]
}

/** The commit point of a run. Its steps are the turns, one after the other: `step` is the next one. */
export type RunDocument = Leased & {
  suiteId: string
  suite: string
  createdAt: string
  finishedAt?: string
  step: number
  steps: number
  /** Of each configuration, what is shown of it, and which scenarios failed or passed so far. */
  configurations: { name: string; threshold?: number; policies?: string[]; passed: number; failed: number }[]
  scenarios: number
  /** Whether the scenario that is under way has failed. */
  hasFailed: boolean
}

/** The result of a turn. Written once: a repeated step reads it. */
export type ResultDocument = { suiteId: string; runId: string; step: number; result: TurnResult }

export const suiteCollections = {
  suites: collection<SuiteDocument>('chat-suites', [{ fields: ['createdAt'] }]),
  suiteRuns: collection<RunDocument>('chat-suite-runs', [
    { fields: ['suiteId', 'createdAt'] },
    { fields: ['createdAt'] },
    { fields: ['dueAt'], acrossTenants: true },
  ]),
  suitePlans: collection<PlanDocument>('chat-suite-plans', [{ fields: ['suiteId'] }]),
  suiteResults: collection<ResultDocument>('chat-suite-results', [{ fields: ['runId', 'step'] }]),
}

export const resultIdOf = (runId: string, step: number): string => `${runId}_${step}`

/** A run as clients read it. */
export function toRun(id: string, run: RunDocument): SuiteRun {
  const { suiteId, suite, createdAt, finishedAt, step, steps } = run
  const configurations = run.configurations.map((each) => ({
    ...each,
    pending: run.scenarios - each.passed - each.failed,
  }))
  const hasFailed = run.hasFailed || configurations.some(({ failed }) => failed > 0)
  return {
    id,
    jobId: id,
    suiteId,
    suite,
    state: finishedAt === undefined ? 'running' : 'finished',
    verdict: hasFailed ? 'failed' : finishedAt === undefined ? 'pending' : 'passed',
    progress: { done: step, total: steps, unit: 'turns' },
    configurations,
    createdAt,
    ...(finishedAt !== undefined && { finishedAt }),
  }
}

/** Which turn of which scenario a step is. Scenario by scenario, so that a comparison is told as early as it can be. */
export function stepsOf({ scenarios, configurations }: PlanDocument) {
  return scenarios.flatMap(({ turns }, scenario) =>
    configurations.flatMap((_, configuration) => turns.map((_turn, turn) => ({ scenario, configuration, turn }))),
  )
}

/** The event data of a finished run. */
export const finishedRun = (id: string, { createdAt, step, steps }: RunDocument): FinishedJob => ({
  job: { id, kind: 'suite-run', state: 'finished', total: steps, done: step, failed: 0, createdAt },
})
