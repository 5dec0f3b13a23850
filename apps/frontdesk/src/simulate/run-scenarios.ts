import type { Configuration, Scenario, ScenarioReport, SuiteContent, TurnResult } from '@frontdesk/contracts'
import { failedTurn, nextQuestion, reportScenario, turnResultOf, waitingTurn } from '@frontdesk/suites'
import pLimit from 'p-limit'
import { type AskPlatform, Refused } from './ask-platform.ts'

/** Scenarios under way at once: a model takes its time, and the platform has others to serve. */
const atOnce = 4

/** Where the platform found fault with the policies of a scenario, or of a configuration. */
export type PolicyFault = { scenario: number; configuration: number; path: PropertyKey[]; message: string }

/** Policies that could not be made, of whichever file they stand in: all of them at once. */
export class PolicyFaults extends Error {
  override readonly name = 'PolicyFaults'
  readonly faults: PolicyFault[]

  constructor(faults: PolicyFault[]) {
    super(faults.map(({ message }) => message).join('\n'))
    this.faults = faults
  }
}

export type SuiteReport = {
  suite: string
  verdict: ScenarioReport['verdict']
  durationMs: number
  scenarios: (ScenarioReport & { durationMs: number })[]
}

/** Runs every scenario under every configuration, each turn by a simulation. Throws `PolicyFaults`, and what asking throws. */
export async function runScenarios(
  { name, scenarios }: SuiteContent,
  configurations: Configuration[],
  ask: AskPlatform,
  done: (report: ScenarioReport) => void,
): Promise<SuiteReport> {
  const started = performance.now()
  const limit = pLimit(atOnce)
  const faults: PolicyFault[] = []
  const reports = await Promise.all(
    scenarios.map((scenario, i) =>
      limit(async () => {
        const begun = performance.now()
        const results: TurnResult[][] = []
        for (const [j, configuration] of configurations.entries()) {
          results.push(
            await runScenario(scenario, configuration, ask).catch((error) => {
              if (!(error instanceof Refused) || error.status !== 422) throw error
              faults.push(
                ...error.faults.map(({ path, message }) => ({
                  scenario: i,
                  configuration: j,
                  path: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
                  message,
                })),
              )
              return []
            }),
          )
        }
        const report = reportScenario(scenario, configurations, results)
        if (faults.length === 0) done(report)
        return { ...report, durationMs: Math.round(performance.now() - begun) }
      }),
    ),
  )
  if (faults.length > 0) throw new PolicyFaults(faults)
  const verdict = reports.every((report) => report.verdict === 'passed') ? 'passed' : 'failed'
  return { suite: name, verdict, durationMs: Math.round(performance.now() - started), scenarios: reports }
}

async function runScenario(scenario: Scenario, configuration: Configuration, ask: AskPlatform): Promise<TurnResult[]> {
  const results: TurnResult[] = []
  for (const _ of scenario.turns) {
    const question = nextQuestion(scenario, configuration, results)
    results.push(question ? await resultOf(() => ask(question)) : waitingTurn)
  }
  return results
}

/** A part that stays away is what the turn came to; a request that is refused is not. */
async function resultOf(ask: () => ReturnType<AskPlatform>): Promise<TurnResult> {
  try {
    return turnResultOf(await ask())
  } catch (error) {
    if (error instanceof Refused && error.status >= 500) return failedTurn(error.code, error.message)
    throw error
  }
}
