import type { Expectation, Scenario, TurnResult } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { judgeTurn } from './judge-turn.ts'
import { failedTurn, nextQuestion, waitingTurn } from './next-question.ts'
import { reportScenario } from './report-scenario.ts'

const answered: TurnResult = {
  outcome: 'answered',
  content: 'You have 30  DAYS to return it,\nin its box.',
  confidence: 0.7,
  sources: [{ sourceId: 'src_1', title: 'Returns' }],
  policies: [
    {
      policyId: 'pol_1',
      name: 'No addresses',
      type: 'PII Filter',
      mode: 'Post-generation',
      decision: 'change',
      reason: 'masked 1 e-mail address',
    },
  ],
  reason: null,
}
const blocked: TurnResult = { ...answered, outcome: 'blocked', reason: 'the topic "Weapons"' }

it.each<[Expectation, boolean]>([
  [{ outcome: 'answered' }, true],
  [{ outcome: 'blocked' }, false],
  [{ contains: '30 days' }, true],
  [{ contains: 'it, in' }, true],
  [{ contains: '60 days' }, false],
  [{ notContains: '60 days' }, true],
  [{ notContains: '30 Days' }, false],
  [{ source: 'src_1' }, true],
  [{ source: 'returns' }, true],
  [{ source: 'return' }, false],
  [{ minConfidence: 0.7 }, true],
  [{ minConfidence: 0.71 }, false],
  [{ maxConfidence: 0.7 }, true],
  [{ maxConfidence: 0.69 }, false],
  [{ policy: 'no addresses' }, true],
  [{ policy: 'PII Filter' }, true],
  [{ policy: 'pol_1' }, true],
  [{ policy: 'Topic Filter' }, false],
  [{ reason: 'low_confidence' }, false],
])('%j holds: %s', (expectation, holds) => {
  const verdicts = judgeTurn(expectation, answered)
  expect(verdicts).toHaveLength(1)
  expect(verdicts[0]!.passed).toBe(holds)
})

it('a reason is that of the block or hand-over, and each phrase of a list has a verdict of its own', () => {
  expect(judgeTurn({ reason: 'weapons' }, blocked)).toEqual([
    { expectation: 'reason', expected: 'weapons', came: 'the topic "Weapons"', passed: true },
  ])
  const verdicts = judgeTurn({ contains: ['box', 'bag'] }, answered)
  expect(verdicts.map(({ expected, passed }) => [expected, passed])).toEqual([
    ['box', true],
    ['bag', false],
  ])
})

it('a turn without an outcome fails, even when nothing was expected', () => {
  const failed = failedTurn('model_unavailable', 'It is away.')
  const came = {
    expectation: 'completes',
    expected: 'an outcome',
    came: 'model_unavailable: It is away.',
    passed: false,
  }
  expect(judgeTurn({}, failed)).toEqual([came])
  expect(judgeTurn({ outcome: 'answered' }, failed)).toEqual([came])
})

const turn = (message: string, expectation: Expectation = {}) => ({ message, expect: expectation })
const scenario: Scenario = {
  name: 'Returns',
  threshold: 0.5,
  channel: 'email',
  turns: [turn('One?'), turn('Two?'), turn('Three?', { contains: 'days' })],
}

it('later turns have the earlier ones and their answers as history, and none is asked after a hand-over', () => {
  const none = { name: 'current' }
  expect(nextQuestion(scenario, none, [])).toEqual({ message: 'One?', threshold: 0.5, channel: 'email' })
  expect(nextQuestion(scenario, { name: 'low', threshold: 0 }, [answered])).toEqual({
    message: 'Two?',
    history: [
      { role: 'customer', content: 'One?' },
      { role: 'ai', content: answered.content },
    ],
    threshold: 0,
    channel: 'email',
  })
  const afterFailure = nextQuestion(scenario, none, [failedTurn('internal', ''), answered])
  expect(afterFailure?.history?.map(({ content }) => content)).toEqual(['One?', 'Two?', answered.content])
  expect(nextQuestion(scenario, none, [{ ...answered, outcome: 'escalated' }])).toBeUndefined()
  expect(nextQuestion(scenario, none, [answered, waitingTurn])).toBeUndefined()
})

it('a scenario is pending until all of it was run, unless something failed', () => {
  const report = (...results: TurnResult[][]) =>
    reportScenario(
      scenario,
      results.map((_, i) => ({ name: `c${i}` })),
      results,
    )
  expect(report([]).verdict).toBe('pending')
  expect(report([answered, answered]).verdict).toBe('pending')
  expect(report([answered, answered, answered]).verdict).toBe('passed')
  expect(report([answered, failedTurn('internal', '')]).verdict).toBe('failed')
  expect(report([answered, answered, answered], [answered]).verdict).toBe('pending')
})

it('configurations are compared over the turns that both have', () => {
  const configurations = [{ name: 'now' }, { name: 'later' }]
  const { differences } = reportScenario(scenario, configurations, [
    [answered, answered],
    [answered, blocked, answered],
  ])
  expect(differences).toEqual([
    { turn: 2, field: 'outcome', values: { now: 'answered', later: 'blocked' } },
    { turn: 2, field: 'reason', values: { now: 'none', later: 'the topic "Weapons"' } },
  ])
})
