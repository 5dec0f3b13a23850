import type { Configuration, Scenario, ScenarioReport, TurnReport, TurnResult } from '@frontdesk/contracts'
import { inWords, judgeTurn, policiesIn, sourcesIn } from './judge-turn.ts'

/** A report on any scenario has to fit into one message: a longer content, or more policies, are cut. */
const shownCharacters = 1_500
const shownPolicies = 20

type Verdict = ScenarioReport['verdict']

function verdictOf(verdicts: Verdict[], isWhole: boolean): Verdict {
  if (verdicts.includes('failed')) return 'failed'
  return isWhole && !verdicts.includes('pending') ? 'passed' : 'pending'
}

/** Whether a turn has everything that was expected of it. */
export const hasPassed = (scenario: Scenario, turn: number, result: TurnResult): boolean =>
  judgeTurn(scenario.turns[turn]!.expect, result).every(({ passed }) => passed)

function reportTurn(scenario: Scenario, turn: number, result: TurnResult): TurnReport {
  const { message, expect } = scenario.turns[turn]!
  const expectations = judgeTurn(expect, result)
  const { content, policies } = result
  return {
    message,
    verdict: expectations.every(({ passed }) => passed) ? 'passed' : 'failed',
    ...result,
    content: content.length <= shownCharacters ? content : `${content.slice(0, shownCharacters)}…`,
    policies: policies.slice(0, shownPolicies),
    expectations,
  }
}

/** What two configurations are compared by; what a model writes differs easily, so it is last. */
const fields: [name: string, read: (result: TurnResult) => string][] = [
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason ?? 'none'],
  ['policies', policiesIn],
  ['confidence', ({ confidence }) => inWords(confidence)],
  ['sources', sourcesIn],
  ['content', ({ content }) => content.slice(0, 200)],
]

function differencesOf(names: string[], results: TurnResult[][]): ScenarioReport['differences'] {
  const turns = Math.min(...results.map(({ length }) => length))
  return Array.from({ length: turns }, (_, turn) =>
    fields.flatMap(([field, read]) => {
      const values = results.map((each) => read(each[turn]!))
      if (values.every((value) => value === values[0])) return []
      return [{ turn: turn + 1, field, values: Object.fromEntries(names.map((name, i) => [name, values[i]!])) }]
    }),
  ).flat()
}

/**
 * What a scenario came to: a verdict on each expectation of each turn under each configuration, and where configurations
 * differ. `results` are those of each configuration in order, as many turns as were run.
 */
export function reportScenario(
  scenario: Scenario,
  configurations: Configuration[],
  results: TurnResult[][],
): ScenarioReport {
  const reports = configurations.map(({ name }, i) => {
    const turns = results[i]!.map((result, turn) => reportTurn(scenario, turn, result))
    const isWhole = turns.length === scenario.turns.length
    return {
      name,
      verdict: verdictOf(
        turns.map((turn) => turn.verdict),
        isWhole,
      ),
      turns,
    }
  })
  return {
    name: scenario.name,
    ...(scenario.policies && { policies: scenario.policies.map(({ name }) => name) }),
    verdict: verdictOf(
      reports.map((report) => report.verdict),
      true,
    ),
    configurations: reports,
    differences: differencesOf(
      configurations.map(({ name }) => name),
      results,
    ),
  }
}
